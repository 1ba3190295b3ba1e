/** Difficult real-world cases through the complete catalogue: reports, runs, records. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { FeedName } from '../../generator/sources/feed.ts';
import {
  NOON,
  catalogOf,
  documentOf,
  onlyRecord,
  records,
  states,
  testCatalog,
  type Document,
  type TestCatalog,
} from '../support/catalog.ts';
import fc from '../support/property.ts';

const agenciesOf = (catalog: TestCatalog): string[] =>
  records(catalog.db).map(({ solutions }) =>
    solutions
      .map(({ agency }) => agency)
      .sort()
      .join('+'),
  );

const shock = (n: number, time: number, latitude = 37.3): Document[] => [
  documentOf('afad-api', `50000${n}`, { time, latitude }),
  documentOf('usgs-fdsn', `us${n}`, { time: time + 1.2 * SECOND, latitude: latitude - 0.05 }),
  documentOf('kandilli-zeqdb', null, { time: time + 0.4 * SECOND, latitude: latitude + 0.03 }),
];

test('two shocks of M 4 8 s apart, reported by all agencies, are two earthquakes with three reports each', () => {
  const both = [...shock(1, NOON), ...shock(2, NOON + 8 * SECOND)];
  for (const documents of [both, both.toReversed()]) {
    const catalog = catalogOf(...documents);
    assert.deepEqual(agenciesOf(catalog), ['afad+kandilli+usgs', 'afad+kandilli+usgs']);
    for (const { solutions } of records(catalog.db))
      assert.ok(
        Math.max(...solutions.map(({ time }) => time)) - Math.min(...solutions.map(({ time }) => time)) < 2 * SECOND,
      );
  }
});

test('reported by one agency after the other over a day, they keep their ids', () => {
  const catalog = testCatalog();
  const [a1, u1, k1] = shock(1, NOON) as [Document, Document, Document];
  const [a2, u2, k2] = shock(2, NOON + 8 * SECOND) as [Document, Document, Document];
  const ids: string[][] = [];
  for (const [hour, documents] of [[a1, a2], [k2], [k1], [u2, u1]].entries()) {
    catalog.now += hour * HOUR;
    catalog.run(...documents);
    ids.push(records(catalog.db).map(({ eventId }) => eventId));
  }
  assert.deepEqual(ids, [ids[0], ids[0], ids[0], ids[0]]);
  assert.deepEqual(agenciesOf(catalog), ['afad+kandilli+usgs', 'afad+kandilli+usgs']);
});

test('a report a day late joins the existing earthquake', () => {
  const catalog = catalogOf(documentOf('afad-api', '500001'));
  const { eventId } = onlyRecord(catalog.db);
  catalog.now += DAY;
  catalog.run(documentOf('usgs-fdsn', 'us1', { time: NOON + 2 * SECOND, latitude: 37.4 }, NOON + 2 * DAY));
  assert.deepEqual(agenciesOf(catalog), ['afad+usgs']);
  assert.equal(onlyRecord(catalog.db).eventId, eventId);
  assert.deepEqual(onlyRecord(catalog.db).revisions.at(-1)!.agencies, ['usgs']);
});

test('an agency that corrects its time by 40 s: two earthquakes become one, the older id and its alias stay', () => {
  const misdated = documentOf('afad-api', '500001', { time: NOON + 41 * SECOND }, NOON + HOUR);
  const catalog = catalogOf(documentOf('usgs-fdsn', 'us1', {}, NOON + HOUR), misdated);
  assert.deepEqual(agenciesOf(catalog), ['usgs', 'afad']);
  catalog.now += HOUR;
  catalog.run(documentOf('afad-api', '500001', { time: NOON + SECOND }, NOON + 2 * HOUR));
  assert.deepEqual(agenciesOf(catalog), ['afad+usgs']);
  assert.deepEqual(
    states(catalog.db).map(({ id, merged_into }) => [id, merged_into]),
    [
      [1, null],
      [2, 1],
    ],
  );
});

test('a re-enabled agency does not take the id of a report that has moved away', () => {
  for (const hours of [-1, 1]) {
    const catalog = catalogOf(
      documentOf('afad-api', '500001'),
      documentOf('kandilli-zeqdb', null, { time: NOON + SECOND }),
    );
    catalog.agencies = ['afad'];
    catalog.finish();
    const { id } = onlyRecord(catalog.db);
    catalog.agencies = ['afad', 'kandilli'];
    catalog.run(documentOf('afad-api', '500001', { time: NOON + hours * HOUR }, NOON + 2 * DAY));
    const owner = records(catalog.db).find((record) => record.id === id)!;
    assert.deepEqual(
      owner.solutions.map(({ agency }) => agency),
      ['afad'],
    );
    assert.equal(records(catalog.db).length, 2);
  }
});

test('an earthquake withdrawn by all its agencies returns with either of them, under its id', () => {
  const catalog = catalogOf(documentOf('afad-api', '500001'), documentOf('usgs-fdsn', 'us1'));
  const { id } = onlyRecord(catalog.db);
  for (const agencies of [['usgs'], [], ['afad'], ['afad', 'usgs']] as const) {
    catalog.now += HOUR;
    catalog.agencies = agencies;
    catalog.finish();
    assert.deepEqual(
      records(catalog.db).map((record) => [record.id, record.solutions.map(({ agency }) => agency)]),
      agencies.length === 0 ? [] : [[id, agencies]],
    );
  }
});

test('a magnitude of 0, none, and depths of 0 and above the sea take part like others', () => {
  const catalog = catalogOf(
    documentOf('afad-api', '500001', { magnitudes: [{ type: 'ML', value: 0 }], depthKm: 0 }),
    documentOf('kandilli-zeqdb', null, { time: NOON + SECOND, magnitudes: [], depthKm: -1.2 }),
  );
  const { magnitude, depthKm, solutions } = onlyRecord(catalog.db);
  assert.deepEqual([magnitude, depthKm, solutions.map((one) => one.depthKm)], [0, 0, [0, -1.2]]);
});

test('either side of 180° of longitude', () => {
  const catalog = catalogOf(
    documentOf('afad-api', '500001', { longitude: 179.97 }),
    documentOf('usgs-fdsn', 'us1', { longitude: -179.98 }),
  );
  assert.deepEqual(agenciesOf(catalog), ['afad+usgs']);
});

test('20 identifiers of every agency for one shock: 20 earthquakes of all three, none with two of one agency', () => {
  const copies = Array.from({ length: 20 }, (_, n): Document[] => [
    documentOf('afad-api', `5000${10 + n}`),
    documentOf('usgs-fdsn', `us${n}`),
    // Kandilli gives no identifiers: a copy that differs in nothing is the same report.
    documentOf('kandilli-zeqdb', null, { latitude: 37.3 + n / 1000 }),
  ]).flat();
  const catalog = catalogOf(...copies);
  const clusters = agenciesOf(catalog);
  assert.equal(clusters.filter((agencies) => agencies.includes('afad')).length, 20);
  assert.equal(clusters.filter((agencies) => agencies.includes('usgs')).length, 20);
  assert.equal(clusters.length, 20);
});

/** A swarm of an hour and a half: random, so that activity, competition and neighbours of neighbours all come up. */
const swarm = fc.array(
  fc.record({
    feed: fc.constantFrom<FeedName>('afad-api', 'usgs-fdsn', 'kandilli-zeqdb'),
    second: fc.nat({ max: 5400 }),
    step: fc.nat({ max: 12 }),
    magnitude: fc.nat({ max: 20 }),
  }),
  { minLength: 2, maxLength: 40 },
);

