/** What the same feed gave before of the earthquakes in a document. */
import { distanceKm, insideBox, type Box } from '#core/geo.ts';
import { HOUR, MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import type { Coverage, FeedName, SourceReport } from '../../sources/feed.ts';
import { sql, type Db } from '../database.ts';
import { COVERAGE_MARGIN } from '../documents/captures.ts';
import { feedGroupOf, isKeyed } from '../documents/feed-groups.ts';
import type { SolutionVersion } from '../documents/solution-version.ts';

interface KnownSolution extends SolutionVersion {
  /** Whether its feed has shown it lately: in a longer time an agency may revise most rows. */
  isFresh: boolean;
}

/** A known solution, and the document's row of the same earthquake. */
export interface Pair {
  known: KnownSolution;
  row: SourceReport;
}

export interface Comparison {
  pairs: Pair[];
  /** Known earthquakes in the document's coverage. */
  expected: number;
  /** Those among them that it does not name. */
  gone: number;
}

interface Document {
  feed: FeedName;
  /** As the document has them, those outside of the region and in the future included. */
  reports: readonly SourceReport[];
  /** Where the document should name all that its feed has. */
  coverage: Coverage | null;
  /** The region of the catalogue: requests may be limited to it. */
  region: Box;
  /** When the document was made, by its own statement. */
  asOf: EpochMs;
  /** Instant of the fetch, else null. It decides what the rows are compared with, whatever the document's own time. */
  receivedAt: EpochMs | null;
}

/** Largest shift that is looked for, in either direction: from one end of the time zones to the other. */
const LARGEST_SHIFT = 26 * HOUR;
/** Kandilli replaces a row by another within this: as long as one is near, nothing is gone. */
const REPLACED_WITHIN = { ms: 10 * SECOND, km: 100 };

interface KnownRow {
  agency_event: number;
  content: string;
  fresh: 0 | 1;
}

/** For how long a solution is fresh, inclusive. */
const FRESH = 3 * HOUR;

/** Current solutions of a feed that were published until an instant. */
const KNOWN = `SELECT a.agency_event, v.content, v.last_as_of >= @until - ${FRESH} AS fresh
  FROM agency_events a JOIN solution_versions v ON v.version = a.current_version
  WHERE a.withdrawn = 0 AND v.feed = @feed AND v.first_as_of <= @until`;

const solutionOf = ({ content, fresh }: KnownRow): KnownSolution => ({
  ...(JSON.parse(content) as SolutionVersion),
  isFresh: fresh === 1,
});

/** AFAD has two groups, told apart by the identifier. */
const groupsOf = (feed: FeedName): Set<number | undefined> =>
  new Set([feedGroupOf(feed, null), feedGroupOf(feed, '1')]);

interface Known {
  feed: FeedName;
  until: EpochMs;
}

/** What the rows of a document are compared with. */
const knownTo = ({ feed, asOf, receivedAt }: Document): Known => ({ feed, until: receivedAt ?? asOf });

/** Both exclusive. */
function knownBetween(db: Db, { feed, until }: Known, from: EpochMs, to: EpochMs): KnownRow[] {
  const read = sql<unknown[], KnownRow>(
    db,
    `${KNOWN} AND a.feed_group = @feedGroup AND a.time > @from AND a.time < @to`,
  );
  return [...groupsOf(feed)].flatMap((feedGroup) => read.all({ feed, until, feedGroup, from, to }));
}

/** Compares a document with what its feed said before. */
export const compare = (db: Db, document: Document): Comparison =>
  isKeyed(document.feed) ? compareByKey(db, document) : compareByPlace(db, document);

function compareByKey(db: Db, document: Document): Comparison {
  const { reports } = document;
  const { feed, until } = knownTo(document);
  const read = sql<unknown[], KnownRow>(
    db,
    `${KNOWN} AND a.agency_event = (SELECT agency_event FROM agency_event_keys WHERE feed_group = @feedGroup AND key = @key)`,
  );
  const pairs: Pair[] = [];
  const named = new Set<number>();
  for (const row of reports)
    for (const key of [row.key!, ...row.aliases]) {
      const known = read.get({ feed, until, feedGroup: feedGroupOf(feed, key), key });
      if (known === undefined || named.has(known.agency_event)) continue;
      named.add(known.agency_event);
      pairs.push({ known: solutionOf(known), row });
    }
  const expected = expectedOf(db, document, COVERAGE_MARGIN);
  return {
    pairs,
    expected: expected.length,
    gone: expected.filter((row) => !named.has(row.agency_event)).length,
  };
}

/** Known rows that a document with a coverage should name: an old one cannot name what is new. */
function expectedOf(db: Db, { feed, coverage, region, asOf }: Document, margin: number): KnownRow[] {
  if (coverage === null) return [];
  const { from, to, minMagnitude } = coverage;
  return knownBetween(db, { feed, until: asOf }, from + margin, to - margin).filter((row) => {
    const solution = solutionOf(row);
    if (!insideBox(solution, region)) return false;
    const [magnitude] = solution.magnitudes;
    return minMagnitude === null || (magnitude !== undefined && magnitude.value >= minMagnitude);
  });
}

type KeyOf = (of: SolutionVersion | SourceReport) => string;

const timePlace = ({ time, latitude, longitude }: SolutionVersion | SourceReport): string =>
  `${time} ${latitude} ${longitude}`;
const place = ({ latitude, longitude }: SolutionVersion | SourceReport): string => `${latitude} ${longitude}`;

/** The clocks of a feed differ from their former ones by a multiple of this, and rows by less than the tolerance. */
const SHIFT = { multiple: 30 * MINUTE, tolerance: MINUTE };

/** ms, a multiple of {@link SHIFT}; undefined for any other difference. */
export function shiftOf({ known, row }: Pair): number | undefined {
  const difference = row.time - known.time;
  const shift = Math.round(difference / SHIFT.multiple) * SHIFT.multiple;
  return Math.abs(difference - shift) <= SHIFT.tolerance ? shift : undefined;
}

/** The same row by time and place, else by time alone, else by place alone if only its clock is another. */
const STEPS: readonly [keyOf: KeyOf, isPair: (pair: Pair) => boolean][] = [
  [timePlace, () => true],
  [({ time }) => String(time), () => true],
  [place, (pair) => shiftOf(pair) !== undefined],
];

/** Rows without identifiers. */
function compareByPlace(db: Db, document: Document): Comparison {
  const { reports } = document;
  const times = reports.map(({ time }) => time);
  const [from, to] = [Math.min(...times) - LARGEST_SHIFT, Math.max(...times) + LARGEST_SHIFT];
  const known = reports.length === 0 ? [] : knownBetween(db, knownTo(document), from, to).map(solutionOf);
  const pairs: Pair[] = [];
  let rows = [...reports];
  let left = known;
  for (const [keyOf, isPair] of STEPS) {
    const found = pairsBy(keyOf, left, rows).filter(isPair);
    pairs.push(...found);
    const [ofKnown, ofRows] = [new Set(found.map((pair) => pair.known)), new Set(found.map((pair) => pair.row))];
    left = left.filter((one) => !ofKnown.has(one));
    rows = rows.filter((one) => !ofRows.has(one));
  }
  const named = new Set(pairs.map((pair) => timePlace(pair.known)));
  const expected = expectedOf(db, document, 0).map(solutionOf);
  const absent = expected.filter((one) => !named.has(timePlace(one)));
  const nearby = byTime(rows);
  return { pairs, expected: expected.length, gone: absent.filter((one) => !isReplaced(one, nearby)).length };
}

/** Pairs with a key that is unique on both sides. */
function pairsBy(keyOf: KeyOf, known: readonly KnownSolution[], rows: readonly SourceReport[]): Pair[] {
  const byKey = Map.groupBy(known, keyOf);
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, [row, ...others]]) => {
    const [one, ...more] = byKey.get(key) ?? [];
    return one && row && others.length === 0 && more.length === 0 ? [{ known: one, row }] : [];
  });
}

const bucketOf = (time: EpochMs): number => Math.floor(time / REPLACED_WITHIN.ms);

const byTime = (rows: readonly SourceReport[]): Map<number, SourceReport[]> =>
  Map.groupBy(rows, ({ time }) => bucketOf(time));

function isReplaced(known: SolutionVersion, rows: Map<number, SourceReport[]>): boolean {
  const bucket = bucketOf(known.time);
  return [bucket - 1, bucket, bucket + 1]
    .flatMap((near) => rows.get(near) ?? [])
    .some(
      (row) => Math.abs(row.time - known.time) <= REPLACED_WITHIN.ms && distanceKm(row, known) <= REPLACED_WITHIN.km,
    );
}
