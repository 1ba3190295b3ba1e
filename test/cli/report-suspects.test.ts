import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, SECOND } from '#core/time.ts';
import type { Db } from '../../generator/catalog/database.ts';
import { SuspectSearch, newSuspects } from '../../generator/catalog/association/suspects.ts';
import { reportSuspects } from '../../generator/cli/commit-reports.ts';
import { catalogOf, NOON, report, type Document } from '../support/catalog.ts';

/**
 * A sequence reported by two agencies in different places, so that nothing is associated.
 */
function sequence(count: number, span: number): Db {
  const reports = (feed: 'afad-api' | 'kandilli-zeqdb', latitude: number): Document => ({
    feed,
    reports: Array.from({ length: count }, (_, n) =>
      report({
        time: NOON + Math.round((n * span) / count),
        latitude: latitude + (n % 17) / 100,
        magnitudes: [{ type: 'ML', value: 3 + (n % 13) / 10 }],
        ...(feed === 'afad-api' ? { key: String(500_000 + n) } : {}),
      }),
    ),
  });
  return catalogOf(reports('afad-api', 37), reports('kandilli-zeqdb', 37.9)).db;
}

let dense: Db | undefined;
/** Four times as dense as the others. */
const denseSequence = (): Db => (dense ??= sequence(1000, 10 * HOUR));

function rowsOf(db: Db): number {
  const search = new SuspectSearch(db);
  let steps = 0;
  for (const { done } of newSuspects(db, search)) steps = done;
  assert.ok(steps > 0);
  return search.rows;
}

test('the search for suspicious pairs is linear in the number of reports', () => {
  // As long as dense: reports of one and the same rate.
  const [few, many] = [sequence(250, 10 * HOUR), sequence(1000, 40 * HOUR)];
  const [little, much] = [rowsOf(few), rowsOf(many)];
  assert.ok(much <= 4.5 * little, `${little} rows for 500 reports, ${much} for 2000`);
  // Four times as dense: what lies within a minute grows likewise, and no report is read for being active.
  const more = rowsOf(denseSequence());
  assert.ok(more <= 16 * little, `${little} rows for 500 reports, ${more} for 2000 in the same time`);
});

/** A catalogue with so many pairs that are three hours apart. */
const mistaken = (count: number): Db =>
  catalogOf(
    ...Array.from({ length: count }, (_, n): Document[] => {
      const time = NOON + n * 48 * HOUR;
      return [
        { feed: 'afad-api', reports: [report({ key: String(500_000 + n), time })] },
        { feed: 'kandilli-zeqdb', reports: [report({ time: time + 3 * HOUR + SECOND })] },
      ];
    }).flat(),
  ).db;

interface Reported {
  lines: string[];
  steps: [number, number][];
}

function listener(): Reported & { console: Parameters<typeof reportSuspects>[0]['console'] } {
  const lines: string[] = [];
  const steps: [number, number][] = [];
  return {
    lines,
    steps,
    console: {
      line: (text) => lines.push(text),
      progress: (_, done, total) => steps.push([done, total]),
    },
  };
}

test('ten suspicious pairs are listed, the others counted, with progress', async () => {
  const { lines, steps, console } = listener();
  await reportSuspects({ db: mistaken(12), console, poll: { signal: new AbortController().signal } });
  assert.equal(lines.filter((line) => /lies 3 h/.test(line)).length, 10);
  assert.equal(lines.at(-1), 'suspicious: 2 more; npm run explain -- ID tells of each');
  assert.deepEqual(steps.at(-1), [24, 24]);
});

test('the search yields to signals, and ends early when stopped', async () => {
  const { lines, steps, console } = listener();
  const stop = new AbortController();
  const searching = reportSuspects({ db: denseSequence(), console, poll: { signal: stop.signal } });
  setImmediate(() => stop.abort());
  await searching;
  const [done, total] = steps.at(-1)!;
  assert.ok(done >= 200 && done <= 400 && total > 900, `${done} of ${total}`);
  assert.deepEqual(lines, [`stopped after looking for suspicious pairs in ${done} of ${total} earthquakes`]);
});