test('a swarm read piece by piece is the same catalogue as read at once', () => {
  fc.assert(
    fc.property(swarm, fc.nat({ max: 6 }), (all, pieces) => {
      const documents = all.map(({ feed, second, step, magnitude }, n) =>
        documentOf(feed, feed === 'kandilli-zeqdb' ? null : `${feed === 'afad-api' ? 500_000 + n : `us${n}`}`, {
          time: NOON + second * SECOND,
          latitude: 37 + step * 0.15 + (feed === 'kandilli-zeqdb' ? n / 10_000 : 0),
          magnitudes: [{ type: 'ML', value: 2 + magnitude / 10 }],
        }),
      );
      const clusters = (catalog: TestCatalog): string[] =>
        records(catalog.db)
          .map(({ solutions }) =>
            JSON.stringify(solutions.map(({ agency, eventId, latitude }) => `${agency} ${eventId} ${latitude}`).sort()),
          )
          .sort();
      const atOnce = catalogOf(...documents);
      const piecemeal = testCatalog();
      const size = Math.ceil(documents.length / (pieces + 1));
      for (let from = 0; from < documents.length; from += size) {
        piecemeal.now += MINUTE;
        piecemeal.run(...documents.slice(from, from + size));
      }
      assert.deepEqual(clusters(piecemeal), clusters(atOnce));
      atOnce.close();
      piecemeal.close();
    }),
    { numRuns: 100 },
  );
});
