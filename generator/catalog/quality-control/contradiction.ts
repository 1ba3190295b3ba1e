/** Whether a document contradicts the other agencies, or agrees with them. */
import type { Agency } from '#core/agencies.ts';
import type { Finding } from '#core/finding.ts';
import { distanceKm } from '#core/geo.ts';
import { mergeIntervals } from '#core/intervals.ts';
import { DAY, SECOND, type EpochMs } from '#core/time.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';
import type { FeedName, SourceReport } from '../../sources/feed.ts';
import { firstValue, type Db } from '../database.ts';
import { LARGEST_SHIFT, shiftOf, type Pair } from './known-rows.ts';
import { comparedRows, expectedMw, otherReports, sharedRows, type SharedRow } from './other-agencies.ts';

/** What others say of a document's rows. */
export interface Others {
  finding: Finding | undefined;
  /** Whether its rows agree with the other agencies. */
  agree: boolean;
  /** Whether the rows agree that differ from what the feed said before. */
  confirmChanges: boolean;
}

interface Document {
  feed: FeedName;
  reports: readonly SourceReport[];
  pairs: readonly Pair[];
  receivedAt: EpochMs;
}

/**
 * Rows that left the agreement of two agencies: more than this share of the shared ones. Real documents show none
 * (docs/association.md).
 */
const TURNED = { share: 0.1, few: 3 };
/** Shared rows that contradict two others, or turned away from one. One row is never enough: it may be a revision. */
const MOST = { share: 0.5, few: 2 };

const exceeds = (count: number, of: number, { share, few }: { share: number; few: number }): boolean =>
  count >= few && count > share * of;

export function askOthers(db: Db, { feed, reports, pairs, receivedAt }: Document): Others {
  const rows = comparedRows(reports);
  const shared = sharedRows(db, feed, rows, pairs);
  const finding = contradictionIn(db, shared, receivedAt) ?? commonShift(db, { feed, rows, shared, receivedAt });
  const changed = pairs.filter(isChanged).map(({ row }) => row);
  return {
    finding,
    agree: finding === undefined && areClose(shared, rows.length),
    confirmChanges: finding === undefined && confirms(shared, rows, changed),
  };
}

/** A single agency without a history is as likely to be wrong as the document itself. */
const SETTLED = DAY;

const isSettled = (db: Db, agency: Agency, receivedAt: EpochMs): boolean =>
  AGENCY_DEFINITIONS[agency].feeds.some(({ parser: { name } }) => {
    const first = 'SELECT received_at FROM captures WHERE feed = ? ORDER BY as_of LIMIT 1';
    return (firstValue<EpochMs>(db, first, name) ?? Infinity) <= receivedAt - SETTLED;
  });

const isEvidence = (db: Db, agencies: ReadonlySet<Agency>, receivedAt: EpochMs): boolean =>
  agencies.size >= 2 || [...agencies].some((agency) => isSettled(db, agency, receivedAt));

function contradictionIn(db: Db, shared: readonly SharedRow[], receivedAt: EpochMs): Finding | undefined {
  const contradicted = shared.filter(({ contradicting }) => contradicting.size > 0);
  if (contradicted.length < MOST.few) return undefined;
  const turned = contradicted.filter((one) => one.turned && one.contradicting.size >= 2).length;
  if (exceeds(turned, shared.length, TURNED)) return { code: 'contradicted', count: turned, of: shared.length };
  if (!exceeds(contradicted.length, shared.length, MOST)) return undefined;
  const count = contradicted.filter((one) => one.turned || isEvidence(db, one.contradicting, receivedAt)).length;
  return exceeds(count, shared.length, MOST) ? { code: 'contradicted', count, of: shared.length } : undefined;
}

/** Reports of others that are read to find a shift. */
const MOST_READ = 20_000;
/** Of rows of one earthquake but for a shift of the clock. */
const SHIFTED = { km: 30, mw: 1 };

