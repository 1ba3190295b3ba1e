/** An address has one language, which only another address changes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, openedApart, sitePages, VIEWS, type View } from '../../support/site-pages.ts';
import { BUSY } from '../../support/site-provinces.ts';

const pages = sitePages();
const DESKTOP: View = VIEWS[3];

/** Whether the mark moves nothing. */
const STILL = `(() => {
  const boxes = () => JSON.stringify([...document.querySelectorAll('header *')].map((one) => one.getBoundingClientRect()));
  const before = boxes();
  document.documentElement.toggleAttribute('data-offer');
  return boxes() === before;
})()`;

test('language and theme are switched, the one by the address, and stay on the way on', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/sources/`);
  await page.locator('#switch-theme').click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.locator('.switch-language').click();
  await page.waitForSelector('html[lang=tr][data-theme=dark]');
  await page.locator('.brand').click();
  await page.waitForURL(`${pages.host.url}/`);
  await page.waitForSelector('html[lang=tr][data-theme=dark]');
  await close();
});

test('the English address is English for everyone, and the switch leads to the other address', { skip }, async () => {
  const { page, close } = await opened(pages, VIEWS[2]);
  const { id } = pages.data.detailed[0]!;
  await page.goto(`${pages.host.url}/earthquake/?id=${id}`);
  await page.waitForSelector('body[data-ready="map"]');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.equal(await page.locator('nav [aria-current]').count(), 0);
  await page.locator('.switch-language').click();
  await page.waitForURL(`**/deprem/?id=${id}`);
  await page.waitForSelector('html[lang=tr] body[data-ready="map"]');
  await page.locator('nav a').nth(3).click();
  await page.waitForURL('**/istatistik/');
  await page.locator('.switch-language').click();
  await page.waitForURL('**/statistics/');
  assert.match(await page.title(), /^Earthquake statistics/);
  assert.ok((await page.locator('.year-map a').count()) > 3, 'epicentres of the year');
  await close();
});

test('a browser of the other language changes nothing of a page but the look of one link', { skip }, async () => {
  const [turkish, english] = [await openedApart(pages, VIEWS[2]), await openedApart(pages, DESKTOP)];
  const one = pages.data.detailed[0]!;
  const seen = async ({ page }: typeof turkish, path: string) => {
    await page.goto(`${pages.host.url}${path}`);
    await page.evaluate("localStorage.setItem('lang', document.documentElement.lang === 'tr' ? 'en' : 'tr')");
    await page.reload();
    await page.waitForSelector('body[data-ready]:not([data-ready=list])');
    await page.clock.runFor(1000);
    const attribute = "document.querySelector('link[rel=canonical]').href + document.documentElement.lang";
    const texts = await page.locator('title, h1, nav, footer').allTextContents();
    return {
      same: [...texts, await page.evaluate<string>(attribute)],
      isOffered: await page.locator('[data-offer] .switch-language').count(),
      isStill: await page.evaluate<boolean>(STILL),
    };
  };
  for (const [path, name] of [
    ['/', 'tr'],
    ['/en/', 'en'],
    ['/durum/', 'tr'],
    [`/il/${BUSY.province.slug}/`, 'tr'],
    [`/deprem/?id=${one.id}`, 'tr'],
    [`/earthquake/?id=${one.id}`, 'en'],
  ] as const) {
    const [by, other] = [await seen(turkish, path), await seen(english, path)];
    assert.deepEqual(by.same, other.same, path);
    assert.ok(by.isStill && other.isStill, path);
    assert.deepEqual([by.isOffered, other.isOffered], name === 'tr' ? [0, 1] : [1, 0], path);
  }
  for (const [path, heading] of [
    ['/earthquake/x/y', 'Page not found'],
    ['/deprem/x/y', 'Sayfa bulunamadı'],
  ] as const) {
    const { page } = path === '/deprem/x/y' ? english : turkish;
    const html = await readFile(`${pages.folder}/404.html`, 'utf8');
    await page.route(`**${path}`, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: html }));
    await page.goto(`${pages.host.url}${path}`);
    assert.equal(await page.locator('h1').innerText(), heading);
    assert.match(await page.title(), new RegExp(`^${heading}`));
  }
  await turkish.close();
  await english.close();
});
