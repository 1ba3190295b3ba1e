/** What a feed usually sends, as shares of its rows. */
import { WATCHED_FIELDS, type WatchedField } from '#core/finding.ts';
import type { FeedName, SourceReport } from '../../sources/feed.ts';
import { firstRow, run, type Db } from '../database.ts';

/** 0 to 1. */
export interface Shares {
  /** Share of all rows. */
  rejected: number;
  outside: number;
  /** Shares of the accepted rows. */
  fields: Record<WatchedField, number>;
}

export interface RowTotals {
  rows: number;
  /** Unusable rows. */
  rejected: number;
  /** Rows outside of the region. */
  outside: number;
  accepted: number;
  /** Accepted rows with a field. */
  given: Record<WatchedField, number>;
}

type Fields = Pick<SourceReport, 'magnitudes' | 'depthKm' | 'place'>;

/** Whether a row gives a field. */
export const IS_GIVEN: Readonly<Record<WatchedField, (row: Fields) => boolean>> = {
  magnitude: ({ magnitudes }) => magnitudes.length > 0,
  magnitude_type: ({ magnitudes }) => magnitudes.some(({ type }) => type !== null),
  depth: ({ depthKm }) => depthKm !== null,
  place: ({ place }) => place !== null,
};

const fieldsBy = (valueOf: (field: WatchedField) => number): Record<WatchedField, number> =>
  Object.fromEntries(WATCHED_FIELDS.map((field) => [field, valueOf(field)])) as Record<WatchedField, number>;

export const givenIn = (reports: readonly Fields[]): Record<WatchedField, number> =>
  fieldsBy((field) => reports.filter(IS_GIVEN[field]).length);

export function sharesOf({ rows, rejected, outside, accepted, given }: RowTotals): Shares {
  const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);
  return {
    rejected: share(rejected, rows),
    outside: share(outside, rows),
    fields: fieldsBy((field) => share(given[field], accepted)),
  };
}

interface Profile {
  documents: number;
  shares: Shares;
}

export function readProfile(db: Db, feed: FeedName): Profile | null {
  const query = 'SELECT documents, profile FROM feed_profiles WHERE feed = ?';
  const row = firstRow<{ documents: number; profile: string }>(db, query, feed);
  return row === undefined ? null : { documents: row.documents, shares: JSON.parse(row.profile) as Shares };
}

/** A document counts like one in so many at most. */
const MEMORY = 20;
/** Shares of fewer rows mean little. */
const LEAST_ROWS = 10;

/**
 * Adds a sound document to the profile.
 * @param restart what the operator accepts is what the feed sends from now on
 */
export function updateProfile(db: Db, feed: FeedName, totals: RowTotals, restart: boolean): void {
  if (!restart && totals.accepted < LEAST_ROWS) return;
  const known = restart ? null : readProfile(db, feed);
  const here = sharesOf(totals);
  const documents = Math.min(MEMORY, (known?.documents ?? 0) + 1);
  const mean = (before: number | undefined, now: number): number =>
    Number((before === undefined ? now : before + (now - before) / documents).toFixed(4));
  const shares: Shares = {
    rejected: mean(known?.shares.rejected, here.rejected),
    outside: mean(known?.shares.outside, here.outside),
    fields: fieldsBy((field) => mean(known?.shares.fields[field], here.fields[field])),
  };
  // Most minutes change nothing.
  if (documents === known?.documents && JSON.stringify(shares) === JSON.stringify(known.shares)) return;
  const put = 'INSERT OR REPLACE INTO feed_profiles (feed, documents, profile) VALUES (?, ?, ?)';
  run(db, put, feed, documents, JSON.stringify(shares));
}
