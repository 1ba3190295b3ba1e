/** Headers of every response of the gateway, errors and 304s included. */

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Supported methods, as in `Allow`. */
export const METHODS = 'GET, HEAD, OPTIONS';

/** Where a query may also be a body. */
export const QUERY_METHODS = 'GET, HEAD, POST, OPTIONS';

const EXPOSED = [
  'ETag',
  'Last-Modified',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Link',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'WWW-Authenticate',
  'Date',
  'X-Export-Rows',
  'X-Export-Truncated',
];

export const BASE_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
  Vary: 'Authorization, Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Of web pages; what they may load is in their own policy, which a static host sends as well. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'self'; object-src 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** `*` does not include Authorization (Fetch standard, CORS-unsafe request-header names). */
const REQUEST_HEADERS = 'Authorization, *';

/** The response to a CORS preflight, valid for a day. */
export const preflight = (methods = METHODS): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...BASE_HEADERS,
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': REQUEST_HEADERS,
      'Access-Control-Max-Age': '86400',
    },
  });
