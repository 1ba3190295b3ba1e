/** A shock as it truly was. */
import type { Point } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import type { Surroundings } from './land.ts';

export interface RawEvent extends Point {
  time: EpochMs;
  /** km below sea level. */
  depthKm: number;
  magnitude: number;
  blast: boolean;
}

/** Without what its maker knows besides, at a whole millisecond: millions are kept. */
export const plain = ({ time, latitude, longitude, depthKm, magnitude, blast }: RawEvent): RawEvent => ({
  ...{ time: Math.round(time), latitude, longitude, depthKm, magnitude, blast },
});

/** An event before it is known where it lies. */
export interface OrderedEvent extends Omit<RawEvent, 'blast'> {
  /** 1 for the first in time. */
  n: number;
  eventType: 'earthquake' | 'quarry blast';
  /** Within the first hours after a great shock near by, when records overlap and solutions suffer. */
  overlapped: boolean;
}

export type TrueEvent = OrderedEvent & Surroundings;
