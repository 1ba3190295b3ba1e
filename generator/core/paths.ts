/** Paths in `dist/`, for the writer and for readers. */

import { SLUG } from './text.ts';

export const MANIFEST = 'manifest.json';

/** Why the generator does not replace this dataset; absent while it does. Not part of any dataset. */
export const REFUSED = '.publication-refused';

export const ANSWERS = {
  list: 'list.json',
  recentWeek: 'recent/week.json',
  recentChanges: 'recent/changes.json',
  sequences: 'sequences.json',
  stats: 'stats.json',
  completeness: 'completeness.json',
  status: 'status.json',
  rss: 'rss.xml',
  atom: 'atom.xml',
  stations: 'stations/all.json',
  stationsOf: { afad: 'stations/afad.json', kandilli: 'stations/kandilli.json' },
} as const;

/** The answers as types, by language. */
export const MODELS = {
  swift: 'models/Hiposantr.swift',
  kotlin: 'models/Hiposantr.kt',
  dart: 'models/hiposantr.dart',
  go: 'models/hiposantr.go',
  typescript: 'models/hiposantr.ts',
} as const;

/** Pages that hosts and the gateway send to people in place of an error. */
export const ERROR_PAGES = { notFound: '404.html', unavailable: '503.html' } as const;

/** The messages of the Common Alerting Protocol, and the feed that lists them. */
export const CAP_FEED = 'cap/alerts.atom';
export const capPath = (identifier: string): string => `cap/${identifier}.cap`;

/** Feeds in the shape of those of the USGS, which are there below `earthquakes/`. */
export const FEEDS = 'feed/v1.0/';
export const USGS_FEEDS = `earthquakes/${FEEDS}`;
/** One event of a feed. No file: the gateway answers it. */
export const feedDetailPath = (eventId: string): string => `${FEEDS}detail/${eventId}.geojson`;
export const readFeedDetailPath = (path: string): string | undefined =>
  /^feed\/v1\.0\/detail\/([^/]{1,200})\.geojson$/.exec(path)?.[1];

/** What is stored of a province. @param code plate code, two digits */
export const provincePaths = (code: string) => ({
  json: `provinces/${code}.json`,
  geojson: `provinces/${code}.geojson`,
  rss: `provinces/${code}.xml`,
});

/** Addresses of the site's pages of provinces begin so. */
export const PROVINCE_FOLDERS = { tr: 'il', en: 'en/province' } as const;
/** Address of a province's page, without a leading slash. */
export const provinceAddress = (slug: string, language: 'tr' | 'en'): string =>
  `${PROVINCE_FOLDERS[language]}/${slug}/`;
/** Its path in `dist/`. */
export const provincePagePath = (slug: string, language: 'tr' | 'en'): string =>
  `${provinceAddress(slug, language)}index.html`;

/** Folder of the pictures for previews of links. */
export const PICTURES = 'pictures';

/** File name of the picture of a page, an earthquake or a province: the English page has one of its own. */
export const pictureName = (name: string | number, language: 'tr' | 'en'): string =>
  language === 'tr' ? `${name}` : `${name}-en`;

/** Of these paths the one of a picture; its name ends with a hash. */
export const pictureNamed = (
  paths: readonly string[],
  name: string | number,
  language: 'tr' | 'en',
): string | undefined => paths.find((path) => path.startsWith(`${PICTURES}/${pictureName(name, language)}.`));

/** Folder of the sitemaps that `sitemap.xml` names. */
export const SITEMAPS = 'sitemaps';

/** That of the pages of sequences. */
export const SEQUENCES_SITEMAP = `${SITEMAPS}/sequences.xml`;

/** Folders of the site's pages of earthquakes. */
export const PAGE_FOLDERS = { tr: 'deprem', en: 'earthquake' } as const;
/** The page of one: `deprem/<date>/<slug>`, in English `earthquake/<date>/<slug>`. */
export const EARTHQUAKE_PAGE = /^(deprem|earthquake)\/(\d{4}-\d\d-\d\d)\/([a-z0-9-]{1,200})\/?$/;
/** Where stored ones lie, as a pattern. */
export const EARTHQUAKE_PAGES = `{${Object.values(PAGE_FOLDERS).join()}}/*/*/*`;

/** Folders of the site's pages of sequences. */
const SEQUENCE_FOLDERS = { tr: 'dizi', en: 'sequence' } as const;
/** Main shocks of this magnitude or more have a page of their sequence; inclusive. */
export const LEAST_SEQUENCE = 5;

