/** Footer of every page: attribution, terms and links. */
import { html } from 'hono/html';
import { AGENCIES, AGENCY_TERMS } from '#core/agencies.ts';
import type { Html, View } from './view.ts';

const PLACES = {
  holder: 'GeoNames',
  shortName: 'GeoNames',
  url: 'https://www.geonames.org',
  pageTerms: { tr: 'CC BY 4.0', en: 'CC BY 4.0' },
};

export function footer(view: View): Html {
  const { texts, language, base, service, host, contact } = view;
  return html`<footer>
    <p>${texts.dataSource(service, host)}</p>
    <p>${texts.agencyTerms}</p>
    <ul>
      ${[...AGENCIES.map((name) => AGENCY_TERMS[name]), PLACES].map(
        ({ url, holder, shortName, pageTerms }) =>
          html`<li><a href="${url}" title="${holder}">${shortName}</a>: ${pageTerms[language]}</li>`,
      )}
    </ul>
    <p class="links">
      <a href="${base}/docs/">${texts.documentation}</a>
      <a href="${base}/account/about#terms">${texts.termsTitle}</a>
      <a href="${base}/account/about#kept">${texts.privacyTitle}</a>
      ${contact === '' ? '' : html`<span>${texts.contact}: ${contactLink(contact)}</span>`}
    </p>
  </footer>`;
}

/** An e-mail address or a page as a link; anything else as it is. */
function contactLink(contact: string): Html | string {
  if (/^https?:\/\/\S+$/.test(contact)) return html`<a href="${contact}">${contact}</a>`;
  if (/^[^\s@:]+@[^\s@:]+$/.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`;
  return contact;
}
