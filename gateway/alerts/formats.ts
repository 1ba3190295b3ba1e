/** The body of a message, as its receiver expects it. */
import { AGENCY_NAMES } from '#core/agencies.ts';
import { bothTimes, listWords, precisionOf } from '#core/date-words.ts';
import { kindWords } from '#core/event-types.ts';
import { isLoneVoice } from '#core/lone-voice.ts';
import { spokenPlace } from '#core/place-form.ts';
import { sourceWords } from '#core/source-words.ts';
import { solutionWords, SURENESS_WORDS } from '#core/sureness-words.ts';
import { magnitudeText, numberText } from '#core/text.ts';
import { parseCivil } from '#core/time.ts';
import { doubtOf } from '#core/unsettled.ts';
import type { EarthquakeData, Payload, SummaryData } from './messages.ts';
import type { AlertEarthquake, ThreadKind } from './thread.ts';

export type Language = 'tr' | 'en';

/** @param text in one language @param url of the webhook */
type Write = (text: string, url: URL) => object;

/** A format is the body that has one text, or the payload itself. */
export const FORMATS = {
  standard: undefined,
  // Longer texts are refused. Addresses are links as they are.
  discord: (text) => ({
    content: text
      .replace(/https?:\S+|[\\*_~`|<>[\]#]/g, (found) => (found.length > 1 ? found : `\\${found}`))
      .slice(0, 2000),
    allowed_mentions: { parse: [] },
  }),
  // https://api.slack.com/reference/surfaces/formatting#escaping
  slack: (text) => ({ text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') }),
  // Without `parse_mode` no character has a meaning.
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
  const { title, lines, page } = noticeOf(JSON.parse(payload) as Payload, language, fullTime);
  const text = [title, ...lines, ...(page === undefined ? [] : [page])].join('\n');
  return JSON.stringify(write(text, new URL(url)));
}

/** What a message says in one language. */
interface Notice {
  title: string;
  lines: string[];
  /** Address of the earthquake's page. */
  page?: string | undefined;
}

const WORDS = {
  tr: {
    created: '',
    revised: 'Güncelleme: ',
    withdrawn: 'Geri çekildi: ',
    merged: 'Başka bir kayıtla birleştirildi: ',
    depth: (km: string) => `derinlik ${km} km`,
    before: (magnitude: string) => `önceki M ${magnitude}`,
    summary: (count: number, since: string, headline: string) =>
      `${since} tarihinden beri ${count} deprem, öne çıkanı ${headline}`,
    test: 'Deneme iletisi: bu adrese deprem bildirimleri gönderilecek.',
  },
  en: {
    created: '',
    revised: 'Update: ',
    withdrawn: 'Withdrawn: ',
    merged: 'Merged with another record: ',
    depth: (km: string) => `depth ${km} km`,
    before: (magnitude: string) => `previously M ${magnitude}`,
    summary: (count: number, since: string, headline: string) =>
      `${count} earthquakes since ${since}, the most significant ${headline}`,
    test: 'Test message: earthquake alerts will be sent to this address.',
  },
} as const;

export function noticeOf({ type, data }: Payload, language: Language, timeOf: TimeWords): Notice {
  if (type === 'test') return { title: WORDS[language].test, lines: [] };
  if (type === 'earthquakes.summary') return summaryNotice(data, language, timeOf);
  return earthquakeNotice(type.slice('earthquake.'.length) as ThreadKind, data, { language, timeOf });
}

const placeOf = ({ location, location_en }: AlertEarthquake, language: Language): string =>
  language === 'tr' ? spokenPlace(location) : (location_en ?? location);

function titleOf(earthquake: AlertEarthquake, language: Language): string {
  const { event_type: eventType, blast_probability: blastProbability } = earthquake;
  const kind = kindWords({ eventType, blastProbability }, language);
  return `${kind === undefined ? '' : `${kind}, `}M ${magnitudeText(earthquake.magnitude, language)} - ${placeOf(earthquake, language)}`;
}

type TimeWords = (earthquake: AlertEarthquake, language: Language) => string;

export const fullTime: TimeWords = ({ occurred_at, date_precision }, language) =>
  bothTimes(parseCivil(occurred_at)!, precisionOf(date_precision), language);

/** For phones, in Türkiye's time: `23 Kas 2026 14:57 TSİ`. */
export const shortTime: TimeWords = ({ occurred_at, date_precision }, language) =>
  `${listWords(parseCivil(occurred_at)!, precisionOf(date_precision), language)} ${language === 'tr' ? 'TSİ' : 'in Türkiye'}`;

function earthquakeNotice(
  kind: ThreadKind,
  { earthquake, previous }: EarthquakeData,
  { language, timeOf }: { language: Language; timeOf: TimeWords },
): Notice {
  const words = WORDS[language];
  const { depth_km: depth, quality, agencies, magnitude_doubtful: isDoubtful, url } = earthquake;
  const doubt = doubtOf(earthquake, language);
  const sources = sourceWords({ magnitudeSource: earthquake.magnitude_source, source: earthquake.source }, language);
  const solution = solutionWords(quality, language);
  const facts = [
    timeOf(earthquake, language),
    ...(depth === null ? [] : [words.depth(numberText(depth, language))]),
    ...(previous && previous.magnitude !== earthquake.magnitude
      ? [words.before(magnitudeText(previous.magnitude, language))]
      : []),
    agencies.map((agency) => AGENCY_NAMES[agency][language]).join(', '),
    ...(sources === undefined ? [] : [sources]),
    ...(solution === undefined ? [] : [solution]),
    ...(doubt === undefined ? [] : [doubt]),
    ...(isLoneVoice({ ...earthquake, magnitudeDoubtful: isDoubtful, eventType: earthquake.event_type })
      ? [SURENESS_WORDS.lone[language]]
      : []),
  ];
  return { title: `${words[kind]}${titleOf(earthquake, language)}`, lines: [facts.join(' · ')], page: url };
}

/** Rows of a text. */
const SHOWN = 10;

function summaryNotice(data: SummaryData, language: Language, timeOf: TimeWords): Notice {
  const { count, since, earthquakes, headline = data.largest } = data;
  const first = timeOf({ ...headline, occurred_at: since }, language);
  const size = `M ${magnitudeText(headline.magnitude, language)} - ${placeOf(headline, language)}`;
  const title = WORDS[language].summary(count, first, size);
  const lines = earthquakes.slice(0, SHOWN).map((one) => `${titleOf(one, language)} · ${timeOf(one, language)}`);
  return { title, lines, page: headline.url };
}
