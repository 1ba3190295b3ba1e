/** The page of compatible applications on a small phone and without scripts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { applicationsIn } from '../../../generator/site/pages/applications.ts';
import { COMPATIBILITY, INTERFACES, summary } from '../../../generator/site/pages/compatibility.ts';
import { AccessibleCopies } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { sitePages } from '../../support/site-pages.ts';

const pages = sitePages();
const TABLE = applicationsIn(readFileSync(join(import.meta.dirname, '../../../data/applications.json'), 'utf8'));
const PHONE = { width: 375, height: 667 };

for (const language of ['tr', 'en'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `compatible applications in ${language}, ${colorScheme}, on a small phone without scripts`,
      { skip },
      async () => {
        const context = await pages.browser.newContext({ javaScriptEnabled: false, viewport: PHONE, colorScheme });
        const page = await context.newPage();
        await page.goto(`${pages.host.url}${COMPATIBILITY[language]}`);
        const cards = page.locator('.applications li');
        assert.equal(await cards.count(), TABLE.length);
        for (const box of await Promise.all([
          ...(await cards.all()).map((card) => card.boundingBox()),
          ...(await page.locator('pre').all()).map((line) => line.boundingBox()),
        ]))
          assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.width && box.width >= 300, JSON.stringify(box));
        // Nothing is cut off or scrolled sideways, in a line of code neither.
        const wider = await page.evaluate<
          string[]
        >(`[...document.querySelectorAll('html, pre, .applications li, .block > p')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 200))`);
        assert.deepEqual(wider, []);
        const count = (works: string): number => TABLE.filter((one) => one.works === works).length;
        const counts = { all: TABLE.length, yes: count('yes'), partly: count('partly'), no: count('no') };
        const sentence = page.getByText(summary(counts, language), { exact: true });
        const box = (await sentence.boundingBox())!;
        assert.ok(box.y + box.height < PHONE.height, 'how many run is on the first screen');
        for (const { service } of INTERFACES)
          assert.ok(await page.locator(`.starts a[href="#${service}"]`).isVisible());
        const copies = new AccessibleCopies(pages.browser, page.url());
        await copies.assertAccessible(page, `compatible applications, ${language}, ${colorScheme}`);
        if (process.env['SCREENSHOTS'] !== undefined)
          await page.screenshot({
            path: join(process.env['SCREENSHOTS'], `small-${language}-${colorScheme}.png`),
            fullPage: true,
          });
        await context.close();
      },
    );
