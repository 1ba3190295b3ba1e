import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, formatInstant, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { explain } from '../../../generator/catalog/explain.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import {
  catalogOf,
  changeLog,
  type Document,
  documentOf,
  NOON,
  onlyRecord,
  records,
  report,
  states,
  testCatalog,
} from '../../support/catalog.ts';
import { MOST_REVISIONS } from '#core/revisions.ts';
import { sql } from '../../../generator/catalog/database.ts';
import { detailBody } from '../../../generator/outputs/detail.ts';
import { type DetailJson, rebuildStates } from '../../support/rebuild.ts';

const afad = (hour: number, values: Partial<SourceReport> = {}): Document =>
  documentOf('afad-api', '500001', values, NOON + hour * HOUR);

test('an AFAD identifier with other values is a revision', () => {
  const catalog = testCatalog();
  catalog.run(afad(1));
  catalog.run(afad(2, { time: NOON + 59 * SECOND, magnitudes: [{ type: 'ML', value: 4.5 }] }));
  const { id, time, magnitude, revisions } = onlyRecord(catalog.db);
  assert.deepEqual([id, time, magnitude], [1, NOON + 59 * SECOND, 4.5]);
  assert.deepEqual(
    revisions.map(({ changed }) => changed),
    [['created'], ['occurred_at', 'magnitude', 'sources']],
  );
});

test('of two versions under one identifier the later one counts, in either order', () => {
  for (const hours of [
    [1, 2],
    [2, 1],
  ]) {
    const catalog = testCatalog();
    for (const hour of hours) catalog.run(afad(hour, { depthKm: hour }));
    assert.equal(onlyRecord(catalog.db).depthKm, 2);
  }
});

test('a version reported again later is current again', () => {
  const catalog = testCatalog();
  for (const [hour, depthKm] of [5, 7, 5].entries()) catalog.run(afad(hour + 1, { depthKm }));
  assert.equal(onlyRecord(catalog.db).depthKm, 5);
});

const usgs = (hour: number, key: string, values: Partial<SourceReport> = {}): Document =>
  documentOf('usgs-fdsn', key, { updatedAt: NOON + hour * MINUTE, ...values }, NOON + hour * HOUR);

test('USGS changes its preferred identifier: the same earthquake, under the new identifier', () => {
  const catalog = testCatalog();
  catalog.run(usgs(1, 'nc1'));
  const { eventId } = onlyRecord(catalog.db);
  catalog.run(usgs(2, 'us1', { aliases: ['nc1'], latitude: 37.4 }));
  const after = onlyRecord(catalog.db);
  assert.deepEqual([after.id, after.eventId, after.solutions[0]!.eventId], [1, eventId, 'us1']);
});

test('USGS joins two events: the younger one becomes an alias', () => {
  const catalog = testCatalog();
  catalog.run(usgs(1, 'nc1'), usgs(1, 'us1', { time: NOON + 2 * MINUTE }));
  catalog.run(usgs(2, 'us1', { aliases: ['nc1'], time: NOON + MINUTE }));
  assert.deepEqual(
    states(catalog.db).map(({ id, state, merged_into }) => [id, state, merged_into]),
    [
      [1, 'current', null],
      [2, 'merged', 1],
    ],
  );
  assert.equal(onlyRecord(catalog.db).time, NOON + MINUTE);
});

test('the later USGS version counts, even if an older one was fetched later', () => {
  const catalog = testCatalog();
  catalog.run(usgs(5, 'us1', { depthKm: 5 }));
  catalog.run({ ...usgs(1, 'us1', { depthKm: 1 }), asOf: NOON + 9 * HOUR });
  assert.equal(onlyRecord(catalog.db).depthKm, 5);
});

test('a report moved by 40 s leaves its earthquake and joins another', () => {
  const catalog = testCatalog();
  const kandilli = (seconds: number): SourceReport => report({ time: NOON + seconds * SECOND });
  catalog.run(afad(1), { feed: 'kandilli-zeqdb', reports: [kandilli(0), kandilli(40)] });
  assert.deepEqual(
    records(catalog.db).map(({ solutions }) => solutions.length),
    [2, 1],
  );
  catalog.run(afad(2, { time: NOON + 40 * SECOND }));
  assert.deepEqual(
    records(catalog.db).map(({ id, solutions }) => [id, solutions.map(({ agency }) => agency).join()]),
    [
      [1, 'kandilli'],
      [2, 'afad,kandilli'],
    ],
  );
});

