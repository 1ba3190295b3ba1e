/** What the map shows, and which magnitude bands that calls for. */
import type { Box } from '#core/geo.ts';
import { bandFloor, bandOf } from '#core/shard.ts';
import { DAY, formatDay, parseDay, type EpochMs } from '#core/time.ts';
import { unproject } from '../../drawing/mercator.ts';
import type { Camera } from '../map/camera.ts';
import { TURKIYE } from '../open-map.ts';
import type { Texts } from '../filters.ts';
import type { Chosen } from './state.ts';

/** Which bands are loaded from how many pixels a degree on, where the reader leaves it to the zoom. */
const ZOOM_BANDS: [scale: number, band: number][] = [
  [300, 0],
  [150, 2],
  [75, 3],
  [0, 4],
];

export function lowestBand(least: Chosen['least'], scale: number): number {
  if (least === 'zoom') return ZOOM_BANDS.find(([from]) => scale >= from)![1];
  return least === -Infinity ? 0 : bandOf(least);
}

/** Without a map, the whole region. */
export function boxInView(camera: Camera | undefined): Box {
  if (!camera) return TURKIYE;
  const [from, to] = [
    unproject(camera.toPlane({ x: 0, y: 0 })),
    unproject(camera.toPlane({ x: camera.width, y: camera.height })),
  ];
  return { west: from.longitude, north: from.latitude, east: to.longitude, south: to.latitude };
}

/** Least magnitude that is shown; -Infinity for all. @param lowest band that was asked for so far */
export function leastShown(least: Chosen['least'], lowest: number): number {
  if (least !== 'zoom') return least;
  return lowest <= 1 ? -Infinity : bandFloor(lowest);
}

/** Since there are instruments: where the time begins unless the reader asks for what was before. */
export const FIRST_DAY = Date.UTC(1900, 0);
/** Of the records of earlier times. */
export const EARLIEST_DAY = parseDay('0001-01-01')!;

/** The days of a window as texts of filters; empty where it begins or ends with all. */
export function daysOf(window: [EpochMs, EpochMs], [first, last]: [EpochMs, EpochMs]): Texts {
  const [from, to, end] = [...window, last].map((time) => Math.floor(time / DAY) * DAY) as [EpochMs, EpochMs, EpochMs];
  return {
    date_from: from <= first && first === FIRST_DAY ? '' : formatDay(Math.max(from, first)),
    date_to: to === end ? '' : formatDay(to),
    max_age: '',
  };
}

/** From the first day to the end of the last. @param from the chosen day, which may be before {@link FIRST_DAY} */
export const wholeSpan = (asOf: EpochMs, from: EpochMs = FIRST_DAY): [EpochMs, EpochMs] => [
  from < FIRST_DAY ? EARLIEST_DAY : FIRST_DAY,
  Math.max(FIRST_DAY + DAY, Math.ceil((asOf + 1) / DAY) * DAY) - 1,
];
