/** The page of a main shock, with what followed it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { mainShockOf, opened, sitePages } from '../../support/site-pages.ts';

const pages = sitePages();
const DESKTOP = { locale: 'en-GB', size: 'desktop', colorScheme: 'light' } as const;

test('the page of a main shock lists what followed, draws it, and counts it in a table', { skip }, async () => {
  const { page, complaints, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/deprem/?id=${mainShockOf(pages.data).id}`);
  await page.waitForSelector('body[data-ready="map"]');
  await page.locator('.sequence').scrollIntoViewIfNeeded();
  await page.waitForSelector('section[data-ready] .sequence-plot');
  const aftershocks = await page
    .locator('.aftershocks')
    .last()
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.textContent));
  assert.ok(aftershocks.length > 0 && aftershocks.length <= 8);
  assert.match(aftershocks[0]!, /later/);
  const sizes = aftershocks.map((text) => Number(/\d\.\d/.exec(text!)![0]));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
    'the largest first',
  );
  assert.match((await page.textContent('.sequence-plot desc'))!, /earthquakes after the main shock/);
  assert.equal(await page.locator('.sequence-plot circle').count(), aftershocks.length);
  await page.locator('.sequence summary').click();
  assert.ok((await page.locator('.sequence tbody tr').count()) >= 1);
  assert.ok(Number(await page.locator('#map canvas').getAttribute('data-epicentres')) > 1, 'they are on the map');
  await page.clock.resume();
  await assertAccessible(page, 'main shock');
  assert.deepEqual(complaints, []);
  await close();
});
