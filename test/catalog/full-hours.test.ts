/** More reports of one hour than any sequence has: they are bounded, and one more costs little. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { associate, components } from '../../generator/catalog/association/associate.ts';
import { MOST_ACTIVITY } from '../../generator/catalog/association/activity.ts';
import { componentNames } from '../../generator/catalog/association/dense-sequence.ts';
import { associateDirty } from '../../generator/catalog/association/neighbourhood.ts';
import type { Candidate } from '../../generator/catalog/association/score.ts';
import { sql } from '../../generator/catalog/database.ts';
import { FEED_GROUPS } from '../../generator/catalog/documents/feed-groups.ts';
import { updateAgencyEvents } from '../../generator/catalog/documents/agency-events.ts';
import { MAX_REPORTS_PER_HOUR, MAX_REPORTS_PER_MINUTE } from '../../generator/catalog/documents/full-hours.ts';
import type { FeedName, SourceReport } from '../../generator/sources/feed.ts';
import {
  candidate,
  confirmed,
  everything,
  NOON,
  published,
  report,
  states,
  testCatalog,
  type Document,
  type TestCatalog,
} from '../support/catalog.ts';
import fc from '../support/property.ts';

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const isKeyed = (feed: FeedName): boolean => !feed.startsWith('kandilli');

interface Crowd {
  count: number;
  from?: number;
  ms?: number;
  /** Number of the first identifier. */
  first?: number;
}

/** Reports of a feed within an hour and 10 km. */
function crowd(feed: FeedName, { count, from = NOON, ms = HOUR, first = 0 }: Crowd): SourceReport[] {
  const next = numbers(feed.length * 1000 + first + count);
  return Array.from({ length: count }, (_, n) =>
    report({
      time: from + Math.floor(next() * ms),
      latitude: 38 + Math.round(next() * 1000) / 1e4,
      longitude: 37 + Math.round(next() * 1000) / 1e4,
      magnitudes: [{ type: 'ML', value: 1.5 + Math.round(next() * 20) / 10 }],
      key: isKeyed(feed) ? String(600_000 + first + n) : null,
    }),
  );
}

const agencyEvents = ({ db }: TestCatalog): number =>
  sql<[], number>(db, 'SELECT count(*) FROM agency_events WHERE withdrawn = 0').pluck().get()!;

test('four documents of a thousand rows of one hour: as many are taken in as the hour may have, the others are left out', () => {
  const catalog = testCatalog();
  const stored = [0, 1, 2, 3].map((n) =>
    catalog.store({ feed: 'afad-api', reports: crowd('afad-api', { count: 1000, first: n * 1000 }) }),
  );
  assert.deepEqual(
    stored.map(({ fresh, leftOut }) => [fresh, leftOut.length]),
    [
      [MAX_REPORTS_PER_HOUR, 600],
      [0, 1000],
      [0, 1000],
      [0, 1000],
    ],
  );
  const warning = `afad-api has more than ${MAX_REPORTS_PER_HOUR} earthquakes within the hour 2024-03-10 12 UTC: the others are left out, here and in later documents`;
  assert.deepEqual(
    stored.map(({ warnings }) => warnings),
    [[warning], [], [], []],
    'said once',
  );
  const [first] = stored[0]!.leftOut;
  assert.equal(first!.reason, `more than ${MAX_REPORTS_PER_HOUR} earthquakes within the hour 2024-03-10 12 UTC`);
  assert.match(first!.text, /^2024-03-10 12:\d\d:\d\d 600\d\d\d Pazarcık/);
  catalog.finish();
  assert.equal(agencyEvents(catalog), MAX_REPORTS_PER_HOUR);
  // Other hours and other agencies have their own bound, and so has the same hour of another feed of an agency.
  const later = crowd('afad-api', { count: 20, from: NOON + HOUR, first: 5000 });
  for (const [feed, reports] of [
    ['afad-api', later],
    ['usgs-fdsn', crowd('usgs-fdsn', { count: 350 })],
    ['kandilli-live', crowd('kandilli-live', { count: 350 })],
    ['kandilli-xml', crowd('kandilli-xml', { count: 350 })],
  ] as const)
    assert.deepEqual(catalog.store({ feed, reports }).leftOut, [], feed);
  catalog.close();
});

test('a minute has its own bound', () => {
  const catalog = testCatalog();
  const { fresh, leftOut, warnings } = catalog.store({
    feed: 'kandilli-live',
    reports: crowd('kandilli-live', { count: 100, ms: SECOND }),
  });
  assert.deepEqual([fresh, leftOut.length], [MAX_REPORTS_PER_MINUTE, 70]);
  assert.match(warnings.join(), /^kandilli-live has more than 30 earthquakes within the minute 2024-03-10 12:00 UTC: /);
  catalog.close();
});

test('in a full hour known earthquakes are revised and read again; no report moves into it', () => {
  const catalog = testCatalog();
  const reports = crowd('afad-api', { count: MAX_REPORTS_PER_HOUR + 5, ms: HOUR });
  const other = report({ key: '700000', time: NOON + 3 * HOUR });
  catalog.run({ feed: 'afad-api', reports: [...reports, other] });
  const again = catalog.store({ feed: 'afad-site', reports: reports.slice(0, 10) });
  assert.deepEqual([again.fresh, again.leftOut.length], [10, 0], 'another feed with the same identifiers');
  const revised = reports.slice(0, 3).map((one) => ({ ...one, time: one.time + 5 * SECOND, depthKm: 12 }));
  assert.deepEqual(catalog.store({ feed: 'afad-api', reports: revised }).fresh, 3);
  const moved = catalog.store({ feed: 'afad-api', reports: [{ ...other, time: NOON + MINUTE }] });
  assert.deepEqual([moved.fresh, moved.leftOut.length], [0, 1]);
  catalog.close();
});

