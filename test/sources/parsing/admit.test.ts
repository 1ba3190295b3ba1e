import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, formatSecond, HOUR, MINUTE, parseCivil } from '#core/time.ts';
import { openCatalog } from '../../../generator/catalog/database.ts';
import { ingestParsed } from '../../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { admit } from '../../../generator/sources/parsing/admit.ts';
import { DocumentError, type ProductReport, type SourceReport } from '../../../generator/sources/feed.ts';
import fc from '../../support/property.ts';
import { now, YEAR, report, parsed, GOOD } from '../../support/parsed-document.ts';

const product = (change: Partial<ProductReport> = {}): ProductReport => ({
  line: 9,
  agencyKey: null,
  time: now - DAY,
  latitude: 39,
  longitude: 30,
  magnitude: 5,
  updatedAt: null,
  product: { kind: 'shakemap', maxMmi: 5, url: 'https://example.test/', source: 'us' },
  ...change,
});

test('valid reports pass unchanged', () => {
  const document = parsed([...GOOD, report({ depthKm: null, magnitudes: [] })], { products: [product()] });
  assert.deepEqual(admit(document, { receivedAt: now }), document);
});

const UNUSABLE: [what: string, change: Partial<SourceReport>, reason: RegExp][] = [
  ['NaN latitude', { latitude: NaN }, /^the latitude is not a number$/],
  ['infinite longitude', { longitude: Infinity }, /^the longitude is not a number$/],
  ['latitude 90.1', { latitude: 90.1 }, /latitude 90\.1 is outside -90 to 90/],
  ['longitude -181', { longitude: -181 }, /longitude -181 is outside -180 to 180/],
  ['NaN depth', { depthKm: NaN }, /depth in km is not a number/],
  ['depth 1000.1', { depthKm: 1000.1 }, /depth in km 1000\.1 is outside -10 to 1000/],
  ['depth -10.1', { depthKm: -10.1 }, /depth in km -10\.1/],
  ['magnitude 10.1', { magnitudes: [{ type: 'Mw', value: 10.1 }] }, /magnitude Mw 10\.1 is outside -3 to 10/],
  [
    'second magnitude -3.1',
    {
      magnitudes: [
        { type: 'Mw', value: 3 },
        { type: null, value: -3.1 },
      ],
    },
    /magnitude -3\.1/,
  ],
  ['NaN magnitude', { magnitudes: [{ type: 'Mw', value: NaN }] }, /magnitude Mw is not a number/],
  ['NaN time', { time: NaN }, /a time is not a number/],
  ['year 0', { time: -62_135_596_800_000 - 10 * DAY }, /outside the years 1 to 9999/],
  ['NaN other reading', { alternativeTime: NaN }, /a time is not a number/],
  ['replaced in the year 10000', { replacesTime: 253_402_300_800_000 }, /outside the years 1 to 9999/],
  ['outside the region', { latitude: 31.99 }, /^outside the region 32 to 46 N, 22 to 50 E$/],
  ['in the future', { time: now + DAY + 1 }, /the date 2026-11-21 12:00:00 is in the future/],
  ['in the year 9999', { time: parseCivil('9999-12-31 00:00:00')! }, /in the future/],
];
for (const [what, change, reason] of UNUSABLE) {
  test(`moved to the rejects: ${what}`, () => {
    const result = admit(parsed([...GOOD, report({ line: 42, ...change })]), { receivedAt: now });
    assert.deepEqual(result.reports, GOOD);
    assert.deepEqual([result.rejects.length, result.rejects[0]!.line], [1, 42]);
    assert.match(result.rejects[0]!.reason, reason);
    assert.equal(result.coverage === null, what !== 'outside the region');
  });
}

const USABLE: [what: string, change: Partial<SourceReport>][] = [
  ['on the corner of the region', { latitude: REGION.south, longitude: REGION.east }],
  ['depth 1000', { depthKm: 1000 }],
  ['depth -10', { depthKm: -10 }],
  ['magnitude 10', { magnitudes: [{ type: null, value: 10 }] }],
  ['magnitude -3', { magnitudes: [{ type: null, value: -3 }] }],
  ['two minutes ahead', { time: now + 2 * MINUTE }],
  ['year 1', { time: parseCivil('0001-01-01 00:00:00')! }],
];
for (const [what, change] of USABLE) {
  test(`kept: ${what}`, () => {
    assert.equal(admit(parsed([...GOOD, report({ line: 42, ...change })]), { receivedAt: now }).reports.length, 6);
  });
}

