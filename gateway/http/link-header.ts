/** The `Link` header (RFC 8288): the following page, the terms of use of the data, the description of the API. */
import type { Terms } from '#core/terms.ts';

/** @param next URL of the following page */
export function linkHeader(next: string | undefined, terms: readonly Terms[] = []): { Link?: string } {
  const links = [...(next === undefined ? [] : [`<${next}>; rel="next"`]), ...terms.map(licenceLink)];
  return links.length > 0 ? { Link: links.join(', ') } : {};
}

const licenceLink = ({ holder, terms, url }: Terms): string => `<${url}>; rel="license"; title="${holder}: ${terms}"`;

/** @param url of the OpenAPI document */
export const descriptionLink = (url: string): string => `<${url}>; rel="service-desc"; type="application/json"`;

/** Headers with one more link. */
export const withLink = (headers: Record<string, string>, link: string | undefined): Record<string, string> =>
  link === undefined
    ? headers
    : { ...headers, Link: headers['Link'] === undefined ? link : `${headers['Link']}, ${link}` };
