import assert from 'node:assert/strict';
import test from 'node:test';
import type { Agency } from '#core/earthquake.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { Db } from '../../generator/catalog/database.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import {
  catalogOf,
  changeLog,
  confirmed,
  dump,
  NOON,
  published,
  records,
  report,
  testCatalog,
  type Document,
} from '../support/catalog.ts';
import { documents, withOtherRuns } from '../support/catalog-scenarios.ts';
import fc from '../support/property.ts';

/** What the catalogue holds after the runs. */
function after<T>(runs: Document[][], read: (db: Db) => T): T {
  const catalog = testCatalog();
  for (const run of runs) catalog.run(...run);
  const result = read(catalog.db);
  catalog.close();
  return result;
}

const publishedAfter = (runs: Document[][]): string[] => after(runs, published);

const lines = (texts: string[]): string => texts.join('\n');

test('the published earthquakes do not depend on the order of the documents, nor on their division into runs', () => {
  fc.assert(
    fc.property(withOtherRuns(documents), ([all, runs]) =>
      assert.equal(lines(publishedAfter(runs)), lines(publishedAfter([all]))),
    ),
    { numRuns: 120 },
  );
});

/** With ids, names and kinds of changes, but for what names an earthquake: the report that was read first. */
const unnamed = (db: Db): unknown[] => [
  ...records(db).map(({ eventId: _, ...record }) => record),
  ...changeLog(db).map(({ history: _, ...change }) => change),
];

test('in one run, ids, slugs and changes too are the same whatever the order of documents with identifiers', () => {
  const keyed = documents.map((all) => all.filter(({ feed }) => feed === 'afad-api' || feed === 'historical-file'));
  fc.assert(
    fc.property(
      keyed.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
      ),
      ([all, shuffled]) => assert.deepEqual(after([shuffled], unnamed), after([all], unnamed)),
    ),
    { numRuns: 60 },
  );
});

test('reading the same documents again changes nothing', () => {
  fc.assert(
    fc.property(withOtherRuns(documents), ([all, again]) => {
      const catalog = testCatalog();
      catalog.run(...all);
      const before = dump(catalog.db);
      for (const run of again) {
        catalog.now += HOUR;
        for (const document of run) assert.equal(catalog.store(document).fresh, 0);
        catalog.finish();
      }
      assert.equal(dump(catalog.db), before);
      catalog.close();
    }),
    { numRuns: 60 },
  );
});

test('one run gives ids in order of origin time, whatever the order of the rows', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 500 }), { minLength: 1, maxLength: 20 }), (hours) => {
      const catalog = testCatalog();
      const reports = hours.map((hour, index) => report({ key: String(500000 + index), time: NOON - hour * HOUR }));
      catalog.run({ feed: 'afad-api', reports: reports.slice(5) }, { feed: 'afad-site', reports: reports.slice(0, 5) });
      assert.deepEqual(
        records(catalog.db).map(({ id }) => id),
        hours.map((_, index) => index + 1),
      );
      catalog.close();
    }),
    { numRuns: 40 },
  );
});

test('ids of one run follow the origin times that are published', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const catalog = catalogOf(...all);
      const ids = records(catalog.db).map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      );
      catalog.close();
    }),
    { numRuns: 120 },
  );
});

/** The same published earthquakes, whether the documents are read in one run or one by one; how many there are. */
function inAnyRuns(...all: Document[]): number {
  const one = publishedAfter([all]);
  assert.deepEqual(publishedAfter(all.map((document) => [document])), one);
  assert.deepEqual(publishedAfter(all.toReversed().map((document) => [document])), one);
  return one.length;
}

const live = (hour: number, ...reports: SourceReport[]): Document => ({
  feed: 'kandilli-live',
  reports,
  asOf: NOON + hour * HOUR,
});

test('a late page that lists both rows undoes their link', () => {
  const [old, next] = [report({}), report({ time: NOON + 2 * SECOND })];
  const far = report({ time: NOON - HOUR, latitude: 39 });
  assert.equal(inAnyRuns(live(2, far, old), live(3, far, next)), 2);
  assert.equal(inAnyRuns(live(2, far, old), live(3, far, next), live(1, far, old, next)), 3);
});

test('a late row that is nearer becomes the replaced one', () => {
  const far = report({ time: NOON - HOUR, latitude: 39 });
  const [old, next, nearer] = [0, 3, 2].map((seconds) => report({ time: NOON + seconds * SECOND })) as [
    SourceReport,
    SourceReport,
    SourceReport,
  ];
  assert.equal(inAnyRuns(live(1, far, old), live(2, far, next), live(1, far, old, nearer)), 3);
});

