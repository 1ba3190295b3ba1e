import assert from 'node:assert/strict';
import test from 'node:test';
import { contentHash } from '#core/etag.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { readFaults } from '../../generator/catalog/publication/faults.ts';
import { changesAfter, currentState, knownOf, namesOf, stateAt } from '../../generator/catalog/read.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import {
  changeLog,
  documentOf,
  NOON,
  onlyRecord,
  records,
  report,
  states,
  testCatalog,
  type Document,
  type TestCatalog,
} from '../support/catalog.ts';
import { documents } from '../support/catalog-scenarios.ts';
import fc from '../support/property.ts';

const afad = (key: string, hour: number, values: Partial<SourceReport> = {}): Document =>
  documentOf('afad-api', key, values, NOON + hour * HOUR);
const kandilli = (values: Partial<SourceReport>): Document => documentOf('kandilli-zeqdb', null, values);

test('changes are numbered from 1 without a gap, in order of time, and each is chained to the previous one', () => {
  fc.assert(
    fc.property(
      fc.array(documents, { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: -DAY, max: DAY })),
      (runs, clock) => {
        const catalog = testCatalog();
        const instants: number[] = [];
        for (const [index, run] of runs.entries()) {
          catalog.now += clock[index] ?? 0;
          const before = changeLog(catalog.db).length;
          catalog.run(...run);
          assert.deepEqual(readFaults(catalog.db), []);
          const [first, ...rest] = changeLog(catalog.db).slice(before);
          if (!first) continue;
          assert.ok(rest.every(({ updated_at }) => updated_at === first.updated_at));
          assert.equal(new Set([first, ...rest].map(({ earthquake }) => earthquake)).size, rest.length + 1);
          instants.push(first.updated_at);
        }
        const log = changeLog(catalog.db);
        assert.deepEqual(
          log.map(({ sequence }) => sequence),
          log.map((_, index) => index + 1),
        );
        assert.ok(instants.every((instant, index) => index === 0 || instant > instants[index - 1]!));
        assert.equal(new Set(log.map(({ history }) => history)).size, log.length);
        for (const record of records(catalog.db)) {
          assert.equal(record.revisions.at(-1)!.at, record.updatedAt);
          assert.equal(log.findLast(({ earthquake }) => earthquake === record.id)!.updated_at, record.updatedAt);
        }
        catalog.close();
      },
    ),
    { numRuns: 60 },
  );
});

test('two earthquakes of one second that are new in one commit have event_ids of their own', () => {
  const catalog = testCatalog();
  const [south, great] = [report({ magnitudes: [] }), { magnitudes: [{ type: null, value: 5.1 }] }];
  catalog.run(
    { feed: 'kandilli-xml', reports: [report({ ...great, latitude: 38.2 })] },
    { feed: 'kandilli-live', reports: [south, report({ ...great, time: NOON + 8 * SECOND })] },
  );
  const names = records(catalog.db).map(({ eventId }) => eventId);
  assert.deepEqual([names.length, new Set(names).size], [2, 2]);
});

test('the instant of publication is the clock’s, unless the clock went back', () => {
  const catalog = testCatalog();
  const updated = (now: number, hour: number): number => {
    catalog.now = now;
    catalog.run(afad('1', hour, { depthKm: hour }));
    return onlyRecord(catalog.db).updatedAt;
  };
  assert.deepEqual(
    [updated(NOON, 1), updated(NOON + HOUR, 2), updated(NOON - DAY, 3), updated(NOON - DAY, 4), updated(NOON + DAY, 5)],
    [NOON, NOON + HOUR, NOON + HOUR + 1, NOON + HOUR + 2, NOON + DAY],
  );
});

test('the state of the catalogue after a number is its history, the empty one included', () => {
  const catalog = testCatalog();
  assert.deepEqual(currentState(catalog.db), { sequence: 0, history: contentHash('') });
  catalog.run(afad('1', 1));
  const first = currentState(catalog.db);
  catalog.run(afad('1', 2, { depthKm: 3 }));
  assert.deepEqual(stateAt(catalog.db, 1), first);
  assert.notEqual(currentState(catalog.db).history, first.history);
  assert.equal(stateAt(catalog.db, 3), undefined);
  const other = testCatalog();
  other.run(afad('1', 1, { depthKm: 11 }));
  assert.notEqual(currentState(other.db).history, first.history);
});

/** Kandilli's two reports and AFAD's, which first agrees with the one, then with the other. */
function merging(): TestCatalog {
  const catalog = testCatalog();
  catalog.run(afad('1', 1), kandilli({ time: NOON + 40 * SECOND }));
  catalog.run(afad('1', 2, { time: NOON + 38 * SECOND }));
  return catalog;
}

