/** The `Link` header (RFC 8288): the following page, and the terms of use of the data. */
import type { Terms } from '#core/terms.ts';

/** @param next URL of the following page */
export function linkHeader(next: string | undefined, terms: readonly Terms[] = []): { Link?: string } {
  const links = [...(next === undefined ? [] : [`<${next}>; rel="next"`]), ...terms.map(licenceLink)];
  return links.length > 0 ? { Link: links.join(', ') } : {};
}

const licenceLink = ({ holder, terms, url }: Terms): string => `<${url}>; rel="license"; title="${holder}: ${terms}"`;
