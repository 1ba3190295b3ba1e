/** Footer of every page: attribution, terms and links. */
import { html } from 'hono/html';
import { type Terms, termsOf } from '#core/terms.ts';
import type { Html, View } from './view.ts';

const ALL_AGENCIES = 0xff;

const SHORT_NAMES: Record<Terms['name'], string> = {
  kandilli: 'Kandilli (KOERI)',
  afad: 'AFAD',
  usgs: 'USGS',
  turhec: 'TURHEC',
  historical: 'EPICA, NOAA',
  places: 'GeoNames',
};

export function footer(view: View): Html {
  const { texts, base, service, host, contact } = view;
  return html`<footer>
    <p>${texts.dataSource(service, host)}</p>
    <p>${texts.agencyTerms}</p>
    <ul>
      ${termsOf(ALL_AGENCIES).map(
        ({ name, holder, url }) =>
          html`<li><a href="${url}" title="${holder}">${SHORT_NAMES[name]}</a>: ${texts.terms[name]}</li>`,
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
