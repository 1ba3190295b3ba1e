/** One message of the Common Alerting Protocol 1.2 (OASIS). */
import { create } from 'xmlbuilder2';
import { AGENCY_NAMES, type Agency } from '#core/agencies.ts';
import { bothTimes, hasClock, precisionOf } from '#core/date-words.ts';
import { eventTypeWords } from '#core/event-types.ts';
import { isLoneVoice } from '#core/lone-voice.ts';
import { sourceWords } from '#core/source-words.ts';
import { solutionWords, SURENESS_WORDS } from '#core/sureness-words.ts';
import { capPath, PAGE_FOLDERS } from '#core/paths.ts';
import type { StateItem } from '#core/revisions.ts';
import { formatGregorian, HOUR, parseInstant, wholeSecond, type EpochMs } from '#core/time.ts';
import { doubtOf, inBrackets } from '#core/unsettled.ts';
import { type FeedSettings, plain } from '../rss.ts';
import { type CapMessage, SHOWN } from './messages.ts';

type Language = 'tr' | 'en';

/** Whole seconds with the offset of Türkiye: CAP forbids `Z` and fractions. */
const dateTime = (time: EpochMs): string => `${formatGregorian(wholeSecond(time) + 3 * HOUR)}+03:00`;

/** By magnitude alone; nothing is known of damage. */
const SEVERITIES: readonly (readonly [from: number, severity: string])[] = [
  [7, 'Extreme'],
  [6, 'Severe'],
  [5, 'Moderate'],
  [-Infinity, 'Minor'],
];

const severityOf = (magnitude: number | null): string =>
  magnitude === null ? 'Unknown' : SEVERITIES.find(([from]) => magnitude >= from)![1];

export function capDocument(message: CapMessage, settings: FeedSettings): string {
  const { identifier, sent, kind, references, state, eventId } = message;
  const sender = new URL(settings.baseUrl).host;
  const alert = {
    '@xmlns': 'urn:oasis:names:tc:emergency:cap:1.2',
    ...{ identifier, sender, sent: dateTime(sent), status: 'Actual', msgType: kind },
    source: agenciesOf(state, 'en').join(', '),
    scope: 'Public',
    ...(references.length > 0 && {
      references: references
        .map((one) => `${one.identifier},${dateTime(one.sent)}`)
        .map((one) => `${sender},${one}`)
        .join(' '),
    }),
    incidents: eventId,
    info: (['tr', 'en'] as const).map((language) => infoOf(message, settings, language)),
  };
  return `${create({ version: '1.0', encoding: 'UTF-8' }, { alert: escaped(alert) }).end({ prettyPrint: true })}\n`;
}

type Value = string | number | Value[] | { [name: string]: Value };

/** With texts as the XML writer takes them. */
function escaped(value: Value): Value {
  if (typeof value === 'string') return plain(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(escaped);
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, escaped(child)]));
}

function infoOf(message: CapMessage, { serviceName, baseUrl }: FeedSettings, language: Language) {
  const { state, sent, eventId } = message;
  const { latitude, longitude, magnitude, magnitude_type: type, depth_km: depth, quality } = state;
  const isTurkish = language === 'tr';
  const parameters = { event_id: eventId, magnitude, magnitude_type: type, depth_km: depth, quality };
  return {
    language: isTurkish ? 'tr-TR' : 'en-US',
    category: 'Geo',
    event: eventTypeWords(state.event_type ?? undefined, language) ?? (isTurkish ? 'Deprem' : 'Earthquake'),
    urgency: 'Past',
    severity: severityOf(magnitude),
    // One agency alone: more than 50 % sure, as the standard words it.
    certainty: isLone(state) ? 'Likely' : 'Observed',
    effective: dateTime(sent),
    ...(hasClock(precisionOf(state.date_precision ?? undefined)) && { onset: dateTime(originOf(state)) }),
    expires: dateTime(sent + SHOWN),
    senderName: serviceName,
    headline: headlineOf(message, language),
    description: descriptionOf(message, language),
    web: pageAddress(state, baseUrl, language),
    parameter: Object.entries(parameters)
      .map(([valueName, value]) => ({ valueName, value: String(value ?? '') }))
      .filter(({ value }) => plain(value) !== ''),
    area: {
      areaDesc: `${isTurkish ? 'Merkez üssü' : 'Epicentre'}: ${placeOf(state, language)}`,
      // The epicentre alone: where it was felt is not known.
      circle: `${latitude},${longitude} 0`,
      ...(state.province_code && { geocode: { valueName: 'ISO3166-2', value: `TR-${state.province_code}` } }),
    },
  };
}

const originOf = ({ occurred_at_utc: origin }: StateItem): EpochMs => parseInstant(origin)!;

