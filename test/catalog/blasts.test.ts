import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlast } from '#core/blasts.ts';
import { EVENT_TYPES } from '#core/event-types.ts';
import { DAY } from '#core/time.ts';
import { blastsBetween } from '../../generator/catalog/blasts.ts';
import { firstValue } from '../../generator/catalog/database.ts';
import { IS_BLAST } from '../../generator/catalog/migrations/schema.ts';
import { setRecord } from '../support/blasts.ts';
import { NOON, report, testCatalog } from '../support/catalog.ts';

test('SQL and the program call the same records blasts', () => {
  const { db, close } = testCatalog();
  const probabilities = [undefined, 0.01, 0.5, 0.51, 1];
  for (const eventType of EVENT_TYPES)
    for (const blastProbability of probabilities) {
      const record = JSON.stringify({ eventType, blastProbability });
      const found = firstValue<number | null>(db, `SELECT ${IS_BLAST} FROM (SELECT ? AS record)`, record);
      assert.equal(found === 1, isBlast({ eventType, blastProbability }), record);
    }
  close();
});

test('blasts are found by time, without those of unknown magnitude and those that are gone', () => {
  const catalog = testCatalog();
  const reports = ['quarry blast', 'earthquake', 'earthquake', 'explosion'].map((eventType, index) =>
    report({ key: `us${index}`, time: NOON + index * DAY, eventType, magnitudes: [{ type: 'ML', value: 1.5 }] }),
  );
  reports[3]!.magnitudes = [];
  catalog.run({ feed: 'usgs-fdsn', reports });
  setRecord(catalog.db, 3, { blastProbability: 0.8 });
  assert.deepEqual(
    blastsBetween(catalog.db, NOON, NOON + 9 * DAY).toSorted((a, b) => a.time - b.time),
    [0, 2].map((days) => ({ band: 1, time: NOON + days * DAY })),
  );
  assert.deepEqual(blastsBetween(catalog.db, NOON + 1, NOON + 2 * DAY), []);
  catalog.close();
});
