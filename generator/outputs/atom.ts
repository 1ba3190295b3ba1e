/** Atom (RFC 4287) with GeoRSS: the newest felt earthquakes, and the feeds in the shape of the USGS. */
import type { Earthquake } from '#core/earthquake.ts';
import { element, type Markup, optional, tag, XML_HEAD } from '#core/fdsn/xml.ts';
import { ANSWERS } from '#core/paths.ts';
import { DAY, type EpochMs, formatGregorian } from '#core/time.ts';
import { copyrightOf, type FeedSettings, feedTitle, feltOf, FEED_SUBTITLE, pageOf, summaryOf, titleOf } from './rss.ts';

interface AtomFeed {
  title: string;
  subtitle?: string;
  language: string;
  /** In `dist/`. */
  path: string;
  updated: EpochMs;
  /** Of these the terms are named. */
  earthquakes: Parameters<typeof copyrightOf>[0];
  settings: FeedSettings;
}

/** @param entries of the earthquakes, in order */
export function atomFeed(feed: AtomFeed, entries: readonly Markup[]): string {
  const { title, subtitle, language, path, updated, earthquakes, settings } = feed;
  const { baseUrl, serviceName } = settings;
  const { hostname, pathname } = new URL(`${baseUrl}/${path}`);
  const namespaces = { xmlns: 'http://www.w3.org/2005/Atom', 'xmlns:georss': 'http://www.georss.org/georss' };
  const document = element(
    'feed',
    { ...namespaces, 'xml:lang': language },
    // Tag URIs (RFC 4151): another host has feeds of its own.
    tag('id', `tag:${hostname},2026:${pathname}`),
    tag('title', title),
    optional('subtitle', subtitle),
    tag('updated', instant(updated)),
    tag('author', tag('name', serviceName), tag('uri', `${baseUrl}/`)),
    tag('rights', copyrightOf(earthquakes, settings)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: `${baseUrl}/${path}` }),
    element('link', { rel: 'alternate', type: 'text/html', href: `${baseUrl}/` }),
    entries.flatMap((entry) => ['\n', entry]),
  );
  return `${XML_HEAD}${document.text}\n`;
}

interface Entry extends Pick<
  Earthquake,
  'eventId' | 'time' | 'updatedAt' | 'magnitude' | 'latitude' | 'longitude' | 'depthKm'
> {
  /** Path of its page. */
  page: string;
}

interface EntryTexts {
  title: string;
  summary: string;
  baseUrl: string;
}

/** Its id is that of the earthquake, whatever is revised and wherever it is published. */
export function atomEntry(entry: Entry, { title, summary, baseUrl }: EntryTexts): Markup {
  const { eventId, time, updatedAt, magnitude, latitude, longitude, depthKm, page } = entry;
  return tag(
    'entry',
    tag('id', `urn:hiposantr:event:${eventId}`),
    tag('title', title),
    tag('updated', instant(updatedAt)),
    tag('published', instant(time)),
    element('link', { rel: 'alternate', type: 'text/html', href: `${baseUrl}${page}` }),
    tag('summary', summary),
    magnitude === null ? null : element('category', { term: `Magnitude ${Math.floor(magnitude)}` }),
    tag('georss:point', `${latitude} ${longitude}`),
    optional('georss:elev', depthKm === null ? null : Math.round(-1000 * depthKm) || 0),
  );
}

/** RFC 3339, whose dates are Gregorian. */
export const instant = (time: EpochMs): string => `${formatGregorian(time)}Z`;

/** What RSS has, in Turkish. @param newest as for RSS */
export function atomFile(
  newest: Earthquake[],
  settings: FeedSettings,
  { asOf, headline }: { asOf: EpochMs; headline?: Earthquake | undefined },
): string {
  const earthquakes = feltOf(newest);
  const feed = {
    ...{
      title: feedTitle(settings.serviceName, headline),
      subtitle: FEED_SUBTITLE,
      language: 'tr',
      path: ANSWERS.atom,
      earthquakes,
      settings,
    },
    updated: earthquakes.reduce((last, { updatedAt }) => Math.max(last, updatedAt), dayOf(asOf)),
  };
  const entries = earthquakes.map((earthquake) => {
    const texts = { title: titleOf(earthquake), summary: summaryOf(earthquake) };
    return atomEntry({ ...earthquake, page: pageOf(earthquake) }, { ...texts, baseUrl: settings.baseUrl });
  });
  return atomFeed(feed, entries);
}

/** So that a feed changes once a day at least, and no more often than what it holds. */
export const dayOf = (instant: EpochMs): EpochMs => Math.floor(instant / DAY) * DAY;
