/**
 * True earthquakes of a synthetic catalogue: a Poisson background on the zones of `faults.ts`, aftershock sequences by Omori and Utsu, magnitudes by
 * Gutenberg and Richter, a few quarry blasts. What happened, before anybody recorded it.
 */
import { distanceKm, type Box } from '#core/geo.ts';
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import { Columns, type RawEvent } from './columns.ts';
import { listedShare } from './detection.ts';
import { CHANGES, leastMagnitude } from './eras.ts';
import { epicentre, moved, placeOn, type FaultPoint } from './faults.ts';
import { surroundingsOf, type Surroundings } from './land.ts';
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

export interface TrueEvent extends Omit<RawEvent, 'blast'>, Surroundings {
  /** 1 for the first in time. */
  n: number;
  eventType: 'earthquake' | 'quarry blast';
  /** Within the first hours after a great shock near by, when records overlap and solutions suffer. */
  overlapped: boolean;
}

interface Rules {
  /** Part of all events that are aftershocks. */
  aftershocks: number;
  blasts: number;
  mostMagnitude: number;
}

const RULES: Record<Scenario, Rules> = {
  catalogue: { aftershocks: 0.45, blasts: 0.02, mostMagnitude: 7.8 },
  quiet: { aftershocks: 0.2, blasts: 0.04, mostMagnitude: 5.2 },
  sequence: { aftershocks: 0.97, blasts: 0.002, mostMagnitude: 5 },
};

/** True epicentres lie here, degrees; reported ones may lie somewhat outside. */
const EXTENT: Box = { south: 34, north: 43, west: 24.4, east: 47.5 };

const B_VALUE = 1;

/** Gutenberg-Richter between two magnitudes. */
function magnitudeFrom(random: Random, least: number, most: number): number {
  const cut = 1 - 10 ** (-B_VALUE * (most - least));
  return least - Math.log10(1 - random.unit() * cut) / B_VALUE;
}

/** Gutenberg-Richter, less the shocks that nobody lists: most of those below 1.5 and half of those of 1.85 in the years since 2012. */
function listedMagnitude(
  random: Random,
  { least, most, time }: { least: number; most: number; time: EpochMs },
): number {
  const later = leastMagnitude(time) - 1;
  for (;;) {
    const magnitude = magnitudeFrom(random, least, most);
    if (random.chance(listedShare(magnitude, later))) return magnitude;
  }
}

/** km below sea level: a shallow crust, deeper under the Hellenic and Cyprus arcs. */
function depthOf(random: Random, zone: string): number {
  const arc = /arc|Karpathos|Crete/.test(zone) && random.chance(0.5);
  return Math.min(arc ? random.logNormal(40, 0.6) : random.logNormal(9, 0.5), arc ? 170 : 40);
}

/** A point that `draw` gives inside the extent, or its last one drawn into it. */
function withinExtent(draw: () => FaultPoint): FaultPoint {
  let point = draw();
  for (let i = 0; i < 20; i += 1) {
    const { latitude, longitude } = point;
    if (latitude >= EXTENT.south && latitude <= EXTENT.north && longitude >= EXTENT.west && longitude <= EXTENT.east)
      break;
    point = draw();
  }
  const latitude = Math.min(EXTENT.north, Math.max(EXTENT.south, point.latitude));
  return { ...point, latitude, longitude: Math.min(EXTENT.east, Math.max(EXTENT.west, point.longitude)) };
}

/** Times of a Poisson process whose rate follows what was recorded in each era: 10^-b for each unit of the least magnitude. */
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

