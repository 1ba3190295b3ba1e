import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateKey } from '../../gateway/http/key-format.ts';
import { formatRequestJson, RequestLog } from '../../gateway/request-log.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { exitOf, startGatewayChild } from '../support/gateway-child.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const request = { method: 'GET', target: '/x', incoming: undefined, header: () => undefined };

test('LOG_REQUESTS: one response in so many is a line, and every error', () => {
  const linesOf = (every: number): number[] => {
    const lines: string[] = [];
    const log = new RequestLog({ log: (line) => lines.push(line), now: () => AS_OF, monotonicNow: () => 0, every });
    for (let count = 0; count < 100; count += 1)
      for (const status of [200, 304, 404, 503]) log.write({ start: 0, request, target: undefined, status, opened: 0 });
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

interface Line {
  target?: string;
  network?: string;
  id?: string;
}

test("each line has the client's network and the proxy's id of the request, and no address", async (t) => {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  await writeDist(syntheticDataset({ count: 20 }).files, dist);
  const settings = { DIST_DIR: dist, DATA_DIR: join(folder, 'data'), LOG_FORMAT: 'json' };
  const gateway = await startGatewayChild({ ...settings, TRUSTED_PROXIES: '127.0.0.1' });
  t.after(() => void gateway.child.kill('SIGKILL'));
  const key = generateKey();
  const asked: [headers: Record<string, string>, network: string, id: string | undefined][] = [
    [{ 'X-Forwarded-For': '198.51.100.77', 'X-Request-Id': '4f1c-9' }, '198.51.100.0/24', '4f1c-9'],
    [{ 'X-Forwarded-For': '2001:db8:12:34::5' }, '2001:db8:12::/48', undefined],
    [{ 'X-Forwarded-For': 'nonsense', 'X-Request-Id': 'a"b c' }, '127.0.0.0/24', undefined],
    [{ 'X-Request-Id': key }, '127.0.0.0/24', undefined],
    [{ 'X-Request-Id': 'x'.repeat(65) }, '127.0.0.0/24', undefined],
  ];
  // The second time each answer is repeated from memory.
  for (let turn = 0; turn < 2; turn += 1)
    for (const [at, [headers]] of asked.entries())
      assert.equal((await fetch(`${gateway.url}/api.php?limit=${at + 1}`, { headers })).status, 200);
  // The log is written by and by.
  gateway.child.kill();
  await exitOf(gateway.child);
  const lines = gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  for (const [at, [, network, id]] of asked.entries()) {
    const own = lines.filter(({ target }) => target === `/api.php?limit=${at + 1}`);
    assert.deepEqual(
      own.map((line) => [line.network, line.id]),
      [
        [network, id],
        [network, id],
      ],
    );
  }
  assert.doesNotMatch(gateway.output(), /198\.51\.100\.77|34::5/);
  assert.ok(!gateway.output().includes(key));
});
