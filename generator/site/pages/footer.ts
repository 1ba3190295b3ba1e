/** The foot of every page: where the data come from, and under which terms. */
import { AGENCY_TERMS, type Agency } from '#core/agencies.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { both, type Both, type Language } from './language.ts';

/** Addresses of pages that every page links to. */
export const DOCS: Both = { tr: '/docs/', en: '/en/docs/' };
export const STATUS: Both = { tr: '/durum/', en: '/sources/' };
/** Id of the terms of use on the page of the API. */
export const TERMS = 'terms';

const agency = (name: Agency, text: string): Markup =>
  markup`<a href="${AGENCY_TERMS[name].url}" rel="noopener">${text}</a>`;

/** Id of how to cite, there. */
export const CITE = 'cite';

/** @param prefix of the service's paths @param cited the catalogue in a list of references */
export function footer(prefix: string, language: Language, cited: string): Markup {
  const link = (path: string, tr: string, en: string): Markup => markup`<a href="${prefix}${path}">${both(tr, en)}</a>`;
  return markup`<footer>
<p>${both('Resmî veriler', 'Official data')}: ${agency('afad', 'AFAD')}, ${agency('kandilli', 'Kandilli')}. ${both(
    'Diğer kaynaklar: USGS, TURHEC, EPICA, NOAA. Yer adları: GeoNames (CC BY 4.0). Harita verisi: Natural Earth.',
    'Other sources: USGS, TURHEC, EPICA, NOAA. Place names: GeoNames (CC BY 4.0). Map data: Natural Earth.',
  )}</p>
<p class="ways">${link(`${DOCS[language]}#${TERMS}`, 'Kullanım koşulları', 'Terms of use')}
${link(STATUS[language], 'Kaynakların durumu', 'Status of the sources')}
<a href="${prefix}${DOCS[language]}#${CITE}" data-cite="${cited}" aria-live="polite">${both('Alıntıla', 'Cite')}</a>
${link('/rss.xml', 'RSS', 'RSS')}</p>
</footer>`;
}
