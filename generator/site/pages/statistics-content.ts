/** What the page of statistics is made from. */
import type { Agency, Earthquake } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';

/** Counts over listed earthquakes. */
export interface Statistics {
  /** UTC days, the oldest first; the last one is today. */
  days: { day: EpochMs; total: number; felt: number }[];
  /** From which magnitude on an earthquake is `felt`. */
  feltFrom: number;
  /** By least magnitude of a band, inclusive; below the first bound, null. */
  bands: {
    from: number | null;
    /** In the last 365 days. */
    count: number;
    /** In the whole catalogue. */
    total: number;
    /** Earthquakes of the whole catalogue that name an agency. */
    reports: { name: Agency; count: number }[];
  }[];
  total: number;
  /** Earthquakes of the last 365 days, the greatest first. */
  felt: Earthquake[];
  /** In order of years. */
  trend: {
    year: number;
    mc: number | null;
    mcError: number | null;
    b: number | null;
    bError: number | null;
    /** Why there is no b. */
    reason: 'too_few' | 'unstable' | 'mixed_types' | null;
  }[];
  /** The newest year with enough earthquakes; undefined for an empty catalogue. */
  compared: ComparedYear | undefined;
}

export interface ComparedYear {
  year: number;
  count: number;
  /** `counts` from 0 km down, by `bin` kilometres. */
  depths: { bin: number; counts: number[]; unknown: number };
  /** Second minus first, percentiles 5, 50 and 95; empty where nothing could be compared. */
  pairs: { first: Agency; second: Agency; count: number; magnitude: number[]; seconds: number[]; km: number[] }[];
  /** From origin to publication here. */
  delays: { agency: Agency; count: number; seconds: number[] }[];
}

/** Name of the band at a position: `< 2`, `2–3`, `≥ 6`. */
export function bandName(bands: Statistics['bands'], index: number): string {
  const [from, next] = [bands[index]!.from, bands[index + 1]?.from];
  return from === null ? `< ${next}` : next === undefined ? `≥ ${from}` : `${from}–${next}`;
}
