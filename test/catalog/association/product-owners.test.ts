import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, SECOND } from '#core/time.ts';
import { NEAR_MS, productCost } from '../../../generator/catalog/association/product-owners.ts';
import type { ProductReport, SourceReport } from '../../../generator/sources/feed.ts';
import { AGENCIES } from '#core/earthquake.ts';
import {
  confirmed,
  changeLog,
  NOON,
  records,
  report,
  testCatalog,
  type Document,
  type TestCatalog,
} from '../../support/catalog.ts';
import { mechanism, product, shakemap } from '../../support/product-scenarios.ts';

/** Two shocks of one minute, 25 s and 22 km apart. */
const FIRST = report({ key: '500001', time: NOON, magnitudes: [{ type: 'ML', value: 4.2 }] });
const SECOND_SHOCK = report({
  key: '500002',
  time: NOON + 25 * SECOND,
  latitude: 37.5,
  magnitudes: [{ type: 'ML', value: 4.6 }],
});

const afad = (asOf: number, ...reports: SourceReport[]): Document => ({
  feed: 'afad-api',
  reports,
  asOf: NOON + asOf * HOUR,
});
const gcmt = (...products: ProductReport[]): Document => ({
  feed: 'gcmt-ndk',
  reports: [],
  asOf: NOON + DAY,
  products,
});
const ofFirst = product('GCMT', { time: NOON + SECOND, latitude: 37.32, longitude: 37.1, magnitude: 4.4 });

const mechanisms = (catalog: TestCatalog): (number | null | undefined)[] =>
  records(catalog.db).map((record) => record.mechanism?.mw);

test('of two shocks of one minute the one that agrees better has the mechanism, the other none', () => {
  for (const reports of [
    [FIRST, SECOND_SHOCK],
    [SECOND_SHOCK, FIRST],
  ]) {
    const catalog = testCatalog();
    catalog.run(gcmt(ofFirst), afad(1, ...reports));
    assert.deepEqual(mechanisms(catalog), [4.3, undefined]);
  }
});

test('a neighbour that comes later and agrees better takes the mechanism: both are published anew', () => {
  const catalog = testCatalog();
  catalog.run(afad(1, SECOND_SHOCK), gcmt(ofFirst));
  assert.deepEqual(mechanisms(catalog), [4.3]);
  const before = changeLog(catalog.db).length;
  catalog.run(afad(2, FIRST));
  assert.deepEqual(mechanisms(catalog), [4.3, undefined]);
  assert.equal(changeLog(catalog.db).length, before + 2);
  assert.deepEqual(records(catalog.db)[1]!.revisions.at(-1)!.changed, ['focal_mechanism']);
});

test('a neighbour that moves away, or is withdrawn, loses the mechanism', () => {
  const moved = { ...FIRST, time: NOON - HOUR };
  const withdrawal: Document = {
    ...afad(3, SECOND_SHOCK),
    coverage: { from: NOON - DAY, to: NOON + DAY, minMagnitude: null },
  };
  for (const [change, expected] of [
    [afad(3, moved), [undefined, 4.3]],
    [withdrawal, [4.3]],
  ] as const) {
    const catalog = testCatalog();
    catalog.run(afad(1, FIRST, SECOND_SHOCK), gcmt(ofFirst));
    assert.deepEqual(mechanisms(catalog), [4.3, undefined]);
    catalog.run(...confirmed(change));
    assert.deepEqual(mechanisms(catalog), expected);
  }
});

test('an excluded agency loses its products to others, and regains them when enabled', () => {
  const catalog = testCatalog();
  const other = report({ time: NOON + 40 * SECOND, latitude: 37.5 });
  catalog.run(afad(1, FIRST), { feed: 'kandilli-zeqdb', reports: [other] }, gcmt(ofFirst));
  assert.deepEqual(mechanisms(catalog), [4.3, undefined]);
  catalog.agencies = ['kandilli'];
  catalog.finish();
  assert.deepEqual(mechanisms(catalog), [4.3]);
  catalog.agencies = AGENCIES;
  catalog.finish();
  assert.deepEqual(mechanisms(catalog), [4.3, undefined]);
});

test('of two mechanisms in one minute each goes to its own shock, and an unrelated third displaces neither', () => {
  const ofSecond = product('GCMT', {
    ...SECOND_SHOCK,
    agencyKey: 'gcmt:B',
    magnitude: 4.7,
    updatedAt: null,
    product: { kind: 'mechanism', mechanism: mechanism('GCMT', 4.7) },
  });
  const unrelated = product('GCMT', {
    agencyKey: 'gcmt:C',
    time: NOON - 40 * SECOND,
    latitude: 37.9,
    updatedAt: NOON + 9 * DAY,
    product: { kind: 'mechanism', mechanism: mechanism('GCMT', 5) },
  });
  const catalog = testCatalog();
  catalog.run(afad(1, FIRST, SECOND_SHOCK), gcmt(ofFirst, ofSecond, unrelated));
  assert.deepEqual(mechanisms(catalog), [4.3, 4.7]);
});

test('a final solution replaces the quick one of its name, wherever it lies and whichever is read last', () => {
  const quick = product('GCMT', {
    agencyKey: 'gcmt:A',
    updatedAt: NOON + HOUR,
    product: { kind: 'mechanism', mechanism: mechanism('GCMT', 4.1) },
  });
  const final = product('GCMT', { agencyKey: 'gcmt:A', updatedAt: NOON + 90 * DAY, latitude: 37.6 });
  for (const runs of [[[gcmt(quick)], [gcmt(final)]], [[gcmt(final)], [gcmt(quick)]], [[gcmt(quick, final)]]]) {
    const catalog = testCatalog();
    catalog.run(afad(1, FIRST));
    for (const run of runs) catalog.run(...run);
    assert.deepEqual(mechanisms(catalog), [4.3]);
  }
});

