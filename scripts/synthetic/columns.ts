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
    this.#values.set([Math.round(time), latitude, longitude, depthKm, magnitude, blast ? 1 : 0], this.#count * WIDTH);
    this.#count += 1;
  }

  /** In order of time; events of the same millisecond as they were added. */
  *inOrder(): Generator<RawEvent> {
    const values = this.#values;
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index);
    order.sort((a, b) => values[a * WIDTH]! - values[b * WIDTH]! || a - b);
    for (const index of order) {
      const [time, latitude, longitude, depthKm, magnitude, blast] = values.subarray(
        index * WIDTH,
        (index + 1) * WIDTH,
      );
      yield {
        time: time!,
        latitude: latitude!,
        longitude: longitude!,
        depthKm: depthKm!,
        magnitude: magnitude!,
        blast: blast === 1,
      };
    }
  }
}

export interface TrueEvent extends Omit<RawEvent, 'blast'>, Surroundings {
  /** 1 for the first in time. */
  n: number;
  eventType: 'earthquake' | 'quarry blast';
  /** Within the first hours after a great shock near by, when records overlap and solutions suffer. */
  overlapped: boolean;
}
