/** A sequence as counts in steps of time, each from the magnitude up that the catalogue then has completely. */
import { DAY, type EpochMs } from '#core/time.ts';

/** Of an earthquake of the sequence, as the catalogue has it. A magnitude may be absent. */
export interface SequenceShock {
  time: EpochMs;
  magnitude: number | null;
}

/** A shock large enough to have aftershocks of its own. */
export interface Source {
  /** Days since the first one. */
  day: number;
  magnitude: number;
}

export interface Step {
  /** Days since the first source, from inclusive to exclusive. */
  from: number;
  to: number;
  /** Inclusive. */
  least: number;
  /** Those of at least this magnitude. */
  count: number;
}

/** The catalogue has these everywhere in Türkiye since 2010 (docs/aftershocks.md). Inclusive. */
export const COMPLETE_FROM = 3;
/** And these around it. Inclusive. */
export const COMPLETE_ABROAD = 3.5;
/** So many steps in which the time since a source grows tenfold. */
const STEPS_A_DECADE = 8;
/** Nothing is counted so soon after a source: 10 minutes, in days. */
export const FIRST_DAY = 1 / 144;
/**
 * What happened so short a time ago may not be listed yet: one hour, in days. Of Kandilli's rows of M 3 to 4 half came
 * within 33 minutes, three quarters within 69 (docs/aftershocks.md).
 */
const LISTED_AFTER = 1 / 24;
/** Sources are the main shock and those at most so much smaller, and the largest of these. */
const SOURCES = { below: 1, most: 12 };

/**
 * After an earthquake of magnitude m the catalogue is complete from m − 4.5 − 0.75 log10(days) up (Helmstetter, Kagan
 * and Jackson 2006, Bull. Seismol. Soc. Am. 96, 90-106).
 */
const completeAfter = (magnitude: number, days: number): number => magnitude - 4.5 - 0.75 * Math.log10(days);

/** The main shock first. @param known in any order; those before the main shock and after now do not count */
export function sourcesOf(main: Sized, known: readonly SequenceShock[], now: EpochMs): Source[] {
  let largest = main.magnitude;
  for (const one of known) if (isAfter(one, main, now)) largest = Math.max(largest, one.magnitude);
  const large = known
    .filter((one): one is Sized => isAfter(one, main, now) && one.magnitude >= largest - SOURCES.below)
    .sort((a, b) => b.magnitude - a.magnitude || a.time - b.time)
    .slice(0, SOURCES.most)
    .sort((a, b) => a.time - b.time);
  return [main, ...large].map(({ time, magnitude }) => ({ day: (time - main.time) / DAY, magnitude }));
}

type Sized = SequenceShock & { magnitude: number };

const isAfter = (one: SequenceShock, main: Sized, now: EpochMs): one is Sized =>
  one.time > main.time && one.time <= now && one.magnitude !== null && Number.isFinite(one.magnitude);

/** Steps between one source and the next, or now, their edges growing with the time since the source. */
function stepsBetween(sources: readonly Source[], index: number, until: number, complete: number): Step[] {
  const { day } = sources[index]!;
  const steps: Step[] = [];
  for (let at = 0; ; at += 1) {
    const from = day + FIRST_DAY * 10 ** (at / STEPS_A_DECADE);
    if (from >= until) return steps;
    const to = Math.min(until, day + FIRST_DAY * 10 ** ((at + 1) / STEPS_A_DECADE));
    const lowest = sources
      .slice(0, index + 1)
      .reduce((most, one) => Math.max(most, completeAfter(one.magnitude, from - one.day)), complete);
    // Magnitudes are published to the tenth.
    steps.push({ from, to, least: Math.ceil(lowest * 10 - 1e-9) / 10, count: 0 });
  }
}

interface Counted {
  main: Sized;
  known: readonly SequenceShock[];
  now: EpochMs;
  /** Magnitude from which the catalogue is complete when nothing large happened before. */
  complete: number;
}

export function stepsOf(sources: readonly Source[], { main, known, now, complete }: Counted): Step[] {
  const end = (now - main.time) / DAY - LISTED_AFTER;
  const segments = sources.map((_, index) =>
    stepsBetween(sources, index, Math.min(end, sources[index + 1]?.day ?? end), complete),
  );
  for (const one of known) {
    if (!isAfter(one, main, now) || one.magnitude < complete) continue;
    const day = (one.time - main.time) / DAY;
    if (day > end) continue;
    const index = sources.findLastIndex((source) => source.day < day);
    const at = Math.floor(STEPS_A_DECADE * Math.log10((day - sources[index]!.day) / FIRST_DAY));
    const step = segments[index]?.[at];
    if (step && one.magnitude >= step.least - 1e-9) step.count += 1;
  }
  return segments.flat();
}
