/** The page of a sequence on a phone: with and without scripts, and what is too old to be shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '#core/time.ts';
import { assertAccessible } from '../../support/axe.ts';
import { buildInto, usgsSays } from '../../support/build.ts';
import { NOON, report, testCatalog } from '../../support/catalog.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { sitePages, WITHOUT_DATE } from '../../support/site-pages.ts';
import { serveFolder } from '../../support/static-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const pages = sitePages();
const PHONE = { width: 375, height: 667 };
const NOW = NOON + 6 * HOUR;

const shock = (key: string, minutes: number, value: number) =>
  report({
    ...{ key, time: NOON + minutes * MINUTE, magnitudes: [{ type: 'mb', value }], place: 'Nurdağı (Gaziantep)' },
    ...{ latitude: 37.1 + minutes / 2000, longitude: 37 },
  });

test(
  'the page of a sequence tells all on a phone, also without scripts, and hides old chances',
  { skip },
  async (t) => {
    const [catalog, dist] = [testCatalog(), temporaryFolder(t)];
    const after = Array.from({ length: 20 }, (_, n) => shock(`after${n}`, 5 + 15 * n, 2.5 + (n % 5) / 2));
    usgsSays(catalog, shock('first', -30, 5.1), shock('main', 0, 6.4), ...after);
    const settings = { serviceName: 'hiposantr', baseUrl: 'http://localhost' };
    buildInto(dist, catalog.db, { site: true, bulk: false, detailFiles: 'none', asOf: NOW, settings });
    const host = await serveFolder(dist, t);
    const foreshock = '2024-03-10-nurdagi-gaziantep-m5-1';
    for (const [folder, texts] of [
      [
        'dizi',
        ['20 artçı, en büyüğü M 4,5', 'Yeni bir deprem olasılığı', 'Saat saat', 'Dizinin haritası', 'Öncü depremler'],
      ],
      [
        'sequence',
        ['20 aftershocks, the largest M 4.5', 'The chance of another', 'By hour', 'Map of the sequence', 'Foreshocks'],
      ],
    ] as const)
      for (const [javaScriptEnabled, now] of [
        [true, NOW],
        [true, NOW + 3 * HOUR],
        [false, NOW],
      ] as const) {
        const context = await pages.browser.newContext({ viewport: PHONE, javaScriptEnabled, isMobile: true });
        const page = await context.newPage();
        await page.addInitScript(WITHOUT_DATE);
        await page.clock.setFixedTime(now);
        // That of a foreshock leads to the page.
        await page.goto(`${host.url}/${folder}/${foreshock}/`);
        await page.waitForURL(/m6-4/);
        const main = await page.locator('main').textContent();
        for (const text of texts) assert.ok(main!.includes(text), text);
        assert.equal(await page.locator('.rows .row').count(), 11);
        assert.ok(await page.locator('svg.province-map circle').first().isVisible());
        if (javaScriptEnabled) {
          await page.waitForSelector('body[data-ready="page"]');
          assert.equal(await page.locator('.forecast').isVisible(), now === NOW, 'chances');
          assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= PHONE.width, 'no wider');
          await assertAccessible(page, folder);
        }
        await context.close();
      }
  },
);
