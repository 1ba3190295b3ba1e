/** Pages on paper: black on white also from the dark theme, without controls and maps, with address and time. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { eventPage } from '../../../generator/site/pages/event.ts';
import { homePage } from '../../../generator/site/pages/home.ts';
import { statisticsPage } from '../../../generator/site/pages/statistics.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, PROVINCE_PAGES, sitePages, VIEWS } from '../../support/site-pages.ts';

const PICTURES = process.env['SCREENSHOTS'];
/** Of A4 with margins of 14 mm, px. */
const PAPER = { width: 688, height: 1016 };

const pages = sitePages();

const SHOWN = `(selector) =>
  [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80))`;

test('pages on paper', { skip }, async () => {
  const { page, close, complaints } = await opened(pages, VIEWS[1]);
  for (const site of [homePage, eventPage, statisticsPage, PROVINCE_PAGES[0]!]) {
    const name = site.title.en;
    const query = site === eventPage ? `?id=${pages.data.detailed[0]!.id}` : '';
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(`${pages.host.url}${site.path.en}${query}`);
    await page.waitForSelector(`body[data-ready${site === homePage ? '="map"' : ''}]`);
    await page.clock.runFor(1000);
    assert.equal(await page.locator('.printed').count(), 0);
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    assert.deepEqual(
      await page.evaluate<string[]>(`(${SHOWN})('nav, form, button, canvas, select, input, #map, .waiting')`),
      [],
      name,
    );
    assert.equal(
      await page.evaluate(`(({ backgroundColor, color }) => backgroundColor + color)(getComputedStyle(document.body))`),
      'rgb(255, 255, 255)rgb(0, 0, 0)',
      name,
    );
    assert.ok((await page.locator('h1').first().innerText()).length > 3, name);
    assert.match(
      await page.locator('.printed').innerText(),
      new RegExp(`^Printed: 1 July 2026 .*UTC.*\\n${pages.host.url}${site.path.en}`),
    );
    // Names of agencies may be longer than those here.
    if (site === eventPage)
      await page.evaluate(
        `document.querySelectorAll('td:last-child').forEach((cell) => cell.append(' Pazarcik earthquake'.repeat(4)))`,
      );
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= PAPER.width, name);
    if (site === homePage) {
      const rows = await page.locator('#list .row').count();
      assert.equal((await page.textContent('#summary'))!.match(/: (\d+) /)![1], String(rows), 'every row');
    }
    if (PICTURES !== undefined) {
      await mkdir(PICTURES, { recursive: true });
      await page.screenshot({ path: path.join(PICTURES, `print ${name}.png`), fullPage: true });
      await page.pdf({ path: path.join(PICTURES, `print ${name}.pdf`), format: 'A4' });
    }
  }
  assert.deepEqual(complaints, []);
  await close();
});
