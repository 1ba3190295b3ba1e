/** What to do after an earthquake: on its page, on paper, and without scripts. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { detailPath } from '#core/paths.ts';
import { DAY, HOUR } from '#core/time.ts';
import { detailBody } from '../../../generator/outputs/detail.ts';
import { eventFolder } from '../../../generator/site/pages/event.ts';
import { assertAccessible } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { earthquake } from '../../support/earthquake.ts';
import { openedApart, sitePages, syntheticSite, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

const SILIVRI = {
  ...{ id: 91_001, time: AS_OF - HOUR, magnitude: 6.2, latitude: 40.844, longitude: 28.215, slug: 'silivri-m6-2' },
  ...{ location: 'Marmara Denizi, Silivri (İstanbul) 26 km G', locationEn: 'Sea of Marmara, 26 km S of Silivri' },
};

async function put(name: string, content: string | Buffer): Promise<void> {
  const file = path.join(pages.folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

test('the page of a recent earthquake says what to do, also on paper; a day later it does not', { skip }, async () => {
  const one = earthquake(SILIVRI);
  await put(detailPath(one.id), detailBody(one, { nearbyStations: [], nearbyQuakes: [] }));
  const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
  const open = async (): Promise<void> => {
    await page.goto(`${pages.host.url}/deprem/?id=${one.id}`);
    await page.waitForSelector('body[data-ready="detail"]');
  };
  await open();
  await page.waitForSelector('.hero .advice li');
  assert.equal(await page.locator('.advice li').count(), 5);
  const when = (await page.locator('.hero .when').boundingBox())!;
  const advice = (await page.locator('.advice').boundingBox())!;
  assert.ok(advice.y >= when.y && advice.y + advice.height <= 844, 'on the first screen of a phone');
  await assertAccessible(page, 'advice');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.advice').isVisible(), true);
  await page.emulateMedia({ media: 'screen' });
  await page.clock.setFixedTime(AS_OF + DAY);
  await open();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.advice').count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});

test('what a stored page says to do stays where it is: nothing moves', { skip }, async () => {
  const one = earthquake(SILIVRI);
  const own = `${eventFolder(one, 'tr')}/index.html`;
  await put(`stored/${own}`, syntheticSite([one], { earthquakes: [one] }).get(own)!);
  await put(detailPath(one.id), detailBody(one, { nearbyStations: [], nearbyQuakes: [] }));
  const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
  await page.addInitScript(`window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifted += value)))
      .observe({ type: 'layout-shift', buffered: true });`);
  await page.goto(`${pages.host.url}/stored/${eventFolder(one, 'tr')}/?id=${one.id}`);
  await page.waitForSelector('body[data-ready="detail"]');
  await page.waitForSelector('.hero .advice li');
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.advice').count(), 1);
  assert.equal(await page.evaluate('shifted < 0.02 || shifted'), true);
  assert.deepEqual(complaints, []);
  await close();
});

test('without scripts the pages say it on the first screen of a small phone', { skip }, async () => {
  const one = earthquake(SILIVRI);
  const site = syntheticSite([one], { earthquakes: [one] });
  const own = `${eventFolder(one, 'tr')}/index.html`;
  for (const name of ['index.html', own]) {
    const file = path.join(pages.folder, 'advice', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, site.get(name)!);
  }
  const context = await pages.browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 667 } });
  const page = await context.newPage();
  for (const name of ['', `${eventFolder(one, 'tr')}/`]) {
    await page.goto(`${pages.host.url}/advice/${name}`);
    const box = (await page.locator('.advice').boundingBox())!;
    assert.ok(box.height > 0 && box.y + box.height <= 667, `${name}: ${box.y} to ${box.y + box.height}`);
    if (name === '') await page.locator('.advice summary').click();
    assert.match(await page.locator('.advice').innerText(), /hemen yüksek yere çıkın.*çökün, kapanın, tutunun/s);
  }
  await context.close();
});
