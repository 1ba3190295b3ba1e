import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { catalogOf, NOON, records, report, testCatalog } from '../../support/catalog.ts';
import type { Document } from '../../support/catalog.ts';

const usgs = (minutes: number, ...reports: Document['reports']): Document => ({
  feed: 'usgs-fdsn',
  reports,
  asOf: NOON + minutes * MINUTE,
});

const first = report({ key: 'usa', time: NOON });
const second = report({ key: 'usb', time: NOON + 5 * HOUR, latitude: 39 });

test('a row that claims the identifier of another earthquake makes one of two neither at once nor later', () => {
  for (const documents of [
    [usgs(1, first, second), usgs(2, { ...first, aliases: ['usb'], depthKm: 11 })],
    [usgs(1, first, second), usgs(2, { ...first, aliases: ['usb'] }), usgs(3, first, second)],
    [usgs(1, { ...first, aliases: ['usb'] }), usgs(2, second)],
    [usgs(1, second), usgs(2, { ...first, aliases: ['usb'] })],
  ]) {
    for (const runs of [[documents], documents.map((one) => [one])]) {
      const catalog = testCatalog();
      for (const run of runs) catalog.run(...run);
      assert.deepEqual(
        records(catalog.db).map(({ time }) => time),
        [first.time, second.time],
      );
      catalog.close();
    }
  }
});

test('two identifiers of one earthquake become one', () => {
  const twin = report({ key: 'usb', time: NOON + 2 * SECOND });
  const { db } = catalogOf(usgs(1, first, twin), usgs(2, { ...first, aliases: ['usb'], depthKm: 11 }));
  assert.equal(records(db).length, 1);
});
