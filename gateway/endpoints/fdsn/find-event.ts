/** One record by any of its names: number, `event_id`, publicID, or the identifier of an agency. */
import { KNOWN_AGENCIES, type Agency } from '#core/earthquake.ts';
import { eventIdIn } from '#core/fdsn/ids.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { bandOf, bucketFrom, bucketTo } from '#core/shard.ts';
import { rowsNamed, solutionName, solutionNames } from '#core/shard-names.ts';
import { parseCivil } from '#core/time.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { Snapshot } from '../../dataset/snapshot.ts';
import { firstAfter } from '../../scan/merge.ts';
import type { RowRef } from '../../scan/event-rows.ts';
import { Pace } from '../../work/pace.ts';
import { findDetail } from '../detail.ts';

/** @returns undefined when no current record has the name. @throws GatewayError `unavailable` */
export async function rowOfNumber(snapshot: Snapshot, id: number): Promise<RowRef | undefined> {
  const line = await findDetail(snapshot, { by: 'id', id });
  if (line?.kind !== 'record') return undefined;
  const { earthquake } = jsonOf<{ earthquake: ListItem }>(line.bytes);
  const time = parseCivil(earthquake.occurred_at) ?? NaN;
  const band = bandOf(earthquake.magnitude);
  const entry = snapshot.manifest.shards.find(
    (shard) => shard.band === band && bucketFrom(shard) <= time && time < bucketTo(shard),
  );
  if (!entry) return undefined;
  const shard = await snapshot.files.shard(entry);
  const row = firstAfter(shard, { time, id: earthquake.id + 1 });
  return shard.id[row] === earthquake.id ? { entry, row } : undefined;
}

/** The names that a text may mean. */
function namesOf(text: string): { name: string; agency: Agency | undefined }[] {
  const eventId = eventIdIn(text) ?? (/^[0-9a-f]{16}$/.test(text) ? text : undefined);
  if (eventId !== undefined) return [{ name: eventId, agency: undefined }];
  const colon = text.indexOf(':');
  const agency = KNOWN_AGENCIES.find((one) => one === text.slice(0, Math.max(0, colon)).toLowerCase());
  if (agency) return [{ name: solutionName(agency, text.slice(colon + 1)), agency }];
  return KNOWN_AGENCIES.map((one) => ({ name: solutionName(one, text), agency: one }));
}

/** Looks a text up in the names of the shards, in slices. */
export class NameSearch {
  found: RowRef | undefined;
  opened = 0;
  readonly #snapshot: Snapshot;
  readonly #text: string;

  constructor(snapshot: Snapshot, text: string) {
    this.#snapshot = snapshot;
    this.#text = text;
  }

  async *steps(signal: AbortSignal): AsyncGenerator<void, void, void> {
    const pace = new Pace();
    const names = namesOf(this.#text);
    for (const entry of this.#snapshot.manifest.shards) {
      if (signal.aborted) return;
      const possible = names.filter(({ agency }) => agency === undefined || entry.solutions[agency]);
      if (possible.length === 0) continue;
      pace.startSlice();
      this.opened += 1;
      const index = await this.#snapshot.files.shardNames(entry);
      for (const { name } of possible)
        for (const row of rowsNamed(index, name))
          if (await this.#has(entry, row, name)) {
            this.found = { entry, row };
            return;
          }
      if (pace.countShard()) yield;
    }
  }

  async #has(entry: ShardEntry, row: number, name: string): Promise<boolean> {
    const solutions = await this.#snapshot.files.solutions(entry);
    const [line] = await this.#snapshot.files.fullLines(solutions, [{ first: row, last: row }]);
    const { event_id: eventId, sources } = jsonOf<FullItem>(line!);
    return (
      eventId === name ||
      sources.some((one) => solutionNames(one.name, one.event_id, one.other_event_ids).includes(name))
    );
  }
}