test('a report moved by 40 s without a match there: the id stays with the report that it is named after', () => {
  const catalog = testCatalog();
  catalog.run(afad(1), { feed: 'kandilli-zeqdb', reports: [report({})] });
  const { eventId } = onlyRecord(catalog.db);
  catalog.run(afad(2, { time: NOON + 40 * SECOND }));
  assert.deepEqual(
    records(catalog.db).map(({ id, eventId: now }) => [id, now === eventId]),
    // Kandilli's is a new earthquake now.
    [
      [2, false],
      [1, true],
    ],
  );
  catalog.run(afad(3));
  assert.deepEqual([onlyRecord(catalog.db).id, states(catalog.db)[1]!.merged_into], [1, 1]);
});

test('in the hour that a clock change repeats, a report matches in either reading', () => {
  const xml: Document = { feed: 'kandilli-xml', reports: [report({ alternativeTime: NOON + HOUR })] };
  for (const runs of [
    [[xml], [afad(1, { time: NOON + HOUR })]],
    [[afad(1, { time: NOON + HOUR })], [xml]],
  ]) {
    const catalog = testCatalog();
    for (const run of runs) catalog.run(...run);
    assert.deepEqual([onlyRecord(catalog.db).solutions.length, onlyRecord(catalog.db).time], [2, NOON + HOUR]);
  }
});

test('twenty copies of one report are one earthquake', () => {
  const catalog = testCatalog();
  const copies = Array.from({ length: 20 }, (_, line) => report({ line }));
  catalog.run(
    { feed: 'kandilli-live', reports: copies },
    { feed: 'afad-api', reports: copies.map((one) => ({ ...one, key: '7' })) },
  );
  assert.equal(onlyRecord(catalog.db).solutions.length, 2);
});

test('twenty AFAD identifiers of one shock and one Kandilli report are one earthquake, whatever their order', () => {
  const copies = Array.from({ length: 20 }, (_, index) => report({ key: String(500001 + index) }));
  const partners = [copies, copies.toReversed()].map((reports) => {
    const catalog = testCatalog();
    catalog.run({ feed: 'afad-api', reports }, { feed: 'kandilli-live', reports: [report({})] });
    assert.equal(onlyRecord(catalog.db).solutions.length, 2);
    for (const { key } of reports) {
      const explanation = explain(catalog.db, `afad:${key}`);
      assert.ok('record' in explanation && explanation.record.id === 1);
    }
    return onlyRecord(catalog.db).solutions[0]!.eventId;
  });
  assert.deepEqual(partners, ['500020', '500020']);
});

test('magnitude 0, none, and a negative depth are kept as they are', () => {
  const catalog = testCatalog();
  catalog.run(afad(1, { magnitudes: [{ type: 'ML', value: 0 }], depthKm: -2.5 }), {
    feed: 'usgs-fdsn',
    reports: [report({ key: 'us1', time: NOON + HOUR, magnitudes: [], depthKm: null })],
  });
  assert.deepEqual(
    records(catalog.db).map(({ magnitude, magnitudeType, depthKm }) => [magnitude, magnitudeType, depthKm]),
    [
      [0, 'ML', -2.5],
      [null, null, null],
    ],
  );
  assert.equal(changeLog(catalog.db).length, 2);
});

test('documents without reports, and runs without documents, change nothing', () => {
  const catalog = testCatalog();
  const none = { created: 0, revised: 0, merged: 0, withdrawn: 0 };
  assert.deepEqual(catalog.run(), none);
  assert.deepEqual(catalog.run({ feed: 'afad-api', reports: [], asOf: null }), none);
  catalog.run(afad(1));
  assert.deepEqual(catalog.run(), none);
  assert.equal(onlyRecord(catalog.db).updatedAt, NOON + 2 * DAY);
});

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
