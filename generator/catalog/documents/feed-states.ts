/** Last attempt, success and error of each feed, and when it gave no answer for long. */
import { KNOWN_AGENCIES, type Agency } from '#core/agencies.ts';
import type { Finding } from '#core/finding.ts';
import { FRESH } from '#core/source-state.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { allRows, firstRow, firstValue, run, type Db } from '../database.ts';
import { AGENCY_DEFINITIONS, isLive } from '../../sources/agencies.ts';
import type { FeedName } from '../../sources/feed.ts';
import { FEED_GROUPS } from './feed-groups.ts';

const liveFeedsOf = (agency: Agency): FeedName[] =>
  AGENCY_DEFINITIONS[agency].feeds.filter(isLive).map(({ parser }) => parser.name);

/** Gaps are kept for this long. */
const KEPT = 30 * DAY;

/** A feed with answers that are quarantined since its last sound one. */
interface QuarantinedFeed {
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
  quarantined: QuarantinedFeed[];
  /** Since the catalogue exists, of all its feeds. */
  counts: { rowsRead: number; rowsRejected: number; documentsQuarantined: number };
}

interface FeedGap {
  began: EpochMs;
  /** The answer that ended it. */
  ended: EpochMs;
  /** Whether the feed was requested meanwhile. */
  requested: boolean;
}

interface FeedRow {
  feed: FeedName;
  last_attempt: EpochMs;
  last_success: EpochMs | null;
  error: string | null;
  held_since: EpochMs | null;
  finding: string;
}

export function noteAttempt(db: Db, feed: string, at: EpochMs, error: string | null): void {
  if (error === null) noteGap(db, feed, at);
  run(
    db,
    `INSERT INTO feeds (feed, last_attempt, last_success, error)
     VALUES (@feed, @at, iif(@error IS NULL, @at, NULL), @error)
     ON CONFLICT (feed) DO UPDATE SET last_attempt = @at,
       last_success = iif(@error IS NULL, @at, last_success), error = @error,
       held_since = iif(@error IS NULL, NULL, held_since), finding = iif(@error IS NULL, NULL, finding)`,
    { feed, at, error },
  );
}

/** It answered, but not all of it is accepted. */
export function noteQuarantined(db: Db, feed: string, at: EpochMs, finding: Finding): void {
  run(
    db,
    `INSERT INTO feeds (feed, last_attempt, held_since, finding) VALUES (@feed, @at, @at, @finding)
     ON CONFLICT (feed) DO UPDATE SET last_attempt = @at, error = NULL, held_since = ifnull(held_since, @at),
       finding = @finding`,
    { feed, at, finding: JSON.stringify(finding) },
  );
}

/** Before the first answer of all, the day before it counts as a gap. */
function noteGap(db: Db, feed: string, ended: EpochMs): void {
  const former = firstRow<FeedRow>(db, 'SELECT * FROM feeds WHERE feed = ?', feed);
  const began = former?.last_success ?? ended - DAY;
  if (ended - began <= FRESH) return;
  const requested = former !== undefined && former.last_attempt > began ? 1 : 0;
  const put = 'INSERT OR REPLACE INTO feed_gaps (feed, began, ended, requested) VALUES (?, ?, ?, ?)';
  run(db, put, feed, began, ended, requested);
  run(db, 'DELETE FROM feed_gaps WHERE feed = ? AND ended < ?', feed, ended - KEPT);
}

interface CountRow {
  rows_read: number;
  rows_rejected: number;
  documents_held: number;
}

const latest = (values: (EpochMs | null)[]): EpochMs | null =>
  values.filter((value) => value !== null).sort((a, b) => b - a)[0] ?? null;

export function feedsOf(db: Db, agency: Agency): AgencyState {
  const live = liveFeedsOf(agency);
  const all = AGENCY_DEFINITIONS[agency].feeds.map(({ parser }) => parser.name).sort();
  const read = <Row>(table: string, feeds: readonly FeedName[]): Row[] =>
    feeds.flatMap((feed) => allRows<Row>(db, `SELECT * FROM ${table} WHERE feed = ?`, feed));
  const polled = read<FeedRow>('feeds', live);
  const counts = read<CountRow>('feed_counts', all);
  const sum = (count: keyof CountRow): number => counts.reduce((total, row) => total + row[count], 0);
  const quarantined = read<FeedRow>('feeds', all).flatMap(({ feed, held_since: since, finding }) =>
    since === null ? [] : [{ feed, since, finding: JSON.parse(finding) as Finding }],
  );
  return {
    live: live.length > 0,
    lastAttempt: latest(polled.map((row) => row.last_attempt)),
    lastSuccess: latest(polled.map((row) => row.last_success)),
    error: polled.find((row) => row.error !== null)?.error ?? null,
    quarantined: quarantined.toSorted((a, b) => Number(live.includes(b.feed)) - Number(live.includes(a.feed))),
    counts: {
      rowsRead: sum('rows_read'),
      rowsRejected: sum('rows_rejected'),
      documentsQuarantined: sum('documents_held'),
    },
  };
}

/** Whether any feed that is polled regularly has ever answered. */
export const everAnswered = (db: Db): boolean =>
  KNOWN_AGENCIES.flatMap(liveFeedsOf).some((feed) =>
    firstValue(db, 'SELECT 1 FROM feeds WHERE feed = ? AND last_success IS NOT NULL', feed),
  );

/** Gaps that ended after an instant, of all feeds of an agency, the oldest first. */
export const gapsOf = (db: Db, agency: Agency, since: EpochMs): FeedGap[] =>
  liveFeedsOf(agency)
    .flatMap((feed) =>
      allRows<{ began: EpochMs; ended: EpochMs; requested: number }>(
        db,
        'SELECT began, ended, requested FROM feed_gaps WHERE feed = ? AND ended > ? ORDER BY began',
        ...[feed, since],
      ),
    )
    .map(({ began, ended, requested }) => ({ began, ended, requested: requested === 1 }))
    .toSorted((a, b) => a.began - b.began);

/** Origin time of an agency's newest report that is not withdrawn. */
export function lastEventOf(db: Db, agency: Agency): EpochMs | null {
  const newest = 'SELECT time FROM agency_events WHERE feed_group = ? AND withdrawn = 0 ORDER BY time DESC LIMIT 1';
  const times = FEED_GROUPS.flatMap((group, index) =>
    group.agency === agency ? (firstValue<EpochMs>(db, newest, index) ?? []) : [],
  );
  return times.length === 0 ? null : Math.max(...times);
}