/**
 * Address of a sequence's page, without a leading slash. There is one for the dated slugs of its main shock, and
 * redirections to it for those of its other earthquakes of {@link LEAST_SEQUENCE} or more.
 * @param date `YYYY-MM-DD`
 */
export const sequenceAddress = (date: string, slug: string, language: 'tr' | 'en'): string =>
  `${SEQUENCE_FOLDERS[language]}/${date}-${slug}/`;
/** The numbers of a sequence, beside its English page. */
export const sequenceDataPath = (date: string, slug: string): string =>
  `${sequenceAddress(date, slug, 'en')}sequence.json`;
/** Where they lie, as a pattern. */
export const SEQUENCE_DATA = 'sequence/*/sequence.json';
/** The address, with or without its last slash. */
export const SEQUENCE_PAGE = /^(?:dizi|sequence)\/(\d{4}-\d\d-\d\d)-([a-z0-9-]{1,200})\/?$/;
/** Where pages of sequences and their numbers lie, as a pattern. */
export const SEQUENCE_FILES = '{dizi,sequence}/*/*';

export const shardPath = (hash: string): string => `shards/${hash}.json`;
export const fullShardPath = (hash: string): string => `shards/${hash}.full.json`;
/** The columns of a shard, by their own hash. */
export const columnsPath = (hash: string): string => `shards/${hash}.columns`;
/** Research files of a year: statistics, and parents by id. */
export const statisticsPath = (hash: string): string => `research/${hash}.json`;
export const declusteredPath = (hash: string): string => `research/${hash}.csv`;
/** The solution columns of a shard, by their own hash. */
export const solutionsPath = (hash: string): string => `shards/${hash}.solutions`;
/** Points of a shard's records for maps, by their own hash. */
export const pointsPath = (hash: string): string => `shards/${hash}.points`;
/** Names of a shard's records, by their own hash. */
export const shardNamesPath = (hash: string): string => `shards/${hash}.names`;
/** Area index of some shards, by its own hash. */
export const areaPath = (hash: string): string => `shards/${hash}.area`;
/** A Parquet file. @param period a year, `before-<year>`, or `recent` */
export const cataloguePath = (period: string): string => `catalogue/earthquakes-${period}.parquet`;
/** A part of the manifest, by its own hash. */
export const partPath = (hash: string): string => `shards/${hash}.entries.json`;
export const segmentPath = (hash: string): string => `changes/${hash}.json`;

export const bucketPath = (bucket: number): string => `details/buckets/${bucket}.ndjson`;
/** The line of one of the newest ids. */
export const newestPath = (id: number): string => `details/newest/${id}.json`;
export const namesPath = (file: number): string => `details/names/${file}.json`;
/** Named by the hash that the manifest gives. */
export const indexPath = (hash: string): string => `details/index/${hash}.json`;

/** A part of the index, by its own hash. */
export const indexPartPath = (hash: string): string => `details/index/${hash}.part.json`;

/** Undefined for a path that {@link cataloguePath} does not give. */
export const periodOf = (path: string): string | undefined =>
  /^catalogue\/earthquakes-((?:before-)?\d{4}|recent)\.parquet$/.exec(path)?.[1];

/** Places and checksums of the lines of 64 buckets, by their own hash. */
export const linesPath = (hash: string): string => `details/index/${hash}.lines`;

/** The table of stations that stored lines number, by its own hash. */
export const stationTablePath = (hash: string): string => `details/index/${hash}.ndjson`;

/** What is bundled for the site lies under these paths in `dist/`, and nothing else does. */
export const ASSETS = 'assets/';
export const WORKER = 'sw.js';

/** A file of the site, named by its content. @param name lower-case words joined by hyphens */
export const assetPath = (name: string, hash: string, extension: string): string =>
  `${ASSETS}${name}.${hash}.${extension}`;

/** Content of a plain name in this, the previous or the next dataset, by its hash. */
export const versionPath = (hash: string): string => `versions/${hash}`;

/** Where the content of a plain name is looked for, in this order: it may move from one to the other meanwhile. */
export const contentPaths = (path: string, hash: string): string[] => [path, versionPath(hash), path];

