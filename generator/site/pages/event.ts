/** `/deprem/`: the page of any earthquake, filled by its script; and of one, with what its address previews. */
import type { Earthquake } from '#core/earthquake.ts';
import { formatDay, formatInstant } from '#core/time.ts';
import { escape } from '../drawing/bars.ts';
import type { Language, Site } from './shell.ts';
import { both, footer, page, PATHS } from './shell.ts';

const waiting = `<p class="waiting">${both('Yükleniyor…', 'Loading…')}</p>`;

const mainOf = (content: string): string => `<main id="main" tabindex="-1">${content}</main>${footer()}`;

export const eventPage = (site: Site, language: Language): string =>
  page(site, language, {
    section: 'event',
    title: { tr: 'Deprem', en: 'Earthquake' },
    description: {
      tr: 'Bir depremin tüm kurumlara göre büyüklüğü ve derinliği, odak mekanizması, kayıt geçmişi.',
      en: 'Magnitude, depth, focal mechanism and history of an earthquake by every agency.',
    },
    script: site.assets.event,
    main: mainOf(waiting),
  });

/** Folder of an earthquake's own page in `dist/`. */
export const eventFolder = ({ time, slug }: Earthquake, language: Language): string =>
  `${PATHS.event[language].slice(1)}${formatDay(time)}/${slug}`;

interface Notable {
  earthquake: Earthquake;
  /** Path in `dist/` of the picture for previews. */
  picture?: string | undefined;
}

/** Title, description, picture and JSON-LD for search engines and previews, and the main facts without scripts. */
export function notableEventPage(site: Site, language: Language, { earthquake, picture }: Notable): string {
  const { magnitude, location, locationEn, time, depthKm } = earthquake;
  const size = magnitude === null ? '' : `M ${magnitude.toFixed(1)} · `;
  const instant = formatInstant(time);
  const depth = depthKm === null ? both('derinlik bilinmiyor', 'depth unknown') : `${depthKm} km`;
  const facts = `<h1>${both(escape(size + location), escape(size + locationEn))}</h1><p>${instant} · ${depth}</p>`;
  return page(site, language, {
    section: 'event',
    rest: eventFolder(earthquake, language).slice(PATHS.event[language].length - 1),
    title: { tr: `${size}${location}`, en: `${size}${locationEn}` },
    description: {
      tr:
        `${instant} (UTC), derinlik ${depthKm === null ? 'bilinmiyor' : `${depthKm} km`}. Kurumların çözümleri, ` +
        `odak mekanizması ve yakın depremler.`,
      en:
        `${instant} (UTC), depth ${depthKm === null ? 'unknown' : `${depthKm} km`}. Solutions of the agencies, ` +
        `focal mechanism and nearby earthquakes.`,
    },
    script: site.assets.event,
    main: mainOf(facts + waiting),
    head: jsonLd(site, language, { earthquake, picture }),
    picture,
  });
}

function jsonLd({ settings }: Site, language: Language, { earthquake, picture }: Notable): string {
  const { magnitude, magnitudeType, depthKm, time, latitude, longitude, eventId } = earthquake;
  const place = language === 'tr' ? earthquake.location : earthquake.locationEn;
  const value = (name: string, of: number | string | null, unit?: string): object[] =>
    of === null ? [] : [{ '@type': 'PropertyValue', name, value: of, ...(unit ? { unitText: unit } : {}) }];
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: `M ${magnitude?.toFixed(1)} – ${place}`,
    identifier: eventId,
    startDate: formatInstant(time),
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: place, geo: { '@type': 'GeoCoordinates', latitude, longitude } },
    additionalProperty: [
      ...value('magnitude', magnitude),
      ...value('magnitude type', magnitudeType),
      ...value('depth', depthKm, 'km'),
    ],
    url: `${settings.baseUrl}/${eventFolder(earthquake, language)}`,
    inLanguage: language,
    ...(picture === undefined ? {} : { image: `${settings.baseUrl}/${picture}` }),
  };
  return `<script type="application/ld+json">${JSON.stringify(event).replaceAll('<', '\\u003c')}</script>\n`;
}
