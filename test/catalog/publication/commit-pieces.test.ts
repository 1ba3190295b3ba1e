import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Statement } from 'better-sqlite3';
import { HOUR, MINUTE } from '#core/time.ts';
import type { Db } from '../../../generator/catalog/database.ts';
import { updateAgencyEvents } from '../../../generator/catalog/documents/agency-events.ts';
import { inPieces } from '../../../generator/catalog/pieces.ts';
import { commitChanges } from '../../../generator/catalog/publication/commit.ts';
import { windowsOf } from '../../../generator/catalog/publication/commit-windows.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { neighbours } from '../../support/build.ts';
import { NOON, report, testCatalog, type TestCatalog } from '../../support/catalog.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Everything that was published but instants and the numbers of changes. */
function published(db: Db): unknown[] {
  const withoutInstants = (text: string): string => text.replace(/"(?:updatedAt|at)":\d+/g, '');
  return [
    db.prepare('SELECT id, event_id, state, merged_into, band, time, slug FROM earthquakes').all(),
    db.prepare<[], string>('SELECT record FROM earthquakes').pluck().all().map(withoutInstants),
    db.prepare('SELECT * FROM slugs').all(),
    db.prepare('SELECT earthquake, kind, merged_into FROM changes ORDER BY earthquake, kind').all(),
    db.prepare('SELECT agency_event, earthquake FROM agency_events').all(),
    db.prepare('SELECT count(*) FROM dirty_agency_events').pluck().all(),
    db.prepare('SELECT count(*) FROM dirty_earthquakes').pluck().all(),
  ];
}

const afadSays = (count: number): SourceReport[] =>
  Array.from({ length: count }, (_, n) =>
    report({ key: `${n + 100_000}`, time: NOON + (n - count / 2) * 3 * HOUR + 700, latitude: 37.02, longitude: 37.03 }),
  );

/** A first run of 60 earthquakes; then mergers, withdrawals, moves over days, and as many new ones. */
function secondRun(): TestCatalog {
  const catalog = testCatalog();
  catalog.run({ feed: 'usgs-fdsn', reports: neighbours(60) });
  catalog.now += MINUTE;
  const changed = [
    { key: 'us3', withdrawn: true },
    { key: 'us8', aliases: ['us9'] },
    { key: 'us20', aliases: ['us50'] },
    { key: 'us30', time: NOON + 200 * HOUR },
  ];
  catalog.store({ feed: 'usgs-fdsn', asOf: catalog.now, reports: changed.map(report) });
  catalog.store({ feed: 'afad-api', asOf: catalog.now, reports: afadSays(40) });
  updateAgencyEvents(catalog.db);
  return catalog;
}

test('a commit in pieces publishes what one in a single transaction does', () => {
  const { db, now } = secondRun();
  const summary = commitChanges(db, now, { placeName: () => null });
  assert.ok(summary.merged > 0 && summary.withdrawn > 0 && summary.revised > 0);
  for (const pieceSize of [1, 7, 40]) {
    const other = secondRun();
    assert.deepEqual(commitChanges(other.db, now, { placeName: () => null, pieceSize }), summary);
    assert.deepEqual(published(other.db), published(db));
  }
});

test('a commit in windows of time publishes what one that associates all reports at once does, with the same ids', () => {
  const { db, now } = secondRun();
  const summary = commitChanges(db, now, { placeName: () => null });
  for (const windowSize of [1, 9, 40]) {
    const other = secondRun();
    assert.ok(windowsOf(other.db, windowSize).length > 1);
    assert.deepEqual(commitChanges(other.db, now, { placeName: () => null, windowSize }), summary);
    assert.deepEqual(published(other.db), published(db));
  }
});

test('a commit that is ended within a piece has lost nothing: the next one does the rest, with the same ids', () => {
  const whole = secondRun();
  commitChanges(whole.db, whole.now, { placeName: () => null });
  for (const names of [1, 10, 25]) {
    const { db, now } = secondRun();
    let left = names;
    const placeName = (): null => {
      // As when the disk is full: no earthquake's fault.
      if (left-- === 0) throw Object.assign(new Error('ended'), { code: 'SQLITE_FULL' });
      return null;
    };
    assert.throws(() => commitChanges(db, now, { placeName, pieceSize: 5 }), /ended/);
    commitChanges(db, now, { placeName: () => null, pieceSize: 5 });
    assert.deepEqual(published(db), published(whole.db));
  }
});

test('steps in pieces are committed as they go, and the write-ahead log does not grow with their number', (t) => {
  const path = join(temporaryFolder(t), 'catalog.db');
  const { db } = testCatalog(path);
  t.after(() => db.close());
  db.exec('CREATE TABLE pieces (number INTEGER, filler TEXT) STRICT');
  const put = db.prepare('INSERT INTO pieces VALUES (?, ?)');
  const steps = function* (from: number, to: number): Generator<number> {
    for (let number = from; number < to; number += 1) {
      if (number === 25_000) throw new Error('ended');
      put.run(number, 'x'.repeat(1000));
      yield 1;
    }
  };
  assert.throws(() => inPieces(db, steps(0, 30_000), 1000), /ended/);
  assert.equal(db.prepare('SELECT count(*) FROM pieces').pluck().get(), 25_000);
  const log = statSync(`${path}-wal`).size;
  assert.ok(log < 8e6, `${log} bytes after 25 MB in pieces of 1 MB`);
});

test('for a new earthquake no row, no slug and no product is looked up', (t) => {
  const { db, run } = testCatalog();
  const texts: string[] = [];
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as Statement;
  for (const method of ['all', 'get'] as const) {
    const original = statement[method] as (...values: unknown[]) => unknown;
    t.mock.method(statement, method, function (this: Statement, ...values: unknown[]) {
      texts.push(this.source);
      return original.apply(this, values);
    });
  }
  const lookups = (): number =>
    texts.filter((text) => /FROM slugs|FROM earthquakes WHERE id|CROSS JOIN products p .* ORDER BY/s.test(text)).length;
  run({ feed: 'usgs-fdsn', reports: neighbours(60) });
  assert.equal(lookups(), 0);
  run({ feed: 'usgs-fdsn', reports: [report({ key: 'us3', place: 'Another place' })], asOf: NOON + 90 * HOUR });
  assert.ok(lookups() > 0);
});