/** Folders of which every file is named by the hash of its content, and the form of their paths. */
const HASHED = {
  shards: /^shards\/([0-9a-f]{24})\.(?:json|full\.json|entries\.json|columns|solutions|names|points|area)$/,
  changes: /^changes\/([0-9a-f]{24})\.json$/,
  research: /^research\/([0-9a-f]{24})\.(?:json|csv)$/,
  versions: /^versions\/([0-9a-f]{24})$/,
  assets: /^assets\/[a-z-]{1,40}\.([0-9a-f]{24})\.[a-z0-9]{1,8}$/,
  'details/index': /^details\/index\/([0-9a-f]{24})\.(?:json|part\.json|lines|ndjson)$/,
};

// Pure, so that scripts of pages, which name none of them, leave them out.
export const HASHED_FOLDERS = /* @__PURE__ */ Object.keys(HASHED);
const HASHED_PATHS = /* @__PURE__ */ Object.values(HASHED);

/** The hash in the name of a file; undefined when the file is not named by the hash of its content. */
export function hashInPath(path: string): string | undefined {
  for (const form of HASHED_PATHS) {
    const hash = form.exec(path)?.[1];
    if (hash !== undefined) return hash;
  }
  return undefined;
}

export type Compression = 'gzip' | 'br';
const SUFFIXES: Record<Compression, string> = { gzip: 'gz', br: 'br' };
export const COMPRESSIONS = Object.keys(SUFFIXES) as Compression[];

/** Bodies below this size in bytes are not compressed. */
export const MIN_COMPRESSED_BYTES = 1024;

/** The compressed form of a stored answer, beside it. */
export const compressedPath = (path: string, compression: Compression): string => `${path}.${SUFFIXES[compression]}`;

/** The stored answer and the coding that a path of {@link compressedPath} has; undefined for other paths. */
export function readCompressedPath(path: string): { path: string; compression: Compression } | undefined {
  const compression = COMPRESSIONS.find((name) => path.endsWith(`.${SUFFIXES[name]}`));
  return compression && { path: path.slice(0, -SUFFIXES[compression].length - 1), compression };
}

/** A thousand ids a folder: `details/id/12/12345.json`, `details/id/0/7.json`. */
export const detailPath = (id: number): string => `details/id/${Math.floor(id / 1000)}/${id}.json`;

/** `date` as `YYYY-MM-DD`, `slug` in the form of `SLUG`. */
export const datedPathOf = (date: string, slug: string): string => `details/date/${date}/${slug}.json`;

/** An earthquake as requests and files name it: `date` as `YYYY-MM-DD`, `slug` in the form of `SLUG`. */
export type DetailKey = { by: 'id'; id: number } | { by: 'slug'; date: string; slug: string };

/** Where files of lines and of names lie, and those of single details, as patterns. */
export const NUMBERED_DETAILS = 'details/{buckets,newest,names}/*';
export const SINGLE_DETAILS = 'details/{id,date,gone/id,gone/date}/*/*';

/** A file with lines or names; the number of one of the newest is its id. */
export interface NumberedDetail {
  kind: 'bucket' | 'newest' | 'names';
  number: number;
}

/** What a file below `details/` holds, by its path. */
type DetailFile = NumberedDetail | { kind: 'single'; key: DetailKey; gone: boolean };

/** @returns undefined for a path that none of the functions above gives */
export function readDetailPath(path: string): DetailFile | undefined {
  const number = Number(/(\d{1,13})\.(?:ndjson|json)$/.exec(path)?.[1] ?? -1);
  if (path === bucketPath(number)) return { kind: 'bucket', number };
  if (path === newestPath(number)) return { kind: 'newest', number };
  if (path === namesPath(number)) return { kind: 'names', number };
  const gone = path.startsWith('details/gone/');
  const plain = gone ? path.replace('/gone/', '/') : path;
  const id = Number(/(\d{1,15})\.json$/.exec(plain)?.[1] ?? -1);
  if (plain === detailPath(id)) return { kind: 'single', key: { by: 'id', id }, gone };
  const [, date = '', slug = ''] = /^details\/date\/(\d{4}-\d\d-\d\d)\/([a-z0-9-]{1,200})\.json$/.exec(plain) ?? [];
  return SLUG.test(slug) ? { kind: 'single', key: { by: 'slug', date, slug }, gone } : undefined;
}

/** The body of a 410 (withdrawn earthquake), in a folder of its own: a static host never serves it as 200. */
export const withdrawnPath = (path: string): string => path.replace(/^details\//, 'details/gone/');
