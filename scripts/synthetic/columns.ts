/** Events as columns of numbers, so that millions of them fit into little memory while they are sorted. */
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

/** Values kept of an event: time, latitude, longitude, depth, magnitude, 1 for a blast. */
const WIDTH = 6;

export class Columns {
  #values: Float64Array;
  #count = 0;

  constructor(capacity: number) {
    this.#values = new Float64Array(capacity * WIDTH);
  }

  get count(): number {
    return this.#count;
  }

  add({ time, latitude, longitude, depthKm, magnitude, blast }: RawEvent): void {
    const [values, at] = [this.#values, this.#count * WIDTH];
    values[at] = Math.round(time);
    values[at + 1] = latitude;
    values[at + 2] = longitude;
    values[at + 3] = depthKm;
    values[at + 4] = magnitude;
    values[at + 5] = blast ? 1 : 0;
    this.#count += 1;
  }

  /** In order of time; events of the same millisecond as they were added. */
  *inOrder(): Generator<RawEvent> {
    const values = this.#values;
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index);
    order.sort((a, b) => values[a * WIDTH]! - values[b * WIDTH]! || a - b);
    for (const index of order) {
      const at = index * WIDTH;
      yield {
        time: values[at]!,
        latitude: values[at + 1]!,
        longitude: values[at + 2]!,
        depthKm: values[at + 3]!,
        magnitude: values[at + 4]!,
        blast: values[at + 5] === 1,
      };
    }
  }
}

/** An event before it is known where it lies. */
export interface OrderedEvent extends Omit<RawEvent, 'blast'> {
  /** 1 for the first in time. */
  n: number;
  eventType: 'earthquake' | 'quarry blast';
  /** Within the first hours after a great shock near by, when records overlap and solutions suffer. */
  overlapped: boolean;
}

export type TrueEvent = OrderedEvent & Surroundings;
