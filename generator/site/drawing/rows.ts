/** An earthquake as a row of a list: the same in published pages and in their scripts. */
import { hasTurkishTime, listWords } from '#core/date-words.ts';
import { kindWords } from '#core/event-types.ts';
import { isLoneVoice, isNewsAt } from '#core/lone-voice.ts';
import { SURENESS_WORDS } from '#core/sureness-words.ts';
import { magnitudeText } from '#core/text.ts';
import { unsettledWords, type OtherMagnitude } from '#core/unsettled.ts';
import { formatInstant, type DatePrecision, type EpochMs } from '#core/time.ts';
import { markup, type Markup } from './markup.ts';

type Text = string | Markup;

export interface Row {
  id: number;
  time: EpochMs;
  precision: DatePrecision;
  magnitude: number | null;
  magnitudeDoubtful?: boolean | undefined;
  magnitudeState?: string | null | undefined;
  /** Of the agency that contradicts it. */
  otherMagnitude?: OtherMagnitude | null | undefined;
  depthKm: number | null;
  eventType: string | undefined;
  blastProbability?: number | null | undefined;
  place: Text;
  agencies: readonly Text[];
  /** Of its page. */
  href: string;
  /** Class of its colour. */
  dot: string;
  /** From the reader's place, and how strongly it was felt there. */
  distance?: Text | undefined;
  strength?: Text | undefined;
}

/** The language of a row, and the moment that its age counts to. */
export interface Speech {
  language: 'tr' | 'en';
  /** Absent in published pages, which state the date and no age. */
  now?: EpochMs;
  /** One of the two, or both with the style sheet showing one. */
  say(tr: string, en: string): Text;
}

export const levelOf = (value: number | null): string =>
  value === null || value < 3 ? 'low' : value < 4.5 ? 'mid' : 'high';

/** Scripts say the age of those with a `datetime` anew as time passes. */
export function whenOf({ time, precision }: Pick<Row, 'time' | 'precision'>, { language, now, say }: Speech): Markup {
  if (!hasTurkishTime(time, precision))
    return markup`<time>${say(listWords(time, precision, 'tr'), listWords(time, precision, 'en'))}</time>`;
  const words = listWords(time, precision, language, now);
  return markup`<time datetime="${formatInstant(time)}" data-precision="${precision}">${words}</time>`;
}

/** Name of what is no earthquake, or probably none. */
function kindOf(one: Pick<Row, 'eventType' | 'blastProbability'>, { say }: Speech): Text | undefined {
  const tr = kindWords(one, 'tr');
  return tr === undefined ? undefined : say(tr, kindWords(one, 'en')!);
}

/** How sure the magnitude is; nothing where nothing speaks against it. */
export function noteOf(
  one: Pick<
    Row,
    'time' | 'magnitude' | 'magnitudeDoubtful' | 'magnitudeState' | 'otherMagnitude' | 'eventType' | 'agencies'
  >,
  { say, now }: Speech,
): Text | undefined {
  const other = one.otherMagnitude;
  if (other) return say(unsettledWords(other, 'tr'), unsettledWords(other, 'en'));
  if (one.magnitudeDoubtful) return say(SURENESS_WORDS.doubtful.tr, SURENESS_WORDS.doubtful.en);
  if (one.magnitudeState === 'settling') return say(SURENESS_WORDS.settling.tr, SURENESS_WORDS.settling.en);
  const isLone = now !== undefined && isNewsAt(one.time, now) && isLoneVoice(one);
  return isLone ? say(SURENESS_WORDS.lone.tr, SURENESS_WORDS.lone.en) : undefined;
}

export const thereOf = ({ distance, strength }: Pick<Row, 'distance' | 'strength'>): Markup | undefined =>
  distance === undefined ? undefined : markup` · <b>${distance}</b>${strength !== undefined && markup`, ${strength}`}`;

/** Whole kilometres. */
export const depthOf = (depthKm: number | null, { say }: Speech): Text =>
  depthKm === null ? say('derinlik bilinmiyor', 'depth unknown') : `${Math.round(depthKm)} km`;

const joined = (parts: readonly Text[]): Markup =>
  markup`${parts.map((part, index) => (index === 0 ? part : markup`, ${part}`))}`;

export function rowOf(one: Row, speech: Speech): Markup {
  const kind = kindOf(one, speech);
  const note = noteOf(one, speech);
  return markup`<a class="row" href="${one.href}" data-id="${one.id}">\
<span class="dot ${one.dot}" aria-hidden="true"></span>\
<span class="mag ${levelOf(one.magnitude)}">${magnitudeText(one.magnitude, speech.language)}</span> \
<span class="where">${kind !== undefined && markup`<b class="kind">${kind}</b> `}${one.place}</span> \
<span class="facts">${note !== undefined && markup`<strong>${note}</strong> · `}${whenOf(one, speech)}${thereOf(one)} · \
${depthOf(one.depthKm, speech)}\
<span class="agencies"> · ${joined(one.agencies)}</span></span></a>`;
}
