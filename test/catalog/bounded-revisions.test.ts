import assert from 'node:assert/strict';
import test from 'node:test';
import { MOST_REVISIONS } from '#core/revisions.ts';
import { MINUTE, formatInstant } from '#core/time.ts';
import { sql } from '../../generator/catalog/database.ts';
import { detailBody } from '../../generator/outputs/detail.ts';
import { NOON, catalogOf, changeLog, onlyRecord, report } from '../support/catalog.ts';
import { rebuildStates, type DetailJson } from '../support/rebuild.ts';

test('a feed that alternates each minute leaves a record of bounded size that counts its omissions', () => {
  const catalog = catalogOf({ feed: 'usgs-fdsn', reports: [report({ key: 'us1', depthKm: 1 })] });
  const minutes = 3 * MOST_REVISIONS;
  let largest = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    const magnitudes = [{ type: 'ML', value: minute % 2 === 0 ? 4.2 : 4.3 }];
    catalog.now += MINUTE;
    catalog.run({ feed: 'afad-api', asOf: NOON + minute * MINUTE, reports: [report({ key: '1', magnitudes })] });
    const stored = sql<[], string>(catalog.db, 'SELECT record FROM earthquakes').pluck().all();
    largest = Math.max(largest, ...stored.map(({ length }) => length));
  }
  assert.ok(largest < 150_000, `${largest} characters`);
  const body = detailBody(onlyRecord(catalog.db), { nearbyStations: [], nearbyQuakes: [] });
  const { earthquake } = JSON.parse(body) as { earthquake: DetailJson };
  const [created, afterGap] = earthquake.revisions;
  assert.deepEqual([earthquake.revisions.length, created!.changed], [MOST_REVISIONS, ['created']]);
  assert.equal(afterGap!.omitted_before, minutes + 1 - MOST_REVISIONS);
  const states = rebuildStates(earthquake).get(earthquake.id)!;
  const instants = changeLog(catalog.db).map(({ updated_at }) => formatInstant(updated_at));
  assert.deepEqual(
    states.map(({ at, state }) => [at, state!['magnitude']]),
    [null, ...instants.slice(1 - MOST_REVISIONS)].map((at, index) => [at, index % 2 === 0 ? 4.3 : 4.2]),
  );
});