const placeOf = (state: StateItem, language: Language): string =>
  language === 'tr' ? state.location : state.location_en;

/** Of the day and slug of that state: an earthquake keeps every address that it had. */
export const pageAddress = ({ occurred_at: at, slug }: StateItem, baseUrl: string, language: Language): string =>
  `${baseUrl}/${PAGE_FOLDERS[language]}/${at.slice(0, 10)}/${slug}`;

const agenciesOf = ({ sources }: StateItem, language: Language): string[] =>
  sources.map(({ name }) => AGENCY_NAMES[name as Agency][language]);

const isLone = ({ magnitude, magnitude_doubtful: isDoubtful, event_type: type, sources }: StateItem): boolean =>
  isLoneVoice({ magnitude, magnitudeDoubtful: isDoubtful ?? false, eventType: type ?? undefined, agencies: sources });

const sizeOf = ({ magnitude }: StateItem): string => `M ${magnitude === null ? '?' : magnitude.toFixed(1)}`;

const HEADS: Record<CapMessage['kind'], Record<Language, string>> = {
  Alert: { tr: '', en: '' },
  Update: { tr: 'Güncelleme: ', en: 'Update: ' },
  Cancel: { tr: 'İptal: ', en: 'Cancelled: ' },
};

export function headlineOf({ kind, state }: CapMessage, language: Language): string {
  const type = eventTypeWords(state.event_type ?? undefined, language);
  return `${HEADS[kind][language]}${type === undefined ? '' : `${type}, `}${sizeOf(state)} - ${placeOf(state, language)}`;
}

const REASONS: Record<NonNullable<CapMessage['reason']>, Record<Language, string>> = {
  withdrawn: {
    tr: 'Bu depremi artık hiçbir kurum bildirmiyor; önceki mesajlar geçersizdir.',
    en: 'No agency reports this earthquake any more; the earlier messages are void.',
  },
  unconfirmed: {
    tr: 'Bu depremi yalnız bir kurum bildirdi, diğer kurumların listelerinde yok; önceki mesajlar geçersizdir.',
    en: 'One agency alone reported this earthquake, and the lists of the others do not have it; the earlier messages are void.',
  },
  merged: {
    tr: 'Bu kayıt başka bir kayıtla aynı depremi anlatıyor ve onunla birleştirildi; önceki mesajlar geçersizdir.',
    en: 'This record is of the same earthquake as another one and was merged into it; the earlier messages are void.',
  },
};

const NOTICE: Record<Language, string> = {
  tr: 'Bu mesaj bilgi amaçlıdır: erken uyarı ya da resmî bir makamın talimatı değildir. Resmî kaynaklar AFAD ve Kandilli’dir.',
  en: 'This message is information: neither an early warning nor an instruction of an authority. Official sources are AFAD and Kandilli.',
};

export function descriptionOf({ state, before, reason }: CapMessage, language: Language): string {
  const isTurkish = language === 'tr';
  const { magnitude, magnitude_type: type, depth_km: depth, quality } = state;
  const size =
    magnitude === null ? (isTurkish ? 'büyüklük bilinmiyor' : 'magnitude unknown') : `${type ?? 'M'} ${magnitude}`;
  const depthUnknown = isTurkish ? 'derinlik bilinmiyor' : 'depth unknown';
  const time = bothTimes(originOf(state), precisionOf(state.date_precision ?? undefined), language);
  const doubt = doubtOf({ ...state, magnitude_doubtful: null }, language, 'en');
  const facts = [
    `${size}${inBrackets(doubt)}`,
    depth === null ? depthUnknown : `${isTurkish ? 'derinlik' : 'depth'} ${depth} km`,
    placeOf(state, language),
    time,
  ];
  const agencies = agenciesOf(state, language).join(', ');
  const words = solutionWords(quality, language);
  const sources = sourceWords({ magnitudeSource: state.magnitude_source, source: state.source }, language);
  return [
    ...(reason ? [REASONS[reason][language]] : []),
    `${facts.join(', ')}.`,
    ...(before && !reason
      ? [`${isTurkish ? 'Önceki mesaj' : 'Message before'}: ${sizeOf(before)}, ${placeOf(before, language)}.`]
      : []),
    `${isTurkish ? 'Bildiren' : 'Reported by'}: ${agencies}${[
      words,
      isLone(state) ? SURENESS_WORDS.lone[language] : undefined,
    ]
      .filter((one) => one !== undefined)
      .map((one) => ` (${one})`)
      .join('')}.`,
    ...(sources === undefined ? [] : [`${sources[0]!.toUpperCase()}${sources.slice(1)}.`]),
    NOTICE[language],
  ].join(' ');
}

export const capAddress = ({ identifier }: CapMessage, baseUrl: string): string => `${baseUrl}/${capPath(identifier)}`;
