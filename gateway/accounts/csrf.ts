/** Whether a request that changes something was made by one of our own pages, or by a program, and not by another site in somebody's browser. */

export interface RequestOrigin {
  method: string;
  /** Headers as sent. */
  origin: string | undefined;
  host: string | undefined;
  fetchSite: string | undefined;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends `Origin` with every such request; it must name the host that the request was sent to, or the configured one. It is `null` for a form of a page
 * that tells no referrer, as ours are; then `Sec-Fetch-Site` decides. A program sends neither, and has no cookies of anybody else.
 */
export function isTrustedOrigin({ method, origin, host, fetchSite }: RequestOrigin, baseUrl: string): boolean {
  if (SAFE.has(method)) return true;
  if (origin === undefined) return fetchSite === undefined || isSameOrigin(fetchSite);
  if (origin === 'null') return isSameOrigin(fetchSite);
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(baseUrl).origin || (isWeb(url) && url.host === normalHost(host, url.protocol));
}

/** `none`: typed or bookmarked by the user. */
const isSameOrigin = (fetchSite: string | undefined): boolean => fetchSite === 'same-origin' || fetchSite === 'none';

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** The host as a URL of that scheme has it, so that `:443` and capitals do not differ. */
function normalHost(host: string | undefined, protocol: string): string | undefined {
  const text = `${protocol}//${host ?? ''}`;
  return host !== undefined && URL.canParse(text) ? new URL(text).host : undefined;
}

/** Browsers tell `Sec-Fetch-Site` only to https and to this machine; elsewhere a form needs its `Origin`, which `no-referrer` would take away. */
export function referrerPolicy(baseUrl: string, host: string | undefined): 'no-referrer' | 'same-origin' {
  const name = normalHost(host, 'http:')?.replace(/:\d+$/, '') ?? '';
  const trustworthy = baseUrl.startsWith('https:') || /^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(name);
  return trustworthy ? 'no-referrer' : 'same-origin';
}
