/** A press on the map of `/`: a card on the map, the page stays; the way back finds everything as it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { openedApart, sitePages, VIEWS } from '../../support/site-pages.ts';

const pages = sitePages();

test('a press on the map opens a card there, which Esc and a press elsewhere close', { skip }, async () => {
  const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
  const one = pages.data.earthquakes.find(
    ({ magnitude, latitude, longitude, eventType }) =>
      magnitude !== null &&
      magnitude >= 4 &&
      eventType === 'earthquake' &&
      latitude > 37 &&
      latitude < 41 &&
      longitude > 28 &&
      longitude < 42,
  )!;
  const viewpoint = `#map=12/${one.latitude}/${one.longitude}`;
  await page.addInitScript(`localStorage.near = '{"latitude":41,"longitude":29}'`);
  await page.goto(`${pages.host.url}/?period=all${viewpoint}`);
  await page.waitForSelector('body[data-ready=map]');
  await page.clock.runFor(500);
  const canvas = page.locator('#map canvas').first();
  const middle = async (): Promise<void> => {
    const { x, y, width, height } = (await canvas.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.clock.runFor(500);
  };
  const first = (await page.locator('#list .row').first().elementHandle())!;
  await middle();
  const card = page.getByRole('dialog', { name: one.location });
  await card.waitFor();
  assert.deepEqual(await page.evaluate('[document.activeElement.id, scrollY]'), ['spot', 0]);
  assert.match(
    (await card.textContent())!,
    new RegExp(
      `^${one.magnitude!.toFixed(1)}.*TSİ.* · [\\d.]+ km uzakta.*UTC.*Derinlik.*Kurumlar.*Depremin sayfası`,
      's',
    ),
  );
  assert.match(page.url(), new RegExp(`id=${one.id}`));
  assert.equal(await first.evaluate((row) => row.isConnected), true, 'the rows are not made anew');
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  assert.equal(await canvas.evaluate('document.activeElement.tagName'), 'CANVAS');
  await middle();
  await page.locator('#headline .facts').click();
  await card.waitFor({ state: 'hidden' });
  await middle();
  assert.deepEqual(complaints, []);
  await card.getByRole('link').click();
  await page.waitForURL(/\/deprem\//);
  await page.goBack();
  await page.waitForSelector('body[data-ready=map]');
  assert.match(page.url(), new RegExp(`period=all.*id=${one.id}${viewpoint.split('/')[0]}`));
  assert.equal(await page.locator('.row[aria-expanded=true]').getAttribute('data-id'), String(one.id));
  await card.waitFor();
  assert.notEqual(await page.evaluate('document.activeElement.id'), 'spot', 'the focus stays where it is');
  await close();
});

test('the card says what speaks against the magnitude, on both maps', { skip }, async () => {
  const listed = pages.data.earthquakes.find(({ magnitudeDoubtful }) => magnitudeDoubtful)!;
  // Its detail says so.
  const detailed = pages.data.detailed[0]!;
  for (const address of [`/?period=all&id=${listed.id}`, `/harita/?id=${detailed.id}`]) {
    const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
    await page.goto(`${pages.host.url}${address}`);
    await page.locator('#spot strong').waitFor();
    assert.match((await page.locator('#spot').textContent())!, /doğrulanmamış: tek kurum veriyor/, address);
    assert.deepEqual(complaints, []);
    await close();
  }
});
