/** One earthquake that cannot be composed or rendered never ends the publication of the others. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { allRows, sql } from '../../../generator/catalog/database.ts';
import { readFaults, withdrawFaulty } from '../../../generator/catalog/publication/faults.ts';
import { prove } from '../../../generator/publish/prove.ts';
import { buildInto, jsonOf, treeOf } from '../../support/build.ts';
import { NOON, report, testCatalog, type TestCatalog } from '../../support/catalog.ts';
import { earthquake } from '../../support/earthquake.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Where naming fails. */
const BROKEN = 39.5;

const failingName = (catalog: TestCatalog): void => {
  catalog.placeName = ({ latitude }) => {
    if (latitude === BROKEN) throw new TypeError('this place has no name');
    return null;
  };
};

const say = (catalog: TestCatalog, key: string, more: Partial<Parameters<typeof report>[0]> = {}) => {
  catalog.now += MINUTE;
  return catalog.run({ feed: 'usgs-fdsn', asOf: catalog.now, reports: [report({ key, ...more })] });
};

const published = (catalog: TestCatalog) =>
  allRows<{ id: number; state: string; record: string }>(
    catalog.db,
    'SELECT id, state, record FROM earthquakes ORDER BY id',
  ).map(({ id, state, record }) => [id, state, (JSON.parse(record) as Earthquake).magnitude]);

const dirty = (catalog: TestCatalog): number =>
  sql<[], number>(catalog.db, 'SELECT count(*) FROM dirty_agency_events').pluck().get()!;

test('what cannot be named keeps its last state, the others of that minute are published', (t) => {
  const catalog = testCatalog();
  t.after(() => catalog.close());
  say(catalog, 'us1', { magnitudes: [{ type: 'mb', value: 4 }] });
  failingName(catalog);
  catalog.now += MINUTE;
  const revised = report({ key: 'us1', latitude: BROKEN, magnitudes: [{ type: 'mb', value: 5 }] });
  const never = report({ key: 'us2', latitude: BROKEN, time: NOON - 30 * MINUTE });
  const great = report({
    key: 'us3',
    latitude: 36,
    time: NOON + 9 * MINUTE,
    magnitudes: [{ type: 'Mww', value: 7.6 }],
  });
  const before = report({
    key: 'us4',
    latitude: 35,
    time: NOON - 50 * MINUTE,
    magnitudes: [{ type: 'Mww', value: 6 }],
  });
  const summary = catalog.run({ feed: 'usgs-fdsn', asOf: catalog.now, reports: [revised, never, great, before] });
  assert.deepEqual(summary, { created: 2, revised: 0, merged: 0, withdrawn: 0 });
  assert.deepEqual(
    published(catalog)
      .map(([, state, magnitude]) => [state, magnitude])
      .sort(),
    [
      ['current', 4],
      ['current', 6],
      ['current', 7.6],
    ],
  );
  const faults = readFaults(catalog.db);
  assert.deepEqual(
    faults.map(({ report, earthquake }) => [report, earthquake]),
    [
      ['usgs us1', 1],
      ['usgs us2', null],
    ],
  );
  assert.match(faults[0]!.error, /^TypeError: this place has no name\n +at /);
  assert.equal(dirty(catalog), 2, 'they are tried again');

  // A second minute neither repeats a change nor loses the beginning.
  const [first] = faults;
  const sequence = 'SELECT max(sequence) FROM changes';
  const last = sql(catalog.db, sequence).pluck().get();
  catalog.now += MINUTE;
  assert.deepEqual(catalog.finish(), { created: 0, revised: 0, merged: 0, withdrawn: 0 });
  assert.equal(sql(catalog.db, sequence).pluck().get(), last);
  assert.equal(readFaults(catalog.db)[0]!.since, first!.since);

  // Once the fault is gone they follow, under ids of their own.
  catalog.placeName = () => null;
  assert.deepEqual(catalog.finish(), { created: 1, revised: 1, merged: 0, withdrawn: 0 });
  assert.deepEqual(readFaults(catalog.db), []);
  assert.equal(dirty(catalog), 0);
  assert.equal(new Set(published(catalog).map(([id]) => id)).size, 4);
});

test('a record that cannot be rendered is not put into the catalogue; a full disk is nobody’s fault', (t) => {
  const catalog = testCatalog();
  t.after(() => catalog.close());
  say(catalog, 'us1');
  catalog.prove = (some) => {
    if (some.some(({ magnitude }) => magnitude === 6.6)) throw new RangeError('not this one');
  };
  say(catalog, 'us1', { magnitudes: [{ type: 'mb', value: 6.6 }] });
  assert.deepEqual(published(catalog), [[1, 'current', 4.2]]);
  catalog.prove = () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  assert.throws(() => catalog.finish(), /disk is full/);
  catalog.prove = () => {};
  catalog.finish();
  assert.deepEqual(published(catalog), [[1, 'current', 6.6]]);
});

test('records of many days are rendered together', (t) => {
  const catalog = testCatalog();
  t.after(() => catalog.close());
  const tried: number[] = [];
  catalog.prove = ({ length }) => void tried.push(length);
  const reports = Array.from({ length: 260 }, (_, day) => report({ key: `us${day}`, time: NOON - day * DAY }));
  catalog.run({ feed: 'usgs-fdsn', asOf: catalog.now, reports });
  assert.deepEqual(tried, [250, 10]);
});

