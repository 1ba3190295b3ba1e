import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { generateKey } from '../../../gateway/http/key-format.ts';
import { bufferedLog, failureLog, faultLine } from '../../../gateway/http/log.ts';
import { formatRequestLine, loggedTarget } from '../../../gateway/request-log.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { testMetering, UNLIMITED } from '../../support/metering.ts';

test('a request is one line', () => {
  const line = formatRequestLine({
    at: '1970-01-01T00:00:00Z',
    method: 'GET',
    target: '/x',
    status: 200,
    took: 1.26,
    opened: 3,
  });
  assert.equal(line, '1970-01-01T00:00:00Z GET /x 200 1.3ms opened=3');
});

test('links that open an account are not logged', () => {
  for (const path of ['/account/confirm', '/account/reset', '/account/auth/callback/github']) {
    const line = formatRequestLine({
      at: '1970-01-01T00:00:00Z',
      method: 'GET',
      target: loggedTarget(`${path}?token=a?b&code=c`),
      status: 200,
      took: 1,
      opened: 0,
    });
    assert.ok(line.includes(` ${path}?*** 200 `), line);
  }
});

test('an error is one line with its location', () => {
  const line = faultLine(new TypeError('two\nlines'));
  assert.match(line, /^fault: TypeError: two lines \(.*log\.test\.ts.*\)$/);
  assert.match(faultLine('text'), /^fault: Error: text/);
  assert.match(faultLine(new TypeError('no value for sk%5fs3creT')), /^fault: TypeError: \*\*\* \(/);
});

test('lines are written in batches, and the rest at the flush', () => {
  const written: string[] = [];
  const { log, flush } = bufferedLog((text) => written.push(text));
  log('one');
  log('two');
  assert.deepEqual(written, []);
  flush();
  flush();
  assert.deepEqual(written, ['one\ntwo\n']);
});

test('no key reaches the log, a body, a header or an error, wherever it was sent', async () => {
  const metering = testMetering({ limits: UNLIMITED });
  const { key } = await metering.keys.issue('account', 'of this test');
  const { get, lines } = testGateway(syntheticDataset({ count: 300 }).files, { metering });
  const unknown = generateKey();
  const statuses = new Set<number>();
  for (const [good, secret] of [
    [true, key],
    [false, unknown],
    [false, 'sk_secret'],
  ] as const)
    for (const target of ['/api.php?limit=2', '/api.php?limit=x', '/nothing', '/usage', '/deprem_api.php?id=x'])
      for (const extra of [
        '',
        `api_key=${secret}`,
        `api_key=${secret}%ZZ`,
        `q=${secret}&limit=${secret}`,
        `x=${secret}%00`,
      ])
        for (const Authorization of [`Bearer ${secret}`, `Bearer  ${secret} `, `Basic ${secret}`]) {
          const headers = { Authorization, Referer: `https://x.example/?api_key=${secret}` };
          const response = await get(`${target}${target.includes('?') ? '&' : '?'}${extra}`, headers);
          const all = JSON.stringify([...response.headers]) + (await response.text());
          assert.ok(!all.includes(secret.slice(3)), all);
          if (!good && Authorization.startsWith('Bearer')) assert.equal(response.status, 401);
          statuses.add(response.status);
        }
  assert.deepEqual([...statuses].toSorted(), [200, 400, 401, 404]);
  assert.equal(lines.filter((line) => line.includes(' GET ')).length, 3 * 5 * 5 * 3);
  for (const secret of [key, unknown, 'sk_secret'])
    assert.deepEqual(
      lines.filter((line) => line.includes(secret.slice(3))),
      [],
    );
});

test('what fails and works by turns is logged twice, and its last state later', async () => {
  const lines: string[] = [];
  const failures = failureLog((line) => void lines.push(line), 'metering', 300);
  for (let turn = 0; turn < 5000; turn += 1) {
    failures.failed(new Error('no answer'));
    failures.recovered();
  }
  assert.equal(lines.length, 2, lines.slice(0, 9).join('\n'));
  assert.match(lines[0]!, /^metering fails: fault: Error: no answer/);
  assert.equal(lines[1], 'metering works again');
  failures.failed(new Error('disk full'));
  while (lines.length < 3) await wait(10);
  assert.match(lines[2]!, /^metering fails: fault: Error: disk full/);
});

test('an internal error is logged and answered without its details', async () => {
  const { createApp } = await import('../../../gateway/app.ts');
  const lines: string[] = [];
  const read = (): Promise<never> => Promise.reject(new TypeError('inner details'));
  const dataset = { read, peek: () => undefined, onChange: () => {} };
  const app = createApp({ dataset, now: () => 0, log: (line) => void lines.push(line) });
  const response = await app.request('/api.php');
  assert.equal(response.status, 500);
  assert.equal(response.headers.get('Cache-Control'), 'no-store');
  assert.doesNotMatch(await response.text(), /inner/);
  assert.match(lines[0]!, /^fault: TypeError: inner details/);
});
