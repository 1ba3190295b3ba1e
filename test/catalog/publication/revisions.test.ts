import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { changeLog, NOON, onlyRecord, records, report, states, testCatalog } from '../../support/catalog.ts';
import type { Document } from '../../support/catalog.ts';

/** A whole live page. */
const page = (hour: number, ...rows: SourceReport[]): Document => ({
  feed: 'kandilli-live',
  reports: [report({ time: NOON - 10 * HOUR, latitude: 39 }), ...rows],
  asOf: NOON + hour * HOUR,
  coverage: { from: NOON - 10 * HOUR, to: NOON + hour * HOUR, minMagnitude: null },
});

const shown = (db: Parameters<typeof records>[0]) => records(db).filter(({ latitude }) => latitude < 38.5);

const afad = (hour: number, values: Partial<SourceReport> = {}): Document => ({
  feed: 'afad-api',
  reports: [report({ key: '500001', ...values })],
  asOf: NOON + hour * HOUR,
});

test('a replaced Kandilli row is a revision of the same earthquake', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({ latitude: 37.3 })));
  const [before] = shown(catalog.db);
  const summary = catalog.run(page(2, report({ time: NOON + 4 * SECOND, latitude: 37.4, place: 'NARLI-PAZARCIK' })));
  const [after, ...others] = shown(catalog.db);
  assert.deepEqual(others, []);
  assert.deepEqual([after!.id, after!.eventId], [before!.id, before!.eventId]);
  assert.deepEqual([after!.latitude, after!.time, after!.revisions.length], [37.4, NOON + 4 * SECOND, 2]);
  assert.deepEqual(after!.revisions[1]!.agencies, ['kandilli']);
  assert.deepEqual(summary, { created: 0, revised: 1, merged: 0, withdrawn: 0 });
});

test('a row with a REVIZE stamp replaces the one it names, 9 s off', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({})));
  catalog.run(page(2, report({ time: NOON + 9 * SECOND, replacesTime: NOON })));
  assert.deepEqual(
    shown(catalog.db).map(({ id, time }) => [id, time]),
    [[2, NOON + 9 * SECOND]],
  );
  const unstamped = testCatalog();
  unstamped.run(page(1, report({})));
  unstamped.run(page(2, report({ time: NOON + 9 * SECOND })));
  assert.deepEqual(
    shown(unstamped.db).map(({ id }) => id),
    [3],
  );
});

test('REVIZE and then İlksel again: one earthquake, three statements', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({ quality: 'automatic' })));
  catalog.run(page(2, report({ time: NOON + SECOND, quality: 'reviewed', replacesTime: NOON })));
  catalog.run(page(3, report({ time: NOON + 2 * SECOND, quality: 'automatic' })));
  const [record] = shown(catalog.db);
  assert.deepEqual([shown(catalog.db).length, record!.quality, record!.revisions.length], [1, 'automatic', 3]);
});

test('a row that comes back after its replacement is the same earthquake still', () => {
  const catalog = testCatalog();
  const [one, other] = [report({}), report({ time: NOON + 2 * SECOND, latitude: 37.35 })];
  for (const [hour, row] of [one, other, one].entries()) catalog.run(page(hour + 1, row));
  assert.deepEqual([onlyRecordOf(catalog).id, onlyRecordOf(catalog).latitude], [2, 37.3]);
  // Once more, and the two rows cannot be told from two that stood side by side; but one of them is shown.
  catalog.run(page(4, other));
  assert.equal(onlyRecordOf(catalog).latitude, 37.35);
});

test('a place name corrected in its row is a revision', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({ place: 'NARLI' })));
  catalog.run(page(2, report({ place: 'NARLI-PAZARCIK' })));
  assert.deepEqual(
    shown(catalog.db).map(({ id, location }) => [id, location]),
    [[2, 'NARLI-PAZARCIK']],
  );
});

test('two rows of one page 3 s apart are two earthquakes', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({}), report({ time: NOON + 3 * SECOND })));
  catalog.run(page(2, report({}), report({ time: NOON + 3 * SECOND })));
  assert.equal(shown(catalog.db).length, 2);
});

test('an old page that arrives late does not undo a newer state', () => {
  const inOrder = testCatalog();
  const late = testCatalog();
  const pages = [1, 2, 3].map((hour) =>
    page(hour, report({ time: NOON + hour * SECOND, latitude: 37.3 + hour / 100 })),
  );
  for (const one of pages) inOrder.run(one);
  late.run(pages[2]!);
  const before = onlyRecordOf(late);
  late.run(pages[0]!);
  late.run(pages[1]!);
  assert.deepEqual({ ...onlyRecordOf(late), revisions: [], updatedAt: 0 }, { ...before, revisions: [], updatedAt: 0 });
  assert.equal(onlyRecordOf(inOrder).latitude, onlyRecordOf(late).latitude);
});

