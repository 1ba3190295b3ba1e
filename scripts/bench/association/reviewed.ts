/**
 * Pairs of reports reviewed one by one (test/golden/pairs-*.csv).
 * For each report of AFAD they name Kandilli's and USGS's reports of the same earthquake, or none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { formatSecond, parseInstant, type EpochMs } from '#core/time.ts';
import type { FeedName } from '../../../generator/sources/feed.ts';
import type { KnownReport } from './reports.ts';

export interface ReviewedList {
  name: string;
  file: string;
  /** Inclusive; the reports that the methods are given. */
  from: EpochMs;
  to: EpochMs;
  /** The feed that the list names Kandilli's rows of. */
  kandilli: FeedName;
}

export const FIRST_DAY: ReviewedList = {
  name: '24 hours after 2023-02-06 01:17, M ≥ 4',
  file: 'pairs-2023-02.csv',
  from: parseInstant('2023-02-06T01:00:00Z')!,
  to: parseInstant('2023-02-07T01:30:00Z')!,
  kandilli: 'kandilli-zeqdb',
};
export const QUIET_DAYS: ReviewedList = {
  name: '2026-06-22 to 06-30, M ≥ 3',
  file: 'pairs-2026-06.csv',
  from: parseInstant('2026-06-22T00:00:00Z')!,
  to: parseInstant('2026-06-30T23:59:00Z')!,
  kandilli: 'kandilli-live',
};

interface ReviewedPair {
  afad: string;
  agency: 'kandilli' | 'usgs';
  /** USGS's identifier, or the second of Kandilli's row; null where the agency has no report of it. */
  partner: string | null;
  /** Not decided, so not counted. */
  open: boolean;
}

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'test', 'golden');

export function readReviewed({ file }: Pick<ReviewedList, 'file'>): ReviewedPair[] {
  return parseCsv<Record<string, string>>(readFileSync(join(FOLDER, file), 'utf8'), { columns: true }).map((row) => ({
    afad: row['afad_id']!,
    agency: row['agency'] as ReviewedPair['agency'],
    partner: row['matched'] === 'yes' ? row['agency_id']! : null,
    open: row['matched'] === 'open',
  }));
}

/** What the list can judge: of Kandilli only the feed that it names rows of. */
export const judged = (reports: readonly KnownReport[], { from, to, kandilli }: ReviewedList): KnownReport[] =>
  reports.filter(
    ({ agency, feed, time }) =>
      time >= from && time <= to && (agency === 'afad' || agency === 'usgs' || feed === kandilli),
  );

const reportId = ({ agency, key, time }: KnownReport): string =>
  agency === 'kandilli' ? formatSecond(time).replaceAll(/\D/g, '') : key;

interface ReviewedScore {
  /** Pairs of the list, pairs that the association has where the list decides, and those of both. */
  pairs: number;
  found: number;
  right: number;
  f1: number;
}

/** @param earthquakes of reports as `judged` leaves them */
export function reviewedScore(
  list: readonly ReviewedPair[],
  earthquakes: readonly (readonly KnownReport[])[],
): ReviewedScore {
  const earthquakeOf = new Map(
    earthquakes.flatMap((held) =>
      held
        .filter(({ agency }) => agency === 'afad')
        .map((report): [string, readonly KnownReport[]] => [report.key, held]),
    ),
  );
  let [pairs, found, right] = [0, 0, 0];
  for (const { afad, agency, partner, open } of list) {
    if (open) continue;
    const ids = (earthquakeOf.get(afad) ?? []).filter((one) => one.agency === agency).map(reportId);
    if (partner !== null) pairs += 1;
    if (ids.length > 0) found += 1;
    if (partner !== null && ids.includes(partner)) right += 1;
  }
  return { pairs, found, right, f1: pairs + found === 0 ? 1 : (2 * right) / (pairs + found) };
}
