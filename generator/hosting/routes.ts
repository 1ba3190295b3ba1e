/** Which URLs static files answer: the table of the edge programs; docs/hosting/ is held to it. */
import { ENDPOINTS, EVENT_EXTENSIONS, SOCKJS_PATH } from '#core/endpoints.ts';
import { ANSWERS, FEEDS, PAGE_FOLDERS, USGS_FEEDS } from '#core/paths.ts';

interface Route {
  /** Path of the URL, exact. */
  path: string;
  /** The whole query, as a regular expression without anchors; named groups may stand in the files as `{name}`. */
  query: string;
  /** Path in `dist/`. */
  file: string;
  /** Body of a 410 for a withdrawn earthquake; by default there is none. */
  gone?: string;
}

/** A route of the detail endpoint. */
const detail = (query: string, file: string): Route => ({
  path: ENDPOINTS.detail,
  query,
  file: `details/${file}`,
  gone: `details/gone/${file}`,
});

const DAY = String.raw`(?<date>\d{4}-\d\d-\d\d)`;
const SLUG = '(?<slug>[a-z0-9-]{1,200})';

/** Names by which clients avoid caches (`_` is jQuery's). No endpoint has a parameter of such a name. */
export const CACHE_BUSTERS = ['_', '_t', '_dc', 't', 'ts', 'cb', 'r', 'rand', 'random', 'nocache', 'timestamp'];
/** No query, or one that changes no answer. On the day of a great earthquake these requests are most of all. */
const NO_QUERY = String.raw`(?:(?:${CACHE_BUSTERS.join('|')})=[\w.-]{0,40})?`;

/** Well-formed requests of the specified URLs. Every other query goes to the gateway. */
export const ROUTES: readonly Route[] = [
  { path: ENDPOINTS.list, query: NO_QUERY, file: ANSWERS.list },
  { path: ENDPOINTS.statistics, query: NO_QUERY, file: ANSWERS.stats },
  { path: ENDPOINTS.stations, query: NO_QUERY, file: ANSWERS.stations },
  { path: ENDPOINTS.stations, query: 'source=afad', file: ANSWERS.stationsOf.afad },
  { path: ENDPOINTS.stations, query: 'source=kandilli', file: ANSWERS.stationsOf.kandilli },
  { path: ENDPOINTS.rss, query: NO_QUERY, file: ANSWERS.rss },
  { path: ENDPOINTS.atom, query: NO_QUERY, file: ANSWERS.atom },
  detail(String.raw`id=(?<id>[1-9]\d{0,2})`, 'id/0/{id}.json'),
  detail(String.raw`id=(?<thousands>[1-9]\d{0,11})(?<rest>\d{3})`, 'id/{thousands}/{thousands}{rest}.json'),
  detail(`date=${DAY}&slug=${SLUG}`, 'date/{date}/{slug}.json'),
  detail(`slug=${SLUG}&date=${DAY}`, 'date/{date}/{slug}.json'),
];

/** Files that are there by a second address also: below `path` what is in `folder`. */
export const ALIAS = { path: `/${USGS_FEEDS}`, folder: `/${FEEDS}` };

/** An earthquake's page, in Turkish and English: its own, else the gateway's, else that of all. */
export const PAGES = Object.values(PAGE_FOLDERS).flatMap((folder) =>
  [String.raw`/${folder}/\d{4}-\d\d-\d\d/[a-z0-9-]{1,200}`, `/${folder}/?`].map((path) => ({
    path,
    file: `${folder}/index.html`,
  })),
);

/** Path and query of a page that the gateway makes, though there is a file of its path. */
export const PAGE_BY_ID = String.raw`/(?:${Object.values(PAGE_FOLDERS).join('|')})/?\?(?:.*&)?id=`;

/** Not hidden, though its name begins with a dot (RFC 8615). */
export const WELL_KNOWN = '/.well-known/';

/** Paths, and all below them, that always go to the gateway: sessions, payments, and answers without an end. */
export const GATEWAY_ONLY = [
  ...['/account', '/stripe/webhook', ENDPOINTS.usage],
  ...[ENDPOINTS.stream, SOCKJS_PATH, ENDPOINTS.mcp, ENDPOINTS.push],
] as const;

/** A file below these is either in `dist/` or nowhere; other missing files may be an answer of the gateway. */
export const COMPLETE = [
  'shards',
  'changes',
  'research',
  'catalogue',
  'provinces',
  'cap',
  'versions',
  'assets',
  'details/index',
  'details/buckets',
  'details/newest',
  'details/names',
];

/** A key in the query. A name with a percent sequence may be one in disguise. */
export const KEY_IN_QUERY = '(?:^|&)(?:api_key(?:=|&|$)|[^=&]*%)';

/** Answers of any length: what asks for their size or a range of them passes every cache, which would ask for all. */
export const LONG_ANSWERS: readonly string[] = [
  ...['', ...EVENT_EXTENSIONS].map((extension) => ENDPOINTS.events + extension),
  ENDPOINTS.export,
];
