/** Whether a document is believed. */
import type { Box } from '#core/geo.ts';
import type { Finding } from '#core/finding.ts';
import type { EpochMs } from '#core/time.ts';
import type { Parsed, SourceReport, Window } from '../../sources/feed.ts';
import type { Db } from '../database.ts';
import { findingOf } from './findings.ts';
import { compare, type Comparison } from './known-rows.ts';
import type { RowTotals } from './profile.ts';
import { givenIn, readProfile } from './profile.ts';

export interface Judged {
  /** As the document has them, before any was refused for its place or time. */
  reports: readonly SourceReport[];
  parsed: Parsed;
  /** Rejects of rows outside of the region, which are no fault. */
  outside: number;
  /** Origin times that were asked for. */
  window: Window | null;
  region: Box;
  /** When the document was made, as it says. */
  asOf: EpochMs;
  /** Null for a saved file. */
  receivedAt: EpochMs | null;
}

/** Rows of a document that are compared with the catalogue, one look-up each. Saved files of static lists have more. */
const MOST_COMPARED = 60_000;

const NOTHING: Comparison = { pairs: [], expected: 0, gone: 0 };

export const totalsOf = ({ parsed, outside }: Judged): RowTotals => ({
  rows: parsed.rows,
  rejected: parsed.rejects.length - outside,
  outside,
  accepted: parsed.reports.length,
  given: givenIn(parsed.reports),
});

/** Undefined for a sound document. */
export function judge(db: Db, judged: Judged): Finding | undefined {
  const { reports, parsed, window, region, asOf, receivedAt } = judged;
  const { feed, rows } = parsed;
  // An answer without rows, to a question about a time in which there were some, lacks all of them.
  const coverage = parsed.coverage ?? (rows === 0 && window ? { ...window, minMagnitude: null } : null);
  const comparison =
    reports.length > MOST_COMPARED ? NOTHING : compare(db, { feed, reports, coverage, region, asOf, receivedAt });
  return findingOf({ ...comparison, totals: totalsOf(judged), profile: readProfile(db, feed) });
}
