import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barChart } from '../../../gateway/accounts/pages/chart.ts';
import { perDay } from '../../../gateway/accounts/pages/dashboard.ts';
import { EMAIL, member, testAccounts } from '../../support/accounts.ts';
import { STRIPE_SETTINGS } from '../../support/stripe.ts';

const pair = { clientId: 'client', clientSecret: 'secret' };
const accounts = await testAccounts({ settings: { social: { github: pair, google: pair }, stripe: STRIPE_SETTINGS } });
const guest = accounts.visitor();
const owner = await member(accounts);
await owner.json('/account/keys', { name: '"><script>alert(1)</script>' });

const PAGES = [
  '/account/',
  '/account/register',
  '/account/forgot',
  '/account/confirm?token=%22%3E%3Cscript%3E',
  '/account/reset?token=a',
];

/** Every page in both languages, and those that a form leads to. */
async function everyPage(): Promise<[name: string, response: Response][]> {
  const found: [string, Response][] = [];
  for (const lang of ['tr', 'en']) {
    const at = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
    for (const path of PAGES) found.push([at(path), await guest.get(at(path))]);
    for (const path of ['/account/', '/account/settings'])
      found.push([`member ${at(path)}`, await owner.get(at(path))]);
    const fields = { email: '"><script>', newPassword: 'x', password: 'x', token: '"><script>', name: '' };
    for (const path of ['register', 'sign-in', 'forgot', 'reset', 'confirm'])
      found.push([
        `POST ${path}`,
        await guest.form(`/account/${path}`, fields, { 'X-Test-Address': `a ${path} ${lang}` }),
      ]);
    for (const path of ['keys', 'password', 'delete'])
      found.push([
        `member POST ${path}`,
        await owner.form(`/account/${path}`, fields, { 'X-Test-Address': `b ${path} ${lang}` }),
      ]);
  }
  return found;
}

test('every page is safe, is not stored, works without scripts and leads to forms that exist', async () => {
  const routes = accounts.app.routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
  const forms = new Set<string>();
  for (const [name, response] of await everyPage()) {
    const html = await response.text();
    assert.match(response.headers.get('content-type')!, /^text\/html; charset=utf-8$/i, name);
    assert.equal(response.headers.get('cache-control'), 'no-store', name);
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer', name);
    assert.equal(response.headers.get('x-frame-options'), 'DENY', name);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff', name);
    assert.match(response.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'self';/, name);
    assert.doesNotMatch(response.headers.get('content-security-policy')!, /unsafe/, name);
    assert.doesNotMatch(html, /<script|<style|\sstyle=|\son\w+=|javascript:/i, name);
    assert.match(html, /<html lang="(?:tr|en)">/, name);
    assert.doesNotMatch(html, /undefined|\[object|NaN/, name);
    for (const [, action] of html.matchAll(/<form[^>]* action="([^"]+)"/g)) forms.add(action!);
  }
  for (const action of forms) {
    const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    assert.ok(
      routes.some((path) => pattern(path).test(action)),
      action,
    );
  }
  assert.ok(forms.size >= 14, [...forms].join(' '));
});

test('the stylesheet is where the pages say, named by its content', async () => {
  const [, address] = /rel="stylesheet" href="([^"]+)"/.exec(await (await guest.get('/account/')).text())!;
  const sheet = await guest.get(address!);
  assert.equal(sheet.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.match(sheet.headers.get('cache-control')!, /immutable/);
});

test('behind a path and on https, links, cookies and letters follow', async () => {
  const behind = await testAccounts({ baseUrl: 'https://example.org/deprem' });
  const visitor = behind.visitor();
  const page = await visitor.get('/account/?lang=tr');
  assert.match(await page.text(), /action="\/deprem\/account\/sign-in"/);
  assert.match(page.headers.get('set-cookie')!, /; Secure/);
  assert.match(page.headers.get('strict-transport-security')!, /^max-age=\d+$/);
  await visitor.form('/account/register', { email: EMAIL, newPassword: 'long enough' }, { Host: 'evil.example' });
  assert.match((await behind.letters())[0]!, /https:\/\/example\.org\/deprem\/account\/confirm\?token=/);
});

test('other services are offered where they are configured', async () => {
  assert.match(await (await guest.get('/account/')).text(), /sign-in\/github[\s\S]*sign-in\/google/);
  for (const [name, host] of [
    ['github', 'github.com'],
    ['google', 'accounts.google.com'],
  ]) {
    const away = await guest.form(`/account/sign-in/${name}`);
    assert.equal(away.status, 303);
    const url = new URL(away.headers.get('location')!);
    assert.equal(url.host, host);
    assert.equal(url.searchParams.get('client_id'), 'client');
    assert.equal(url.searchParams.get('redirect_uri'), `http://localhost:8787/account/auth/callback/${name}`);
    assert.ok(url.searchParams.get('state')!.length >= 20);
    assert.match(away.headers.get('content-security-policy')!, new RegExp(`form-action [^;]*https://${host}`));
    const back = await guest.get(`/account/auth/callback/${name}?code=x&state=forged`);
    assert.equal(back.status, 302);
    assert.match(back.headers.get('location')!, /^http:\/\/localhost:8787\/account\/\?problem=social/);
  }
  const plain = (await testAccounts()).visitor();
  assert.doesNotMatch(await (await plain.get('/account/')).text(), /github|google/i);
  assert.equal((await plain.form('/account/sign-in/github')).status, 404);
  assert.equal((await plain.get('/account/auth/callback/github?code=x')).status, 404);
});

test("of the library's routes only those are there that the service offers", async () => {
  for (const path of ['ok', 'error', 'list-accounts', 'verify-email?token=x', 'reset-password/x?callbackURL=/'])
    assert.equal((await owner.get(`/account/auth/${path}`)).status, 404, path);
  for (const path of [
    'update-user',
    'delete-user',
    'set-password',
    'change-email',
    'link-social',
    'unlink-account',
    'revoke-sessions',
  ])
    assert.equal((await owner.json(`/account/auth/${path}`)).status, 404, path);
  const session = (await (await owner.get('/account/auth/get-session')).json()) as { user: { email: string } };
  assert.equal(session.user.email, EMAIL);
});

test('the chart has a bar a day, the largest as high as the chart', () => {
  const now = Date.UTC(2026, 6, 30, 12);
  const day = (date: string, count: number) => ({ date, endpoint: '/api.php', key_id: 'k', count });
  const usage = { days: [day('2026-07-30', 10), day('2026-07-30', 10), day('2026-07-01', 5), day('2026-06-30', 99)] };
  const days = perDay(usage as Parameters<typeof perDay>[0], now);
  assert.deepEqual(
    [days.length, days[0], days[29]],
    [30, { date: '2026-07-01', count: 5 }, { date: '2026-07-30', count: 20 }],
  );
  const svg = String(barChart(days, 'label', String));
  const heights = [...svg.matchAll(/height="([\d.]+)"\s*>/g)].map(([, height]) => Number(height));
  assert.equal(heights.length, 30);
  assert.deepEqual([heights[29], heights[0]], [80, 20]);
  assert.equal(heights.filter((height) => height === 0).length, 28);
});
