import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, SECOND } from '#core/time.ts';
import type { ProductReport } from '../../../generator/sources/feed.ts';
import { changeLog, onlyRecord, NOON, records, report, testCatalog, type Document } from '../../support/catalog.ts';
import { mechanism, product, shakemap } from '../../support/product-scenarios.ts';

const gcmt = (asOf: number, ...products: ProductReport[]): Document => ({
  feed: 'gcmt-ndk',
  reports: [],
  asOf,
  products,
});

const shock: Document = { feed: 'usgs-fdsn', reports: [report({ key: 'us1', aliases: ['at1'] })] };

function attached(...runs: Document[][]): { source: string | undefined; mmi: number | undefined } {
  const catalog = testCatalog();
  for (const run of runs) catalog.run(...run);
  const { mechanism, shakemap: map } = onlyRecord(catalog.db);
  return { source: mechanism?.source, mmi: map?.maxMmi };
}

const CASES: [name: string, products: ProductReport[], source: string | undefined, mmi?: number][] = [
  ['near in time and place', [product('GCMT')], 'GCMT'],
  ['a minute off', [product('GCMT', { time: NOON + 60 * SECOND })], 'GCMT'],
  ['more than a minute off', [product('GCMT', { time: NOON + 61 * SECOND })], undefined],
  ['another place', [product('GCMT', { latitude: 39 })], undefined],
  ['of a much larger shock', [product('GCMT', { magnitude: 5.5 })], undefined],
  ['without a magnitude', [product('GCMT', { magnitude: null })], 'GCMT'],
  ['named, though far off', [product('USGS', { agencyKey: 'usgs:us1', latitude: 40, magnitude: 7 })], 'USGS'],
  ['named, though another day', [product('USGS', { agencyKey: 'usgs:us1', time: NOON + DAY })], 'USGS'],
  ['of an event that is not known', [product('USGS', { agencyKey: 'usgs:us7' })], 'USGS'],
  ['of an event that is not known and far off', [product('USGS', { agencyKey: 'usgs:us7', latitude: 40 })], undefined],
  ['named by an alias', [product('USGS', { agencyKey: 'usgs:at1', latitude: 40 })], 'USGS'],
  ['GCMT before USGS', [product('USGS'), product('GCMT')], 'GCMT'],
  ['USGS before others', [product('X'), product('USGS')], 'USGS'],
  ['a shakemap by name', [shakemap()], undefined, 6.1],
  ['a shakemap of another event', [shakemap({ agencyKey: 'usgs:us2' })], undefined],
  ['both', [shakemap(), product('GCMT')], 'GCMT', 6.1],
];

for (const [name, products, source, mmi] of CASES)
  test(`products: ${name}, before, with and after the earthquake`, () => {
    const document = gcmt(NOON + DAY, ...products);
    for (const runs of [[[document], [shock]], [[document, shock]], [[shock, document]], [[shock], [document]]])
      assert.deepEqual(attached(...runs), { source, mmi });
  });

test('a shakemap is published with its source and address', () => {
  const catalog = testCatalog();
  catalog.run(shock, gcmt(NOON, shakemap()));
  assert.deepEqual(onlyRecord(catalog.db).shakemap, {
    source: 'us',
    maxMmi: 6.1,
    url: 'https://earthquake.example/us1',
  });
});

test('the latest solution version of one source counts, whatever the order of reading', () => {
  const old = gcmt(NOON + DAY, product('GCMT'));
  const revised = gcmt(
    NOON + 2 * DAY,
    product('GCMT', { product: { kind: 'mechanism', mechanism: mechanism('GCMT', 4.4) } }),
  );
  const backAgain = gcmt(NOON + 3 * DAY, product('GCMT'));
  const mw = (...documents: Document[]): number | null | undefined => {
    const catalog = testCatalog();
    catalog.run(shock);
    for (const document of documents) catalog.run(document);
    return onlyRecord(catalog.db).mechanism?.mw;
  };
  assert.deepEqual([mw(old, revised), mw(revised, old)], [4.4, 4.4]);
  assert.deepEqual([mw(old, revised, backAgain), mw(backAgain, revised, old)], [4.3, 4.3]);
});

test('the same products read again change nothing', () => {
  const catalog = testCatalog();
  catalog.run(shock, gcmt(NOON + DAY, product('GCMT'), product('USGS')));
  const before = changeLog(catalog.db).length;
  catalog.run(gcmt(NOON + 5 * DAY, product('GCMT'), product('USGS')));
  assert.equal(changeLog(catalog.db).length, before);
});

test('an earthquake known to the day takes no mechanism of that day’s midnight', () => {
  const catalog = testCatalog();
  catalog.run(
    { feed: 'historical-file', reports: [report({ key: 'h', time: NOON - 12 * HOUR, precision: 'day' })] },
    gcmt(NOON, product('GCMT', { time: NOON - 12 * HOUR })),
  );
  assert.equal(onlyRecord(catalog.db).mechanism, null);
});

test('a report known to the day does not hide the products of its earthquake', () => {
  const catalog = testCatalog();
  catalog.run(
    { feed: 'historical-file', reports: [report({ key: 'h', time: NOON - 12 * HOUR, precision: 'day' })] },
    shock,
    gcmt(NOON, product('GCMT')),
  );
  assert.equal(records(catalog.db)[0]!.mechanism?.source, 'GCMT');
});
