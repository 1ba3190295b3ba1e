import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import type { ListQuery } from '#core/query.ts';
import { searchOf } from '#core/filters/words.ts';
import { fold } from '#core/text.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { readListing, nextChanges, nextPage } from '../../../gateway/query/list-query.ts';
import { queryOf, readParameters } from '../../../gateway/http/query-string.ts';
import fc from '../../support/property.ts';

const decimal = (min: number, max: number) =>
  fc.tuple(fc.double({ min, max, noNaN: true }), fc.integer({ min: 0, max: 17 })).map(([value, digits]) => {
    return Number(value.toFixed(digits)) + 0;
  });
const pair = (min: number, max: number) =>
  fc.tuple(decimal(min, max), decimal(min, max)).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
const day = fc.integer({ min: -719163, max: 2932896 }).map((number) => number * DAY);
const place = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map(fold)
  .filter((text) => text !== '' && text.length <= 100 && !text.includes('\0'))
  .map(searchOf);

/** Another moment than that of any first page: what it gives comes from the link. */
const later = (): number => Date.UTC(2100, 0);

const queries: fc.Arbitrary<ListQuery> = fc.record(
  {
    limit: fc.integer({ min: 1, max: 1000 }),
    from: day.filter((from) => from < 0),
    maxAge: fc
      .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 4e7 }))
      .map(([hours, minute]) => ({ hours, asOf: minute * MINUTE })),
    order: fc.constant('magnitude' as const),
    to: day.filter((to) => to >= 0).map((to) => to + DAY - 1),
    minMagnitude: decimal(-3, 4),
    maxMagnitude: decimal(4, 10),
    agencies: fc.subarray([...AGENCIES], { minLength: 1 }),
    box: fc
      .tuple(pair(-90, 90), pair(-180, 180))
      .map(([[south, north], [west, east]]) => ({ south, north, west, east })),
    circle: fc
      .tuple(decimal(-90, 90), decimal(-180, 180), decimal(0, 30000))
      .map(([latitude, longitude, radiusKm]) => ({ centre: { latitude, longitude }, radiusKm })),
    minDepthKm: decimal(-5, 5),
    maxDepthKm: decimal(5, 800),
    place,
    eventTypes: fc.constantFrom(['earthquake'], ['quarry blast']),
  },
  { requiredKeys: ['limit'] },
);

test('the link to the next page keeps the query', () => {
  fc.assert(
    fc.property(queries, fc.integer(), fc.integer({ min: 1 }), (query, seconds, id) => {
      const position = { ...(query.order ? { magnitude: 4.2 } : {}), time: seconds * 1000, id };
      const target = nextPage(query, position);
      const listing = readListing(readParameters(queryOf(target)), later);
      assert.deepEqual(listing, { kind: 'list', query: { ...query, after: position } });
    }),
    { numRuns: 300 },
  );
});

test('numbers are written in their shortest form, so that equal queries are identical', () => {
  const canonical = (query: string): string => {
    const listing = readListing(readParameters(query), later);
    assert.equal(listing.kind, 'list');
    return nextPage(listing.query, { time: 0, id: 1 }).replace(/&?cursor=.*/, '');
  };
  for (const [one, other, expected] of [
    ['5.60', '05.6000000000000000', '5.6'],
    ['5.6000000000000005', '5.60000000000000053', '5.6000000000000005'],
    ['0.00000010', '0.0000001', '0.0000001'],
    ['-0', '0.0', '0'],
  ] as const) {
    assert.equal(canonical(`min_magnitude=${one}`), `/api.php?min_magnitude=${expected}`);
    assert.equal(canonical(`min_magnitude=${other}`), `/api.php?min_magnitude=${expected}`);
  }
});

test('the next page of changes keeps the instant and moves the sequence', () => {
  const target = nextChanges({ limit: 100, updatedAfter: 1500 }, 9);
  assert.match(target, /^\/api\.php\?updated_after=1970-01-01T00%3A00%3A01\.500Z&cursor=[\w-]+$/);
  assert.deepEqual(readListing(readParameters(queryOf(target)), later), {
    kind: 'changes',
    query: { limit: 100, updatedAfter: 1500, afterSequence: 9 },
  });
});
