/** Step 2 of an ingest run: statements become threads, and every thread gets its current statement. */
import { DATE_PRECISIONS, formatSecond } from '#core/time.ts';
import type { EpochMs } from '#core/time.ts';
import type { FeedName } from '../sources/report.ts';
import { FEEDS } from '../sources/report.ts';
import type { SeenRow } from './chains.ts';
import { CHAIN_REACH_MS, chainRows } from './chains.ts';
import type { Db } from './database.ts';
import { sql } from './database.ts';
import type { Statement } from './observations.ts';
import { absence, dropThread, makeThread, markDirty } from './observations.ts';
import { SLOTS, slotOf } from './slots.ts';

interface Row {
  observation: number;
  feed: FeedName;
  key: string;
  hash: string;
  time: EpochMs;
  latitude: number;
  longitude: number;
  first_as_of: EpochMs;
  last_as_of: EpochMs;
  thread: number | null;
  content: string;
}

const UNKEYED = FEEDS.filter((feed) => {
  const slot = slotOf(feed, null);
  return slot !== undefined && !SLOTS[slot]!.keyed;
});

/**
 * Links the rows of feeds without identifiers, then settles every thread that changed.
 * @param unused slots of agencies that the operator left out: their threads count as withdrawn
 */
export function settleThreads(db: Db, unused: ReadonlySet<number> = new Set()): void {
  db.transaction(() => {
    for (const feed of UNKEYED) linkRows(db, feed);
    const dirty = sql<[], number>(db, 'SELECT thread FROM dirty_threads').pluck().all();
    for (const thread of dirty) settle(db, thread, unused);
  })();
}

/** Chains anew every neighbourhood in which a row is new or was found gone. */
function linkRows(db: Db, feed: FeedName): void {
  const times = sql<unknown[], EpochMs>(
    db,
    `SELECT time FROM observations WHERE feed = @feed AND thread IS NULL
     UNION SELECT o.time FROM dirty_threads JOIN threads USING (thread) JOIN observations o USING (thread) WHERE o.feed = @feed
     ORDER BY time`,
  )
    .pluck()
    .all({ feed });
  let done = -Infinity;
  for (const time of times) {
    if (time <= done) continue;
    const rows = neighbourhood(db, feed, time);
    done = rows.at(-1)!.time;
    relink(db, feed, rows);
  }
}

/** All rows reached from `time` by steps no longer than a replacement can be, in order of time. */
function neighbourhood(db: Db, feed: FeedName, time: EpochMs): Row[] {
  const between = sql<unknown[], Row>(
    db,
    'SELECT * FROM observations WHERE feed = ? AND time BETWEEN ? AND ? ORDER BY time, observation',
  );
  let from = time;
  let to = time;
  for (;;) {
    const rows = between.all(feed, from - CHAIN_REACH_MS, to + CHAIN_REACH_MS);
    const first = rows[0]!.time;
    const last = rows.at(-1)!.time;
    if (first >= from && last <= to) return rows;
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
}

function relink(db: Db, feed: FeedName, rows: Row[]): void {
  const byKey = Map.groupBy(rows, (row) => row.key);
  const seen = [...byKey.values()].map((statements) => seenRow(db, feed, statements));
  const claimed = new Set<number>();
  const before = new Set(rows.flatMap(({ thread }) => (thread === null ? [] : [thread])));
  const slot = slotOf(feed, null)!;
  for (const chain of chainRows(seen)) {
    const members = chain.flatMap(({ key }) => byKey.get(key)!);
    const held = members.flatMap(({ thread }) => (thread === null || claimed.has(thread) ? [] : [thread]));
    const thread = held.length > 0 ? Math.min(...held) : makeThread(db, slot, freshKey(db, slot, chain[0]!));
    claimed.add(thread);
    const moved = members.filter((row) => row.thread !== thread);
    for (const { observation } of moved)
      sql(db, 'UPDATE observations SET thread = ? WHERE observation = ?').run(thread, observation);
    if (moved.length > 0) markDirty(db, thread);
  }
  for (const thread of before) if (!claimed.has(thread)) dropThread(db, thread);
}

function seenRow(db: Db, feed: FeedName, statements: Row[]): SeenRow {
  const [{ key, time, latitude, longitude }] = statements as [Row];
  const last = Math.max(...statements.map((row) => row.last_as_of));
  const contents = statements.map((row) => JSON.parse(row.content) as Statement);
  return {
    key,
    time,
    latitude,
    longitude,
    replacesTime: contents.find((statement) => statement.replacesTime !== null)?.replacesTime ?? null,
    first: Math.min(...statements.map((row) => row.first_as_of)),
    last,
    gone: absence(db, feed, time, last, greatestMagnitude(contents)) !== 'none',
  };
}

const greatestMagnitude = (statements: Statement[]): number | null => {
  const values = statements.flatMap(({ magnitudes }) => magnitudes.map(({ value }) => value));
  return values.length === 0 ? null : Math.max(...values);
};

/** Kandilli names its reviewed events by the origin time, `YYYYMMDDhhmmss` in UTC; so does the key of a thread, by the first one. */
function freshKey(db: Db, slot: number, row: SeenRow): string {
  const code = timeCode(row.time);
  const taken = sql(db, 'SELECT 1 FROM threads WHERE slot = ? AND key = ?');
  let key = code;
  for (let n = 2; taken.get(slot, key) !== undefined; n += 1) key = `${code}-${n}`;
  return key;
}

export const timeCode = (time: EpochMs): string => formatSecond(time).replace(/\D/g, '');

/** The order in which an agency's statements count: by when it says that it changed them, else by when they were last seen. */
function laterStatement(a: Row, b: Row): number {
  const at = (row: Row): number => (JSON.parse(row.content) as Statement).updatedAt ?? row.last_as_of;
  return (
    at(a) - at(b) ||
    a.last_as_of - b.last_as_of ||
    FEEDS.indexOf(b.feed) - FEEDS.indexOf(a.feed) ||
    (a.hash < b.hash ? -1 : 1)
  );
}

/** Chooses the current statement of a thread and copies what association asks of it. */
function settle(db: Db, thread: number, unused: ReadonlySet<number>): void {
  const rows = sql<unknown[], Row>(db, 'SELECT * FROM observations WHERE thread = ?').all(thread);
  if (rows.length === 0) {
    dropThread(db, thread);
    return;
  }
  const current = rows.length === 1 ? rows[0]! : rows.toSorted(laterStatement).at(-1)!;
  const statement = JSON.parse(current.content) as Statement;
  const magnitude = statement.magnitudes[0]?.value ?? null;
  const lastSeen = Math.max(...rows.filter((row) => row.feed === current.feed).map((row) => row.last_as_of));
  const dropped = absence(db, current.feed, current.time, lastSeen, magnitude) === 'dropped';
  sql(
    db,
    `UPDATE threads SET observation = ?, withdrawn = ?, time = ?, alternative_time = ?, precision = ?, latitude = ?, longitude = ?,
       magnitude = ?, automatic = ? WHERE thread = ?`,
  ).run(
    current.observation,
    statement.withdrawn || dropped || unused.has(slotOf(current.feed, current.key)!) ? 1 : 0,
    current.time,
    statement.alternativeTime,
    DATE_PRECISIONS.indexOf(statement.precision),
    current.latitude,
    current.longitude,
    magnitude,
    statement.quality === 'automatic' ? 1 : 0,
    thread,
  );
}
