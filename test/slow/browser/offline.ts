/** The site without its server, after one visit. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { setTimeout as wait } from 'node:timers/promises';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { sitePages } from '../../support/site-pages.ts';

const pages = sitePages();

/** With the real clock: an imitated one hides which files a page loaded. */
async function visitor(): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await pages.browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  return { page: await context.newPage(), close: () => context.close() };
}

const kept = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const found = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
  })()`);

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    if (await condition()) return;
    await wait(50);
  }
  assert.fail(what);
}

test('after a visit the list is there without the server, with its age', { skip }, async () => {
  const { page, close } = await visitor();
  const from = pages.host.requests.length;
  await page.goto(`${pages.host.url}/en/?period=1y`);
  await page.waitForSelector('body[data-ready="map"]');
  await until(async () => {
    const paths = await kept(page);
    const data = pages.host.requests.slice(from).filter(({ path: one }) => one.endsWith('.json'));
    const wanted = ['/en/', ...data.map((one) => one.path)];
    return wanted.every((one) => paths.includes(one)) && paths.filter((one) => one.endsWith('.js')).length > 2;
  }, 'what was loaded is kept');
  const rows = await page.locator('#list .row').count();
  // Of the gateway or of the reader alone: none of it is kept.
  await page.evaluate(`Promise.all(['/api.php', '/account/', '/usage', '/list.json?api_key=x', '/openapi.json'].map((one) =>
    fetch(one, { headers: { Authorization: 'Bearer x' } })))`);
  assert.deepEqual(
    (await kept(page)).filter((one) => /api|account|usage/.test(one)),
    [],
  );
  pages.host.isDown = true;
  await page.reload();
  await page.waitForSelector('#list .row');
  assert.equal(await page.locator('#list .row').count(), rows);
  await page.waitForSelector('#alarm:not([hidden])');
  assert.match((await page.textContent('#alarm'))!, /^Offline, .* Last update: 1 Jul 2026/);
  pages.host.isDown = false;
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await page.locator('#alarm', { hasText: /^No agency has answered since 1 Jul 2026/ }).waitFor();
  await close();
});

test('a new version of the site takes over, and what the former one kept goes', { skip }, async (t) => {
  const file = path.join(pages.folder, 'sw.js');
  const former = await readFile(file, 'utf8');
  t.after(() => writeFile(file, former));
  const { page, close } = await visitor();
  const caches = (): Promise<string[]> => page.evaluate<string[]>('caches.keys()');
  await page.goto(`${pages.host.url}/sources/`);
  await until(async () => (await kept(page)).includes('/sources/'), 'the page is kept');
  const [name] = await caches();
  const version = /[0-9a-f]{24}/.exec(former)![0];
  assert.equal(name, `site-${version}`);
  await writeFile(file, former.replaceAll(version, 'f'.repeat(24)));
  const page404 = path.join(pages.folder, 'sources/index.html');
  const html = await readFile(page404, 'utf8');
  t.after(() => writeFile(page404, html));
  await writeFile(page404, html.replace('<h1>', '<h1 id="changed">'));
  await page.reload();
  assert.equal(await page.locator('#changed').count(), 1, 'with the server there is never an old page');
  await until(async () => (await caches()).join() === `site-${'f'.repeat(24)}`, 'the former cache is gone');
  await until(async () => (await kept(page)).includes('/sources/'), 'the new one has the page');
  await close();
});

/** The server accepts requests and answers none until the end. */
function silence(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  pages.host.silence = promise;
  return () => {
    pages.host.silence = undefined;
    resolve();
  };
}

test('a silent network shows the kept page with its age, and its late answers are kept', { skip }, async (t) => {
  const { page, close } = await visitor();
  const list = path.join(pages.folder, 'en/index.html');
  const former = await readFile(list, 'utf8');
  t.after(() => writeFile(list, former));
  await page.goto(`${pages.host.url}/en/?period=1y`);
  await page.waitForSelector('body[data-ready="map"]');
  await until(async () => {
    const paths = await kept(page);
    return ['/en/', '/recent/week.json', '/status.json'].every((one) => paths.includes(one));
  }, 'what was loaded is kept');
  await wait(500);
  const speak = silence();
  t.after(speak);
  await writeFile(list, former.replace('<html ', '<html data-changed '));
  const began = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await page
    .locator('#alarm', { hasText: /^The server does not answer. This page was saved at \d\d:\d\d \(just now\)/ })
    .waitFor();
  const shown = performance.now() - began;
  assert.ok(shown > 2_900 && shown < 6_000, `shown after ${shown} ms`);
  await page.waitForSelector('body[data-ready]');
  await page.locator('#alarm', { hasText: /^Offline, or the server cannot be reached/ }).waitFor();
  assert.ok((await page.locator('#list .row').count()) > 3);
  assert.equal(await page.locator('html[data-changed]').count(), 0);
  speak();
  await until(
    () =>
      page.evaluate(
        `caches.match(location.origin + '/en/').then((one) => one.text()).then((one) => /data-changed/.test(one))`,
      ),
    'the late answer is kept',
  );
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await page.locator('#alarm', { hasText: /^No agency has answered since/ }).waitFor();
  await close();
});

test('without anything kept, a silent network leaves the page as it is, with a word', { skip }, async (t) => {
  const context = await pages.browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.route('**/*.json', () => {});
  await page.goto(`${pages.host.url}/en/`);
  await page.locator('#alarm', { hasText: 'The data could not be loaded. Trying again.' }).waitFor({ timeout: 9_000 });
  assert.equal(await page.locator('#list .row').count(), 50);
});
