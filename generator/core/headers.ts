/** Headers of answers: one table for the gateway and for the configuration of static hosts. */
import { ownValue } from './own-value.ts';
import { ANSWERS, CAP_FEED, hashInPath, MANIFEST } from './paths.ts';

const XML = 'application/xml; charset=utf-8';
const ATOM = 'application/atom+xml; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Media types of the files of `dist/`, by extension. */
export const MEDIA_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  geojson: 'application/geo+json; charset=utf-8',
  atom: ATOM,
  cap: 'application/cap+xml; charset=utf-8',
  xml: XML,
  wadl: XML,
  ...{ txt: TEXT, conf: TEXT },
  /** Typed models of the answers. */
  ...{ swift: TEXT, kt: TEXT, dart: TEXT, go: TEXT, ts: TEXT },
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
} as const;

export const JSON_TYPE = MEDIA_TYPES.json;
const OTHER_TYPE = 'application/octet-stream';

/** Media types of files that have no extension, or a special type. */
export const TYPES_OF_FILES: Readonly<Record<string, string>> = {
  [ANSWERS.rss]: RSS,
  [ANSWERS.atom]: ATOM,
  'fdsnws/event/1/version': TEXT,
  'fdsnws/event/1/catalogs': XML,
  'fdsnws/event/1/contributors': XML,
  'fdsnws/station/1/version': TEXT,
};

/** Media types of files of one folder whose extension has another type elsewhere. */
export const TYPES_IN_FOLDERS = [{ folder: 'provinces', extension: 'xml', type: RSS }] as const;

const typeInFolder = (path: string): string | undefined =>
  TYPES_IN_FOLDERS.find(({ folder, extension }) => path.startsWith(`${folder}/`) && path.endsWith(`.${extension}`))
    ?.type;

/** @param path in `dist/` */
export const typeOfFile = (path: string): string =>
  ownValue(TYPES_OF_FILES, path) ??
  typeInFolder(path) ??
  ownValue(MEDIA_TYPES, path.slice(path.lastIndexOf('.') + 1)) ??
  OTHER_TYPE;

/** `Cache-Control` by kind of answer. */
export const CACHE_CONTROL = {
  data: 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  feed: 'public, max-age=300',
  manifest: 'public, max-age=10',
  status: 'public, max-age=10',
  /** Specific to the caller and to the moment. */
  never: 'no-store',
  /** Named by the hash of its content. */
  immutable: 'public, max-age=31536000, immutable',
} as const;

export type Caching = keyof typeof CACHE_CONTROL;

/** Files that are neither `data` nor named by their hash. */
export const CACHING_OF_FILES: Readonly<Record<string, Caching>> = {
  [MANIFEST]: 'manifest',
  [ANSWERS.status]: 'status',
  [ANSWERS.recentWeek]: 'status',
  [ANSWERS.recentChanges]: 'status',
  'index.html': 'status',
  'en/index.html': 'status',
  [ANSWERS.rss]: 'feed',
  [ANSWERS.atom]: 'feed',
  [CAP_FEED]: 'status',
};

/** @param path in `dist/` */
export const cachingOfFile = (path: string): Caching =>
  hashInPath(path) === undefined ? (ownValue(CACHING_OF_FILES, path) ?? 'data') : 'immutable';

export function errorCacheControl(status: number): string {
  if (status === 204 || status === 400 || status === 404) return 'max-age=10';
  return status === 410 ? 'max-age=60' : 'no-store';
}

/** `Retry-After` of a 503, in seconds. */
export const RETRY_AFTER = '5';

const EXPOSED = [
  ...['ETag', 'Last-Modified', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Link', 'Content-Disposition'],
  ...['Content-Range', 'Accept-Ranges', 'WWW-Authenticate', 'Date', 'X-Export-Rows', 'X-Export-Truncated'],
];

/** Headers of every answer, errors and 304s included. */
export const BASE_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
  Vary: 'Authorization, Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** `Accept` of a request that prefers a page, as browsers send it for one. */
export const ACCEPTS_PAGE = /^text\/html(?:,|$)/;

/** `Vary` of an error that is a page or JSON by {@link ACCEPTS_PAGE}. */
export const VARY_BY_ACCEPT = `${BASE_HEADERS.Vary}, Accept`;

/** Further headers of web pages. What a page may load is in its own policy. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'self'; object-src 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Paths of the page that any site may frame. */
export const FRAMABLE = /^\/(?:en\/)?widget(?:\/|\/index\.html)?$/;

const FRAMABLE_POLICY = "frame-ancestors *; object-src 'none'";

/** @param path of the URL */
export const pageHeaders = (path: string): Record<string, string> =>
  FRAMABLE.test(path) ? { ...PAGE_HEADERS, 'Content-Security-Policy': FRAMABLE_POLICY } : PAGE_HEADERS;

export const isPage = (type: string): boolean => type.startsWith('text/html');

/** Supported methods, as in `Allow`. */
export const METHODS = 'GET, HEAD, OPTIONS';
/** Where a query may also be a body. */
export const QUERY_METHODS = 'GET, HEAD, POST, OPTIONS';

/** Of subscriptions to notifications. */
export const PUSH_METHODS = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

/** The answer to a CORS preflight, valid for a day. `*` does not include Authorization (Fetch standard). */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  ...BASE_HEADERS,
  Allow: methods,
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'Authorization, *',
  'Access-Control-Max-Age': '86400',
});
