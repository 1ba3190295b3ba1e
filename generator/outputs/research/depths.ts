/** How deep the earthquakes of a year were. */
import type { ResearchEvent } from './event.ts';

export interface Depths {
  /** Kilometres of a bin. */
  bin: number;
  /** From 0 km (and above sea level) down; lower ends inclusive. */
  counts: number[];
  /** Without a depth. */
  unknown: number;
}

const BIN_KM = 5;

export function depthsOf(events: readonly ResearchEvent[]): Depths {
  const counts: number[] = [];
  let unknown = 0;
  for (const { depthKm } of events) {
    if (depthKm === null) {
      unknown += 1;
      continue;
    }
    const bin = Math.max(0, Math.floor(depthKm / BIN_KM));
    while (counts.length <= bin) counts.push(0);
    counts[bin]! += 1;
  }
  return { bin: BIN_KM, counts, unknown };
}
