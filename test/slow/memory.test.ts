/**
 * Clients within their quota against a gateway with a small heap: answers that are not read, and deep pages. Each
 * request gets 200, or 503 with Retry-After; what is held stays within its bound, and others are answered.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { big, COUNT } from '../support/big-dataset.ts';
import { send, tally } from '../support/clients.ts';
import { writeDist } from '../support/dataset.ts';
import { startGatewayChild } from '../support/gateway-child.ts';
import { scrape } from '../support/metrics.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** In MB: the heap would hold some seventy lists of 20,000 places. */
const HEAP = 256;
const ANSWERS = 32;
const EACH = 5;

const EVENTS = '/fdsnws/event/1/query';

async function smallGateway(t: TestContext) {
  const folder = temporaryFolder(t);
  await writeDist(big.files, join(folder, 'dist'));
  const gateway = await startGatewayChild({
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_PORT: '0',
    LOG_REQUESTS: '0',
    NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    ANSWER_MEGABYTES: String(ANSWERS),
  });
  t.after(() => gateway.child.kill('SIGKILL'));
  return gateway;
}

const from = (number: number) => ({ 'X-Forwarded-For': `198.18.0.${number}` });

/** The head of an answer with a body that is never read. */
async function unread(url: string, path: string, address: number): Promise<IncomingMessage> {
  const request = http.get(`${url}${path}`, { agent: false, headers: from(address) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
}

function assertAnswered(responses: Pick<IncomingMessage, 'headers' | 'statusCode'>[]): void {
  for (const { statusCode, headers } of responses) {
    assert.ok(statusCode === 200 || statusCode === 503, String(statusCode));
    if (statusCode === 503) assert.ok(Number(headers['retry-after']) > 0);
  }
}

test('answers that are not read and deep pages leave the gateway and others as they are', async (t) => {
  const gateway = await smallGateway(t);
  const { url } = gateway;
  let isOver = false;
  const lists: Promise<number[]> = (async () => {
    const statuses: number[] = [];
    for (let number = 0; !isOver; number += 1) {
      const path = `/api.php?limit=20&min_magnitude=${(1 + number / 1000).toFixed(3)}`;
      statuses.push((await send(url, { path, headers: from(200 + (number % 40)) })).status);
      await wait(50);
    }
    return statuses;
  })();
  const stalled = await Promise.all(
    Array.from({ length: 40 * EACH }, (_, number) =>
      unread(url, `${EVENTS}?format=text&limit=20000&offset=${1 + number}`, 1 + (number % 40)),
    ),
  );
  assertAnswered(stalled);
  const { sample } = await scrape(gateway);
  assert.ok(sample('hiposantr_answers')! > 20, 'those answered are held');
  assert.ok(sample('hiposantr_answer_bytes')! <= ANSWERS * 1e6);
  assert.ok(sample('hiposantr_answers_refused_total')! > 20, 'others are refused');
  assert.ok(sample('nodejs_heap_size_used_bytes')! < (HEAP * 1e6) / 2, `${sample('nodejs_heap_size_used_bytes')}`);
  for (const response of stalled) response.destroy();
  // That a client with `Connection: close` is gone, and has not only closed its side, shows when the next byte is sent.
  const nothingHeld = async (): Promise<void> => {
    const held = async () => {
      const { sample: now } = await scrape(gateway);
      return [now('hiposantr_answers'), now('hiposantr_answer_bytes')];
    };
    for (const until = performance.now() + 40_000; performance.now() < until && (await held())[0]! > 0;)
      await wait(100);
    assert.deepEqual(await held(), [0, 0]);
  };
  await nothingHeld();
  const deep = await Promise.all(
    Array.from({ length: 40 * EACH }, (_, number) =>
      send(url, {
        path: `${EVENTS}?format=text&orderby=magnitude-asc&limit=10&offset=${COUNT - 3000 + number}`,
        headers: from(41 + (number % 40)),
      }),
    ),
  );
  assertAnswered(deep.map(({ status, headers }) => ({ statusCode: status, headers })));
  assert.ok(deep.some(({ status }) => status === 200));
  isOver = true;
  assert.deepEqual(Object.keys(tally(await lists)), ['200']);
  await nothingHeld();
  assert.equal(gateway.child.exitCode, null);
});
