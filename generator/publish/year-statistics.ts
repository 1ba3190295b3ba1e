/** The statistics of years, as their files have them. */
import type { ResearchEntry } from '#core/manifest.ts';
import { statisticsPath } from '#core/paths.ts';
import type { YearStatistics } from '../outputs/research/year.ts';
import type { Output } from './writer.ts';

/** Those of the last build of this process, by hash: of most years nothing changes. */
let known: ReadonlyMap<string, YearStatistics> = new Map();

/** In order of the years; those whose file is missing are left out. */
export function yearStatistics(research: readonly ResearchEntry[], output: Output): YearStatistics[] {
  const read = new Map<string, YearStatistics>();
  for (const { statisticsHash: hash } of research) {
    const text = known.has(hash) ? undefined : output.read(statisticsPath(hash));
    const year = known.get(hash) ?? (text === undefined ? undefined : (JSON.parse(text) as YearStatistics));
    if (year) read.set(hash, year);
  }
  known = read;
  return [...read.values()];
}
