import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, SECOND } from '#core/time.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { confirmed, NOON, records, report, states, testCatalog, type Document } from '../../support/catalog.ts';

/** A complete live page. */
const page = (hour: number, ...rows: SourceReport[]): Document => ({
  feed: 'kandilli-live',
  reports: [report({ time: NOON - 10 * HOUR, latitude: 39 }), ...rows],
  asOf: NOON + hour * HOUR,
  coverage: { from: NOON - 10 * HOUR, to: NOON + hour * HOUR, minMagnitude: null },
});

const pageRecords = (db: Parameters<typeof records>[0]) => records(db).filter(({ latitude }) => latitude < 38.5);

test('a replaced Kandilli row is a revision of the same earthquake', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({ latitude: 37.3 })));
  const [before] = pageRecords(catalog.db);
  const summary = catalog.run(page(2, report({ time: NOON + 4 * SECOND, latitude: 37.4, place: 'NARLI-PAZARCIK' })));
  const [after, ...others] = pageRecords(catalog.db);
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
    pageRecords(catalog.db).map(({ id, time }) => [id, time]),
    [[2, NOON + 9 * SECOND]],
  );
  const unstamped = testCatalog();
  unstamped.run(page(1, report({})));
  unstamped.run(...confirmed(page(2, report({ time: NOON + 9 * SECOND }))));
  assert.deepEqual(
    pageRecords(unstamped.db).map(({ id }) => id),
    [3],
  );
});

test('REVIZE and then İlksel again: one earthquake with three solution versions', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({ quality: 'automatic' })));
  catalog.run(page(2, report({ time: NOON + SECOND, quality: 'reviewed', replacesTime: NOON })));
  catalog.run(page(3, report({ time: NOON + 2 * SECOND, quality: 'automatic' })));
  const [record] = pageRecords(catalog.db);
  assert.deepEqual([pageRecords(catalog.db).length, record!.quality, record!.revisions.length], [1, 'automatic', 3]);
});

test('a row that returns after its replacement is still the same earthquake', () => {
  const catalog = testCatalog();
  const [one, other] = [report({}), report({ time: NOON + 2 * SECOND, latitude: 37.35 })];
  for (const [hour, row] of [one, other, one].entries()) catalog.run(...confirmed(page(hour + 1, row)));
  assert.deepEqual([onlyRecordOf(catalog).id, onlyRecordOf(catalog).latitude], [2, 37.3]);
  // From here on the rows look like two simultaneous ones; only one of them is published.
  catalog.run(...confirmed(page(4, other)));
  assert.equal(onlyRecordOf(catalog).latitude, 37.35);
});

test('a place name corrected in its row is a revision', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({ place: 'NARLI' })));
  catalog.run(page(2, report({ place: 'NARLI-PAZARCIK' })));
  assert.deepEqual(
    pageRecords(catalog.db).map(({ id, location }) => [id, location]),
    [[2, 'NARLI-PAZARCIK']],
  );
});

test('two rows of one page 3 s apart are two earthquakes', () => {
  const catalog = testCatalog();
  catalog.run(page(1, report({}), report({ time: NOON + 3 * SECOND })));
  catalog.run(page(2, report({}), report({ time: NOON + 3 * SECOND })));
  assert.equal(pageRecords(catalog.db).length, 2);
});

test('an old page that arrives late does not undo a newer state', () => {
  const inOrder = testCatalog();
  const outOfOrder = testCatalog();
  const pages = [1, 2, 3].map((hour) =>
    page(hour, report({ time: NOON + hour * SECOND, latitude: 37.3 + hour / 100 })),
  );
  for (const one of pages) inOrder.run(one);
  outOfOrder.run(pages[2]!);
  const before = onlyRecordOf(outOfOrder);
  outOfOrder.run(pages[0]!);
  outOfOrder.run(pages[1]!);
  assert.deepEqual(
    { ...onlyRecordOf(outOfOrder), revisions: [], updatedAt: 0 },
    { ...before, revisions: [], updatedAt: 0 },
  );
  assert.equal(onlyRecordOf(inOrder).latitude, onlyRecordOf(outOfOrder).latitude);
});

const onlyRecordOf = ({ db }: ReturnType<typeof testCatalog>) => {
  const [record, ...others] = pageRecords(db);
  assert.deepEqual(others, []);
  return record!;
};

test('when two pages arrive in the wrong order, the earthquake of the replaced row is merged, not withdrawn', () => {
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
  assert.equal(pageRecords(catalog.db).length, 2);
});

test('rows linked only later: the younger earthquake becomes an alias of the older one', () => {
  const catalog = testCatalog();
  const edge: Document = { feed: 'kandilli-live', reports: [report({ time: NOON })], asOf: NOON + HOUR };
  // The page's oldest row is the replacement: the page says nothing about earlier rows.
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