test('a report that agrees better with a day-precision report takes it over from another earthquake', () => {
  const magnitude = (value: number): Pick<SourceReport, 'magnitudes'> => ({ magnitudes: [{ type: 'Mw', value }] });
  const old = report({ key: 'h', time: NOON - 12 * HOUR, precision: 'day', ...magnitude(7) });
  const [first, second] = [
    report({ key: '1', time: NOON - 5 * HOUR, ...magnitude(6.1) }),
    report({ key: 'us1', time: NOON + 3 * HOUR, ...magnitude(7) }),
  ];
  const all: Document[] = [
    { feed: 'historical-file', reports: [old] },
    { feed: 'afad-api', reports: [first] },
    { feed: 'usgs-fdsn', reports: [second] },
  ];
  assert.equal(inAnyRuns(...all), 2);
  assert.deepEqual(
    records(catalogOf(...all).db).map(({ solutions }) => solutions.length),
    [1, 2],
  );
});

test('a swarm without a pause, longer than what is loaded at once, is associated as a whole', () => {
  const swarm = (feed: 'afad-api' | 'kandilli-zeqdb', shift: number): SourceReport[] =>
    Array.from({ length: 900 }, (_, index) =>
      report({ key: feed === 'afad-api' ? String(500000 + index) : null, time: NOON + index * 10 * SECOND + shift }),
    );
  const afad = swarm('afad-api', 0);
  const all: Document[] = [
    { feed: 'kandilli-zeqdb', reports: swarm('kandilli-zeqdb', 4000) },
    { feed: 'afad-api', reports: afad.slice(1) },
    { feed: 'afad-api', reports: afad.slice(0, 1) },
  ];
  assert.equal(inAnyRuns(...all), 900);
});

test('a report that leaves an ambiguous time causes the reports around it to be associated again', () => {
  const after = NOON + HOUR;
  const north = { latitude: 37.5 };
  const size = { magnitudes: [{ type: 'ML', value: 3 }] };
  const ambiguous = report({ ...north, ...size, alternativeTime: after });
  const moving = (time: number, updatedAt: number | null): Document => ({
    feed: 'usgs-fdsn',
    reports: [report({ ...north, ...size, key: 'us0', time, updatedAt })],
  });
  const first: Document[] = [
    { feed: 'kandilli-xml', reports: [ambiguous] },
    moving(after, null),
    { feed: 'afad-api', reports: [report({ ...size, key: '500001', time: after + 10 * MINUTE })] },
    {
      feed: 'usgs-fdsn',
      reports: [report({ ...size, key: 'us1', time: after + 10 * MINUTE + 19 * SECOND, latitude: 37.7 })],
    },
  ];
  const moved = moving(NOON - 10 * HOUR, NOON + DAY + HOUR);
  const [atOnce, piecemeal] = [testCatalog(), testCatalog()];
  const withoutKandilli: Agency[] = ['afad', 'usgs'];
  piecemeal.run(...first);
  assert.equal(records(piecemeal.db).length, 3);
  piecemeal.agencies = atOnce.agencies = withoutKandilli;
  piecemeal.run(moved);
  atOnce.run(...first, moved);
  assert.equal(records(atOnce.db).length, 2);
  assert.deepEqual(published(piecemeal.db), published(atOnce.db));
});

test('no earthquake holds two reports of one agency, nor reports further apart than the bounds', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const catalog = testCatalog();
      catalog.run(...all);
      for (const { solutions } of records(catalog.db)) {
        assert.equal(new Set(solutions.map(({ agency }) => agency)).size, solutions.length);
        const exact = solutions.filter(({ precision }) => precision === 'second').map(({ time }) => time);
        assert.ok(Math.max(...exact) - Math.min(...exact) <= 60_000);
      }
      catalog.close();
    }),
    { numRuns: 60 },
  );
});

test('a guard that a late document lifts: the same outcome in every order', () => {
  const row = (index: number) => report({ key: String(500000 + index), time: NOON + index * 60_000 });
  const all = Array.from({ length: 60 }, (_, index) => row(index));
  const coverage = { from: NOON - DAY, to: NOON + DAY, minMagnitude: null };
  const [part, again] = confirmed({ feed: 'afad-api', reports: all.slice(0, 30), asOf: NOON + 2 * DAY, coverage });
  const some: Document = { feed: 'afad-api', reports: all.slice(0, 34), asOf: NOON + DAY };
  const rest: Document = { feed: 'afad-api', reports: all, asOf: NOON + DAY + HOUR };
  const outcomes = [
    [[part, again, some, rest]],
    [[rest], [some], [again], [part]],
    [[some], [part], [again, rest]],
    [[part], [rest], [again], [some]],
  ].map((runs) => publishedAfter(runs).length);
  assert.deepEqual(outcomes, [60, 60, 60, 60]);
  assert.equal(publishedAfter([[some], [part, again]]).length, 30);
});