const onlyRecordOf = ({ db }: ReturnType<typeof testCatalog>) => {
  const [record, ...others] = shown(db);
  assert.deepEqual(others, []);
  return record!;
};

test('two pages that come in the wrong order between runs: the earthquake made of the replaced row is merged, not withdrawn', () => {
  const catalog = testCatalog();
  const replaced = report({ latitude: 37.35 });
  catalog.run({ ...page(2, report({ time: NOON + 3 * SECOND })), coverage: null });
  catalog.run({ ...page(1, replaced), coverage: null });
  assert.deepEqual(
    states(catalog.db).filter(({ state }) => state !== 'current'),
    [],
  );
  // The row was there before and after: both were ever on one page, so they are two …
  catalog.run({ ...page(3, replaced, report({ time: NOON + 3 * SECOND })), coverage: null });
  assert.equal(shown(catalog.db).length, 2);
});

test('rows linked only later: the younger earthquake becomes an alias of the older one', () => {
  const catalog = testCatalog();
  const edge: Document = { feed: 'kandilli-live', reports: [report({ time: NOON })], asOf: NOON + HOUR };
  // A page whose oldest row is the replacement: of what lay before that row it does not speak.
  const replacement = report({ time: NOON + 2 * SECOND });
  catalog.run(edge, { feed: 'kandilli-live', reports: [replacement], asOf: NOON + 2 * HOUR });
  assert.equal(records(catalog.db).length, 2);
  catalog.run(page(3, replacement));
  assert.deepEqual(
    states(catalog.db).map(({ id, state, merged_into }) => [id, state, merged_into]),
    [
      [1, 'current', null],
      [2, 'merged', 1],
      [3, 'current', null],
    ],
  );
});

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

test('of two statements under one identifier the one made later counts, in either order', () => {
  for (const hours of [
    [1, 2],
    [2, 1],
  ]) {
    const catalog = testCatalog();
    for (const hour of hours) catalog.run(afad(hour, { depthKm: hour }));
    assert.equal(onlyRecord(catalog.db).depthKm, 2);
  }
});

test('a statement seen again later counts again', () => {
  const catalog = testCatalog();
  for (const [hour, depthKm] of [5, 7, 5].entries()) catalog.run(afad(hour + 1, { depthKm }));
  assert.equal(onlyRecord(catalog.db).depthKm, 5);
});

const usgs = (hour: number, key: string, values: Partial<SourceReport> = {}): Document => ({
  feed: 'usgs-fdsn',
  reports: [report({ key, updatedAt: NOON + hour * MINUTE, ...values })],
  asOf: NOON + hour * HOUR,
});

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

test('what USGS said later counts, though an older statement was fetched later', () => {
  const catalog = testCatalog();
  catalog.run(usgs(5, 'us1', { depthKm: 5 }));
  catalog.run({ ...usgs(1, 'us1', { depthKm: 1 }), asOf: NOON + 9 * HOUR });
  assert.equal(onlyRecord(catalog.db).depthKm, 5);
});

test('a report moved by 40 s leaves its earthquake and finds another', () => {
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

test('a report moved by 40 s, alone there: two earthquakes, one of them new', () => {
  const catalog = testCatalog();
  catalog.run(afad(1), { feed: 'kandilli-zeqdb', reports: [report({})] });
  const { eventId } = onlyRecord(catalog.db);
  catalog.run(afad(2, { time: NOON + 40 * SECOND }));
  assert.deepEqual(
    records(catalog.db).map(({ id, eventId: now }) => [id, now === eventId]),
    [
      [1, true],
      [2, false],
    ],
  );
  catalog.run(afad(3));
  assert.deepEqual([onlyRecord(catalog.db).id, states(catalog.db)[1]!.merged_into], [1, 1]);
});

test('in the hour that a clock change repeats, a report finds its partner in either reading', () => {
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

test('twenty AFAD identifiers of one shock and one Kandilli report: the pairing does not depend on who came first', () => {
  const copies = Array.from({ length: 20 }, (_, index) => report({ key: String(500001 + index) }));
  const partners = [copies, copies.toReversed()].map((reports) => {
    const catalog = testCatalog();
    catalog.run({ feed: 'afad-api', reports }, { feed: 'kandilli-live', reports: [report({})] });
    const found = records(catalog.db);
    assert.equal(found.length, 20);
    return found.find(({ solutions }) => solutions.length === 2)!.solutions[0]!.eventId;
  });
  assert.equal(partners[0], partners[1]);
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
