import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestLog } from '../../gateway/request-log.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

test('LOG_REQUESTS: one response in so many is a line, and every error', () => {
  const linesOf = (every: number): number[] => {
    const lines: string[] = [];
    const log = new RequestLog({ log: (line) => lines.push(line), now: () => AS_OF, monotonicNow: () => 0, every });
    for (let count = 0; count < 100; count += 1)
      for (const status of [200, 304, 404, 503])
        log.write({ start: 0, method: 'GET', target: () => '/x', status, opened: 0 });
    const errors = lines.filter((line) => / (?:404|503) /.test(line)).length;
    return [lines.length - errors, errors];
  };
  assert.deepEqual(linesOf(1), [200, 200]);
  assert.deepEqual(linesOf(10), [20, 200]);
  assert.deepEqual(linesOf(0), [0, 200]);
});