interface Shock extends RawEvent {
  along: FaultPoint['along'];
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

/** Omori-Utsu decay: rate ~ (t + c)^-p, for ten years. c in days (T. Utsu et al., J. Phys. Earth 43, 1995: c mostly below 0.1 day, p about 1.1). */
const OMORI = { c: 0.03, p: 1.1, days: 3650 };

function omoriDays(random: Random, most: number): number {
  const { c, p } = OMORI;
  const [first, last] = [c ** (1 - p), (most + c) ** (1 - p)];
  return (first + random.unit() * (last - first)) ** (1 / (1 - p)) - c;
}

/** Length of rupture in km (D. L. Wells and K. J. Coppersmith, BSSA 84, 1994: subsurface length, all kinds). */
const ruptureKm = (magnitude: number): number => 10 ** (-2.44 + 0.59 * magnitude);

/**
 * Right after a great shock nobody sees the small ones: log-linear in time (A. Helmstetter et al., BSSA 96, 2006: M - 4.5 - 0.75 log10 t); at most 2.3 here,
 * so that dense hours stay dense.
 */
function leastAftershock(main: Shock, days: number): number {
  const hidden = Math.min(2.3, main.magnitude - 4.5 - 0.75 * Math.log10(Math.max(days, 1e-4)));
  return Math.max(leastMagnitude(main.time + days * DAY), hidden);
}

/** Days in which the main shock's own waves hide every other: 4 minutes after M 7.8, 10 seconds after M 5. */
const codaDays = (magnitude: number): number => (90_000 * 10 ** ((magnitude - 7) / 2)) / DAY;

function aftershock(random: Random, main: Shock, { until, first }: { until: EpochMs; first: boolean }): RawEvent {
  const coda = codaDays(main.magnitude);
  const days = coda + omoriDays(random, Math.max(0, Math.min(OMORI.days, (until - main.time) / DAY - coda)));
  const time = Math.min(until - 1, main.time + days * DAY);
  const least = leastAftershock(main, days);
  // Båth's law: the largest aftershock is about 1.2 smaller than the main shock.
  const largest = main.magnitude - 1.2 + 0.3 * random.normal();
  const magnitude =
    first && main.magnitude >= 5.5
      ? largest
      : listedMagnitude(random, { least, most: Math.max(least + 0.8, main.magnitude - 1), time });
  const half = ruptureKm(main.magnitude) / 2;
  const point = withinExtent(() => {
    const along = half * random.between(-1, 1) * (random.chance(0.1) ? 2 : 1);
    const off = (0.15 * half + 1) * random.normal();
    const { east, north } = main.along;
    return { ...moved(main, along * east - off * north, along * north + off * east), zone: '', along: main.along };
  });
  const depthKm = Math.max(0.5, main.depthKm + 4 * random.normal());
  return { ...point, time, magnitude: Math.max(least, magnitude), depthKm, blast: false };
}

/** Productivity ~ 10^(0.8 M), less for shocks near the end, of whose aftershocks few fall into the catalogue. */
function productivity(shock: Shock, until: EpochMs): number {
  const days = Math.max(0, until - shock.time) / DAY;
  const { c, p } = OMORI;
  const seen = (c ** (1 - p) - (days + c) ** (1 - p)) / (c ** (1 - p) - (OMORI.days + c) ** (1 - p));
  return 10 ** (0.8 * shock.magnitude - B_VALUE * leastMagnitude(shock.time)) * Math.min(1, seen);
}

function addAftershocks(
  columns: Columns,
  random: Random,
  mains: Shock[],
  { count, until }: { count: number; until: EpochMs },
): void {
  const sums: number[] = [];
  for (const main of mains) sums.push((sums.at(-1) ?? 0) + productivity(main, until));
  const hasFirst = new Set<number>();
  for (let i = 0; i < count; i += 1) {
    const target = random.unit() * sums.at(-1)!;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > target) high = middle;
      else low = middle + 1;
    }
    columns.add(aftershock(random, mains[low]!, { until, first: !hasFirst.has(low) }));
    hasFirst.add(low);
  }
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
  return [shock(first, from + 60_000, 7.8), ...(later < until ? [shock(second, later, 7.6)] : [])];
}

/** Main shocks smaller than this have no aftershocks of their own. */
const LEAST_MAIN = 4;

function happen(options: SeismicityOptions): Columns {
  const { events, seed, from, until, scenario } = options;
  const random = new Random(seed, 0x5e15);
  const rules = RULES[scenario];
  const columns = new Columns(events);
  const mains = scenario === 'sequence' ? leadingShocks(random, options).slice(0, events) : [];
  for (const main of mains) columns.add(main);
  const timeOf = backgroundTimes(from, until);
  const background = Math.round((events - columns.count) * (1 - rules.aftershocks));
  for (let i = 0; i < background; i += 1) {
    const time = timeOf(random);
    const isBlast = time > CHANGES[2]! && random.chance(rules.blasts / (1 - rules.aftershocks));
    const shock = isBlast ? blast(random, time) : backgroundShock(random, time, rules.mostMagnitude);
    if (shock.time < from || shock.time >= until) shock.time = time;
    columns.add(shock);
    if ('along' in shock && !shock.blast && shock.magnitude >= LEAST_MAIN) mains.push(shock as Shock);
  }
  const rest = events - columns.count;
  if (mains.length > 0) addAftershocks(columns, random, mains, { count: rest, until });
  else for (let i = 0; i < rest; i += 1) columns.add(backgroundShock(random, timeOf(random), rules.mostMagnitude));
  return columns;
}

/** A shock from this magnitude on disturbs the records of the hours after it, so far around. */
const GREAT = { magnitude: 7, hours: 24, km: 250 };

/** The true earthquakes in order of time. The state kept is about 50 bytes an event. */
export function* trueEvents(options: SeismicityOptions): Generator<TrueEvent> {
  let great: RawEvent[] = [];
  let n = 0;
  for (const { blast: isBlast, ...event } of happen(options).inOrder()) {
    n += 1;
    great = great.filter((shock) => event.time - shock.time < GREAT.hours * HOUR);
    const overlapped = great.some((shock) => distanceKm(shock, event) < GREAT.km);
    if (event.magnitude >= GREAT.magnitude) great.push({ ...event, blast: false });
    yield { ...event, ...surroundingsOf(event), n, eventType: isBlast ? 'quarry blast' : 'earthquake', overlapped };
  }
}
