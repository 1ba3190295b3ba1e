/** What the pages of the list, of a province and of statistics are made from. */
import type { ListedApplication } from './applications.ts';
import type { Earthquake, Station, Agency } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import type { Foremost } from '#seismology/significance.ts';
import type { EpochMs } from '#core/time.ts';
import { provinceAddress } from '#core/paths.ts';
import type { Province } from '#core/provinces.ts';
import type { ProvinceArea } from '../drawing/province-map.ts';
import type { Both } from './language.ts';

/** Rows that the page has before its scripts. */
export const HOME_ROWS = 50;

/** Newest first. */
export interface HomeContent {
  asOf: EpochMs;
  /** The newest {@link HOME_ROWS} listed ones without blasts. */
  newest: readonly Earthquake[];
  /** Of the last week as an open page reads it, or where that has none, the newest ones. */
  recent: readonly Earthquake[];
  /** Whether an agency ever answered: what a catalogue begins with is nothing new. */
  isAnswered: boolean;
  /** Of {@link recent}; undefined where none is at hand, or no agency ever answered. */
  foremost: Foremost<Earthquake> | undefined;
  /** Ids of earthquakes with a stored page of their own. */
  stored: ReadonlySet<number>;
  /** All of the week after `since` are listed, and before it those from a magnitude up; absent where all are. */
  complete?: { since: EpochMs; from: number | null } | undefined;
}

export interface ProvincePageContent {
  province: Province;
  /** Of those of the last week that concern it. */
  foremost?: Foremost<Earthquake> | undefined;
  /** The newest first, each with a magnitude; without blasts. */
  newest: readonly Earthquake[];
  /** The largest first, without blasts. */
  largest: readonly Earthquake[];
  /** Of each year (UTC) and band of magnitudes, in order of years; without blasts. */
  counts: readonly { year: number; band: number; count: number }[];
  /** The newest of them, and how many there are in all. */
  blasts: { newest: readonly Earthquake[]; count: number };
  completeSince: readonly { minMagnitude: number; year: number }[];
  area: ProvinceArea;
  /** In use, anywhere. */
  stations: readonly Station[];
  /** Path in `dist/` of the picture for previews. */
  picture?: string | undefined;
}

/** Address of its page. */
export const provincePath = ({ slug }: Province): Both => ({
  tr: `/${provinceAddress(slug, 'tr')}`,
  en: `/${provinceAddress(slug, 'en')}`,
});

/** Counts over listed earthquakes, without blasts. */
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
    /** In the whole catalogue, with blasts. */
    total: number;
    /** Earthquakes of the whole catalogue that name an agency. */
    reports: { name: Agency; count: number }[];
  }[];
  total: number;
  /** Listed records that are blasts, or probably so, and are not counted. */
  blasts: number;
  /** Earthquakes of the last 365 days, the greatest first. */
  felt: Earthquake[];
  /** Side of the cells below. */
  cellDegrees: number;
  /** Completeness by cell, by decade from its first year: corners in degrees. */
  decades: { from: number; cells: { latitude: number; longitude: number; count: number; mc: number }[] }[];
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

/** Of 0.1°; its point is the middle. */
export interface BlastCell extends Point {
  /** Records below M 3.5, and how many of them are expected to be blasts. */
  events: number;
  blasts: number;
  /** The nearest seat: `Milas (Muğla)`. */
  near: string;
}

export interface BlastCells {
  /** First year of the records, UTC. */
  since: number;
  /** Expected blasts of a cell, inclusive. */
  least: number;
  /** The most blasts first. */
  cells: BlastCell[];
}

/** A program that reads the list with typed models. */
export interface ModelExample {
  /** Of the language. */
  name: string;
  /** Path in `dist/` of the types. */
  file: string;
  code: string;
}

/** Programs that pages list. */
export interface ListedPrograms {
  /** How each language reads the list with typed models. */
  models: readonly ModelExample[];
  /** Of others, written for this or another service. */
  applications: readonly ListedApplication[];
}
