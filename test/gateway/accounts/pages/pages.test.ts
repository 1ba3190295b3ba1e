import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENCIES, AGENCY_TERMS } from '#core/agencies.ts';
import { barChart } from '../../../../gateway/accounts/pages/chart.ts';
import { dailyCounts } from '../../../../gateway/accounts/pages/dashboard.ts';
import { EMAIL, loggedInClient, testAccounts } from '../../../support/accounts.ts';
import { STRIPE_SETTINGS } from '../../../support/stripe.ts';

const pair = { clientId: 'client', clientSecret: 'secret' };
const accounts = await testAccounts({ settings: { social: { github: pair, google: pair }, stripe: STRIPE_SETTINGS } });
const guest = accounts.client();
const owner = await loggedInClient(accounts);
await owner.json('/account/keys', { name: '"><script>alert(1)</script>' });

const PAGES = ['/account/', '/account/code', '/account/about'];

/** Every page in both languages, and those that a form leads to. */
async function everyPage(): Promise<[name: string, response: Response][]> {
  const pages: [string, Response][] = [];
  for (const lang of ['tr', 'en']) {
    const at = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
    for (const path of PAGES) pages.push([at(path), await guest.get(at(path))]);
    for (const path of ['/account/', '/account/settings'])
      pages.push([`member ${at(path)}`, await owner.get(at(path))]);
    const fields = { email: '"><script>', otp: 'x', name: '' };
    for (const path of ['code', 'sign-in'])
      pages.push([
        `POST ${path}`,
        await guest.form(`/account/${path}`, fields, { 'X-Test-Address': `a ${path} ${lang}` }),
      ]);
    const asked = await guest.form('/account/code', { email: EMAIL }, { 'X-Test-Address': `c ${lang}` });
    pages.push(['POST code of an address', asked]);
    for (const path of ['keys', 'delete'])
      pages.push([
        `member POST ${path}`,
        await owner.form(`/account/${path}`, fields, { 'X-Test-Address': `b ${path} ${lang}` }),
      ]);
  }
  return pages;
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
    assert.match(html, /<html lang="(?:tr|en)"(?: data-theme="(?:light|dark)")?>/, name);
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
  assert.ok(forms.size >= 12, [...forms].join(' '));
});

test('every page names the source of the data, the terms of each agency, and where to read more', async () => {
  for (const [name, response] of await everyPage()) {
    const html = await response.text();
    const [, foot = ''] = /<footer>([\s\S]*)<\/footer>/.exec(html) ?? [];
    assert.match(foot, /(?:Data source|Veri kaynağı): hiposantr \(localhost:8787\)/, name);
    for (const agency of AGENCIES) assert.ok(foot.includes(`href="${AGENCY_TERMS[agency].url}"`), `${name} ${agency}`);
    assert.match(foot, /(?:without the university’s written consent|üniversitenin yazılı izni olmadan)/, name);
    for (const link of ['/docs/', '/account/about#terms', '/account/about#kept'])
      assert.ok(foot.includes(`href="${link}"`));
    assert.doesNotMatch(html, /[Ss]ign(?:ed)? (?:in|out|up)|Most data|Verilerin çoğu/, name);
  }
  const about = await (await guest.get('/account/about')).text();
  for (const id of ['terms', 'kept']) assert.ok(about.includes(`id="${id}"`));
});

test('the contact is a link where it can be one', async () => {
  for (const [contact, expected] of [
    ['you@example.org', '<a href="mailto:you@example.org">you@example.org</a>'],
    ['https://example.org/help', '<a href="https://example.org/help">'],
    ['javascript:alert(1)@x', 'javascript:alert(1)@x'],
    ['+90 <b>', '+90 &lt;b&gt;'],
  ] as const) {
    const page = await (await testAccounts({ settings: { contact } })).client().get('/account/about?lang=en');
    assert.ok((await page.text()).includes(`Contact: ${expected}`), contact);
  }
});

test('a missing page says so, and keeps the log-out button', async () => {
  const page = { Accept: 'text/html', 'Accept-Language': 'en' };
  for (const [client, out] of [
    [owner, true],
    [guest, false],
  ] as const) {
    const response = await client.get('/account/nothing?lang=en', page);
    assert.equal(response.status, 404);
    const html = await response.text();
    assert.match(html, /<h1>Page not found<\/h1>/);
    assert.equal(html.includes('/account/sign-out'), out);
  }
});

test('the pro plan includes priority support, shown with the plan', async () => {
  const accountsWithContact = await testAccounts({ settings: { contact: 'help@example.org' } });
  const client = await loggedInClient(accountsWithContact);
  assert.match(await (await client.get('/account/?lang=en')).text(), /Pro: no daily limit[^<]*priority support/);
  const { id } = (await (await client.get('/account/me')).json()) as { id: string };
  await accountsWithContact.plans.grant(id, 'pro', { source: 'operator' });
  assert.match(await (await client.get('/account/?lang=en')).text(), /Priority support: help@example\.org/);
  assert.match(await (await client.get('/account/?lang=tr')).text(), /Öncelikli destek: help@example\.org/);
});

test('remaining quota has its noun, and destructive buttons their own colour', async () => {
  const remaining = async (lang: string): Promise<string> => (await owner.get(`/account/?lang=${lang}`)).text();
  assert.match(await remaining('tr'), /100 istek kaldı/);
  assert.match(await remaining('en'), /100 requests remaining/);
  const [, address] = /rel="stylesheet" href="([^"]+)"/.exec(await remaining('en'))!;
  const css = await (await guest.get(address!)).text();
  const colours = (name: string): string[] =>
    [...css.matchAll(new RegExp(`--${name}: (#\\w+)`, 'g'))].map(([, c]) => c!);
  assert.equal(new Set(colours('alarm')).size, 2);
  for (const colour of colours('alarm')) assert.ok(!colours('accent').includes(colour));
  assert.match(css, /button\.danger \{\s*color: var\(--alarm\)/);
});

test('the stylesheet is at the linked path, named by its content', async () => {
  const [, address] = /rel="stylesheet" href="([^"]+)"/.exec(await (await guest.get('/account/')).text())!;
  const sheet = await guest.get(address!);
  assert.equal(sheet.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.match(sheet.headers.get('cache-control')!, /immutable/);
});

test('behind a path and on https, links, cookies and emails follow', async () => {
  const behind = await testAccounts({ baseUrl: 'https://example.org/deprem' });
  const client = behind.client();
  const page = await client.get('/account/?lang=tr');
  assert.match(await page.text(), /action="\/deprem\/account\/code"/);
  assert.match(page.headers.get('set-cookie')!, /; Secure/);
  assert.match(page.headers.get('strict-transport-security')!, /^max-age=\d+$/);
  await client.form('/account/code', { email: EMAIL }, { Host: 'evil.example' });
  assert.match((await behind.sentEmails())[0]!, /https:\/\/example\.org\/deprem\/account\/\n/);
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
  const plain = (await testAccounts()).client();
  assert.doesNotMatch(await (await plain.get('/account/')).text(), /github|google/i);
  assert.equal((await plain.form('/account/sign-in/github')).status, 404);
  assert.equal((await plain.get('/account/auth/callback/github?code=x')).status, 404);
});

test('only the library routes that the service offers exist', async () => {
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
  const days = dailyCounts(usage as Parameters<typeof dailyCounts>[0], now);
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
