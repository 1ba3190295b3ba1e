/** Step 1 of an ingest run: what a document says is put down, each distinct statement once. */
import { contentHash } from '#core/etag.ts';
import type { EpochMs } from '#core/time.ts';
import { MINUTE } from '#core/time.ts';
import type { FeedName, Parsed, ProductReport, SourceReport } from '../sources/report.ts';
import type { Db } from './database.ts';
import { sql } from './database.ts';
import { SLOTS, slotOf } from './slots.ts';

/** A report as it is kept: everything but where in the document it stood. */
export type Statement = Omit<SourceReport, 'line'>;

export interface CaptureInfo {
  name: string;
  sha256: string;
  /** Instant of the fetch; null for a saved file. */
  fetchedAt: EpochMs | null;
  /** The clock of this run. */
  now: EpochMs;
}

export interface Stored {
  /** Reports whose statement was not known before. */
  fresh: number;
  /** Reports that repeat a known statement. */
  known: number;
}

interface Capture {
  asOf: EpochMs;
  from: EpochMs | null;
  to: EpochMs | null;
  minMagnitude: number | null;
  whole: boolean;
}

const newest = (reports: SourceReport[]): EpochMs | null =>
  reports.reduce<EpochMs | null>((latest, { time }) => (latest === null || time > latest ? time : latest), null);

function captureOf(parsed: Parsed, info: CaptureInfo): Capture {
  const { reports, coverage } = parsed;
  const asOf = parsed.asOf ?? info.fetchedAt ?? newest(reports) ?? info.now;
  if (coverage) return { asOf, ...coverage, whole: true };
  const from = reports.reduce<EpochMs | null>((low, { time }) => (low === null || time < low ? time : low), null);
  const magnitudes = reports.map(({ magnitudes }) => Math.max(...magnitudes.map(({ value }) => value)));
  const least = magnitudes.reduce((low, value) => Math.min(low, value), Infinity);
  return { asOf, from, to: newest(reports), minMagnitude: Number.isFinite(least) ? least : null, whole: false };
}

/** Time and place as published: what names a row of a feed without identifiers. */
const positionKey = ({ time, latitude, longitude }: SourceReport): string => `${time}|${latitude}|${longitude}`;

/** Puts down a document whole or not at all. Reading the same bytes again changes nothing. */
export function storeDocument(db: Db, parsed: Parsed, info: CaptureInfo): Stored {
  return db.transaction(() => {
    const capture = captureOf(parsed, info);
    putCapture(db, parsed.feed, capture, info);
    const stored: Stored = { fresh: 0, known: 0 };
    const keys = new Set<string>();
    for (const report of parsed.reports) {
      const key = report.key ?? positionKey(report);
      keys.add(key);
      if (putStatement(db, parsed.feed, key, report, capture.asOf, info.now)) stored.fresh += 1;
      else stored.known += 1;
    }
    for (const product of parsed.products) putProduct(db, parsed.feed, product, capture.asOf);
    if (parsed.reports.length > 0) markAbsent(db, parsed.feed, capture, keys);
    return stored;
  })();
}

function putCapture(db: Db, feed: FeedName, capture: Capture, info: CaptureInfo): void {
  sql(
    db,
    `INSERT INTO captures (feed, sha256, name, as_of, heard_at, span_from, span_to, min_magnitude, whole)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (feed, sha256) DO NOTHING`,
  ).run(
    feed,
    info.sha256,
    info.name,
    capture.asOf,
    info.now,
    capture.from,
    capture.to,
    capture.minMagnitude,
    capture.whole ? 1 : 0,
  );
}

interface Seen {
  observation: number;
  thread: number | null;
  first_as_of: EpochMs;
  last_as_of: EpochMs;
}

