/** Accounts in a separate gateway process: its first output, and the files in the data folder. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SEND } from '../../support/accounts.ts';
import { CHILD_ENVIRONMENT } from '../../support/child-environment.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../gateway/main.ts');

const cleanups: (() => Promise<void>)[] = [];
after(() => Promise.all(cleanups.map((cleanup) => cleanup())));

/** What a start prints until it serves, or ends. */
async function started(environment: Record<string, string>) {
  const folder = mkdtempSync(path.join(TEMPORARY, 'hiposantr-accounts-'));
  const data = path.join(folder, 'data');
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...CHILD_ENVIRONMENT,
      DIST_DIR: path.join(folder, 'dist'),
      DATA_DIR: data,
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  while (!/Serving/.test(output) && child.exitCode === null) await wait(20);
  const url = /at (http:\S+)/.exec(output)?.[1] ?? '';
  return { data, url, ended, stop: () => child.kill('SIGTERM'), output: () => output };
}

test('production without a secret does not start, and says what to set', async () => {
  const { ended, output } = await started({ NODE_ENV: 'production' });
  assert.equal(await ended, 1);
  assert.match(output(), /^AUTH_SECRET is missing; in production .*openssl rand -base64 32/);
});

test('production with a secret and without SMTP_URL starts, and warns that codes are in the log', async () => {
  const { url, ended, output, data, stop } = await started({
    NODE_ENV: 'production',
    AUTH_SECRET: 'x1y2 a secret of the tests, long enough',
  });
  assert.equal((await fetch(`${url}/account/`)).status, 200);
  const body = JSON.stringify({ email: 'you@example.com' });
  const headers = { 'Content-Type': 'application/json' };
  assert.equal((await fetch(`${url}${SEND}`, { method: 'POST', headers, body })).status, 200);
  stop();
  assert.equal(await ended, 0);
  assert.match(output(), /SMTP_URL is not set, so this log has the log-in codes[\s\S]*mail to you@example\.com/);
  assert.match(output(), /BASE_URL is http:\/\/localhost:0, so emails lead there and cookies are not Secure/);
  assert.ok(!existsSync(path.join(data, 'auth-secret')));
});

let running: ReturnType<typeof started> | undefined;
/** One that the tests below share. */
const development = (): ReturnType<typeof started> => (running ??= started({ TRUSTED_PROXIES: '10.0.0.1' }));

test('development starts with a generated secret, and files readable by their owner only', async () => {
  const { url, data } = await development();
  const page = await fetch(`${url}/account/`, { headers: { 'Accept-Language': 'tr' } });
  assert.match(await page.text(), /<h1>Giriş yap<\/h1>/);
  assert.equal(page.headers.get('access-control-allow-origin'), null);
  for (const file of ['auth-secret', 'accounts.db'])
    assert.equal(statSync(path.join(data, file)).mode & 0o777, 0o600, file);
});

test('attempts are counted by the address of the connection, by the header only from a trusted proxy', async () => {
  const { url } = await development();
  const headers = { 'Content-Type': 'application/json' };
  const attempt = (from: string): Promise<Response> =>
    fetch(`${url}${SEND}`, {
      method: 'POST',
      headers: { ...headers, 'X-Forwarded-For': from },
      body: JSON.stringify({ email: 'nobody@example.com' }),
    });
  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await attempt(`203.0.113.${count}`)).status);
  assert.deepEqual(statuses, [...Array(20).fill(200), 429]);
});
