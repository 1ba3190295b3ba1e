/** `/deprem/`: the page of any earthquake, filled by its script; and of one, with what its address previews. */
import { termsOf } from '#core/agencies.ts';
import { citedEvent, citedOn, SOME_DAY } from '#core/citations.ts';
import { hasClock } from '#core/date-words.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { eventDescription, eventHeading, eventSummary, eventTitle, type Titled } from '#core/event-titles.ts';
import { kindWords } from '#core/event-types.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { PAGE_FOLDERS, PROVINCE_FOLDERS } from '#core/paths.ts';
import { spokenPlace } from '#core/place-form.ts';
import { firstName } from '#core/record/values.ts';
import { magnitudeText } from '#core/text.ts';
import { formatDay, formatGregorian, type DatePrecision, type EpochMs } from '#core/time.ts';
import { adviceMarkup } from '../drawing/advice.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { eventFacts } from './event-facts.ts';
import { both, type Both, type Language } from './language.ts';
import { HOME, jsonLd, prefixOf, type Site, type SitePage } from './shell.ts';

/** @param facts what is known without scripts */
const mainOf = (facts?: Markup): Markup =>
  markup`<main id="main" tabindex="-1">${facts}<p class="waiting">${both('Yükleniyor…', 'Loading…')}</p></main>`;

/** On a static host, for all earthquakes; the gateway has the facts of one in its place. */
const withoutScript = (
  site: Site,
  language: Language,
): Markup => markup`<noscript><h1>${both('Deprem', 'Earthquake')}</h1>
<p class="plain">${both(
  'Bu adresteki depremi göstermek için JavaScript gerekir. JavaScript olmadan okunabilen sayfalar: ',
  'JavaScript is needed to show the earthquake at this address. Pages that need none: ',
)}<a href="${prefixOf(site)}${HOME[language]}">${both('son depremler', 'latest earthquakes')}</a>, \
<a href="${prefixOf(site)}/${PROVINCE_FOLDERS[language]}/">${both('iller', 'provinces')}</a>.</p>
<form action="${prefixOf(site)}${ENDPOINTS.detail}"><label>${both('Depremin numarası (adresteki id)', 'Number of the earthquake (id in the address)')} \
<input name="id" inputmode="numeric" required></label> <button class="action">JSON</button></form></noscript>`;

export const eventPage: SitePage = {
  path: { tr: `/${PAGE_FOLDERS.tr}/`, en: `/${PAGE_FOLDERS.en}/` },
  title: { tr: 'Deprem', en: 'Earthquake' },
  description: {
    tr: 'Bir depremin tüm kurumlara göre büyüklüğü ve derinliği, odak mekanizması, kayıt geçmişi.',
    en: 'Magnitude, depth, focal mechanism and history of an earthquake by every agency.',
  },
  script: 'event.ts',
  styles: 'event',
  main: (site, language) => mainOf(withoutScript(site, language)),
};

/** Folder of an earthquake's own page in `dist/`. */
export const eventFolder = ({ time, slug }: Earthquake, language: Language): string =>
  `${eventPage.path[language].slice(1)}${formatDay(time)}/${slug}`;

interface Stored {
  earthquake: Earthquake;
  /** Paths in `dist/` of the pictures for previews, by language. */
  pictures: Partial<Both>;
}

/** Title, description, picture and JSON-LD for search engines and previews, and the main facts without scripts. */
export function earthquakePage({ earthquake, pictures }: Stored): SitePage {
  const { time, slug } = earthquake;
  const named = { tr: titled(earthquake, 'tr'), en: titled(earthquake, 'en') };
  return {
    ...eventPage,
    rest: `${formatDay(time)}/${slug}`,
    title: { tr: eventTitle(named.tr, 'tr'), en: eventTitle(named.en, 'en') },
    description: { tr: eventDescription(earthquake, 'tr'), en: eventDescription(earthquake, 'en') },
    main: (site, language) =>
      mainOf(markup`<h1>${eventHeading(named[language], language)}</h1>
<p>${eventSummary(earthquake, language)}</p>
${advice(earthquake, site.home.asOf, language)}${eventFacts(site, earthquake, language)}
${citing(site, earthquake, language)}`),
    head: (site, language) => jsonLd(eventData(site, language, { earthquake, pictures })),
    pictures,
  };
}

/** To select without scripts, whose button copies it. */
function citing({ settings }: Site, earthquake: Earthquake, language: Language): Markup {
  const { serviceName, baseUrl } = settings;
  const address = `${baseUrl}/${eventFolder(earthquake, language)}`;
  const cited = `${serviceName}: ${citedEvent(titled(earthquake, language), address, language)}`;
  const terms = termsOf(
    earthquake.solutions.map(({ agency }) => agency),
    language,
  );
  return markup`<section class="block"><h2>${both('Alıntılama', 'Citing')}</h2>
<p class="citation">${citedOn(cited, SOME_DAY[language], { language, terms })}</p></section>`;
}

/** Of a recent one. @param now the moment of the build */
function advice(earthquake: Earthquake, now: EpochMs, language: Language): Markup | undefined {
  const lines = adviceMarkup([earthquake], now, language);
  return lines && markup`<div class="advice">${lines}</div>`;
}

const titled = (earthquake: Earthquake, language: Language): Titled => ({
  ...earthquake,
  place: language === 'tr' ? spokenPlace(earthquake.location) : earthquake.locationEn,
  name: nameIn(earthquake, language),
  kind: kindWords(earthquake, language),
});

/** By which it is known. */
export const nameIn = (earthquake: Earthquake, language: Language): string | undefined =>
  firstName(earthquake, language === 'tr' ? 'eventName' : 'eventNameEn');

/** ISO 8601, Gregorian, as exactly as it is known. */
function dateOf({ time, precision }: Earthquake): string {
  const text = formatGregorian(time);
  const lengths: Record<DatePrecision, number> = { year: 4, month: 7, day: 10, hour: 10, minute: 16, second: 30 };
  return `${text.slice(0, lengths[precision])}${hasClock(precision) ? 'Z' : ''}`;
}

function eventData({ settings }: Site, language: Language, { earthquake, pictures }: Stored): object {
  const picture = pictures[language];
  const { magnitude, magnitudeType, depthKm, latitude, longitude, eventId } = earthquake;
  const place = language === 'tr' ? earthquake.location : earthquake.locationEn;
  const alternateName = nameIn(earthquake, language);
  const value = (name: string, of: number | string | null, unit?: string): object[] =>
    of === null ? [] : [{ '@type': 'PropertyValue', name, value: of, ...(unit ? { unitText: unit } : {}) }];
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: `${magnitude === null ? '' : `M ${magnitudeText(magnitude, language)} – `}${place}`,
    ...(alternateName === undefined ? {} : { alternateName }),
    identifier: eventId,
    startDate: dateOf(earthquake),
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
}
