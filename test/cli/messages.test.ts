import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { countsOf, type DocumentSummary } from '../../generator/ingest.ts';
import { lockFolder } from '../../generator/cli/lock.ts';
import { Alerts, errorText } from '../../generator/polling/alerts.ts';
import type { Reject } from '../../generator/sources/feed.ts';
import { documentLines, reasonsOf, totalLines } from '../../generator/cli/summary.ts';
import { onlyNotable } from '../../generator/cli/context.ts';
import { parsedOf } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a condition is printed when it begins, when its kind changes, and when it ends', () => {
  const lines: string[] = [];
  const alerts = new Alerts((line) => void lines.push(line));
  const printed = (): string[] => lines.splice(0);
  alerts.resolve('usgs', 'usgs answers again');
  assert.deepEqual(printed(), []);
  alerts.raise('usgs', 'usgs is down: http://x/?start=1 timed out after 20 s (2 attempts)');
  alerts.raise('usgs', 'usgs is down: http://x/?start=2 timed out after 60 s (4 attempts)');
  assert.equal(printed().length, 1);
  alerts.raise('usgs', 'usgs is down: http://x/?start=3 connection refused');
  alerts.raise('usgs', 'usgs is down: http://x/?start=4 timed out after 20 s (2 attempts)');
  assert.deepEqual(printed(), ['usgs is down: http://x/?start=3 connection refused']);
  alerts.raise('afad', 'afad is down');
  alerts.resolve('usgs', 'usgs answers again');
  alerts.resolve('usgs', 'usgs answers again');
  assert.deepEqual(printed(), ['afad is down', 'usgs answers again']);
  alerts.raise('usgs', 'usgs is down: http://x/?start=5 timed out after 20 s (2 attempts)');
  assert.equal(printed().length, 1);
});

test('a cause that many feeds share is one line of a batch, and so is its end', () => {
  const lines: string[] = [];
  const alerts = new Alerts((line) => void lines.push(line));
  const printed = (): string[] => lines.splice(0);
  const unreachable = (feed: string, tries: number): void =>
    alerts.raise(feed, `${feed} is down: http://${feed}.example/a?b=1: DNS: no such host (${tries} attempts)`);
  let flush = alerts.batch();
  for (const feed of ['afad', 'usgs', 'gcmt']) unreachable(feed, 2);
  alerts.raise('kandilli', 'kandilli is down: http://k.example/: HTTP 503 (2 attempts)');
  alerts.raise('live', 'live is down: TypeError: x: y\n    at here');
  assert.deepEqual(printed(), []);
  flush();
  assert.deepEqual(printed(), [
    '3 feeds are down (no such host): afad, usgs, gcmt',
    'kandilli is down: http://k.example/: HTTP 503 (2 attempts)',
    'live is down: TypeError: x: y\n    at here',
  ]);
  // One more with the same cause is the same condition.
  unreachable('archive:afad', 4);
  assert.deepEqual(printed(), []);
  flush = alerts.batch();
  for (const feed of ['afad', 'usgs', 'gcmt', 'never']) alerts.resolve(feed, `${feed} answers again`);
  flush();
  assert.deepEqual(printed(), ['3 feeds answer again: afad, usgs, gcmt']);
  // Two conditions get a line each, and nothing is pending after the flush.
  flush = alerts.batch();
  for (const feed of ['afad', 'usgs']) unreachable(feed, 2);
  flush();
  assert.equal(printed().length, 2);
  unreachable('gcmt', 2);
  assert.equal(printed().length, 1);
});

test('an error is its message, and below it the stack frames', () => {
  const [first, second] = errorText(new TypeError('synthetic\nin two lines')).split('\n    at ');
  assert.equal(first, 'synthetic\nin two lines');
  assert.match(second!, /messages\.test/);
  assert.equal(errorText('thrown as text').split('\n')[0], 'thrown as text');
});

