/** Where the earthquakes of a sequence stand in a plot of magnitude by the time since the main shock. */
import { DAY, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import type { Shock } from './followers.ts';

/** Pixels of the picture, about as wide as a phone shows it. */
export const PLOT = { width: 400, height: 240, left: 36, right: 22, top: 16, bottom: 34 };

/** The axis of time is logarithmic and begins here: most of a sequence happens in its first hours. */
const FIRST_MS = 10 * MINUTE;

export const TICKS: readonly [EpochMs, tr: string, en: string][] = [
  [10 * MINUTE, '10 dk', '10 min'],
  [HOUR, '1 saat', '1 hour'],
  [DAY, '1 gün', '1 day'],
  [7 * DAY, '1 hafta', '1 week'],
  [30 * DAY, '1 ay', '1 month'],
  [365 * DAY, '1 yıl', '1 year'],
];

export interface PlotScale {
  x(since: EpochMs): number;
  y(magnitude: number): number;
  /** Whole magnitudes, the lowest first. */
  magnitudes: number[];
}

/** @param shocks at least one @param length of the axis of time */
export function plotScale(shocks: readonly Pick<Shock, 'magnitude'>[], length: EpochMs): PlotScale {
  const { width, height, left, right, top, bottom } = PLOT;
  const low = Math.floor(Math.min(...shocks.map(({ magnitude }) => magnitude)));
  const high = Math.max(low + 1, Math.ceil(Math.max(...shocks.map(({ magnitude }) => magnitude))));
  const span = Math.log(length / FIRST_MS);
  return {
    x: (since) =>
      left + ((width - left - right) * Math.log(Math.min(length, Math.max(FIRST_MS, since)) / FIRST_MS)) / span,
    y: (magnitude) => top + ((height - top - bottom) * (high - magnitude)) / (high - low),
    magnitudes: Array.from({ length: high - low + 1 }, (_, index) => low + index),
  };
}

/** Dots as one path: lines without length, which round ends make dots. */
export const dotsPath = (dots: readonly { x: number; y: number }[]): string =>
  dots.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('');

/** How many of each least magnitude there were within a time of the main shock, and the largest. */
interface Period {
  length: EpochMs;
  counts: number[];
  largest: number | undefined;
}

export function periodsOf(
  shocks: readonly Shock[],
  main: Pick<Shock, 'time'>,
  { lengths, least }: { lengths: readonly EpochMs[]; least: readonly number[] },
): Period[] {
  return lengths.map((length) => {
    const within = shocks.filter(({ time }) => time - main.time <= length).map(({ magnitude }) => magnitude);
    return {
      length,
      counts: least.map((from) => within.filter((magnitude) => magnitude >= from).length),
      largest: within.length === 0 ? undefined : Math.max(...within),
    };
  });
}
