/** The account app in a thread. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accountsPath, openAccounts } from '../../../gateway/store/database.ts';
import { accountsFetch, startAccounts } from '../../../gateway/accounts/start-accounts.ts';
import { PLAN_LIMITS } from '../../../gateway/access/quota/limits.ts';
import { BASE_URL, codeIn, EMAIL, SEND, SETTINGS, SIGN_IN } from '../../support/accounts.ts';
import { TEMPORARY } from '../../support/temporary.ts';

let shared: Promise<Threaded> | undefined;
type Threaded = Awaited<ReturnType<typeof startThreaded>>;

/** The account app in a thread, one for all tests. */
const threaded = (): Promise<Threaded> => (shared ??= startThreaded());
after(async () => (await shared)?.end());

async function startThreaded() {
  const folder = await mkdtemp(join(TEMPORARY, 'accounts-thread-'));
  const db = openAccounts(accountsPath(folder));
  const lines: string[] = [];
  const accounts = startAccounts({
    engines: { dataDir: folder, databaseUrl: undefined, redisUrl: undefined },
    settings: SETTINGS,
    limits: PLAN_LIMITS,
    baseUrl: BASE_URL,
    serviceName: 'hiposantr',
    log: (line) => void lines.push(line),
  });
  await accounts.start();
  const end = async (): Promise<void> => {
    await accounts.close();
    db.close();
    await rm(folder, { recursive: true });
  };
  const fetch = accountsFetch(accounts, ({ headers }) => headers.get('X-Test-Address') ?? '');
  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new Request(`${BASE_URL}${path}`, init), undefined);
  const post = (path: string, body: unknown): Promise<Response> =>
    request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return { request, post, lines, db, end };
}

test('requests and responses pass unchanged: pages, cookies, redirects, emails, limits', async () => {
  const { request, post, lines } = await threaded();
  const page = await request('/account/?lang=tr', { headers: { 'Accept-Language': 'en' } });
  assert.match(await page.text(), /<html lang="tr">[\s\S]*Giriş yap/);
  assert.match(page.headers.getSetCookie()[0]!, /^lang=tr;/);
  assert.equal((await request('/account/', { method: 'HEAD' })).status, 200);
  const moved = await request('/account');
  assert.deepEqual([moved.status, moved.headers.get('location'), await moved.text()], [303, '/account/', '']);

  const asked = await post(SEND, { email: EMAIL });
  assert.equal(asked.status, 200);
  const email = (): string | undefined => lines.find((line) => line.startsWith('mail to'));
  while (!email()) await new Promise((resolve) => setTimeout(resolve, 20));
  const [cookie] = asked.headers.getSetCookie()[0]!.split(';');
  const headers = { 'Content-Type': 'application/json', Cookie: cookie! };
  const body = JSON.stringify({ email: EMAIL, otp: codeIn(email()) });
  const signIn = await request(SIGN_IN, { method: 'POST', headers, body });
  assert.equal(signIn.status, 200);
  assert.equal(signIn.headers.getSetCookie().length, 2, 'the session, and the end of the code');

  const statuses = [];
  for (let count = 0; count < 21; count += 1)
    statuses.push((await post(SEND, { email: `${count}@example.org` })).status);
  assert.ok(statuses.includes(429), 'counted by address');
});

test('a body is read only until it is known to be too large', async () => {
  const { request, post } = await threaded();
  assert.equal((await post('/account/auth/sign-in/email-otp', { email: 'x'.repeat(64 * 1024) })).status, 413);
  let bytesRead = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => void controller.enqueue(new Uint8Array(16 * 1024).fill(((bytesRead += 1), 0x20))),
  });
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit;
  assert.equal((await request('/account/auth/sign-in/email-otp', init)).status, 413);
  assert.ok(bytesRead < 10, `${bytesRead} pieces were read`);
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('the client left')) });
  await assert.rejects(
    request('/account/keys', { method: 'POST', headers, body: broken, duplex: 'half' } as RequestInit),
    (error: { status?: number }) => error.status === 400,
  );
});
