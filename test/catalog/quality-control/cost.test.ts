/** What judging a document reads: it follows the document, not the catalogue. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Statement } from 'better-sqlite3';
import { MINUTE, parseInstant } from '#core/time.ts';
import type { Db } from '../../../generator/catalog/database.ts';
import { judge } from '../../../generator/catalog/quality-control/judge.ts';
import { REGION } from '#core/region.ts';
import { parsedOf, report, testCatalog } from '../../support/catalog.ts';

const NOW = parseInstant('2026-03-15T12:00:00Z')!;
const ROWS = 60;

const reports = (prefix: string) =>
  Array.from({ length: ROWS }, (_, index) => report({ key: `${prefix}${index}`, time: NOW - index * 20 * MINUTE }));

/** Reports of former times, in all feed groups. */
const older = (db: Db, count: number): void =>
  void db.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO agency_events (feed_group, key, time, precision, latitude, longitude, magnitude, automatic)
     SELECT i % 3, 'older' || i, ${NOW - 3000 * MINUTE} - i * 60000, 0, 37.3, 37.1, 4.2, 0 FROM n`,
  );

/** Statements and rows that judging a usual document reads, and the texts of the statements. */
function readingOf(t: TestContext, earlier: number) {
  const { db, run } = testCatalog();
  run({ feed: 'afad-api', reports: reports('6'), asOf: NOW });
  run({ feed: 'usgs-fdsn', reports: reports('us'), asOf: NOW });
  older(db, earlier);
  const texts: string[] = [];
  let rows = 0;
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as Statement;
  const mocks = (['all', 'get', 'run'] as const).map((method) => {
    const original = statement[method] as (...values: unknown[]) => unknown;
    return t.mock.method(statement, method, function (this: Statement, ...values: unknown[]) {
      texts.push(this.source);
      const result = original.apply(this, values);
      if (Array.isArray(result)) rows += result.length;
      return result;
    });
  });
  const parsed = parsedOf({ feed: 'afad-api', reports: reports('6'), asOf: NOW });
  const judged = { reports: parsed.reports, parsed, outside: 0, window: null, region: REGION, asOf: NOW };
  assert.equal(judge(db, { ...judged, receivedAt: NOW }, false).finding, undefined);
  for (const { mock } of mocks) mock.restore();
  return { db, texts, rows };
}

test('a usual document costs one look-up a row and a few statements, whatever the size of the catalogue', (t) => {
  const few = readingOf(t, 0);
  const many = readingOf(t, 20_000);
  assert.ok(few.texts.length <= ROWS + 8, `${few.texts.length} statements`);
  assert.deepEqual([many.texts.length, many.rows], [few.texts.length, few.rows]);
  assert.equal(few.rows, ROWS, 'of the other agency, one for each');
});

test('no statement of judging scans a table', (t) => {
  const { db, texts } = readingOf(t, 20_000);
  for (const text of new Set(texts)) {
    if (!text.trimStart().startsWith('SELECT')) continue;
    const names = [...new Set([...text.matchAll(/@(\w+)/g)].map(([, name]) => name!))];
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`);
    const values = names.length > 0 ? [Object.fromEntries(names.map((name) => [name, '[]']))] : ['x'];
    for (const { detail } of plan.all(...values) as { detail: string }[])
      assert.doesNotMatch(detail, /^SCAN (?!s VIRTUAL|json_each)/, `${text}: ${detail}`);
  }
});
