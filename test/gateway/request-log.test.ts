import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRequestJson, RequestLog } from '../../gateway/request-log.ts';
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

test('in JSON an error of the server is of level error, an error of the client is not', () => {
  const levelOf = (status: number): string =>
    (
      JSON.parse(formatRequestJson({ ...{ at: '', method: 'GET', target: '/x', took: 1, opened: 0 }, status })) as {
        level: string;
      }
    ).level;
  assert.deepEqual([200, 304, 404, 499, 500, 503].map(levelOf), ['info', 'info', 'info', 'info', 'error', 'error']);
});
