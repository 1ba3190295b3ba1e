/** List items with every agency's solution in `sources`, and the fields that clients of older services read. */
import type { ShardEntry } from '#core/manifest.ts';
import { parseInstant } from '#core/time.ts';
import type { SolutionItem } from '#core/record/items.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import { jsonOf } from '../dataset/lines.ts';
import type { DatasetFiles } from '../dataset/files.ts';
import { type Expand, linesOf } from './page.ts';

/** @param shards that the rows may lie in */
export function expandSources(
  shards: readonly ShardEntry[],
  files: Pick<DatasetFiles, 'solutions' | 'fullLines'>,
): Expand {
  const entries = new Map(shards.map((entry) => [entry.hash, entry]));
  return async (runs, lines) => {
    const full = await linesOf(runs, async (shard, own) =>
      files.fullLines(await files.solutions(entries.get(shard.hash)!), own),
    );
    return lines.map((line, index) => Buffer.from(JSON.stringify(expanded(jsonOf(line), jsonOf(full[index]!)))));
  };
}

function expanded(item: ListItem, { occurred_at_utc, sources }: FullItem) {
  const primary = parseInstant(occurred_at_utc)!;
  return {
    ...item,
    display_location: item.location,
    // The list holds one record an earthquake.
    is_primary: true,
    // No agency's report of it is read.
    tsunami: null,
    sources: sources.map((source) => ({ ...source, time_diff: secondsAfter(primary, source) })),
  };
}

/** Seconds from the origin time of the record to the agency's; negative where the agency's is earlier. */
const secondsAfter = (primary: number, { occurred_at_utc }: SolutionItem): number =>
  (parseInstant(occurred_at_utc)! - primary) / 1000;
