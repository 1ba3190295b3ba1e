/** The research files of one year. */
import { BIN, FEWEST, RESAMPLES } from '#core/frequency-magnitude.ts';
import type { Comparison, Delay } from './agencies.ts';
import { comparisonsOf, delaysOf } from './agencies.ts';
import type { Completeness } from './completeness.ts';
import { completenessOf } from './completeness.ts';
import type { Shock } from './declustering.ts';
import { decluster, declusteredCsv } from './declustering.ts';
import type { Depths } from './depths.ts';
import { depthsOf } from './depths.ts';
import type { ResearchEvent } from './event.ts';

/** Content of `statistics`, as far as the pages show it. */
export interface YearStatistics {
  year: number;
  count: number;
  depths: Depths;
  completeness: Completeness[];
  agencies: Comparison[];
  delays: Delay[];
}

interface YearFiles {
  statistics: string;
  declustered: string;
}

/**
 * @param events in order of time and id
 * @param earlier larger earthquakes whose windows may reach into the year
 */
export function renderYear(year: number, events: readonly ResearchEvent[], earlier: readonly Shock[]): YearFiles {
  const shocks = events.flatMap(({ id, time, latitude, longitude, magnitude }): Shock[] =>
    magnitude === null ? [] : [{ id, time, latitude, longitude, magnitude }],
  );
  const { parents } = decluster(shocks, earlier);
  const lines = (items: readonly object[]): string => items.map((item) => `\n${JSON.stringify(item)}`).join(',');
  const head = { year, count: events.length, dependent: parents.size, bin: BIN, fewest: FEWEST, resamples: RESAMPLES };
  const depths = JSON.stringify(depthsOf(events));
  const statistics =
    `${JSON.stringify(head).slice(0, -1)},\n"depths":${depths},\n` +
    `"completeness":[${lines(completenessOf(year, events))}],\n` +
    `"agencies":[${lines(comparisonsOf(events))}],\n"delays":[${lines(delaysOf(events))}]}\n`;
  return { statistics, declustered: declusteredCsv(shocks, parents) };
}
