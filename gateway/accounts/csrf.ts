/**
 * Protection against cross-site request forgery. `hono/csrf` checks forms only; JSON, PATCH and DELETE are checked
 * here too, and `Origin: null` of pages without a referrer is accepted.
 */

interface RequestOrigin {
  method: string;
  /** Headers as sent. */
  origin: string | undefined;
  host: string | undefined;
  fetchSite: string | undefined;
}

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether an unsafe request comes from our own pages or from a program. `Origin` must be the host of the request or
 * the configured one. It is `null` for forms of pages with `no-referrer`; then `Sec-Fetch-Site` decides. Programs
 * send neither.
 */
export function isTrustedOrigin({ method, origin, host, fetchSite }: RequestOrigin, baseUrl: string): boolean {
  if (SAFE_METHODS.has(method)) return true;
  if (origin === undefined) return fetchSite === undefined || isSameOrigin(fetchSite);
  if (origin === 'null') return isSameOrigin(fetchSite);
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(baseUrl).origin || (isHttp(url) && url.host === normalHost(host, url.protocol));
}

/** `none`: by the user, from the address bar or a bookmark. */
const isSameOrigin = (fetchSite: string | undefined): boolean => fetchSite === 'same-origin' || fetchSite === 'none';

const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** Lower case, without the default port. */
function normalHost(host: string | undefined, protocol: string): string | undefined {
  const text = `${protocol}//${host ?? ''}`;
  return host !== undefined && URL.canParse(text) ? new URL(text).host : undefined;
}

/** Browsers send `Sec-Fetch-Site` to https and localhost only; other forms need `Origin`, hidden by `no-referrer`. */
export function referrerPolicy(baseUrl: string, host: string | undefined): 'no-referrer' | 'same-origin' {
  const name = normalHost(host, 'http:')?.replace(/:\d+$/, '') ?? '';
  const trustworthy = baseUrl.startsWith('https:') || /^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(name);
  return trustworthy ? 'no-referrer' : 'same-origin';
}