test('of two merged earthquakes the older id survives, and the younger one is an alias with a tombstone', () => {
  const { db } = merging();
  assert.deepEqual(
    onlyRecord(db).solutions.map(({ agency }) => agency),
    ['afad', 'kandilli'],
  );
  assert.deepEqual(states(db), [
    { id: 1, state: 'current', merged_into: null },
    { id: 2, state: 'merged', merged_into: 1 },
  ]);
  const [tombstone] = [...changesAfter(db, 3)];
  assert.deepEqual(
    [tombstone!.kind, tombstone!.earthquake, tombstone!.merged_into, tombstone!.survivor],
    ['merged', 2, 1, 1],
  );
  assert.deepEqual(
    namesOf(db, 1).flatMap((name) => (name.by === 'id' ? [name.id] : [])),
    [1, 2],
  );
  assert.deepEqual([knownOf(db, 2)?.state, knownOf(db, 2)?.merged_into], ['merged', 1]);
});

test('aliases flatten: an alias of an alias leads to the last survivor', () => {
  const catalog = testCatalog();
  const usgs = (hour: number, seconds: number): Document =>
    documentOf('usgs-fdsn', 'us1', { time: NOON + seconds * SECOND, updatedAt: NOON + hour * HOUR });
  catalog.run(afad('1', 1), kandilli({ time: NOON + 40 * SECOND }), usgs(1, 80));
  catalog.run(usgs(2, 41));
  assert.deepEqual(states(catalog.db)[2], { id: 3, state: 'merged', merged_into: 2 });
  catalog.run(afad('1', 2, { time: NOON + 40 * SECOND }));
  assert.deepEqual(
    states(catalog.db).map(({ merged_into }) => merged_into),
    [null, 1, 1],
  );
  assert.equal(onlyRecord(catalog.db).solutions.length, 3);
});

test('three events joined in two steps of one run: both younger ids lead to the oldest', () => {
  const catalog = testCatalog();
  const usgs = (key: string, hour: number, values: Partial<SourceReport>): Document =>
    documentOf('usgs-fdsn', key, { updatedAt: NOON + hour * HOUR, ...values });
  catalog.run(usgs('nc1', 1, {}), usgs('us1', 1, { time: NOON + HOUR }), usgs('at1', 1, { time: NOON + 2 * HOUR }));
  catalog.run(usgs('us1', 2, { aliases: ['at1'] }), usgs('nc1', 3, { aliases: ['us1'] }));
  assert.deepEqual(
    states(catalog.db).map(({ merged_into }) => merged_into),
    [null, 1, 1],
  );
});

test('in a split the remainder keeps its id, the rest gets a new one, and a merged id is never reused', () => {
  const catalog = merging();
  const { eventId } = onlyRecord(catalog.db);
  catalog.run(afad('1', 3));
  assert.deepEqual(
    states(catalog.db).map(({ id, state }) => [id, state]),
    [
      [1, 'current'],
      [2, 'merged'],
      [3, 'current'],
    ],
  );
  assert.deepEqual(
    records(catalog.db).map(({ id, source }) => [id, source]),
    [
      [1, 'afad'],
      [3, 'kandilli'],
    ],
  );
  assert.equal(records(catalog.db)[0]!.eventId, eventId);
  assert.equal(new Set(catalog.db.prepare('SELECT event_id FROM earthquakes').pluck().all()).size, 3);
});

test('the id of a withdrawn earthquake is never reused', () => {
  const catalog = testCatalog();
  const usgs = (key: string, minutes: number, withdrawn: boolean): Document =>
    documentOf('usgs-fdsn', key, { updatedAt: NOON + minutes * MINUTE, withdrawn });
  catalog.run(usgs('us1', 1, false));
  catalog.run(usgs('us1', 2, true));
  catalog.run(usgs('us2', 3, false));
  assert.deepEqual(
    states(catalog.db).map(({ id, state }) => [id, state]),
    [
      [1, 'withdrawn'],
      [2, 'current'],
    ],
  );
});

test('a change records the former shard position', () => {
  const catalog = testCatalog();
  catalog.run(afad('1', 1));
  catalog.run(afad('1', 2, { time: NOON + 1500, latitude: 37.5, magnitudes: [{ type: 'ML', value: 5.5 }] }));
  const [first, second] = [...changesAfter(catalog.db, 0)];
  assert.deepEqual([first!.before_time, first!.before_band, first!.time, first!.band], [null, null, NOON, 4]);
  assert.deepEqual(
    [
      second!.before_time,
      second!.before_latitude,
      second!.before_longitude,
      second!.before_band,
      second!.time,
      second!.band,
    ],
    [NOON, 37.3, 37.1, 4, NOON + SECOND, 5],
  );
});

test('revisions say what changed and who changed it', () => {
  const catalog = testCatalog();
  catalog.run(afad('1', 1));
  catalog.run(kandilli({ magnitudes: [{ type: 'Mw', value: 4.4 }] }));
  assert.deepEqual(
    onlyRecord(catalog.db).revisions.map(({ agencies, changed }) => [agencies, changed]),
    [
      [['afad'], ['created']],
      [['kandilli'], ['magnitude', 'magnitude_type', 'magnitude_state', 'magnitude_error', 'sources']],
    ],
  );
});
