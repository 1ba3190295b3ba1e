/** Records by their places, as the FDSN formats show them, a batch at a time. */
import { eventOf, type FdsnEvent } from '#core/fdsn/event.ts';
import type { View } from '#core/fdsn/view.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { Snapshot } from '../../dataset/snapshot.ts';
import type { Places } from '../../scan/event-cursor.ts';
import type { RecordPlace } from '../../scan/event-rows.ts';

/** Records of a batch, about two milliseconds of work. */
const BATCH = 32;

/** The events of the places, in their order. @throws GatewayError `unavailable` */
async function readEvents(snapshot: Snapshot, places: readonly RecordPlace[], view: View): Promise<FdsnEvent[]> {
  const byEntry = Map.groupBy(places, ({ entry }) => entry);
  const events = new Map<RecordPlace, FdsnEvent>();
  await Promise.all(
    [...byEntry].map(async ([entry, own]) => {
      const [items, fulls] = await recordLines(snapshot, entry, own);
      for (const [index, place] of own.entries())
        events.set(place, eventOf(jsonOf(items[index]!), jsonOf(fulls[index]!), view));
    }),
  );
  return places.map((place) => events.get(place)!);
}

async function recordLines(
  snapshot: Snapshot,
  entry: ShardEntry,
  own: RecordPlace[],
): Promise<[Uint8Array[], Uint8Array[]]> {
  const runs = own.map(({ row }) => ({ first: row, last: row }));
  const [shard, companion] = await Promise.all([snapshot.shard(entry), snapshot.companion(entry)]);
  return Promise.all([snapshot.lines(shard, runs), snapshot.companionLines(companion, runs)]);
}

interface EventSource {
  snapshot: Snapshot;
  places: Places;
  view: View;
}

/** Calls `use` with every event in turn; yields after each slice. */
export async function* eventSteps(
  { snapshot, places, view }: EventSource,
  use: (event: FdsnEvent) => void,
): AsyncGenerator<void, void, void> {
  const batch: RecordPlace[] = [];
  for (let isLast = false; !isLast;) {
    isLast = await places.advance(batch, BATCH);
    if (isLast || batch.length === BATCH)
      for (const event of await readEvents(snapshot, batch.splice(0), view)) use(event);
    yield;
  }
}
