/** Headers that every response of the gateway carries, errors and 304s included. */

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Methods that are answered, as headers name them. */
export const METHODS = 'GET, HEAD, OPTIONS';

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

/** `*` does not stand for Authorization (Fetch standard, CORS-unsafe request-header names); pages send many others. */
const REQUEST_HEADERS = 'Authorization, *';

/** The answer to a CORS preflight, good for a day. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...BASE_HEADERS,
      Allow: METHODS,
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': REQUEST_HEADERS,
      'Access-Control-Max-Age': '86400',
    },
  });