test('a merge into an earthquake that cannot be named waits', (t) => {
  const catalog = testCatalog();
  t.after(() => catalog.close());
  say(catalog, 'us1');
  catalog.now += MINUTE;
  catalog.run({
    feed: 'afad-api',
    asOf: catalog.now,
    reports: [report({ key: '7', latitude: 38.9, time: NOON + 40_000 })],
  });
  assert.equal(published(catalog).length, 2);
  failingName(catalog);
  catalog.now += MINUTE;
  const moved = { latitude: BROKEN, time: NOON + 40_000 };
  catalog.run(
    { feed: 'usgs-fdsn', asOf: catalog.now, reports: [report({ key: 'us1', ...moved })] },
    { feed: 'afad-api', asOf: catalog.now, reports: [report({ key: '7', ...moved })] },
  );
  assert.deepEqual(
    published(catalog).map(([, state]) => state),
    ['current', 'current'],
  );
  catalog.placeName = () => null;
  catalog.finish();
  assert.deepEqual(
    published(catalog).map(([, state]) => state),
    ['current', 'merged'],
  );
});

for (const [feed, key, moved] of [
  ['usgs-fdsn', 'us1', ['usgs 4', 'usgs', 'afad']],
  ['afad-api', '7', ['usgs 4', 'usgs', 'afad']],
] as const)
  test(`a report of ${feed} that leaves for a place without a name leaves when it has one`, (t) => {
    const catalog = testCatalog();
    t.after(() => catalog.close());
    say(catalog, 'us1');
    catalog.now += MINUTE;
    catalog.run({ feed: 'afad-api', asOf: catalog.now, reports: [report({ key: '7' })] });
    const agencies = (): string[] =>
      allRows<{ record: string }>(catalog.db, 'SELECT record FROM earthquakes ORDER BY id').map(({ record }) => {
        const { solutions, revisions } = JSON.parse(record) as Earthquake;
        const movedTo = revisions.flatMap((one) => one.movedTo ?? []);
        return [...solutions.map(({ agency }) => agency).sort(), ...movedTo].join(' ');
      });
    failingName(catalog);
    catalog.now += MINUTE;
    const elsewhere = report({ key, latitude: BROKEN, time: NOON - 30 * MINUTE });
    catalog.run({ feed, asOf: catalog.now, reports: [elsewhere] });
    say(catalog, 'us3', { latitude: 36, time: NOON + 9 * MINUTE });
    assert.deepEqual(agencies(), ['afad usgs', 'usgs']);
    catalog.placeName = () => null;
    catalog.finish();
    assert.deepEqual([agencies(), readFaults(catalog.db)], [moved, []]);
  });

test('the status counts them, and an incremental build equals a full one', (t) => {
  const folder = temporaryFolder(t);
  const catalog = testCatalog();
  t.after(() => catalog.close());
  const [dist, full] = [join(folder, 'dist'), join(folder, 'full')];
  say(catalog, 'us1', { magnitudes: [{ type: 'mb', value: 4 }] });
  buildInto(dist, catalog.db, { asOf: catalog.now });
  assert.ok(!readFileSync(join(dist, 'status.json'), 'utf8').includes('faulty'));
  failingName(catalog);
  say(catalog, 'us1', { latitude: BROKEN });
  say(catalog, 'us3', { latitude: 36, magnitudes: [{ type: 'Mww', value: 7.6 }] });
  buildInto(dist, catalog.db, { asOf: catalog.now });
  buildInto(full, catalog.db, { asOf: catalog.now });
  assert.deepEqual(treeOf(dist), treeOf(full));
  assert.ok(existsSync(join(dist, 'details/id/0/2.json')));
  const status = jsonOf<{ faulty_earthquakes: number }>(dist, 'status.json');
  assert.equal(status.faulty_earthquakes, 1);
  assert.ok(!readFileSync(join(dist, 'status.json'), 'utf8').includes('TypeError'), 'no stack in public');
});

test('a build that fails withdraws what cannot be rendered, until it can', (t) => {
  const catalog = testCatalog();
  t.after(() => catalog.close());
  say(catalog, 'us1');
  say(catalog, 'us2', { latitude: 36, magnitudes: [{ type: 'mb', value: 3 }] });
  const failing = (some: readonly Earthquake[]): void => {
    if (some.some(({ magnitude }) => magnitude === 3)) throw new RangeError('not this one');
  };
  assert.equal(withdrawFaulty(catalog.db, catalog.now, failing), 1);
  assert.equal(withdrawFaulty(catalog.db, catalog.now, failing), 0);
  const states = (): string[] => published(catalog).map(([, state]) => String(state));
  assert.deepEqual(states(), ['current', 'withdrawn']);
  assert.deepEqual(
    readFaults(catalog.db).map(({ report, earthquake }) => [report, earthquake]),
    [['usgs us2', 2]],
  );
  catalog.prove = failing;
  catalog.finish();
  assert.deepEqual(states(), ['current', 'withdrawn']);
  catalog.prove = () => {};
  catalog.finish();
  assert.deepEqual([states(), readFaults(catalog.db)], [['current', 'current'], []]);
});

test('the trial renders Parquet and pages too', () => {
  prove([earthquake()]);
  for (const field of ['quality', 'district', 'eventType'])
    assert.throws(() => prove([{ ...earthquake(), [field]: NaN }]), field);
});