interface Rows extends Omit<Document, 'reports' | 'pairs'> {
  rows: readonly SourceReport[];
  shared: readonly SharedRow[];
}

/** Rows of which no other agency knows, but for a shift of the clock that most of them have in common. */
function commonShift(db: Db, { feed, rows, shared, receivedAt }: Rows): Finding | undefined {
  const known = new Set(shared.map(({ row }) => row));
  const unknown = rows.filter((row) => !known.has(row));
  if (!exceeds(unknown.length, rows.length, MOST) || unknown.length < TURNED.few) return undefined;
  const spans = mergeIntervals(
    unknown.map(({ time }) => ({ from: time, to: time })),
    LARGEST_SHIFT,
  );
  const least = Math.min(...unknown.map(({ magnitudes: [lead] }) => lead?.value ?? Infinity)) - SHIFTED.mw;
  const others = otherReports(db, feed, spans, { least, most: MOST_READ });
  const byShift = new Map<number, Map<SourceReport, Set<Agency>>>();
  for (const row of unknown)
    for (const other of others) {
      const shift = shiftOf(row.time - other.time);
      if (!shift || Math.abs(shift) > LARGEST_SHIFT) continue;
      if (Math.abs(expectedMw(row) - other.mw) >= SHIFTED.mw || distanceKm(row, other) > SHIFTED.km) continue;
      const found = byShift.getOrInsertComputed(shift, () => new Map());
      found.set(row, (found.get(row) ?? new Set()).add(other.agency));
    }
  const [first, second] = [...byShift.values()].toSorted((a, b) => b.size - a.size);
  // Where earthquakes follow each other at one place every shift fits some of them.
  if (!first || !exceeds(first.size, unknown.length, MOST) || (second?.size ?? 0) > first.size / 2) return undefined;
  const count = [...first.values()].filter((agencies) => isEvidence(db, agencies, receivedAt)).length;
  return exceeds(count, unknown.length, MOST) ? { code: 'contradicted', count, of: unknown.length } : undefined;
}

/** Medians of the differences, exclusive: real ones are 1.7 s, 8 km and 0.3 at most. */
const CLOSE = { ms: 5 * SECOND, km: 30, mw: 0.5 };
/** So many rows of those in question have to agree, and no more than a tenth of them contradict. */
const CONFIRMING = { share: 0.2, few: 2 };

/** @param of number of rows in question */
function areClose(shared: readonly SharedRow[], of: number): boolean {
  const near = shared.flatMap(({ row, agreeing }) => (agreeing ? [{ row, other: agreeing }] : []));
  if (!exceeds(near.length, of, CONFIRMING) || shared.length - near.length > TURNED.share * shared.length) return false;
  return (
    median(near.map(({ row, other }) => Math.abs(row.time - other.time))) < CLOSE.ms &&
    median(near.map(({ row, other }) => distanceKm(row, other))) < CLOSE.km &&
    median(near.map(({ row, other }) => Math.abs(expectedMw(row) - other.mw))) < CLOSE.mw
  );
}

/** NaN where most are. */
const median = (values: readonly number[]): number =>
  values.map((value) => (Number.isNaN(value) ? Infinity : value)).sort((a, b) => a - b)[values.length >> 1]!;

/** Whether a row differs in time, place or magnitude from what its feed said. */
const isChanged = ({ known, row }: Pair): boolean =>
  [known, known.before].some(
    (one) =>
      one.time !== row.time ||
      one.latitude !== row.latitude ||
      one.longitude !== row.longitude ||
      one.magnitudes[0]?.value !== row.magnitudes[0]?.value,
  );

function confirms(shared: readonly SharedRow[], rows: readonly SourceReport[], changed: SourceReport[]): boolean {
  const asked = new Set(changed);
  return areClose(
    shared.filter(({ row }) => asked.has(row)),
    rows.filter((row) => asked.has(row)).length,
  );
}
