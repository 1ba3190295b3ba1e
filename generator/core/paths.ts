/** Where things lie in `dist/`. Writer and reader both ask here. */

export const MANIFEST = 'manifest.json';

export const ANSWERS = {
  list: 'list.json',
  stats: 'stats.json',
  status: 'status.json',
  rss: 'rss.xml',
  stations: 'stations/all.json',
  stationsOf: { afad: 'stations/afad.json', kandilli: 'stations/kandilli.json' },
} as const;

export const shardPath = (hash: string): string => `shards/${hash}.json`;
export const fullShardPath = (hash: string): string => `shards/${hash}.full.json`;
export const segmentPath = (hash: string): string => `changes/${hash}.json`;

export const bucketPath = (bucket: number): string => `details/buckets/${bucket}.ndjson`;
export const namesPath = (file: number): string => `details/names/${file}.json`;
/** Named by the hash that the manifest gives. */
export const indexPath = (hash: string): string => `details/index/${hash}.json`;

/** What lies, has just lain, or is about to lie under a plain name, by the hash of its content. */
export const versionPath = (hash: string): string => `versions/${hash}`;

/** A thousand ids a folder: `details/id/12/12345.json`, `details/id/0/7.json`. */
export const detailPath = (id: number): string => `details/id/${Math.floor(id / 1000)}/${id}.json`;

/** `date` as `YYYY-MM-DD`, `slug` in the form of `SLUG`. */
export const datedPathOf = (date: string, slug: string): string => `details/date/${date}/${slug}.json`;

/** The answer about an event that every agency withdrew (HTTP 410) lies beside the details, so that a static host never serves it as 200. */
export const goneOf = (path: string): string => path.replace(/^details\//, 'details/gone/');