test('GCMT planes relayed by the USGS rank behind GCMT’s own tensor', () => {
  const tensor = { mrr: 1, mtt: -1, mpp: 0, mrt: 0, mrp: 0, mtp: 0 };
  const own = product('GCMT', {
    agencyKey: 'gcmt:A',
    product: { kind: 'mechanism', mechanism: { ...mechanism('GCMT', 4.2), momentTensor: tensor } },
  });
  const relayed = product('GCMT', { agencyKey: 'usgs:us1' });
  const computed = product('GCMT', {
    agencyKey: 'usgs:us1',
    product: {
      kind: 'mechanism',
      mechanism: { ...mechanism('GCMT', 4.4), momentTensor: tensor, computed: ['moment_tensor'] },
    },
  });
  for (const other of [relayed, computed]) {
    const catalog = testCatalog();
    catalog.run({ feed: 'usgs-fdsn', reports: [report({ key: 'us1' })], products: [other] }, gcmt(own));
    assert.deepEqual(mechanisms(catalog), [4.2]);
  }
});

/** A detail document of us1, `hours` after NOON. */
const detail = (hours: number, products: ProductReport[], values: Partial<SourceReport> = {}): Document => ({
  feed: 'usgs-fdsn',
  reports: [report({ key: 'us1', updatedAt: NOON + hours * HOUR, ...values })],
  products: products.map((one) => ({ ...one, updatedAt: NOON + hours * HOUR })),
  inFull: true,
});

const publishedAfter = (...runs: Document[][]): (number | undefined)[] => {
  const catalog = testCatalog();
  for (const run of runs) catalog.run(...run);
  return records(catalog.db).flatMap((record) => [record.mechanism?.mw ?? undefined, record.shakemap?.maxMmi]);
};

test('a later shakemap replaces the earlier one; an omitted one is removed, and may return', () => {
  const first = detail(1, [product('USGS', { agencyKey: 'usgs:us1' }), shakemap()]);
  const stronger = detail(2, [
    shakemap({ product: { kind: 'shakemap', maxMmi: 7.2, url: 'https://earthquake.example/us1', source: 'us' } }),
  ]);
  const none = detail(3, []);
  const again = detail(4, [shakemap()]);
  const cases: [Document[], (number | undefined)[]][] = [
    [[first], [4.3, 6.1]],
    [
      [first, stronger],
      [undefined, 7.2],
    ],
    [
      [first, stronger, none],
      [undefined, undefined],
    ],
    [
      [first, stronger, none, again],
      [undefined, 6.1],
    ],
  ];
  for (const [all, expected] of cases) {
    assert.deepEqual(publishedAfter(...all.map((one) => [one])), expected);
    assert.deepEqual(publishedAfter(...all.toReversed().map((one) => [one])), expected);
    assert.deepEqual(publishedAfter(all.toReversed()), expected);
  }
});

test('products of an event that the USGS withdraws have no owner, even with another agency’s report nearby', () => {
  const first = detail(1, [product('USGS', { agencyKey: 'usgs:us1' }), shakemap()]);
  const withdrawn = detail(2, [], { withdrawn: true });
  const listed: Document = { ...withdrawn, inFull: false };
  for (const last of [withdrawn, listed])
    assert.deepEqual(publishedAfter([first, afad(1, FIRST)], [last]), [undefined, undefined]);
});

test('two merged events keep their products, assigned by id or by distance', () => {
  const usgs = (updated: number, ...reports: SourceReport[]): Document => ({
    feed: 'usgs-fdsn',
    reports: reports.map((one) => ({ ...one, updatedAt: NOON + updated * HOUR })),
  });
  const [one, other] = [report({ key: 'us1' }), report({ key: 'us2', time: NOON + 9 * HOUR })];
  const near = { ...ofFirst, time: NOON + 9 * HOUR };
  const catalog = testCatalog();
  catalog.run(usgs(1, one, other), gcmt(near), { ...gcmt(shakemap({ agencyKey: 'usgs:us2', time: NOON - DAY })) });
  assert.deepEqual(mechanisms(catalog), [undefined, 4.3]);
  catalog.run(usgs(2, { ...one, aliases: ['us2'] }), afad(1, { ...FIRST, time: NOON + 9 * HOUR }));
  assert.deepEqual(mechanisms(catalog), [undefined, 4.3]);
  assert.deepEqual(
    records(catalog.db).map((record) => record.shakemap?.maxMmi),
    [6.1, undefined],
  );
});

test('five seconds, ten kilometres and one unit of magnitude weigh the same; the bounds are inclusive', () => {
  const at = { time: NOON, latitude: 37, longitude: 37, magnitude: 5 };
  assert.equal(productCost(at, at), 0);
  assert.equal(productCost(at, { ...at, time: NOON - 5 * SECOND }), 1);
  assert.equal(productCost(at, { ...at, magnitude: 6 }), 1);
  assert.equal(productCost(at, { ...at, latitude: 37 + 10 / 111.195 })!.toFixed(3), '1.000');
  assert.equal(productCost(at, { ...at, magnitude: null }), 0.6);
  assert.equal(productCost(at, { ...at, time: NOON + NEAR_MS }), 12);
  assert.equal(productCost(at, { ...at, time: NOON + NEAR_MS + 1 }), undefined);
  assert.equal(productCost(at, { ...at, latitude: 37 + 151 / 111.195 }), undefined);
  assert.equal(productCost({ ...at, magnitude: 4.2 }, { ...at, magnitude: 3 })!.toFixed(2), '1.20');
  assert.equal(productCost(at, { ...at, magnitude: 6.21 }), undefined);
});
