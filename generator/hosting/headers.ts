/** Headers of static files by path, and the errors that a host answers itself. */
import { ANSWERS, MANIFEST } from '#core/paths.ts';

/** Names of files whose name is a hash of their content: they never change. */
export const IMMUTABLE = String.raw`(?:shards|changes|research|versions|assets|details/index)/(?:[a-z-]+\.)?[0-9a-f]{24}(?:\.[a-z0-9.]+)?`;

const DATA = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

/** `Cache-Control` by path in `dist/`; everything else has `other`. */
export const CACHING = {
  immutable: 'public, max-age=31536000, immutable',
  files: {
    [MANIFEST]: 'public, max-age=10',
    [ANSWERS.status]: 'public, max-age=10',
    [ANSWERS.rss]: 'public, max-age=300',
  },
  other: DATA,
};

export const OTHER_TYPE = 'application/octet-stream';

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Types of files whose extension does not tell. */
export const TYPES_OF_FILES: Readonly<Record<string, string>> = {
  [ANSWERS.rss]: 'application/rss+xml; charset=utf-8',
  'fdsnws/event/1/version': TEXT,
  'fdsnws/event/1/catalogs': XML,
  'fdsnws/event/1/contributors': XML,
  'fdsnws/station/1/version': TEXT,
};

/** Of every answer. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Last-Modified, Retry-After, RateLimit, RateLimit-Policy, Link, Content-Disposition, Content-Range, ' +
    'Accept-Ranges, WWW-Authenticate, Date, X-Export-Rows, X-Export-Truncated',
  Vary: 'Authorization, Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
};

export const METHODS = 'GET, HEAD, OPTIONS';
/** At {@link BODY_QUERIES}. */
export const QUERY_METHODS = 'GET, HEAD, POST, OPTIONS';

/** Of the answer to a CORS preflight, besides the methods. `*` does not include Authorization. */
export const PREFLIGHT: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Headers': 'Authorization, *',
  'Access-Control-Max-Age': '86400',
};

/** Errors that a host answers itself. */
export const ERRORS = {
  notFound: { status: 404, code: 'not_found', message: 'Not found; / lists the endpoints.', caching: 'max-age=10' },
  unknownEarthquake: {
    status: 404,
    code: 'not_found',
    message: 'Not found. The list gives ids, and dates with slugs.',
    caching: 'max-age=10',
  },
  unavailable: {
    status: 503,
    code: 'unavailable',
    message: 'This is unavailable at the moment; please try again shortly.',
    caching: 'no-store',
  },
} as const;
export type HostError = (typeof ERRORS)[keyof typeof ERRORS];
export const RETRY_AFTER = '5';

export const errorBody = ({ code, message }: { code: string; message: string }): string =>
  JSON.stringify({ status: 'error', code, message });
