import assert from 'node:assert/strict';
import { test } from 'node:test';
import { civilOfEpoch, DAY, epochOfCivil, HOUR } from '#core/time.ts';
import { BANDS } from '#core/shard.ts';
import { countsInProvince, largestInProvince, newestInProvince } from '../../generator/catalog/provinces.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';
import { report, testCatalog } from '../support/catalog.ts';

const at = (year: number, month: number, day: number): number => epochOfCivil({ year, month, day })!;

test('earthquakes of a province are counted in the years that their records show', (t) => {
  const catalog = testCatalog();
  catalog.placeName = shippedPlaceName();
  t.after(() => catalog.close());
  const edges = [142, 300, 1000, 1491, 1500, 1582, 1583, 1700, 1969, 1970, 1999, 2000].map((year) => at(year, 1, 1));
  const times = [...edges.flatMap((time) => [time, time - HOUR]), at(1582, 10, 15), at(1582, 10, 15) - DAY];
  const reports = times.map((time, index) =>
    report({ key: `us${index}`, time, magnitudes: [{ type: 'mb', value: 5 }], updatedAt: catalog.now }),
  );
  catalog.run({ feed: 'usgs-fdsn', asOf: catalog.now, reports });
  const expected = new Map<number, number>();
  for (const time of times) {
    const { year } = civilOfEpoch(time);
    expected.set(year, (expected.get(year) ?? 0) + 1);
  }
  const counts = countsInProvince(catalog.db, '46', 'all').map(({ year, count }) => [year, count]);
  assert.deepEqual(
    counts,
    [...expected].sort(([a], [b]) => a - b),
  );
});

test('what has no probability of a blast is among the others', (t) => {
  const catalog = testCatalog();
  catalog.placeName = shippedPlaceName();
  t.after(() => catalog.close());
  const magnitudes = [{ type: 'Mww', value: 7.8 }];
  catalog.run({
    feed: 'usgs-fdsn',
    asOf: catalog.now,
    reports: [report({ key: 'us1', time: at(2023, 2, 6), magnitudes, updatedAt: catalog.now })],
  });
  const wanted = { code: '46', bands: Array.from({ length: BANDS }, (_, band) => band), limit: 10 };
  const found = (which: 'all' | 'others' | 'blasts'): (number | undefined)[] =>
    newestInProvince(catalog.db, { ...wanted, which }).map(({ blastProbability }) => blastProbability ?? undefined);
  assert.deepEqual(found('all'), [undefined]);
  assert.deepEqual(found('others'), [undefined]);
  assert.deepEqual(found('blasts'), []);
  assert.equal(largestInProvince(catalog.db, { ...wanted, which: 'others' }).length, 1);
});
