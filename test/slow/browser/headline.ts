/** The headline of an open page: through aftershocks, near a place, and as time passes. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Earthquake } from '#core/earthquake.ts';
import { ANSWERS } from '#core/paths.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { recentWeekFile } from '../../../generator/outputs/recent.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { earthquake } from '../../support/earthquake.ts';
import { openedApart, sitePages, syntheticSite, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();
const PICTURES = process.env['SCREENSHOTS'];

const OFF_IZMIR = {
  ...{ latitude: 37.888, longitude: 26.777, location: 'Ege Denizi, Seferihisar (İzmir) 35 km GB' },
  locationEn: 'Aegean Sea, 35 km SW of Seferihisar (İzmir)',
};
const VAN = { latitude: 38.62, longitude: 43.35, location: 'Tuşba (Van)', locationEn: 'Tuşba (Van)' };
const MALATYA = { latitude: 38.3, longitude: 38.6, location: 'Kale (Malatya)', locationEn: 'Kale (Malatya)' };
const CRETE = { latitude: 34.9, longitude: 25.6, location: 'Girit Adası (Yunanistan)', locationEn: 'Crete (Greece)' };

const ROWS: Earthquake[] = [
  earthquake({ ...VAN, id: 90_001, time: AS_OF - MINUTE, magnitude: 3 }),
  earthquake({ ...OFF_IZMIR, id: 90_002, time: AS_OF - 2 * MINUTE, magnitude: 3.2 }),
  earthquake({ ...OFF_IZMIR, id: 90_003, time: AS_OF - 4 * MINUTE, magnitude: 6.4 }),
  earthquake({ ...MALATYA, id: 90_004, time: AS_OF - 30 * HOUR, magnitude: 5.3 }),
  earthquake({ ...CRETE, id: 90_005, time: AS_OF - 2 * DAY, magnitude: 5.1 }),
];

/** Magnitudes of the headline and of the pinned ones. */
const named = async (page: Page): Promise<string> =>
  (await page.locator('#headline .mag, #pinned a > b').allInnerTexts())
    .join(' ')
    .replaceAll('M ', '')
    .replaceAll(',', '.');

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const)
  for (const view of [VIEWS[0], VIEWS[1]])
    test(`the great one is on top on ${width} px in ${view.locale}, with three rows below`, { skip }, async (t) => {
      const week = path.join(pages.folder, ANSWERS.recentWeek);
      const former = await readFile(week);
      t.after(() => writeFile(week, former));
      await writeFile(week, recentWeekFile({ earthquakes: ROWS, asOf: AS_OF, sequence: 1e6 }));
      const folder = view.locale === 'tr-TR' ? '' : 'en/';
      const site = syntheticSite([], { earthquakes: ROWS });
      await mkdir(path.join(pages.folder, 'headline', folder), { recursive: true });
      await writeFile(path.join(pages.folder, 'headline', folder, 'index.html'), site.get(`${folder}index.html`)!);
      const { page, complaints, close } = await openedApart(pages, view);
      await page.setViewportSize({ width, height });
      const open = async (near?: string): Promise<void> => {
        await page.goto(`${pages.host.url}/headline/${folder}`);
        await page.evaluate(near ? `localStorage.near = '${near}'` : 'localStorage.removeItem("near")');
        await page.reload();
        await page.waitForSelector('body[data-ready="map"]');
      };
      await open();
      assert.equal(await named(page), '6.4 5.3 5.1');
      assert.match(await page.locator('#pinned').innerText(), /30 Haz|30 Jun|29 Haz|29 Jun|dün|yesterday/);
      if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `headline, ${width}, ${view.locale}.png`) });
      assert.match(await page.locator('#advice').innerText(), /(yüksek yere|high ground).*NEAMTWS.*(tutunun|hold on)/s);
      const third = (await page.locator('#list .row').nth(2).boundingBox())!;
      assert.ok(third.y + third.height <= height, `row 3 ends at ${third.y + third.height}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'nothing is wider');
      await open('{"latitude":38.42,"longitude":27.14}');
      assert.equal(await named(page), '6.4 5.1 5.3', 'near İzmir');
      await open('{"latitude":38.5,"longitude":43.38}');
      assert.equal(await named(page), '3.0 6.4 5.3 5.1', 'what can be felt at Van comes first');
      await open();
      await page.clock.setFixedTime(AS_OF + 26 * HOUR);
      await page.reload();
      await page.waitForSelector('body[data-ready="map"]');
      assert.equal(await named(page), '6.4 5.3', 'the oldest is not of the last 72 hours');
      assert.equal(await page.locator('#advice').innerText(), '', 'it is a day old');
      await page.clock.setFixedTime(AS_OF + 13 * HOUR);
      await page.reload();
      await page.waitForSelector('body[data-ready="map"]');
      const lines = page.locator('#advice li');
      assert.equal(await lines.count(), 3, 'half a day later nothing is said of the sea');
      assert.deepEqual(complaints, []);
      await close();
    });
