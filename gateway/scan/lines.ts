/** Lines of several shards, in the order in which they are answered. */
import type { OpenShard, Run } from '../dataset/lines.ts';
import type { Snapshot } from '../dataset/snapshot.ts';

/** What a scan reads of a snapshot. */
export type ShardFiles = Pick<Snapshot, 'shard' | 'lines'>;

/** Rows of one shard. */
export interface ShardRun extends Run {
  shard: OpenShard;
}

/** The bytes of each run, in the same order. @param read those of some runs of one shard */
export async function linesOf(
  runs: readonly ShardRun[],
  read: (shard: OpenShard, runs: readonly Run[]) => Promise<Uint8Array[]>,
): Promise<Uint8Array[]> {
  const byShard = new Map<OpenShard, ShardRun[]>();
  for (const run of runs) byShard.getOrInsertComputed(run.shard, () => []).push(run);
  const lines = new Map<ShardRun, Uint8Array>();
  await Promise.all(
    [...byShard].map(async ([shard, own]) => {
      for (const [index, bytes] of (await read(shard, own)).entries()) lines.set(own[index]!, bytes);
    }),
  );
  return runs.map((run) => lines.get(run)!);
}
