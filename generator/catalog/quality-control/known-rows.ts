/** What the same feed gave before of the earthquakes in a document. */
import { distanceKm, insideBox, type Box } from '#core/geo.ts';
import { HOUR, MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import type { Coverage, FeedName, SourceReport } from '../../sources/feed.ts';
import { allRows, firstRow, type Db } from '../database.ts';
import { COVERAGE_MARGIN } from '../documents/captures.ts';
import { feedGroupOf, isKeyed } from '../documents/feed-groups.ts';
import type { SolutionVersion } from '../documents/solution-version.ts';

interface KnownSolution extends SolutionVersion {
  agencyEvent: number;
  /** What the feed said of it 24 hours ago, else what it said first. */
  before: SolutionVersion;
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
  /** Changes are summed since then. */
  since: EpochMs;
}

/** Largest shift that is looked for, in either direction: from one end of the time zones to the other. */
export const LARGEST_SHIFT = 26 * HOUR;
/** Kandilli replaces a row by another within this: as long as one is near, nothing is gone. */
const REPLACED_WITHIN = { ms: 10 * SECOND, km: 100 };

/** For how long a solution is fresh, inclusive. */
const FRESH = 3 * HOUR;

interface KnownRow {
  agency_event: number;
  content: string;
  /** Null where it is the current one. */
  former: string | null;
  fresh: 0 | 1;
}

/** Of the versions of an agency event, the one that its feed showed at an instant, else its first one. */
const FORMER = `SELECT iif(f.version = v.version, NULL, f.content) FROM solution_versions f
  WHERE f.agency_event = a.agency_event AND +f.feed = @feed
  ORDER BY f.first_as_of > @since, min(f.last_as_of, @since) DESC, f.first_as_of, f.version LIMIT 1`;

/**
 * Current solutions of a feed that were published until an instant. Without the plus SQLite would look at the feed for
 * an index, and for that prepare the statement again with each look-up.
 */
const KNOWN = `SELECT a.agency_event, v.content, (${FORMER}) AS former, v.last_as_of >= @until - ${FRESH} AS fresh
  FROM agency_events a JOIN solution_versions v ON v.version = a.current_version
  WHERE a.withdrawn = 0 AND +v.feed = @feed AND v.first_as_of <= @until`;

function solutionOf({ agency_event: agencyEvent, content, former, fresh }: KnownRow): KnownSolution {
  const current = JSON.parse(content) as SolutionVersion;
  const before = former === null ? current : (JSON.parse(former) as SolutionVersion);
  return { ...current, agencyEvent, before, isFresh: fresh === 1 };
}

/** AFAD has two groups, distinguished by the identifier. */
const groupsOf = (feed: FeedName): Set<number | undefined> =>
  new Set([feedGroupOf(feed, null), feedGroupOf(feed, '1')]);

interface Span {
  feed: FeedName;
  until: EpochMs;
  since: EpochMs;
  /** Both exclusive. */
  from: EpochMs;
  to: EpochMs;
}

const knownBetween = (db: Db, span: Span): KnownSolution[] =>
  [...groupsOf(span.feed)].flatMap((feedGroup) =>
    allRows<KnownRow>(db, `${KNOWN} AND a.feed_group = @feedGroup AND a.time > @from AND a.time < @to`, {
      ...span,
      feedGroup,
    }).map(solutionOf),
  );

/** Compares a document with what its feed said before. */
export function compare(db: Db, document: Document): Comparison {
  const keyed = isKeyed(document.feed);
  const { pairs, unpaired } = keyed ? pairByKey(db, document) : pairByPlace(db, document);
  const named = new Set(pairs.map(({ known }) => known.agencyEvent));
  const expected = expectedOf(db, document, keyed ? COVERAGE_MARGIN : 0);
  const nearby = Map.groupBy(unpaired, ({ time }) => bucketOf(time));
  const gone = expected.filter((known) => !named.has(known.agencyEvent) && !isReplaced(known, nearby));
  return { pairs, expected: expected.length, gone: gone.length };
}

/** Known rows that a document with a coverage should name: an old one cannot name what is new. */
function expectedOf(db: Db, { feed, coverage, region, asOf, since }: Document, margin: number): KnownSolution[] {
  if (coverage === null) return [];
  const { from, to, minMagnitude } = coverage;
  return knownBetween(db, { feed, until: asOf, since, from: from + margin, to: to - margin }).filter((known) => {
    const [magnitude] = known.magnitudes;
    const isLarge = minMagnitude === null || (magnitude !== undefined && magnitude.value >= minMagnitude);
    return isLarge && insideBox(known, region);
  });
}

interface Pairing {
  pairs: Pair[];
  /** Rows that may replace a known one. */
  unpaired: readonly SourceReport[];
}

function pairByKey(db: Db, { feed, reports, asOf, receivedAt, since }: Document): Pairing {
  const query = `${KNOWN} AND a.agency_event = (
    SELECT agency_event FROM agency_event_keys WHERE feed_group = @feedGroup AND key = @key)`;
  const pairs = new Map<number, Pair>();
  for (const row of reports)
    for (const key of [row.key!, ...row.aliases]) {
      const values = { feed, until: receivedAt ?? asOf, since, feedGroup: feedGroupOf(feed, key), key };
      const known = firstRow<KnownRow>(db, query, values);
      if (known && !pairs.has(known.agency_event)) pairs.set(known.agency_event, { known: solutionOf(known), row });
    }
  return { pairs: [...pairs.values()], unpaired: [] };
}

type KeyOf = (of: SolutionVersion | SourceReport) => string;

const timePlace = ({ time, latitude, longitude }: SolutionVersion | SourceReport): string =>
  `${time} ${latitude} ${longitude}`;
const place = ({ latitude, longitude }: SolutionVersion | SourceReport): string => `${latitude} ${longitude}`;

/** The clocks of a feed differ from their former ones by a multiple of this, and rows by less than the tolerance. */
const SHIFT = { multiple: 30 * MINUTE, tolerance: MINUTE };

/** ms, a multiple of {@link SHIFT}; undefined for any other difference. */
export function shiftOf(difference: number): number | undefined {
  const shift = Math.round(difference / SHIFT.multiple) * SHIFT.multiple;
  return Math.abs(difference - shift) <= SHIFT.tolerance ? shift : undefined;
}

/** The same row by time and place, else by time alone, else by place alone if only its clock is another. */
const STEPS: readonly [keyOf: KeyOf, isPair: (pair: Pair) => boolean][] = [
  [timePlace, () => true],
  [({ time }) => String(time), () => true],
  [place, ({ known, row }) => shiftOf(row.time - known.time) !== undefined],
];

function pairByPlace(db: Db, { feed, reports, asOf, receivedAt, since }: Document): Pairing {
  const times = reports.map(({ time }) => time);
  const [from, to] = [Math.min(...times) - LARGEST_SHIFT, Math.max(...times) + LARGEST_SHIFT];
  let known = reports.length === 0 ? [] : knownBetween(db, { feed, until: receivedAt ?? asOf, since, from, to });
  let unpaired = reports;
  const pairs: Pair[] = [];
  for (const [keyOf, isPair] of STEPS) {
    if (known.length === 0) break;
    const found = pairsBy(keyOf, known, unpaired).filter(isPair);
    pairs.push(...found);
    const paired = new Set<object>(found.flatMap((pair) => [pair.known, pair.row]));
    known = known.filter((one) => !paired.has(one));
    unpaired = unpaired.filter((one) => !paired.has(one));
  }
  return { pairs, unpaired };
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

function isReplaced(known: SolutionVersion, rows: Map<number, SourceReport[]>): boolean {
  const bucket = bucketOf(known.time);
  return [bucket - 1, bucket, bucket + 1]
    .flatMap((near) => rows.get(near) ?? [])
    .some(
      (row) => Math.abs(row.time - known.time) <= REPLACED_WITHIN.ms && distanceKm(row, known) <= REPLACED_WITHIN.km,
    );
}
