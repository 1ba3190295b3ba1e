import assert from 'node:assert/strict';
import test from 'node:test';
import { readShardNames, rowsNamed, writeShardNames } from '#core/shard-names.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { associate, components } from '../../../generator/catalog/association/associate.ts';
import type { Candidate } from '../../../generator/catalog/association/score.ts';
import { explain } from '../../../generator/catalog/explain.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { candidate, NOON, onlyRecord, records, report, testCatalog } from '../../support/catalog.ts';

const associations = (...all: Parameters<typeof candidate>[0][]): string[] => {
  const candidates = all.map((values, index) => candidate({ ...values, agencyEvent: index + 1, key: `r${index + 1}` }));
  return components(candidates)
    .flatMap(associate)
    .map((cluster: Candidate[]) => cluster.map(({ agencyEvent }) => agencyEvent).sort((a, b) => a - b))
    .map((numbers) => numbers.join('+'))
    .sort();
};

test('İslahiye 2023: 24 s and 88 km from two that agree, with others around, is another earthquake', () => {
  const afad = { feedGroup: 'afad', time: 1_675_648_281_000, latitude: 36.882, longitude: 36.587 } as const;
  const kandilli = { time: 1_675_648_305_090, latitude: 37.513, longitude: 37.1912 } as const;
  const usgs = { feedGroup: 'usgs', time: 1_675_648_303_490, latitude: 37.4756, longitude: 37.1578 } as const;
  const three = [
    { ...afad, magnitude: 5, magnitudeType: 'Mw' },
    { ...kandilli, magnitude: 5.1 },
    { ...usgs, magnitude: 4.7, magnitudeType: 'mb' },
  ];
  const around = [1, 2, 3, 4, 5, 6].flatMap((n) => [
    { ...afad, time: afad.time - n * 4 * MINUTE, magnitude: 3.6 },
    { ...kandilli, time: kandilli.time - (n * 4 + 2) * MINUTE, magnitude: 3.5 },
  ]);
  const names = associations(...three, ...around);
  assert.ok(names.includes('1') && names.includes('2+3'), names.join(', '));
  assert.deepEqual(associations(...three), ['1+2+3'], 'without the others they would be one');
});

test('a report of one feed beside another one is a double, unless another agency has two there', () => {
  const afad = { feedGroup: 'afad', magnitude: 4.3 } as const;
  const again = { ...afad, time: NOON + 4 * SECOND, latitude: 37.4 } as const;
  const kandilli = { time: NOON } as const;
  const second = { time: NOON + 4 * SECOND, latitude: 37.4 } as const;
  assert.deepEqual(associations(afad, again), ['1+2']);
  assert.deepEqual(associations(afad, again, kandilli), ['1+2+3']);
  assert.deepEqual(associations(afad, again, kandilli, second), ['1+3', '2+4']);
  assert.deepEqual(associations(afad, { ...again, time: NOON + 6 * SECOND }), ['1', '2']);
  assert.deepEqual(associations(afad, { ...again, latitude: 37.6 }), ['1', '2']);
  assert.deepEqual(associations(afad, { ...again, magnitude: 5.6 }), ['1', '2']);
  assert.deepEqual(associations(kandilli, second), ['1', '2'], 'rows of a page without identifiers');
});

test('both identifiers of a double lead to the earthquake, and the later one is its eventId', () => {
  const catalog = testCatalog();
  const afad = (key: string, values: Partial<SourceReport> = {}): SourceReport => report({ key, ...values });
  catalog.run({ feed: 'afad-api', reports: [afad('600100'), afad('600101', { time: NOON + SECOND })] });
  const record = onlyRecord(catalog.db);
  assert.deepEqual([record.solutions[0]!.eventId, record.solutions[0]!.otherEventIds], ['600101', ['600100']]);
  const names = readShardNames(writeShardNames([record]), 1);
  for (const name of ['afad:600100', 'afad:600101']) assert.deepEqual(rowsNamed(names, name), [0]);
  assert.deepEqual(rowsNamed(names, 'afad:600102'), []);
  for (const key of ['600100', '600101']) {
    const explanation = explain(catalog.db, `afad:${key}`);
    assert.ok('reports' in explanation && explanation.reports.length === 2 && explanation.current);
  }
});

test('a double published twice before is merged into the older earthquake', () => {
  const catalog = testCatalog();
  catalog.run({ feed: 'afad-api', reports: [report({ key: '600100' })] });
  catalog.now += MINUTE;
  catalog.run({ feed: 'afad-api', reports: [report({ key: '600101', time: NOON + 20 * SECOND, updatedAt: NOON })] });
  assert.equal(records(catalog.db).length, 2);
  catalog.now += MINUTE;
  catalog.run({
    feed: 'afad-api',
    reports: [report({ key: '600101', time: NOON + SECOND, updatedAt: NOON + MINUTE })],
  });
  assert.equal(onlyRecord(catalog.db).id, 1);
});
