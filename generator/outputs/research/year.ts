/** The research files of one year. */
import { BIN, FEWEST, RESAMPLES } from '#seismology/frequency-magnitude.ts';
import { comparisonsOf, delaysOf, type Comparison, type Delay } from './agencies.ts';
import { completenessOf, type Completeness } from './completeness.ts';
import { decluster, type Shock } from '#seismology/declustering.ts';
import { nearestNeighbours } from '#seismology/nearest-neighbour.ts';
import { cellsOf, type CellMagnitudes } from './cells.ts';
import { declusteredCsv } from './declustered.ts';
import { depthsOf, type Depths } from './depths.ts';
import type { ResearchEvent } from './event.ts';

/** Content of `statistics`, as far as the pages show it. */
export interface YearStatistics {
  year: number;
  count: number;
  /** Blasts, also probable ones, that are left out of all. */
  blasts: number;
  depths: Depths;
  completeness: Completeness[];
  /** Absent in files of version 1.0.0. */
  cells?: CellMagnitudes[];
  agencies: Comparison[];
  delays: Delay[];
}

interface YearFiles {
  statistics: string;
  declustered: string;
}

interface YearContent {
  /** In order of time and id. */
  events: readonly ResearchEvent[];
  /** Those with windows that may reach into the year, and possible neighbours. */
  earlier: readonly Shock[];
  /** How many blasts are none of them. */
  blasts: number;
}

export function renderYear(year: number, { events, earlier, blasts }: YearContent): YearFiles {
  const shocks = events.flatMap(({ id, time, latitude, longitude, magnitude }): Shock[] =>
    magnitude === null ? [] : [{ id, time, latitude, longitude, magnitude }],
  );
  const { parents } = decluster(shocks, earlier);
  const neighbours = nearestNeighbours(shocks, earlier);
  const lines = (items: readonly object[]): string => items.map((item) => `\n${JSON.stringify(item)}`).join(',');
  const head = {
    year,
    count: events.length,
    blasts,
    dependent: parents.size,
    bin: BIN,
    fewest: FEWEST,
    resamples: RESAMPLES,
  };
  const depths = JSON.stringify(depthsOf(events));
  const statistics =
    `${JSON.stringify(head).slice(0, -1)},\n"depths":${depths},\n` +
    `"completeness":[${lines(completenessOf(year, events))}],\n` +
    `"cells":[${lines(cellsOf(events))}],\n` +
    `"agencies":[${lines(comparisonsOf(events))}],\n"delays":[${lines(delaysOf(events))}]}\n`;
  return { statistics, declustered: declusteredCsv(shocks, { parents, neighbours }) };
}
