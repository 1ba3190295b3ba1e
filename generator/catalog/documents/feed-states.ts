/** Last attempt, success and error of each feed. */
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';

/** The feeds that are polled regularly. */
const LIVE: Partial<Record<Agency, string[]>> = {
  kandilli: ['kandilli-live'],
  afad: ['afad-api'],
  usgs: ['usgs-fdsn'],
};

interface AgencyState {
  live: boolean;
  lastAttempt: EpochMs | null;
  lastSuccess: EpochMs | null;
  error: string | null;
}

export function noteAttempt(db: Db, feed: string, at: EpochMs, error: string | null): void {
  sql(
    db,
    `INSERT INTO feeds (feed, last_attempt, last_success, error)
     VALUES (@feed, @at, iif(@error IS NULL, @at, NULL), @error)
     ON CONFLICT (feed) DO UPDATE SET last_attempt = @at,
       last_success = iif(@error IS NULL, @at, last_success), error = @error`,
  ).run({ feed, at, error });
}

export function feedsOf(db: Db, agency: Agency): AgencyState {
  const feeds = LIVE[agency] ?? [];
  const row = sql<unknown[], { last_attempt: EpochMs; last_success: EpochMs | null; error: string | null }>(
    db,
    'SELECT last_attempt, last_success, error FROM feeds WHERE feed = ?',
  );
  const rows = feeds.map((feed) => row.get(feed)).filter((state) => state !== undefined);
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
  };
}
