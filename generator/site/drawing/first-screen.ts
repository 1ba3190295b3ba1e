/** What the first screen of the list says: the most significant earthquake, and those pinned below it. */
import { windowKm } from '#seismology/aftershock-windows.ts';
import { turkishWords } from '#core/date-words.ts';
import { distanceKm } from '#core/geo.ts';
import { isEarthquake } from '#seismology/significance.ts';
import { grouped, magnitudeText, numberText } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { type Listed, sequencesIn } from './list-of-day.ts';
import { markup, type Markup } from './markup.ts';
import { depthOf, levelOf, noteOf, thereOf, whenOf, type Row, type Speech } from './rows.ts';
import { ablative } from './turkish.ts';

/** Of its sequence; of one that is an aftershock itself, later ones within the distance window of its magnitude. */
export function aftershocksOf(main: Listed, rows: readonly Listed[], now: EpochMs): number {
  const own = sequencesIn(rows, now).find((one) => one.main.id === main.id);
  if (own) return own.aftershocks.length;
  const radius = windowKm(main.magnitude!);
  return rows.filter((one) => one.time > main.time && isEarthquake(one) && distanceKm(one, main) <= radius).length;
}

type Named = Pick<
  Row,
  | 'time'
  | 'precision'
  | 'magnitude'
  | 'magnitudeDoubtful'
  | 'magnitudeState'
  | 'otherMagnitude'
  | 'depthKm'
  | 'eventType'
  | 'place'
  | 'agencies'
  | 'href'
  | 'distance'
  | 'strength'
> & {
  /** Of its own; absent where they are not all at hand. */
  aftershocks?: number | undefined;
};

const aftershockWords = ({ aftershocks: count }: Named, { say }: Speech): Markup | undefined =>
  count
    ? markup` · ${say(`${grouped(count, 'tr')} artçı`, `${grouped(count, 'en')} aftershock${count === 1 ? '' : 's'}`)}`
    : undefined;

export function headlineMarkup(one: Named, speech: Speech): Markup {
  const { say } = speech;
  const depth =
    one.depthKm === null
      ? depthOf(null, speech)
      : say(`${Math.round(one.depthKm)} km derinlikte`, `${Math.round(one.depthKm)} km deep`);
  const note = noteOf(one, speech);
  return markup`<p class="hint">${headlineWords(speech)}</p>
<h1><a href="${one.href}"><span class="mag ${levelOf(one.magnitude)}">${magnitudeText(one.magnitude, speech.language)}</span> \
<span class="where">${one.place}</span></a></h1>
<p class="facts">${whenOf(one, speech)}${thereOf(one)} · ${depth}\
${aftershockWords(one, speech)}${note !== undefined && markup` · <strong>${note}</strong>`}</p>`;
}

export const headlineWords = ({ say }: Pick<Speech, 'say'>): ReturnType<Speech['say']> =>
  say('Öne çıkan deprem', 'Most significant recent earthquake');

/** A link of two lines each. */
export const pinnedMarkup = (pinned: readonly Named[], speech: Speech): Markup =>
  markup`${pinned.map(
    (
      one,
    ) => markup`<a href="${one.href}"><b>M ${magnitudeText(one.magnitude, speech.language)}</b> <span>${one.place}</span> \
<i>${whenOf(one, speech)}${thereOf(one)}${aftershockWords(one, speech)}</i></a>`,
  )}`;

/** No earthquake has it. */
export const MOST_MAGNITUDE = 10;

/** A list that is complete since a time, and before it from a magnitude up. */
export const completeWords = (
  from: number | null,
  since: EpochMs,
  { say }: Pick<Speech, 'say'>,
): ReturnType<Speech['say']> =>
  say(
    `${ablative(turkishWords(since, 'minute', 'tr'))} önce yalnızca M ${numberText(from ?? MOST_MAGNITUDE, 'tr')} ve üzeri gösteriliyor.`,
    `Before ${turkishWords(since, 'minute', 'en')}, only M ${from ?? MOST_MAGNITUDE} and above are shown.`,
  );
