/** `sequences.json`: the part of the manifest with which a page finds the sequence of an earthquake. */
import type { Manifest } from './manifest-json.ts';

export interface SequenceFiles {
  shards: Pick<Manifest['shards'][number], 'band' | 'time' | 'pointsHash'>[];
  research: Pick<Manifest['research'][number], 'year' | 'declusteredHash'>[];
}

/** A line for each entry. */
export function sequencesFile({ shards, research }: SequenceFiles): string {
  const lines = (entries: object[]): string => entries.map((entry) => JSON.stringify(entry)).join(',\n');
  const files = shards.map(({ band, time, pointsHash }) => ({ band, time, pointsHash }));
  const years = research.map(({ year, declusteredHash }) => ({ year, declusteredHash }));
  return `{"shards": [\n${lines(files)}\n],\n"research": [\n${lines(years)}\n]}\n`;
}