const reject = (line: number, reason: string): Reject => ({ line, reason, text: '' });
const summary = (values: Partial<DocumentSummary> = {}): DocumentSummary => ({
  name: 'saved.html',
  feed: 'kandilli-live',
  agency: 'kandilli',
  rows: 10,
  quarantined: null,
  fresh: 4,
  known: 6,
  repeated: 0,
  products: 0,
  rejects: [],
  warnings: [],
  parsed: parsedOf({ feed: 'kandilli-live', reports: [] }),
  ...values,
});

test('a document is summarised in a line, with its notes and its first rejects', () => {
  assert.deepEqual(documentLines(summary()), ['saved.html (kandilli-live): 10 rows, 4 new, 6 known']);
  const rejects = [1, 2, 3, 4, 5].map((line) => reject(line, `the depth ${line * 1000} km is outside -5 to 800`));
  assert.deepEqual(documentLines(summary({ repeated: 1, products: 2, rejects, warnings: ['cut off'] })), [
    'saved.html (kandilli-live): 10 rows, 4 new, 6 known, 1 repeated, 2 products, 5 rejects',
    '  note: cut off',
    '  line 1: the depth 1000 km is outside -5 to 800',
    '  line 2: the depth 2000 km is outside -5 to 800',
    '  line 3: the depth 3000 km is outside -5 to 800',
    '  … and 2 more: 5 × the depth … km is outside … to …',
  ]);
});

test('reasons are counted by kind, the most frequent first', () => {
  const rejects = [
    reject(1, 'the date "2023-02-30" does not exist'),
    reject(2, 'the latitude 97.1 is outside -90 to 90'),
    reject(3, 'the latitude -99 is outside -90 to 90'),
  ];
  assert.equal(reasonsOf(rejects), '2 × the latitude … is outside … to …; 1 × the date … does not exist');
});

test('totals are by agency, and do not need the reports', () => {
  const counts = [summary(), summary({ rejects: [reject(1, 'x')] }), summary({ agency: 'afad', rows: 1 })].map(
    countsOf,
  );
  assert.ok(counts.every((one) => !('parsed' in one)));
  assert.deepEqual(totalLines(counts), [
    'kandilli: 2 documents, 20 rows, 8 new, 12 known, 0 repeated, 0 products, 1 rejects',
    'afad: 1 documents, 1 rows, 4 new, 6 known, 0 repeated, 0 products, 0 rejects',
  ]);
});

test('while watching, a document is reported when it has new reports, or other notes than the last one', () => {
  const printed: number[] = [];
  const report = onlyNotable(({ rows }) => void printed.push(rows));
  const odd = [reject(7, 'the date is missing')];
  for (const [rows, values] of [
    [1, { fresh: 0 }],
    [2, { fresh: 1 }],
    [3, { fresh: 0, rejects: odd }],
    [4, { fresh: 0, rejects: odd }],
    [5, { fresh: 0, rejects: odd, warnings: ['cut off'] }],
    [6, { fresh: 0, feed: 'afad-api' as const }],
    [7, { fresh: 0 }],
    [8, { fresh: 0 }],
  ] as const)
    report(summary({ rows, ...values } as Partial<DocumentSummary>));
  assert.deepEqual(printed, [2, 3, 5, 7]);
});

test('a folder is locked once, and free again when released', (t) => {
  const folder = join(temporaryFolder(t), 'data');
  const release = lockFolder(folder, 'DATA_DIR');
  const again = (): (() => void) => lockFolder(folder, 'DATA_DIR');
  assert.throws(again, { name: 'LockedError', message: /another hiposantr process is writing to .*data; .*DATA_DIR$/ });
  release();
  again()();
});

test('a folder that cannot be locked is named with its setting', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'a', '.lock'), { recursive: true });
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b', '.lock'), 'no database, but as long as the head of one'.repeat(50));
  for (const bad of ['file/data', 'a', 'b'])
    assert.throws(() => lockFolder(join(folder, bad), 'DIST_DIR'), {
      name: 'SettingError',
      message: new RegExp(`^DIST_DIR is .*${bad}, which cannot be written to: .`),
    });
  assert.throws(() => lockFolder('/proc/none/data', 'DATA_DIR'), {
    name: 'SettingError',
    message: /^DATA_DIR is \/proc\/none\/data, which cannot be written to: E\w+: /,
  });
});