test('nothing is concluded from a document of which rows are left out', () => {
  const catalog = testCatalog();
  const known = [report({ key: '1', time: NOON - 3 * HOUR }), report({ key: '2', time: NOON - 4 * HOUR })];
  const coverage = everything();
  catalog.run({ feed: 'usgs-fdsn', reports: known, coverage, asOf: NOON + HOUR });
  const withCrowd = [known[0]!, ...crowd('usgs-fdsn', { count: MAX_REPORTS_PER_HOUR + 1 })];
  catalog.run({ feed: 'usgs-fdsn', reports: withCrowd, coverage, asOf: NOON + 2 * HOUR });
  assert.deepEqual(
    states(catalog.db).filter(({ state }) => state !== 'current'),
    [],
  );
  const without: Document = {
    feed: 'usgs-fdsn',
    reports: [known[0]!],
    coverage: everything(NOON - 3 * HOUR, 2 * HOUR),
    asOf: NOON + 3 * HOUR,
  };
  catalog.run(...confirmed(without));
  assert.equal(states(catalog.db).find(({ id }) => id === 1)!.state, 'withdrawn', 'as a document without them does');
  catalog.close();
});

const FULL: readonly FeedName[] = ['afad-api', 'usgs-fdsn', 'kandilli-live', 'turhec-file', 'historical-file'];

test('a report more in an hour that all agencies have filled touches a few earthquakes', () => {
  const catalog = testCatalog();
  for (const feed of FULL) catalog.run({ feed, reports: crowd(feed, { count: MAX_REPORTS_PER_HOUR - 10 }) });
  const feed = 'usgs-fdsn';
  catalog.store({ feed, reports: crowd(feed, { count: 1, first: 9000, from: NOON + 30 * MINUTE, ms: MINUTE }) });
  updateAgencyEvents(catalog.db);
  const { clusters, earthquakes } = associateDirty(catalog.db);
  assert.ok(clusters.length > 0 && clusters.length <= 10, `${clusters.length} clusters`);
  assert.ok(earthquakes.size <= 10, `${earthquakes.size} earthquakes`);
  catalog.close();
});

/** All feed groups at their bounds, everything in a quarter of the hour. */
const packed = (): Candidate[] =>
  FEED_GROUPS.flatMap(({ name }, group) => {
    const next = numbers(group + 1);
    return Array.from({ length: MAX_REPORTS_PER_HOUR }, (_, n) =>
      candidate({
        feedGroup: name,
        agencyEvent: group * 1000 + n,
        time: NOON + Math.floor((n / MAX_REPORTS_PER_MINUTE) * MINUTE),
        latitude: 38 + next() / 10,
        longitude: 37 + next() / 10,
        magnitude: 1.5 + Math.round(next() * 20) / 10,
      }),
    );
  });

test('however dense a dense sequence is, components are small and few pairs are scored', () => {
  const reports = packed().sort((a, b) => a.time - b.time);
  const sizes = components(reports).map(({ length }) => length);
  assert.ok(Math.max(...sizes) <= 100, `a component of ${Math.max(...sizes)} of ${reports.length} reports`);
  let asked = 0;
  componentNames(reports, () => (asked += 1) > 0);
  assert.ok(asked <= 100 * reports.length, `${asked} pairs of ${reports.length} reports`);
  assert.ok(reports.every(({ activity }) => activity <= MOST_ACTIVITY));
  assert.equal(components(reports).flatMap(associate).flat().length, reports.length);
});

/** Near the bounds of a dense sequence, and far beyond them. */
const sizes = fc.constantFrom(
  { count: 12, ms: 2 * MINUTE },
  { count: 18, ms: 2 * MINUTE },
  { count: 25, ms: 2 * MINUTE },
  { count: 90, ms: 12 * MINUTE },
);

const changes = fc.array(
  fc.record({
    feed: fc.constantFrom('afad-api' as const, 'usgs-fdsn' as const, 'kandilli-xml' as const),
    which: fc.nat({ max: 30 }),
    second: fc.integer({ min: -60, max: 800 }),
    withdrawn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

test('what is published of a dense sequence does not depend on the order of the documents, nor on their division into runs', () => {
  fc.assert(
    fc.property(sizes, changes, (size, changed) => {
      const from = NOON - 30 * SECOND;
      const bulk = (['afad-api', 'usgs-fdsn', 'kandilli-xml'] as const).map((feed): Document => ({
        feed,
        reports: crowd(feed, { ...size, from }),
      }));
      const small = changed.map(({ feed, which, second, withdrawn }, n): Document => {
        const time = from + second * SECOND;
        const key = isKeyed(feed) ? String(600_000 + which) : null;
        const one = report({ time, latitude: 38.05, longitude: 37.05, key, withdrawn: isKeyed(feed) && withdrawn });
        return { feed, reports: [one], asOf: NOON + 30 * HOUR + n * MINUTE };
      });
      const after = (...runs: Document[][]): string => {
        const catalog = testCatalog();
        for (const run of runs) catalog.run(...run);
        const lines = published(catalog.db).join('\n');
        catalog.close();
        return lines;
      };
      const atOnce = after([...bulk, ...small]);
      assert.equal(after(bulk, ...small.map((one) => [one])), atOnce);
      assert.equal(after(...small.map((one) => [one]), ...bulk.map((one) => [one])), atOnce);
    }),
    { numRuns: 12 },
  );
});
