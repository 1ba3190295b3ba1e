/**
 * True earthquakes of a synthetic catalogue, before anybody recorded them.
 * A Poisson background on the zones of `faults.ts`, aftershock sequences by Omori and Utsu, a few quarry blasts;
 * magnitudes by Gutenberg and Richter.
 */
import { distanceKm } from '#core/geo.ts';
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import { aftershocksOf, GREAT, type Shock } from './aftershocks.ts';
import { plain, type RawEvent, type OrderedEvent, type TrueEvent } from './events.ts';
import { CHANGES, leastMagnitude } from './eras.ts';
import { epicentre, placeOn, withinExtent, type FaultPoint } from './faults.ts';
import { surroundingsOf } from './land.ts';
import { B_VALUE, listedMagnitude } from './magnitudes.ts';
import { Random } from './random.ts';

export type Scenario = 'catalogue' | 'quiet' | 'sequence';

export interface SeismicityOptions {
  /** Number of true earthquakes, blasts included. */
  events: number;
  seed: number;
  /** Inclusive. */
  from: EpochMs;
  /** Exclusive. */
  until: EpochMs;
  scenario: Scenario;
}

interface Rules {
  /**
   * Part of all events that are aftershocks. In a quiet year as many shocks have another near them as in 2022.
   * Kandilli's monthly lists of 2022: 2.9 % within a minute and 50 km, 9 % within 3 minutes and 80 km,
   * 17 % within 10 minutes and 50 km.
   */
  aftershocks: number;
  blasts: number;
  mostMagnitude: number;
}

const RULES: Record<Scenario, Rules> = {
  catalogue: { aftershocks: 0.45, blasts: 0.02, mostMagnitude: 7.8 },
  quiet: { aftershocks: 0.42, blasts: 0.04, mostMagnitude: 5.2 },
  sequence: { aftershocks: 0.97, blasts: 0.002, mostMagnitude: 5 },
};

/** km below sea level: a shallow crust, deeper under the Hellenic and Cyprus arcs. */
function depthOf(random: Random, zone: string): number {
  const arc = /arc|Karpathos|Crete/.test(zone) && random.chance(0.5);
  return Math.min(arc ? random.logNormal(40, 0.6) : random.logNormal(9, 0.5), arc ? 170 : 40);
}

/**
 * Times of a Poisson process. Its rate follows what was recorded in each era: 10^-b for each unit of the least
 * magnitude.
 */
function backgroundTimes(from: EpochMs, until: EpochMs): (random: Random) => EpochMs {
  const ends = [from, ...CHANGES.filter((at) => at > from && at < until).reverse(), until];
  const weights = ends.slice(1).map((end, i) => (end - ends[i]!) * 10 ** (-B_VALUE * leastMagnitude(ends[i]!)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return (random) => {
    let rest = random.unit() * sum;
    let span = 0;
    while (span < weights.length - 1 && rest >= weights[span]!) rest -= weights[span++]!;
    return random.between(ends[span]!, ends[span + 1]!);
  };
}

function backgroundShock(random: Random, time: EpochMs, mostMagnitude: number): Shock {
  const point = withinExtent(() => epicentre(random));
  const magnitude = listedMagnitude(random, { least: leastMagnitude(time), most: mostMagnitude, time });
  return { time, ...point, depthKm: depthOf(random, point.zone), magnitude, blast: false };
}

/** Blasts are fired in daylight, 07 to 15 UTC (10 to 18 o'clock in Istanbul), on land, and are small. */
function blast(random: Random, time: EpochMs): RawEvent {
  let point = epicentre(random);
  for (let i = 0; i < 20 && surroundingsOf(point).setting !== 'land'; i += 1) point = epicentre(random);
  const daylight = Math.floor(time / DAY) * DAY + random.between(7, 15) * HOUR;
  const magnitude = Math.max(leastMagnitude(time), 1) + Math.min(random.exponential(0.35), 1.6);
  return { ...point, time: daylight, depthKm: random.between(0, 1), magnitude, blast: true };
}

/** The two great shocks with which a sequence begins: M 7.8, and M 7.6 on another fault nine hours later. */
function leadingShocks(random: Random, { from, until }: SeismicityOptions): Shock[] {
  const first = placeOn('East Anatolian, south', random.between(0.4, 0.6));
  const second = placeOn('Çardak and Sürgü', random.between(0.3, 0.6));
  const shock = (point: FaultPoint, time: EpochMs, magnitude: number): Shock => ({
    ...point,
    time,
    magnitude,
    depthKm: random.between(7, 12),
    blast: false,
  });
  const later = from + 9.1 * HOUR;
  // Nearly half of the shocks listed on 2023-02-06 came before the second great one.
  const both = [shock(first, from + 60_000, 7.8), { ...shock(second, later, 7.6), vigour: 0.4 }];
  return later < until ? both : both.slice(0, 1);
}

/** Main shocks smaller than this have no aftershocks of their own. */
const LEAST_MAIN = 4;

/** In order of time. */
function happen(options: SeismicityOptions): RawEvent[] {
  const { events, seed, from, until, scenario } = options;
  const random = new Random(seed, 0x5e15);
  const rules = RULES[scenario];
  const mains = scenario === 'sequence' ? leadingShocks(random, options).slice(0, events) : [];
  const shocks = mains.map(plain);
  const timeOf = backgroundTimes(from, until);
  const background = Math.round((events - shocks.length) * (1 - rules.aftershocks));
  for (let i = 0; i < background; i += 1) {
    const time = timeOf(random);
    const isBlast = time > CHANGES[2]! && random.chance(rules.blasts / (1 - rules.aftershocks));
    const shock = isBlast ? blast(random, time) : backgroundShock(random, time, rules.mostMagnitude);
    if (shock.time < from || shock.time >= until) shock.time = time;
    shocks.push(plain(shock));
    if ('along' in shock && !shock.blast && shock.magnitude >= LEAST_MAIN) mains.push(shock as Shock);
  }
  const count = events - shocks.length;
  const rest =
    mains.length > 0
      ? aftershocksOf(mains, random, { count, until })
      : Array.from({ length: count }, () => plain(backgroundShock(random, timeOf(random), rules.mostMagnitude)));
  return [...shocks, ...rest].sort((a, b) => a.time - b.time);
}

/** The true earthquakes in order of time, all or those that are wanted; all of them are in memory. */
export function* trueEvents(
  options: SeismicityOptions,
  wanted: (event: OrderedEvent) => boolean = () => true,
): Generator<TrueEvent> {
  let great: RawEvent[] = [];
  let n = 0;
  for (const { blast: isBlast, ...at } of happen(options)) {
    n += 1;
    if (great.length > 0) great = great.filter((shock) => at.time - shock.time < GREAT.hours * HOUR);
    const overlapped = great.some((shock) => distanceKm(shock, at) < GREAT.km);
    if (at.magnitude >= GREAT.magnitude) great.push({ ...at, blast: false });
    const event: OrderedEvent = { ...at, n, eventType: isBlast ? 'quarry blast' : 'earthquake', overlapped };
    if (wanted(event)) yield { ...event, ...surroundingsOf(event) };
  }
}
