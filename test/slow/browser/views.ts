/** Every page in both languages, widths and themes: nothing too wide, no complaint, no foreign host, axe clean. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, sitePages, VIEWS } from '../../support/site-pages.ts';

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
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: !name.startsWith('home') });
}

interface Address {
  /** Of English views the English address. */
  path(isTurkish: boolean): string;
  ready: string | undefined;
}

const PAGES: Record<string, Address> = {
  home: { path: (isTurkish) => `/${isTurkish ? '' : 'en/'}?period=1y`, ready: 'map' },
  atlas: {
    path: (isTurkish) => `/${isTurkish ? 'harita' : 'map'}/?min_magnitude=all&line=27,38,40,39,50`,
    ready: 'atlas',
  },
  event: {
    path: (isTurkish) => `/${isTurkish ? 'deprem' : 'earthquake'}/?id=${pages.data.detailed[0]!.id}`,
    ready: 'map',
  },
  status: { path: (isTurkish) => (isTurkish ? '/durum/' : '/sources/'), ready: 'status' },
  statistics: { path: (isTurkish) => (isTurkish ? '/istatistik/' : '/statistics/'), ready: undefined },
  docs: { path: (isTurkish) => (isTurkish ? '/docs/' : '/en/docs/'), ready: 'docs' },
};

for (const view of VIEWS)
  test(`every page in ${view.locale}, ${view.size}, ${view.colorScheme}`, { skip, timeout: 120_000 }, async () => {
    const { page, close, complaints, foreign } = await opened(pages, view);
    for (const [name, { path: address, ready }] of Object.entries(PAGES)) {
      await page.goto(`${pages.host.url}${address(view.locale === 'tr-TR')}`);
      if (ready) await page.waitForSelector(`body[data-ready="${ready}"]`);
      assert.equal(await page.locator('html').getAttribute('lang'), view.locale.slice(0, 2));
      await page.clock.runFor(1000);
      await looksRight(page, `${name}-${view.size}-${view.locale.slice(0, 2)}-${view.colorScheme}`);
    }
    assert.deepEqual(complaints, [], 'the browser complains');
    assert.deepEqual(foreign, []);
    await close();
  });
