/** `/deprem/`: the page of any earthquake, filled by its script; and of one, with what its address previews. */
import type { Earthquake } from '#core/earthquake.ts';
import { formatDay, formatInstant } from '#core/time.ts';
import { escape } from '../drawing/bars.ts';
import type { Site } from './shell.ts';
import { both, footer, page } from './shell.ts';

const waiting = `<p class="waiting">${both('Yükleniyor…', 'Loading…')}</p>`;

const mainOf = (content: string): string => `<main id="main" tabindex="-1">${content}</main>${footer()}`;

export const eventPage = (site: Site): string =>
  page(site, {
    title: { tr: 'Deprem', en: 'Earthquake' },
    description: 'Bir depremin bütün kurumlara göre büyüklüğü, derinliği, odak mekanizması ve geçmişi.',
    path: '/deprem/',
    script: site.assets.event,
    name: 'event',
    main: mainOf(waiting),
  });

/** Path of an earthquake's own page in `dist/`. */
export const eventPagePath = ({ time, slug }: Earthquake): string => `deprem/${formatDay(time)}/${slug}/index.html`;

/** Title, description and JSON-LD for search engines and previews, and the main facts without scripts. */
export function notableEventPage(site: Site, earthquake: Earthquake): string {
  const { magnitude, location, locationEn, time, depthKm } = earthquake;
  const size = magnitude === null ? '' : `M ${magnitude.toFixed(1)} · `;
  const instant = formatInstant(time);
  const depth = depthKm === null ? both('derinlik bilinmiyor', 'depth unknown') : `${depthKm} km`;
  const facts = `<h1>${both(escape(size + location), escape(size + locationEn))}</h1><p>${instant} · ${depth}</p>`;
  const depthText = depthKm === null ? 'bilinmiyor' : `${depthKm} km`;
  return page(site, {
    title: { tr: `${size}${location}`, en: `${size}${locationEn}` },
    description: `${instant} (UTC), derinlik ${depthText}. Kurumların çözümleri, odak mekanizması ve yakın depremler.`,
    path: `/${eventPagePath(earthquake).replace(/\/index\.html$/, '')}`,
    script: site.assets.event,
    name: 'event',
    main: mainOf(facts + waiting),
    head: jsonLd(site, earthquake),
  });
}

function jsonLd({ settings }: Site, earthquake: Earthquake): string {
  const { magnitude, location, time, latitude, longitude } = earthquake;
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: `M ${magnitude?.toFixed(1)} – ${location}`,
    startDate: formatInstant(time),
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: location, geo: { '@type': 'GeoCoordinates', latitude, longitude } },
    url: `${settings.baseUrl}/${eventPagePath(earthquake).replace(/\/index\.html$/, '')}`,
  };
  return `<script type="application/ld+json">${JSON.stringify(event).replaceAll('<', '\\u003c')}</script>\n`;
}
