/**
 * Aftershocks by Omori and Utsu, less those that nobody lists: while the records of greater shocks, or of one just
 * before, cover them.
 */
import { firstIndex } from '#core/bisect.ts';
import { distanceKm } from '#core/geo.ts';
import { DAY, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { ruptureKm } from '#seismology/rupture-length.ts';
import { plain, type RawEvent } from './events.ts';
import { leastMagnitude } from './eras.ts';
import { moved, withinExtent, type FaultPoint } from './faults.ts';
import { B_VALUE, HIDING_WIDTH, listedMagnitude } from './magnitudes.ts';
import type { Random } from './random.ts';

export interface Shock extends RawEvent {
  along: FaultPoint['along'];
  /** How many aftershocks it has for its magnitude; 1 when left out. */
  vigour?: number;
}

/** A shock from this magnitude on disturbs the records of the hours after it, so far around. */
export const GREAT = { magnitude: 7, hours: 24, km: 250 };

/**
 * Omori-Utsu decay: rate ~ (t + c)^-p, for ten years. c in days (T. Utsu et al., J. Phys. Earth 43, 1995: c mostly
 * below 0.1 day, p about 1.1).
 */
const OMORI = { c: 0.03, p: 1.1, days: 3650 };

function omoriDays(random: Random, most: number): number {
  const { c, p } = OMORI;
  const [first, last] = [c ** (1 - p), (most + c) ** (1 - p)];
  return (first + random.unit() * (last - first)) ** (1 / (1 - p)) - c;
}

/**
 * Right after a great shock the small ones are missed. Magnitude of which half are listed, log-linear in time:
 * M - 4.5 - 0.75 log10 of days (A. Helmstetter et al., BSSA 96, 2006).
 * It is 4.35 an hour after M 7.8, 3.3 after a day, as in the lists of AFAD and Kandilli after 2023-02-06.
 */
const hiddenAfter = (shock: Shock, time: EpochMs): number =>
  shock.magnitude - 4.5 - 0.6 * Math.log10(Math.max((time - shock.time) / DAY, 1e-4));

/** Days in which the main shock's own waves hide every other: 4 minutes after M 7.8, 10 seconds after M 5. */
const codaDays = (magnitude: number): number => (90_000 * 10 ** ((magnitude - 7) / 2)) / DAY;

/**
 * An analyst who works on one shock overlooks the next. Limits in ms, exclusive.
 * Measured in the 24 hours after 2023-02-06 01:17 at AFAD and at Kandilli, against pairs expected by chance:
 * 0.3 times as many pairs less than 20 s apart, 0.4 to 0.5 times as many to 60 s, and all from 75 s on.
 */
const CROWDED = [
  { below: 20_000, listed: 0.1 },
  { below: MINUTE, listed: 0.27 },
] as const;

const NONE: readonly EpochMs[] = [];

/** Times already taken, by the minute. */
class Crowd {
  readonly #minutes = new Map<number, EpochMs[]>();

  /** Part of the shocks at that time that are listed beside those already there. */
  listedAt(time: EpochMs): number {
    const minute = Math.floor(time / MINUTE);
    let nearest = Infinity;
    for (let each = minute - 1; each <= minute + 1; each += 1)
      for (const other of this.#minutes.get(each) ?? NONE) nearest = Math.min(nearest, Math.abs(other - time));
    return CROWDED.find(({ below }) => nearest < below)?.listed ?? 1;
  }

  add(time: EpochMs): void {
    const minute = Math.floor(time / MINUTE);
    const others = this.#minutes.get(minute);
    if (others) others.push(time);
    else this.#minutes.set(minute, [time]);
  }
}

/** Where aftershocks of some main shocks come from. */
class Sequences {
  readonly #random: Random;
  readonly #until: EpochMs;
  readonly #great: Shock[];
  readonly #crowd = new Crowd();

  constructor(random: Random, mains: readonly Shock[], until: EpochMs) {
    this.#random = random;
    this.#until = until;
    this.#great = mains.filter(({ magnitude }) => magnitude >= GREAT.magnitude);
    for (const { time } of mains) this.#crowd.add(time);
  }

  /** By the main shock, and by great shocks with records that still fill the stations near it. */
  #hiddenAt(main: Shock, time: EpochMs): number {
    let hidden = hiddenAfter(main, time);
    for (const shock of this.#great)
      if (time > shock.time && time - shock.time < GREAT.hours * HOUR && distanceKm(shock, main) < GREAT.km)
        hidden = Math.max(hidden, hiddenAfter(shock, time));
    return hidden;
  }

  /** Smaller ones are not drawn at all. */
  #leastAt(main: Shock, time: EpochMs): number {
    return Math.max(leastMagnitude(time), this.#hiddenAt(main, time) - 4 * HIDING_WIDTH);
  }

  /** When a listed one comes: by Omori and Utsu, fewer while more are hidden or others are near. */
  #time(main: Shock): EpochMs {
    const random = this.#random;
    const coda = codaDays(main.magnitude);
    const longest = Math.max(0, Math.min(OMORI.days, (this.#until - main.time) / DAY - coda));
    const lowest = this.#leastAt(main, main.time + longest * DAY);
    for (let i = 0; ; i += 1) {
      const time = Math.min(this.#until - 1, main.time + (coda + omoriDays(random, longest)) * DAY);
      const share = 10 ** (B_VALUE * Math.min(0, lowest - this.#leastAt(main, time)));
      if (i < 1000 && !random.chance(share)) continue;
      if (i < 1000 && !random.chance(this.#crowd.listedAt(time))) continue;
      this.#crowd.add(time);
      return time;
    }
  }

  /** @param first whether it is the main shock's largest one */
  draw(main: Shock, first: boolean): RawEvent {
    const random = this.#random;
    const time = this.#time(main);
    const least = this.#leastAt(main, time);
    // Båth's law: the largest aftershock is about 1.2 smaller than the main shock.
    const largest = main.magnitude - 1.2 + 0.3 * random.normal();
    const most = Math.max(least + 0.8, main.magnitude - 1);
    const magnitude =
      first && main.magnitude >= 5.5
        ? largest
        : listedMagnitude(random, { least, most, time, hidden: this.#hiddenAt(main, time) });
    const depthKm = Math.max(0.5, main.depthKm + 4 * random.normal());
    return { ...placeNear(main, random), time, magnitude: Math.max(least, magnitude), depthKm, blast: false };
  }
}

function placeNear(main: Shock, random: Random): FaultPoint {
  const half = ruptureKm(main.magnitude) / 2;
  return withinExtent(() => {
    const along = half * random.between(-1, 1) * (random.chance(0.1) ? 2 : 1);
    const off = (0.15 * half + 1) * random.normal();
    const { east, north } = main.along;
    return { ...moved(main, along * east - off * north, along * north + off * east), zone: '', along: main.along };
  });
}

/** Productivity ~ 10^(0.8 M), less for shocks near the end: few of their aftershocks fall into the catalogue. */
function productivity(shock: Shock, until: EpochMs): number {
  const days = Math.max(0, until - shock.time) / DAY;
  const { c, p } = OMORI;
  const seen = (c ** (1 - p) - (days + c) ** (1 - p)) / (c ** (1 - p) - (OMORI.days + c) ** (1 - p));
  return (shock.vigour ?? 1) * 10 ** (0.8 * shock.magnitude - B_VALUE * leastMagnitude(shock.time)) * Math.min(1, seen);
}

/** So many aftershocks, shared among the main shocks by their productivity. */
export function aftershocksOf(
  mains: Shock[],
  random: Random,
  { count, until }: { count: number; until: EpochMs },
): RawEvent[] {
  const sums: number[] = [];
  for (const main of mains) sums.push((sums.at(-1) ?? 0) + productivity(main, until));
  const sequences = new Sequences(random, mains, until);
  const hasFirst = new Set<number>();
  return Array.from({ length: count }, () => {
    const target = random.unit() * sums.at(-1)!;
    const main = firstIndex(sums.length - 1, (index) => sums[index]! > target);
    const shock = sequences.draw(mains[main]!, !hasFirst.has(main));
    hasFirst.add(main);
    return plain(shock);
  });
}
