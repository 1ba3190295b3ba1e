/** RSS 2.0 with GeoRSS: the newest felt earthquakes, for feed readers and home automation. */
import { create } from 'xmlbuilder2';
import { bothTimes, hasClock, listWords } from '#core/date-words.ts';
import type { Agency, Earthquake } from '#core/earthquake.ts';
import { kindWords } from '#core/event-types.ts';
import { PAGE_FOLDERS, provinceAddress } from '#core/paths.ts';
import type { Province } from '#core/provinces.ts';
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import { placed, type RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import { magnitudeSource } from '#core/record/values.ts';
import { agencyBits } from '#core/shard.ts';
import { sourceWords } from '#core/source-words.ts';
import { attribution, termsOf } from '#core/terms.ts';
import { formatDay, formatRfc822 } from '#core/time.ts';
import { cleanText } from '#core/text.ts';
import { doubtOfEarthquake, inBrackets, sureness } from '#core/unsettled.ts';
import { newestFirst } from './shards.ts';

export const RSS = { items: 50, minMagnitude: 3 };

export const FEED_SUBTITLE = `Türkiye ve çevresinde büyüklüğü ${RSS.minMagnitude.toFixed(1)} ve üzeri olan depremler`;

/** Namespace of the plain-number fields. */
const OUR_NAMESPACE = 'urn:hiposantr:rss:1';

export interface FeedSettings {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

/** Escapes `&` for the XML writer, which takes `&name;` for markup. */
export const plain = (text: string): string => cleanText(text, 2000).replaceAll('&', '&amp;');

interface Channel {
  headline?: Earthquake | undefined;
  /** Of one province alone: the earthquakes as they are given. */
  of?: { province: Province; path: string };
}

/** With the most significant earthquake and its time. @param name without it */
export const feedTitle = (name: string, headline: Earthquake | undefined): string =>
  headline ? `${name} · ${titleOf(headline)}, ${listWords(headline.time, headline.precision, 'tr')} TSİ` : name;

/**
 * @param earthquakes at least the newest {@link RSS.items} with magnitude ≥ {@link RSS.minMagnitude}; others are passed
 * over, but in the channel of a province
 */
export function rssFile(earthquakes: Earthquake[], settings: FeedSettings, { headline, of }: Channel = {}): string {
  const baseUrl = plain(settings.baseUrl);
  const items = of ? earthquakes : feltOf(earthquakes);
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  const channel = document
    .ele('rss', {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:georss': 'http://www.georss.org/georss',
      'xmlns:geo': 'http://www.w3.org/2003/01/geo/wgs84_pos#',
      'xmlns:hiposantr': OUR_NAMESPACE,
    })
    .ele('channel');
  const name = of?.province.name;
  const title = name === undefined ? settings.serviceName : `${name} · ${settings.serviceName}`;
  channel.ele('title').txt(plain(feedTitle(title, headline)));
  channel.ele('link').txt(`${baseUrl}/${of ? provinceAddress(of.province.slug, 'tr') : ''}`);
  channel.ele('description').txt(name === undefined ? FEED_SUBTITLE : `${name} ilindeki son depremler`);
  channel.ele('language').txt('tr');
  channel.ele('copyright').txt(plain(copyrightOf(items, settings)));
  channel.ele('atom:link', {
    rel: 'self',
    type: 'application/rss+xml',
    href: `${baseUrl}/${of?.path ?? 'rss'}`,
  });
  channel.ele('ttl').txt('5');
  if (items[0]) channel.ele('lastBuildDate').txt(formatRfc822(items[0].time));
  for (const item of items) addItem(channel.ele('item'), item, baseUrl);
  return `${document.end({ prettyPrint: true })}\n`;
}

/** The newest of those that people feel. */
export const feltOf = (earthquakes: Earthquake[]): Earthquake[] =>
  earthquakes
    .filter(({ magnitude }) => magnitude !== null && magnitude >= RSS.minMagnitude)
    .toSorted(newestFirst)
    .slice(0, RSS.items);

interface Credited {
  source: Agency;
  solutions: readonly { agency: Agency }[];
}

/** Attribution of the service and the terms of all agencies in the items. */
export function copyrightOf(items: readonly Credited[], { serviceName, baseUrl }: FeedSettings): string {
  const agencies = items.flatMap(({ source, solutions }) => [source, ...solutions.map(({ agency }) => agency)]);
  const terms = termsOf(agencyBits(agencies)).map((one) => `${one.holder}: ${one.terms}`);
  return [attribution(serviceName, baseUrl), ...terms].join('. ');
}

/** Path of the page. */
export const pageOf = ({ time, slug }: Earthquake): string => `/${PAGE_FOLDERS.tr}/${formatDay(time)}/${slug}`;

/** Names what is no earthquake, and what speaks against the magnitude. */
export function titleOf(earthquake: Earthquake): string {
  const { magnitude, location } = earthquake;
  const kind = kindWords(earthquake, 'tr');
  return `${kind === undefined ? '' : `${kind}, `}M ${magnitude!.toFixed(1)} - ${location}${inBrackets(doubtOfEarthquake(earthquake, 'tr', 'en'))}`;
}

export function summaryOf(earthquake: Earthquake): string {
  const { magnitude, magnitudeType, depthKm, location, source, ...one } = earthquake;
  const note = sureness(earthquake, 'tr', 'en');
  const kind = kindWords(earthquake, 'tr');
  const size = `${kind === undefined ? '' : `${kind}, `}${magnitudeType ?? 'M'} ${magnitude!.toFixed(1)}${note === undefined ? '' : ` (${note})`}`;
  const depth = depthKm === null ? 'derinlik bilinmiyor' : `derinlik ${depthKm} km`;
  return `${size}, ${depth}, ${location}, ${bothTimes(one.time, one.precision, 'tr')} (${sourceWords({ magnitudeSource: magnitudeSource(earthquake), source }, 'tr') ?? source})`;
}

type Node = ReturnType<ReturnType<typeof create>['ele']>;

const FIELDS = placed<RecordField>({ ...LIST_FIELDS, ...DETAIL_FIELDS }, 'rss');

function addItem(item: Node, earthquake: Earthquake, baseUrl: string): void {
  const { eventId, magnitude, latitude, longitude, depthKm, time, precision } = earthquake;
  item.ele('title').txt(plain(titleOf(earthquake)));
  item.ele('link').txt(`${baseUrl}${pageOf(earthquake)}`);
  item.ele('guid', { isPermaLink: 'false' }).txt(eventId);
  // RFC 822 has no date without a time of day.
  if (hasClock(precision)) item.ele('pubDate').txt(formatRfc822(time));
  item.ele('category').txt(magnitudeClass(magnitude!));
  item.ele('description').txt(plain(summaryOf(earthquake)));
  item.ele('georss:point').txt(`${latitude} ${longitude}`);
  if (depthKm !== null) item.ele('georss:elev').txt(String(Math.round(-1000 * depthKm) || 0));
  item.ele('geo:lat').txt(String(latitude));
  item.ele('geo:long').txt(String(longitude));
  for (const { as, field } of FIELDS) {
    const value = field.value!(earthquake) as string | number | true | null | undefined;
    if (value !== null && value !== undefined) item.ele(`hiposantr:${as}`).txt(plain(String(value)));
  }
}

/** `Büyüklük 4`: the whole part. */
const magnitudeClass = (magnitude: number): string => `Büyüklük ${Math.floor(magnitude)}`;
