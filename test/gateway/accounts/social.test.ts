/** Log-in with GitHub, with synthetic responses to the global `fetch` that the library uses. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { EMAIL, loggedInClient, testAccounts, type TestAccounts } from '../../support/accounts.ts';

interface Profile {
  id: number;
  email: string;
  verified: boolean;
}

function github(t: TestContext, { id, email, verified }: Profile): string[] {
  const requests: string[] = [];
  t.mock.method(globalThis, 'fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    requests.push(url);
    const responses: Record<string, unknown> = {
      'https://github.com/login/oauth/access_token': {
        access_token: 'gho_synthetic',
        token_type: 'bearer',
        scope: 'user:email',
      },
      'https://api.github.com/user': {
        id,
        login: 'ayse',
        name: 'Ayşe Yılmaz',
        email,
        avatar_url: 'https://example.org/me.png',
      },
      'https://api.github.com/user/emails': [{ email, primary: true, verified, visibility: null }],
    };
    assert.ok(url in responses, url);
    return Response.json(responses[url]);
  });
  return requests;
}

const pair = { clientId: 'client', clientSecret: 'secret' };
const accountsWithGitHub = (): Promise<TestAccounts> => testAccounts({ settings: { social: { github: pair } } });

/** Goes to GitHub and comes back. */
async function comeBack(accounts: TestAccounts) {
  const client = accounts.client();
  const away = await client.form('/account/sign-in/github');
  const state = new URL(away.headers.get('location')!).searchParams.get('state')!;
  const back = await client.get(`/account/auth/callback/github?code=synthetic&state=${state}`);
  return { client, location: back.headers.get('location')! };
}

const users = ({ db }: TestAccounts): unknown[] => db.prepare('SELECT email, name, image FROM user').all();

test('a confirmed address opens an account, of which neither name nor picture nor token is kept', async (t) => {
  const accounts = await accountsWithGitHub();
  const requests = github(t, { id: 7, email: EMAIL, verified: true });
  const { client, location } = await comeBack(accounts);
  assert.equal(location, 'http://localhost:8787/account/');
  assert.equal(requests.length, 3);
  assert.equal(((await (await client.get('/account/me')).json()) as { email: string }).email, EMAIL);
  assert.deepEqual(users(accounts), [{ email: EMAIL, name: '', image: null }]);
  assert.doesNotMatch(JSON.stringify(accounts.db.prepare('SELECT * FROM account').all()), /gho_synthetic/);
  const again = await comeBack(accounts);
  assert.equal((await again.client.get('/account/me')).status, 200);
  assert.doesNotMatch(JSON.stringify(accounts.db.prepare('SELECT * FROM account').all()), /gho_synthetic/);
  assert.equal(users(accounts).length, 1);
});

test('an address that GitHub has not confirmed opens no account', async (t) => {
  const accounts = await accountsWithGitHub();
  github(t, { id: 7, email: EMAIL, verified: false });
  const { client, location } = await comeBack(accounts);
  assert.match(location, /\/account\/\?problem=social/);
  assert.equal((await client.get('/account/me')).status, 401);
  assert.deepEqual(users(accounts), []);
  assert.match(
    await (await client.get('/account/?problem=social', { 'Accept-Language': 'en' })).text(),
    /You could not be logged in/,
  );
});

test('a confirmed address leads to its account; one that is not confirmed on either side does not', async (t) => {
  const accounts = await accountsWithGitHub();
  await loggedInClient(accounts);
  github(t, { id: 7, email: EMAIL, verified: true });
  const { client } = await comeBack(accounts);
  assert.equal((await client.get('/account/me')).status, 200);
  assert.equal(users(accounts).length, 1);
  t.mock.restoreAll();

  const unsure = await accountsWithGitHub();
  const { internalAdapter } = await unsure.auth.$context;
  await internalAdapter.createUser({ email: EMAIL, name: '', emailVerified: false });
  github(t, { id: 7, email: EMAIL, verified: true });
  const refused = await comeBack(unsure);
  assert.match(refused.location, /\/account\/\?problem=social/, 'it is perhaps of a stranger');
  assert.equal((await refused.client.get('/account/me')).status, 401);
  t.mock.restoreAll();

  const known = await accountsWithGitHub();
  await loggedInClient(known);
  github(t, { id: 8, email: EMAIL, verified: false });
  assert.match((await comeBack(known)).location, /\/account\/\?problem=social/);
});

test('a callback without a request is rejected', async (t) => {
  const accounts = await accountsWithGitHub();
  github(t, { id: 7, email: EMAIL, verified: true });
  const away = await accounts.client().form('/account/sign-in/github');
  const state = new URL(away.headers.get('location')!).searchParams.get('state')!;
  // Another browser: the state is right, the cookie is missing.
  const back = await accounts.client().get(`/account/auth/callback/github?code=synthetic&state=${state}`);
  assert.match(back.headers.get('location')!, /\/account\/\?problem=social/);
  assert.deepEqual(users(accounts), []);
});
