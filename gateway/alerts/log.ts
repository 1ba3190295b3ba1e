/** The log of changes after a position, as updates of earthquakes that may concern a subscriber. */
import type { Change } from '#core/changes.ts';
import { planChanges } from '#core/plan.ts';
import { rowFilter } from '#core/query.ts';
import { PAGE_FOLDERS } from '#core/paths.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { jsonOf } from '../dataset/lines.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { endOf, placeAfter } from '../live/feed.ts';
import { OpenShards } from '../scan/changes-reader.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import type { AlertEarthquake, Update } from './thread.ts';
import type { Unreadable } from './unreadable.ts';

/** How far a deployment has read. */
interface Position {
  sequence: number;
  publishedAt: EpochMs;
}

const ROWS = {
  find: `SELECT sequence, published_at AS "publishedAt" FROM alert_position WHERE name = 'log'`,
  // Never backwards: another gateway may have read further.
  put: `INSERT INTO alert_position (name, sequence, published_at) VALUES ('log', :sequence, :publishedAt)
    ON CONFLICT (name) DO UPDATE SET sequence = excluded.sequence, published_at = excluded.published_at
    WHERE alert_position.published_at <= excluded.published_at`,
};

/** What was notified of an earthquake is kept for so long; older ones are of no use. */
export const THREAD_RETENTION = 30 * DAY;

/** Updates that are handled together: between two of them the position is stored. */
const UPDATES_AT_ONCE = 200;

/** Before the first publication. */
const publishedAt = (knownAt: EpochMs): EpochMs => Math.max(0, knownAt);

export const storePosition = async (database: SqlDatabase, { sequence, publishedAt }: Position): Promise<void> =>
  void (await database.query(ROWS.put, { sequence, publishedAt }));

interface Start {
  afterSequence: number;
  updatedAfter: EpochMs;
}

/** Undefined when there is nothing new. The first start of a deployment begins at the end of the log. */
async function startOf(database: SqlDatabase, snapshot: Snapshot): Promise<Start | undefined> {
  const { sequence, knownAt } = endOf(snapshot);
  const [position] = (await database.query<Position>(ROWS.find)).rows;
  if (!position) {
    await storePosition(database, { sequence, publishedAt: publishedAt(knownAt) });
    return undefined;
  }
  const known = await placeAfter(snapshot, position.sequence).catch(() => undefined);
  const isSameLog = known && position.sequence <= sequence && publishedAt(known.knownAt) === position.publishedAt;
  if (isSameLog)
    return position.sequence < sequence ? { afterSequence: position.sequence, updatedAfter: -Infinity } : undefined;
  // Another log, of a former dataset or of a gateway that is behind, or one that cannot be read.
  // What was published before is not notified again.
  return publishedAt(knownAt) > position.publishedAt
    ? { afterSequence: 0, updatedAfter: position.publishedAt }
    : undefined;
}

interface Portion {
  updates: Update[];
  end: Position;
}

/** What was published since the stored position, in portions. Each is stored before the next is read. */
export async function* updatesOf(
  database: SqlDatabase,
  snapshot: Snapshot,
  { now, unreadable }: { now: EpochMs; unreadable: Unreadable },
): AsyncGenerator<Portion> {
  const start = await startOf(database, snapshot);
  if (!start) return;
  const query = { from: now - THREAD_RETENTION, limit: Infinity, ...start };
  const { segments, shards } = planChanges(snapshot.manifest, query);
  const opened = new OpenShards(shards, snapshot.files, rowFilter(query));
  let portion: Update[] = [];
  let end: Position | undefined;
  for (const segment of segments) {
    const { first, last } = segment;
    const changes = await snapshot.files
      .segment(segment)
      .catch((error: unknown) => unreadable.add(`${first} to ${last}`, error));
    if (!changes) end = { sequence: last, publishedAt: segment.updatedAt[1] };
    for (const change of changes ?? []) {
      const { sequence, updatedAt } = change;
      if (sequence <= start.afterSequence || updatedAt <= start.updatedAfter) continue;
      // A publication is not divided: all of it has one instant.
      if (end && portion.length >= UPDATES_AT_ONCE && updatedAt !== end.publishedAt) {
        yield { updates: portion, end };
        portion = [];
      }
      const reading = updateIn(snapshot, opened, change);
      const update = await reading.catch((error: unknown) => unreadable.add(String(sequence), error));
      if (update) portion.push(update);
      end = { sequence, publishedAt: updatedAt };
    }
  }
  if (end) yield { updates: portion, end };
}

/** Undefined for one that is too old, and for what a later change superseded. */
async function updateIn(snapshot: Snapshot, shards: OpenShards, change: Change): Promise<Update | undefined> {
  const { updatedAt: publishedAt } = change;
  if (change.kind !== 'record') {
    const mergedInto = change.kind === 'merged' ? await survivorOf(snapshot, change.into) : undefined;
    return { eventId: change.eventId, publishedAt, earthquake: undefined, ...(mergedInto ? { mergedInto } : {}) };
  }
  const found = await shards.find(change, shards.entryOf(change));
  if (!found) return undefined;
  const [line] = await snapshot.files.lines(found.shard, [{ first: found.row, last: found.row }]);
  const item = jsonOf<ListItem>(line!);
  const agencies = item.sources?.map(({ name }) => name) ?? [item.source];
  return { eventId: item.event_id, publishedAt, earthquake: { ...item, agencies } };
}

interface Detail {
  id: number;
  event_id: string;
  occurred_at: string;
  slug: string;
}

async function detailOf(snapshot: Snapshot, id: number): Promise<Detail | undefined> {
  const line = await snapshot.detail(id);
  if (line?.kind === 'merged') return detailOf(snapshot, line.into);
  return line?.kind === 'record' ? jsonOf<{ earthquake: Detail }>(line.bytes).earthquake : undefined;
}

async function survivorOf(snapshot: Snapshot, into: number): Promise<Update['mergedInto']> {
  const detail = await detailOf(snapshot, into);
  return detail && { id: detail.id, event_id: detail.event_id };
}

/** Address of its page, in a subscriber's language. */
export async function pageOf(
  snapshot: Snapshot,
  { id }: Pick<AlertEarthquake, 'id'>,
  baseUrl: string,
): Promise<Record<'tr' | 'en', string> | undefined> {
  const detail = await detailOf(snapshot, id);
  if (!detail) return undefined;
  const path = `${detail.occurred_at.slice(0, 10)}/${detail.slug}`;
  return { tr: `${baseUrl}/${PAGE_FOLDERS.tr}/${path}`, en: `${baseUrl}/${PAGE_FOLDERS.en}/${path}` };
}
