/** Last attempt, success and error of each feed, and when it gave no answer for long. */
import type { Agency } from '#core/earthquake.ts';
import type { Finding } from '#core/finding.ts';
import { FRESH } from '#core/source-state.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { sql, type Db } from '../database.ts';
import { AGENCY_DEFINITIONS, isLive } from '../../sources/agencies.ts';
import type { FeedName } from '../../sources/feed.ts';

const liveFeedsOf = (agency: Agency): FeedName[] =>
  AGENCY_DEFINITIONS[agency].feeds.filter(isLive).map(({ parser }) => parser.name);

/** Gaps are kept for this long. */
const KEPT = 30 * DAY;

/** A feed with answers that are held back since its last sound one. */
interface HeldFeed {
  feed: string;
  since: EpochMs;
  finding: Finding;
}

interface AgencyState {
  live: boolean;
  lastAttempt: EpochMs | null;
  lastSuccess: EpochMs | null;
  error: string | null;
  /** All its feeds, the regularly polled ones first. */
  held: HeldFeed[];
  /** Since the catalogue exists, of all its feeds. */
  counts: { rowsRead: number; rowsRejected: number; documentsHeld: number };
}

interface FeedGap {
  began: EpochMs;
  /** The answer that ended it. */
  ended: EpochMs;
  /** Whether the feed was requested meanwhile. */
  requested: boolean;
}

interface FeedRow {
  last_attempt: EpochMs;
  last_success: EpochMs | null;
  error: string | null;
}

const rowOf = (db: Db, feed: string): FeedRow | undefined =>
  sql<unknown[], FeedRow>(db, 'SELECT last_attempt, last_success, error FROM feeds WHERE feed = ?').get(feed);

export function noteAttempt(db: Db, feed: string, at: EpochMs, error: string | null): void {
  if (error === null) noteGap(db, feed, at);
  sql(
    db,
    `INSERT INTO feeds (feed, last_attempt, last_success, error)
     VALUES (@feed, @at, iif(@error IS NULL, @at, NULL), @error)
     ON CONFLICT (feed) DO UPDATE SET last_attempt = @at,
       last_success = iif(@error IS NULL, @at, last_success), error = @error,
       held_since = iif(@error IS NULL, NULL, held_since), finding = iif(@error IS NULL, NULL, finding)`,
  ).run({ feed, at, error });
}

/** It answered, but not all of it is believed. */
export function noteHeld(db: Db, feed: string, at: EpochMs, finding: Finding): void {
  sql(
    db,
    `INSERT INTO feeds (feed, last_attempt, held_since, finding) VALUES (@feed, @at, @at, @finding)
     ON CONFLICT (feed) DO UPDATE SET last_attempt = @at, error = NULL, held_since = ifnull(held_since, @at),
       finding = @finding`,
  ).run({ feed, at, finding: JSON.stringify(finding) });
}

/** Before the first answer of all, the day before it counts as a gap. */
function noteGap(db: Db, feed: string, ended: EpochMs): void {
  const former = rowOf(db, feed);
  const began = former?.last_success ?? ended - DAY;
  if (ended - began <= FRESH) return;
  const requested = former !== undefined && former.last_attempt > began ? 1 : 0;
  sql(db, 'INSERT OR REPLACE INTO feed_gaps (feed, began, ended, requested) VALUES (?, ?, ?, ?)').run(
    ...[feed, began, ended, requested],
  );
  sql(db, 'DELETE FROM feed_gaps WHERE feed = ? AND ended < ?').run(feed, ended - KEPT);
}

export function feedsOf(db: Db, agency: Agency): AgencyState {
  const feeds = liveFeedsOf(agency);
  const rows = feeds.map((feed) => rowOf(db, feed)).filter((state) => state !== undefined);
  const latest = (values: (EpochMs | null)[]): EpochMs | null =>
    values.reduce<EpochMs | null>(
      (best, value) => (value !== null && (best === null || value > best) ? value : best),
      null,
    );
  return {
    live: feeds.length > 0,
    lastAttempt: latest(rows.map((state) => state.last_attempt)),
    lastSuccess: latest(rows.map((state) => state.last_success)),
    error: rows.find((state) => state.error !== null)?.error ?? null,
    ...countsOf(db, agency, feeds),
  };
}

interface CountRow {
  feed: FeedName;
  rows_read: number;
  rows_rejected: number;
  documents_held: number;
}

interface HeldRow {
  feed: FeedName;
  held_since: EpochMs;
  finding: string;
}

function countsOf(db: Db, agency: Agency, live: readonly FeedName[]): Pick<AgencyState, 'held' | 'counts'> {
  const isOurs = ({ feed }: { feed: FeedName }): boolean =>
    AGENCY_DEFINITIONS[agency].feeds.some(({ parser }) => parser.name === feed);
  const counts = sql<[], CountRow>(db, 'SELECT * FROM feed_counts').all().filter(isOurs);
  const held = sql<[], HeldRow>(
    db,
    'SELECT feed, held_since, finding FROM feeds WHERE held_since IS NOT NULL ORDER BY feed',
  )
    .all()
    .filter(isOurs)
    .toSorted((a, b) => Number(live.includes(b.feed)) - Number(live.includes(a.feed)));
  const sum = (of: (row: CountRow) => number): number => counts.reduce((total, row) => total + of(row), 0);
  return {
    held: held.map(({ feed, held_since: since, finding }) => ({
      feed,
      since,
      finding: JSON.parse(finding) as Finding,
    })),
    counts: {
      rowsRead: sum((row) => row.rows_read),
      rowsRejected: sum((row) => row.rows_rejected),
      documentsHeld: sum((row) => row.documents_held),
    },
  };
}

/** Gaps that ended after an instant, of all feeds of an agency, the oldest first. */
export const gapsOf = (db: Db, agency: Agency, since: EpochMs): FeedGap[] =>
  liveFeedsOf(agency)
    .flatMap((feed) =>
      sql<unknown[], { began: EpochMs; ended: EpochMs; requested: number }>(
        db,
        'SELECT began, ended, requested FROM feed_gaps WHERE feed = ? AND ended > ? ORDER BY began',
      ).all(feed, since),
    )
    .map(({ began, ended, requested }) => ({ began, ended, requested: requested === 1 }))
    .toSorted((a, b) => a.began - b.began);
