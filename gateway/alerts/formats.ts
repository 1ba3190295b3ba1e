/** The body of a message, as its receiver expects it. */
import { AGENCY_NAMES } from '#core/agencies.ts';
import { bothTimes, precisionOf } from '#core/date-words.ts';
import { eventTypeWords } from '#core/event-types.ts';
import { parseCivil } from '#core/time.ts';
import type { EarthquakeData, Payload, SummaryData } from './messages.ts';
import type { AlertEarthquake, ThreadKind } from './thread.ts';

export type Language = 'tr' | 'en';

/** @param text in one language @param url of the webhook */
type Write = (text: string, url: URL) => object;

/** A format is the body that has one text, or the payload itself. */
export const FORMATS = {
  standard: undefined,
  // Longer texts are refused.
  discord: (text) => ({ content: text.slice(0, 2000), allowed_mentions: { parse: [] } }),
  // https://api.slack.com/reference/surfaces/formatting#escaping
  slack: (text) => ({ text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') }),
  telegram: (text, url) => ({
    chat_id: url.searchParams.get('chat_id'),
    text,
    link_preview_options: { is_disabled: true },
  }),
} satisfies Record<string, Write | undefined>;

export type WebhookFormat = keyof typeof FORMATS;

export const isFormat = (text: string): text is WebhookFormat => Object.hasOwn(FORMATS, text);

export function bodyOf(
  payload: string,
  { format, url, language }: { format: WebhookFormat; url: string; language: Language },
): string {
  const write: Write | undefined = FORMATS[format];
  if (!write) return payload;
  return JSON.stringify(write(textOf(JSON.parse(payload) as Payload, language), new URL(url)));
}

const WORDS = {
  tr: {
    created: '',
    revised: 'Güncelleme: ',
    withdrawn: 'Geri çekildi: ',
    merged: 'Başka bir kayıtla birleştirildi: ',
    automatic: 'otomatik çözüm',
    reviewed: 'incelenmiş çözüm',
    depth: (km: number) => `derinlik ${km} km`,
    before: (magnitude: string) => `önceki M ${magnitude}`,
    doubtful: 'büyüklük şüpheli',
    summary: (count: number, since: string, largest: string) =>
      `${since} tarihinden beri ${count} deprem, en büyüğü ${largest}`,
    test: 'Deneme iletisi: bu adrese deprem bildirimleri gönderilecek.',
  },
  en: {
    created: '',
    revised: 'Update: ',
    withdrawn: 'Withdrawn: ',
    merged: 'Merged with another record: ',
    automatic: 'automatic solution',
    reviewed: 'reviewed solution',
    depth: (km: number) => `depth ${km} km`,
    before: (magnitude: string) => `before M ${magnitude}`,
    doubtful: 'magnitude doubtful',
    summary: (count: number, since: string, largest: string) =>
      `${count} earthquakes since ${since}, the largest ${largest}`,
    test: 'Test message: alerts of earthquakes will be sent to this address.',
  },
} as const;

function textOf({ type, data }: Payload, language: Language): string {
  if (type === 'test') return WORDS[language].test;
  if (type === 'earthquakes.summary') return summaryText(data, language);
  return earthquakeText(type.slice('earthquake.'.length) as ThreadKind, data, language);
}

const magnitudeText = ({ magnitude }: Pick<AlertEarthquake, 'magnitude'>): string => magnitude?.toFixed(1) ?? '?';

const placeOf = ({ location, location_en }: AlertEarthquake, language: Language): string =>
  language === 'tr' ? location : (location_en ?? location);

function titleOf(earthquake: AlertEarthquake, language: Language): string {
  const kind = eventTypeWords(earthquake.event_type, language);
  return `${kind === undefined ? '' : `${kind}, `}M ${magnitudeText(earthquake)} - ${placeOf(earthquake, language)}`;
}

const timeOf = ({ occurred_at, date_precision }: AlertEarthquake, language: Language): string =>
  bothTimes(parseCivil(occurred_at)!, precisionOf(date_precision), language);

function earthquakeText(kind: ThreadKind, { earthquake, previous }: EarthquakeData, language: Language): string {
  const words = WORDS[language];
  const { depth_km: depth, quality, agencies, magnitude_doubtful: isDoubtful, url } = earthquake;
  const facts = [
    timeOf(earthquake, language),
    ...(depth === null ? [] : [words.depth(depth)]),
    ...(previous && previous.magnitude !== earthquake.magnitude ? [words.before(magnitudeText(previous))] : []),
    agencies.map((agency) => AGENCY_NAMES[agency][language]).join(', '),
    ...(quality === 'automatic' || quality === 'reviewed' ? [words[quality]] : []),
    ...(isDoubtful ? [words.doubtful] : []),
  ];
  return [`${words[kind]}${titleOf(earthquake, language)}`, facts.join(' · '), ...(url ? [url] : [])].join('\n');
}

/** Rows of a text. */
const SHOWN = 10;

function summaryText({ count, largest, earthquakes }: SummaryData, language: Language): string {
  const first = earthquakes.reduce((a, b) => (a.occurred_at <= b.occurred_at ? a : b));
  const size = `M ${magnitudeText(largest)} - ${placeOf(largest, language)}`;
  const head = WORDS[language].summary(count, timeOf(first, language), size);
  const rows = earthquakes.slice(0, SHOWN).map((one) => `${titleOf(one, language)} · ${timeOf(one, language)}`);
  return [head, ...rows, ...(largest.url ? [largest.url] : [])].join('\n');
}
