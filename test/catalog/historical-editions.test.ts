import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { changeLog, NOON, records, report, testCatalog, type Document } from '../support/catalog.ts';

test('a new edition of the historical table replaces rows, and former keys answer the row that they are part of', () => {
  const old = { place: 'Ürdün Vadisi', latitude: 32 };
  const rows = [
    report({ ...old, key: 'h0746-01-18-x', time: NOON - 366 * DAY }),
    report({ ...old, key: 'h0747-01-18-x', latitude: 32.5 }),
    report({ ...old, key: 'h0859-04-08-y', latitude: 35 }),
  ];
  const table = (reports: SourceReport[], edition: number): Document => ({
    ...{ feed: 'historical-file', reports, asOf: NOON + edition * DAY },
  });
  const catalog = testCatalog();
  catalog.run(table(rows, 1));
  const [first, second, third] = records(catalog.db);
  const next = [
    report({ ...old, key: 'h0747-01-18-x', latitude: 32.6, aliases: ['h0746-01-18-x'] }),
    { ...rows[2]!, time: NOON + 200 * DAY },
  ];
  catalog.now += 300 * DAY;
  assert.equal(catalog.run(table(next, 2)).merged, 1);
  const [kept, dated] = records(catalog.db);
  assert.equal(records(catalog.db).length, 2);
  assert.deepEqual([kept!.id, kept!.time, kept!.latitude], [first!.id, NOON, 32.6]);
  assert.deepEqual([dated!.id, dated!.eventId, dated!.time], [third!.id, third!.eventId, NOON + 200 * DAY]);
  const [merge] = changeLog(catalog.db).filter(({ kind }) => kind === 'merged');
  assert.equal(merge?.earthquake, second!.id);
});
