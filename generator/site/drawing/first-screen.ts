/** What the first screen of the list says: the newest earthquake that people may have felt, and a running sequence. */
import { windowKm } from '#core/aftershock-windows.ts';
import { turkishWords } from '#core/date-words.ts';
import { eventTypeWords } from '#core/event-types.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { markup, type Markup } from './markup.ts';
import { depthOf, levelOf, magnitudeText, whenOf, type Row, type Speech } from './rows.ts';

interface Shock extends Point {
  id: number;
  time: EpochMs;
  magnitude: number | null;
  magnitudeDoubtful?: boolean;
  eventType: string | undefined;
}

const isEarthquake = ({ eventType }: Shock): boolean => eventTypeWords(eventType, 'tr') === undefined;

/** Least magnitudes that people commonly feel: in Türkiye near the epicentre, and from abroad or far at sea. */
const FELT = { inTurkiye: 3, elsewhere: 4.5 };

/** @param rows newest first */
export const feltOf = <One extends Shock & { province: number }>(rows: readonly One[]): One | undefined =>
  rows.find((one) => isEarthquake(one) && (one.magnitude ?? 0) >= (one.province > 0 ? FELT.inTurkiye : FELT.elsewhere));

/** A sequence runs while the largest of a day has that magnitude and so many aftershocks. */
const SEQUENCE = { within: DAY, minMagnitude: 4, aftershocks: 5 };

interface Sequence<One> {
  main: One;
  /** Later earthquakes within the distance window of its magnitude. */
  aftershocks: number;
}

export function sequenceAt<One extends Shock>(rows: readonly One[], now: EpochMs): Sequence<One> | undefined {
  const latest = rows.filter((one) => one.time > now - SEQUENCE.within && one.magnitude !== null && isEarthquake(one));
  const certain = latest.filter(({ magnitudeDoubtful }) => !magnitudeDoubtful);
  const [main] = certain.sort((a, b) => b.magnitude! - a.magnitude! || a.time - b.time);
  if (!main || main.magnitude! < SEQUENCE.minMagnitude) return undefined;
  const radius = windowKm(main.magnitude!);
  const { length } = latest.filter((one) => one.time > main.time && distanceKm(one, main) <= radius);
  return length < SEQUENCE.aftershocks ? undefined : { main, aftershocks: length };
}

const aftershockWords = (count: number, { say }: Speech): unknown =>
  say(`${count} artçı`, `${count} aftershock${count === 1 ? '' : 's'}`);

type Headline = Pick<Row, 'time' | 'precision' | 'magnitude' | 'depthKm' | 'place' | 'href' | 'distance'>;

/** @param aftershocks of its own */
export function feltHeadline(one: Headline, speech: Speech, aftershocks?: number): Markup {
  const { say } = speech;
  const depth =
    one.depthKm === null
      ? depthOf(null, speech)
      : say(`${Math.round(one.depthKm)} km derinlikte`, `${Math.round(one.depthKm)} km deep`);
  return markup`<p class="hint">${say('Hissedilebilecek büyüklükte son deprem', 'Latest earthquake large enough to be felt')}</p>
<h1><a href="${one.href}"><span class="mag ${levelOf(one.magnitude)}">${magnitudeText(one.magnitude)}</span> \
<span class="where">${one.place}</span></a></h1>
<p class="facts">${whenOf(one, speech)}${one.distance !== undefined && markup` · <b>${one.distance}</b>`} · ${depth}\
${aftershocks !== undefined && markup` · ${aftershockWords(aftershocks, speech)}`}</p>`;
}

/** One line with a link. */
export const sequenceLine = ({ main, aftershocks }: Sequence<Headline>, speech: Speech): Markup =>
  markup`<a href="${main.href}"><b>M ${magnitudeText(main.magnitude)}</b> <span>${main.place}</span> \
<i>${main.distance !== undefined && markup`${main.distance} · `}${aftershockWords(aftershocks, speech)}</i></a>`;

/** No earthquake has it. */
export const MOST_MAGNITUDE = 10;

/** A list that is complete since a time, and before it from a magnitude up. */
export const completeWords = (
  from: number | null,
  since: EpochMs,
  { say }: Pick<Speech, 'say'>,
): ReturnType<Speech['say']> =>
  say(
    `${turkishWords(since, 'minute', 'tr')} öncesinden yalnızca M ${from ?? MOST_MAGNITUDE} ve üzeri gösteriliyor.`,
    `From before ${turkishWords(since, 'minute', 'en')}, only M ${from ?? MOST_MAGNITUDE} and above is shown.`,
  );