test('products are checked alike', () => {
  const bad = [
    product({ latitude: 10 }),
    product({ longitude: NaN }),
    product({ magnitude: 11 }),
    product({ time: now + 9 * DAY }),
    product({ time: NaN }),
  ];
  const result = admit(parsed(GOOD, { products: [product(), ...bad] }), { receivedAt: now });
  assert.equal(result.products.length, 1);
  assert.equal(result.rejects.length, 5);
  assert.match(result.rejects[0]!.reason, /outside the region/);
});

test('the region can be another, with words for its halves', () => {
  const region = { south: -10, north: 10, west: -20, east: 20 };
  const result = admit(parsed(GOOD), { receivedAt: now, region });
  assert.equal(result.reports.length, 0);
  assert.equal(result.rejects[0]!.reason, 'outside the region 10 S to 10 N, 20 W to 20 E');
});

test('exact repetitions are counted; the same key with other content stays', () => {
  const keyed = report({ line: 1, key: 'k' });
  const result = admit(
    parsed([
      keyed,
      { ...keyed, line: 2 },
      { ...keyed, line: 3, depthKm: 8 },
      { ...keyed, line: 4, key: 'other' },
      { ...keyed, line: 5 },
    ]),
    { receivedAt: now },
  );
  assert.deepEqual(
    result.reports.map(({ line }) => line),
    [1, 3, 4],
  );
  assert.equal(result.repeated, 2);
});

test('an agency that is not in use is refused as a whole', () => {
  assert.throws(
    () => admit(parsed(GOOD), { receivedAt: now, agencies: ['afad', 'usgs'] }),
    (error) =>
      error instanceof DocumentError && /kandilli is not among the agencies in use .*afad, usgs/.test(error.message),
  );
  assert.equal(admit(parsed(GOOD), { receivedAt: now, agencies: ['kandilli'] }).reports.length, 5);
});

test('a file of mechanisms is accepted whichever agencies are enabled', () => {
  const file = parsed([], { feed: 'gcmt-ndk', agency: 'usgs', products: [product()] });
  const db = openCatalog(':memory:');
  const options = { db, now: () => now, region: REGION, agencies: ['afad'] as const, placeName: () => null };
  const document = { name: 'mechanisms', bytes: new Uint8Array(1), coverage: null, fetchedAt: now };
  assert.equal(ingestParsed(options, document, file).products, 1);
  db.close();
});

test('the text of a reject has no control characters and names the values', () => {
  const { rejects } = admit(parsed([...GOOD, report({ latitude: 99, place: 'A\u202eB', key: 'k1' })]), {
    receivedAt: now,
  });
  assert.equal(rejects[0]!.text, '2026-11-19T12:00:00Z | 99 30 | 7 km | ML 3 | AB | k1');
});

test('every row is accounted for, whatever the numbers', () => {
  const numbers = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, 39, 30, 7, now, now + YEAR));
  const rows = fc.array(
    fc.record({
      time: numbers,
      latitude: numbers,
      longitude: numbers,
      depthKm: fc.option(numbers),
      alternativeTime: fc.option(numbers),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(rows, (changes) => {
      const document = parsed(changes.map((change, index) => report({ line: index + 1, ...change })));
      const result = admit(document, { receivedAt: now });
      assert.equal(result.reports.length + result.rejects.length + result.repeated, document.rows);
      for (const admitted of result.reports) {
        assert.ok(admitted.latitude >= REGION.south && admitted.latitude <= REGION.north);
        assert.match(formatSecond(admitted.time), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      }
    }),
  );
});

test('an identifier that several rows have is no identifier of any of them', () => {
  const rows = ['a', 'b', 'c'].map((key, line) =>
    report({ line, time: now - line * HOUR, key, aliases: ['same', `${key}2`] }),
  );
  const last = report({ line: 4, key: 'd', aliases: ['a'] });
  const { reports, warnings } = admit(parsed([...rows, last]), { receivedAt: now });
  assert.deepEqual(
    reports.map(({ aliases }) => aliases),
    [['a2'], ['b2'], ['c2'], []],
  );
  assert.deepEqual(warnings, ['2 identifiers name several rows and are not used: a, same']);
});
