/** What a feed usually sends, as shares of its rows. */
import { WATCHED_FIELDS, type WatchedField } from '#core/finding.ts';
import type { FeedName, SourceReport } from '../../sources/feed.ts';
import { sql, type Db } from '../database.ts';

/** 0 to 1. */
export interface Shares {
  /** Of all rows. */
  rejected: number;
  outside: number;
  /** Of the accepted rows. */
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
export const FIELDS: readonly [field: WatchedField, isGiven: (row: Fields) => boolean][] = [
  ['magnitude', ({ magnitudes }) => magnitudes.length > 0],
  ['magnitude_type', ({ magnitudes }) => magnitudes.some(({ type }) => type !== null)],
  ['depth', ({ depthKm }) => depthKm !== null],
  ['place', ({ place }) => place !== null],
];

const fieldsBy = (valueOf: (field: WatchedField) => number): Record<WatchedField, number> =>
  Object.fromEntries(WATCHED_FIELDS.map((field) => [field, valueOf(field)])) as Record<WatchedField, number>;

export function givenIn(reports: readonly Fields[]): Record<WatchedField, number> {
  const counts = new Map(FIELDS.map(([field, isGiven]) => [field, reports.filter(isGiven).length]));
  return fieldsBy((field) => counts.get(field)!);
}

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
  const row = sql<unknown[], { documents: number; profile: string }>(
    db,
    'SELECT documents, profile FROM feed_profiles WHERE feed = ?',
  ).get(feed);
  return row === undefined ? null : { documents: row.documents, shares: JSON.parse(row.profile) as Shares };
}

/** A document counts like one in so many at most. */
const MEMORY = 20;
/** Fewer rows say little about shares. */
const LEAST_ROWS = 10;

/** Lets a sound document shape the profile. */
export function updateProfile(db: Db, feed: FeedName, totals: RowTotals): void {
  if (totals.accepted >= LEAST_ROWS) writeProfile(db, feed, totals, readProfile(db, feed));
}

/** What the operator accepts is what the feed sends from now on. */
export const restartProfile = (db: Db, feed: FeedName, totals: RowTotals): void => writeProfile(db, feed, totals, null);

function writeProfile(db: Db, feed: FeedName, totals: RowTotals, known: Profile | null): void {
  const here = sharesOf(totals);
  const weight = 1 / Math.min(MEMORY, (known?.documents ?? 0) + 1);
  const mean = (before: number | undefined, now: number): number =>
    Number((before === undefined ? now : before + weight * (now - before)).toFixed(4));
  const shares: Shares = {
    rejected: mean(known?.shares.rejected, here.rejected),
    outside: mean(known?.shares.outside, here.outside),
    fields: fieldsBy((field) => mean(known?.shares.fields[field], here.fields[field])),
  };
  const documents = Math.min(MEMORY, (known?.documents ?? 0) + 1);
  // Most minutes change nothing.
  if (documents === known?.documents && JSON.stringify(shares) === JSON.stringify(known.shares)) return;
  sql(db, 'INSERT OR REPLACE INTO feed_profiles (feed, documents, profile) VALUES (?, ?, ?)').run(
    ...[feed, documents, JSON.stringify(shares)],
  );
}
