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
  'X-Export-Rows',
  'X-Export-Truncated',
];

export const BASE_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
  Vary: 'Authorization, Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The answer to a CORS preflight, good for a day. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...BASE_HEADERS,
      Allow: METHODS,
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  });
