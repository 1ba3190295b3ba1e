/** Every page in both languages, widths and themes: nothing too wide, no complaint, no foreign host, axe clean. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { allYearsPage } from '../../../generator/site/pages/all-years.ts';
import { eventPage } from '../../../generator/site/pages/event.ts';
import { homePage } from '../../../generator/site/pages/home.ts';
import { PAGES, UNLISTED_PAGES } from '../../../generator/site/pages/registry.ts';
import type { SitePage } from '../../../generator/site/pages/shell.ts';
import { assertAccessible } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, PROVINCE_PAGES, sitePages, VIEWS } from '../../support/site-pages.ts';

/** Folder for screenshots of the pages; without it none are taken. */
const PICTURES = process.env['SCREENSHOTS'];

const pages = sitePages();

async function looksRight(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize()!;
  assert.ok(
    (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width,
    `${name} is wider than the screen`,
  );
  await assertAccessible(page, name);
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: !name.startsWith('map-') });
}

/** What scripts add moves nothing that is read. */
async function holdsStill(page: Page, name: string): Promise<void> {
  const shifts = await page.evaluate<number>(`new Promise((resolve) => {
    const sum = (list) => list.getEntries().reduce((total, { value }) => total + value, 0);
    new PerformanceObserver((list) => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  })`);
  assert.ok(shifts < 0.05, `${name}: layout shifts of ${shifts}`);
}

/** What is opened of a page, and when it is ready; every other page is opened without a query. */
const VISITS = new Map<SitePage, { query: () => string; ready: string }>([
  [homePage, { query: () => '?period=1y', ready: 'map' }],
  [eventPage, { query: () => `?id=${pages.data.detailed[0]!.id}`, ready: 'map' }],
  [allYearsPage, { query: () => '?min_magnitude=all', ready: 'all-years' }],
]);

const nameOf = ({ title }: SitePage): string => title.en.toLowerCase().replaceAll(' ', '-');

for (const view of VIEWS)
  test(`every page in ${view.locale}, ${view.size}, ${view.colorScheme}`, { skip }, async () => {
    const { page, close, complaints, foreign } = await opened(pages, view);
    const language = view.locale === 'tr-TR' ? 'tr' : 'en';
    for (const site of [...PAGES, ...UNLISTED_PAGES, ...PROVINCE_PAGES]) {
      const { query, ready } = VISITS.get(site) ?? { query: () => '', ready: undefined };
      await page.goto(`${pages.host.url}${site.path[language]}${query()}`);
      await page.waitForSelector(ready === undefined ? 'body[data-ready]' : `body[data-ready="${ready}"]`);
      // One file for every address: here at one of its own, which is none of the English ones.
      const shown = site.isUnlisted ? 'tr' : language;
      assert.equal(await page.locator('html').getAttribute('lang'), shown);
      await page.clock.runFor(1000);
      if (view.size === 'phone') await holdsStill(page, site.title.en);
      await looksRight(page, `${nameOf(site)}-${view.size}-${language}-${view.colorScheme}`);
    }
    assert.deepEqual(complaints, [], 'the browser complains');
    assert.deepEqual(foreign, []);
    await close();
  });
