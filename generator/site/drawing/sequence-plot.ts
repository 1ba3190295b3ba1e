/** The earthquakes after a main shock, near it, and their plot of magnitude by the time since. */
import { DAY, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { reachKm, windowMs } from '#seismology/aftershock-windows.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { NEARBY } from '#core/nearby.ts';
import { NO_VALUE, type PointColumns } from '#core/points.ts';
import { BANDS, bandOf } from '#core/shard.ts';

export interface Shock extends Point {
  id: number;
  time: EpochMs;
  magnitude: number;
}

export interface Aftershock extends Shock {
  /** Between it and the main shock. */
  km: number;
}

export const LONGEST_MS = 365 * DAY;
export const reachMs = (magnitude: number): EpochMs => Math.min(LONGEST_MS, windowMs(magnitude));

/** Smaller ones say nothing of the sequence and are most of what would be loaded. */
const MAGNITUDES_BELOW = 4;
export const lowestBand = (magnitude: number): number => Math.max(2, bandOf(magnitude - MAGNITUDES_BELOW));

function* shocksIn(files: readonly PointColumns[], from: EpochMs, to: EpochMs): Generator<Shock> {
  for (const file of files)
    for (let row = 0; row < file.rows; row += 1) {
      const time = file.firstTime + file.time[row]! * file.timeStep;
      const magnitude = file.magnitude[row]!;
      if (time < from || time > to || magnitude === NO_VALUE || file.kind[row] !== 0) continue;
      const latitude = file.south + file.latitude[row]! * file.latitudeStep;
      const longitude = file.west + file.longitude[row]! * file.longitudeStep;
      yield { id: file.id[row]!, time, latitude, longitude, magnitude: magnitude / 100 };
    }
}

/** @returns in order of time */
export function aftershocksIn(files: readonly PointColumns[], main: Shock): Aftershock[] {
  const found: Aftershock[] = [];
  for (const shock of shocksIn(files, main.time, main.time + reachMs(main.magnitude))) {
    const km = distanceKm(main, shock);
    if (shock.id !== main.id && km <= reachKm(main.magnitude)) found.push({ ...shock, km });
  }
  return found.sort((a, b) => a.time - b.time || a.id - b.id);
}

/** Those near an earthquake, before and after it; blasts are none. */
const nearIn = (files: readonly PointColumns[], to: Omit<Shock, 'magnitude'>): Aftershock[] =>
  [...shocksIn(files, to.time - NEARBY.ms, to.time + NEARBY.ms)]
    .filter(({ id }) => id !== to.id)
    .map((shock) => ({ ...shock, km: distanceKm(to, shock) }))
    .filter(({ km }) => km <= NEARBY.km);

/** The largest earlier earthquake, larger than this one, that it follows. */
export function largerBeforeIn(files: readonly PointColumns[], shock: Shock): Aftershock | undefined {
  let largerBefore: Aftershock | undefined;
  for (const other of shocksIn(files, shock.time - LONGEST_MS, shock.time)) {
    if (other.id === shock.id || other.magnitude <= (largerBefore ?? shock).magnitude) continue;
    const km = distanceKm(other, shock);
    if (km <= reachKm(other.magnitude) && shock.time - other.time <= reachMs(other.magnitude))
      largerBefore = { ...other, km };
  }
  return largerBefore;
}

/** The largest, of equal ones the first. */
export const largestOf = (aftershocks: readonly Aftershock[], count: number): Aftershock[] =>
  aftershocks.toSorted((a, b) => b.magnitude - a.magnitude || a.time - b.time).slice(0, count);

export type Span = [from: EpochMs, to: EpochMs];

/** The largest near one, from the highest band down: none is read below the band in which there are enough. */
export async function largestNear(
  read: (band: number, span: Span) => Promise<PointColumns[]>,
  to: Omit<Shock, 'magnitude'>,
): Promise<Aftershock[]> {
  const found: Aftershock[] = [];
  for (let band = BANDS - 1; band > 0 && found.length < NEARBY.limit; band -= 1)
    found.push(...nearIn(await read(band, [to.time - NEARBY.ms, to.time + NEARBY.ms]), to));
  return largestOf(found, NEARBY.limit);
}

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