/** @returns whether the statement was new */
function putStatement(db: Db, feed: FeedName, key: string, report: SourceReport, asOf: EpochMs, now: EpochMs): boolean {
  const { line: _line, ...statement } = report;
  const content = JSON.stringify(statement satisfies Statement);
  const hash = contentHash(content);
  const seen = sql<unknown[], Seen>(
    db,
    'SELECT observation, thread, first_as_of, last_as_of FROM observations WHERE feed = ? AND key = ? AND hash = ?',
  ).get(feed, key, hash);
  if (!seen) {
    const { lastInsertRowid } = sql(
      db,
      `INSERT INTO observations (feed, key, hash, time, latitude, longitude, first_as_of, last_as_of, heard_at, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(feed, key, hash, report.time, report.latitude, report.longitude, asOf, asOf, now, content);
    const slot = slotOf(feed, key);
    if (slot !== undefined && SLOTS[slot]!.keyed)
      joinThread(db, slot, Number(lastInsertRowid), [key, ...report.aliases]);
    return true;
  }
  if (asOf >= seen.first_as_of && asOf <= seen.last_as_of) return false;
  sql(
    db,
    'UPDATE observations SET first_as_of = min(first_as_of, @asOf), last_as_of = max(last_as_of, @asOf) WHERE observation = @observation',
  ).run({ asOf, observation: seen.observation });
  if (seen.thread !== null && reconsider(db, seen)) markDirty(db, seen.thread);
  return false;
}

/** A statement seen longer matters only where it is not the thread's current one, or the thread was taken for withdrawn. */
function reconsider(db: Db, { thread, observation }: Seen): boolean {
  const row = sql<unknown[], { observation: number | null; withdrawn: number }>(
    db,
    'SELECT observation, withdrawn FROM threads WHERE thread = ?',
  ).get(thread)!;
  return row.observation !== observation || row.withdrawn === 1;
}

export const markDirty = (db: Db, thread: number): void => {
  sql(db, 'INSERT OR IGNORE INTO dirty_threads (thread) VALUES (?)').run(thread);
};

/** The thread of a keyed feed: found by any of the identifiers, made when none is known, joined when several are. */
function joinThread(db: Db, slot: number, observation: number, keys: string[]): void {
  const find = sql<unknown[], number>(db, 'SELECT thread FROM thread_keys WHERE slot = ? AND key = ?').pluck();
  const known = new Set(keys.map((key) => find.get(slot, key)).filter((thread) => thread !== undefined));
  const thread = known.size > 0 ? Math.min(...known) : makeThread(db, slot, keys[0]!);
  for (const other of known) if (other !== thread) mergeThreads(db, other, thread);
  const addKey = sql(db, 'INSERT OR IGNORE INTO thread_keys (slot, key, thread) VALUES (?, ?, ?)');
  for (const key of keys) addKey.run(slot, key, thread);
  sql(db, 'UPDATE observations SET thread = ? WHERE observation = ?').run(thread, observation);
  markDirty(db, thread);
}

export function makeThread(db: Db, slot: number, key: string): number {
  return Number(sql(db, 'INSERT INTO threads (slot, key) VALUES (?, ?)').run(slot, key).lastInsertRowid);
}

function mergeThreads(db: Db, from: number, into: number): void {
  sql(db, 'UPDATE observations SET thread = ? WHERE thread = ?').run(into, from);
  sql(db, 'UPDATE thread_keys SET thread = ? WHERE thread = ?').run(into, from);
  dropThread(db, from);
  markDirty(db, into);
}

/** Removes a thread that has no statements left; its former companions are associated anew. */
export function dropThread(db: Db, thread: number): void {
  sql(
    db,
    `INSERT OR IGNORE INTO dirty_threads SELECT other.thread FROM threads gone JOIN threads other USING (earthquake)
     WHERE gone.thread = @thread AND other.thread <> @thread`,
  ).run({ thread });
  sql(
    db,
    'INSERT OR IGNORE INTO dirty_earthquakes SELECT earthquake FROM threads WHERE thread = ? AND earthquake IS NOT NULL',
  ).run(thread);
  sql(db, 'DELETE FROM dirty_threads WHERE thread = ?').run(thread);
  sql(db, 'DELETE FROM threads WHERE thread = ?').run(thread);
}

/** Within this of its edges a coverage proves nothing: an origin time that moved may have left it. */
const COVERAGE_MARGIN = 10 * MINUTE;
/** A document that drops more than this share of what it should hold is taken for incomplete (but a few always may go). */
const ABSENT_SHARE = 0.2;
const ABSENT_FEW = 20;

/** Threads that a later document should show and does not are looked at again. */
function markAbsent(db: Db, feed: FeedName, capture: Capture, keys: Set<string>): void {
  const { from, to, asOf, whole } = capture;
  if (from === null || to === null) return;
  const slot = slotOf(feed, null) ?? 0;
  if (SLOTS[slot]!.keyed && !whole) return;
  const rows = sql<unknown[], { key: string; thread: number | null }>(
    db,
    'SELECT key, thread FROM observations WHERE feed = ? AND time > ? AND time <= ? AND last_as_of < ?',
  ).all(feed, from, to, asOf);
  const absent = rows.filter(({ key, thread }) => thread !== null && !keys.has(key));
  const newlyAbsent = absent.filter(({ thread }) => !alreadyGone(db, feed, thread!, asOf));
  if (whole && newlyAbsent.length > ABSENT_FEW && newlyAbsent.length > ABSENT_SHARE * keys.size)
    sql(db, 'UPDATE captures SET whole = 0 WHERE feed = ? AND as_of = ?').run(feed, asOf);
  for (const { thread } of newlyAbsent) markDirty(db, thread!);
}

/** Whether an earlier document had shown the thread's absence already. */
function alreadyGone(db: Db, feed: FeedName, thread: number, asOf: EpochMs): boolean {
  const seen = sql<unknown[], { time: EpochMs; last: EpochMs }>(
    db,
    'SELECT time, max(last_as_of) AS last FROM observations WHERE thread = ?',
  ).get(thread)!;
  return absence(db, feed, seen.time, seen.last, null, asOf) !== 'none';
}

/**
 * What later documents prove of a row last shown at `last`: `dropped` when one that promises to be whole lacks it, `gone` when one
 * that merely speaks of its time does.
 * @param before only documents made before this instant count
 */
export function absence(
  db: Db,
  feed: FeedName,
  time: EpochMs,
  last: EpochMs,
  magnitude: number | null,
  before = Number.MAX_SAFE_INTEGER,
): 'none' | 'gone' | 'dropped' {
  const whole = sql<unknown[], number | null>(
    db,
    `SELECT max(whole = 1 AND span_from < @time - @margin AND span_to > @time + @margin) FROM captures
     WHERE feed = @feed AND as_of > @last AND as_of < @before AND span_from < @time AND span_to >= @time
       AND (min_magnitude IS NULL OR @magnitude IS NULL OR min_magnitude <= @magnitude)`,
  )
    .pluck()
    .get({ feed, last, time, magnitude, before, margin: margin(feed) }) as number | null;
  return whole === null ? 'none' : whole === 1 ? 'dropped' : 'gone';
}

/** Rows of a page without identifiers are replaced, not moved, so their page's edges are sharp. */
const margin = (feed: FeedName): number => (SLOTS[slotOf(feed, null) ?? 0]!.keyed ? COVERAGE_MARGIN : 0);

function putProduct(db: Db, feed: FeedName, product: ProductReport, asOf: EpochMs): void {
  const { line: _line, ...rest } = product;
  const content = JSON.stringify(rest.product);
  const { changes } = sql(
    db,
    `INSERT INTO products (feed, kind, agency_key, time, latitude, longitude, magnitude, as_of, hash, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
  ).run(
    feed,
    rest.product.kind,
    rest.agencyKey,
    rest.time,
    rest.latitude,
    rest.longitude,
    rest.magnitude,
    asOf,
    contentHash(feed, JSON.stringify(rest)),
    content,
  );
  if (changes > 0)
    sql(
      db,
      `INSERT OR IGNORE INTO dirty_earthquakes SELECT id FROM earthquakes WHERE state = 'current' AND time BETWEEN ? AND ?`,
    ).run(rest.time - 2 * MINUTE, rest.time + 2 * MINUTE);
}
