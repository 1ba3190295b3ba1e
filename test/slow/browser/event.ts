/** The page of an earthquake, and of a main shock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { mainShockOf, opened, openedApart, sitePages, VIEWS, type View } from '../../support/site-pages.ts';
import { assertAccessible } from '../../support/axe.ts';

const pages = sitePages();
const DESKTOP: View = VIEWS[3];

test('the page of an earthquake has its focal mechanism and neighbours', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  const from = pages.host.requests.length;
  await page.goto(`${pages.host.url}/earthquake/?id=${pages.data.detailed[0]!.id}`);
  await page.waitForSelector('body[data-ready="map"]');
  await page.clock.runFor(500);
  assert.match((await page.locator('.ball').getAttribute('aria-label'))!, /strike 320°, dip 82°, rake 178°/);
  assert.equal(await page.locator('.tensor tbody tr').count(), 6);
  assert.match((await page.textContent('.facts'))!, /unconfirmed/, 'a doubtful magnitude is marked');
  assert.equal(await page.locator('.near:not(.stations) li').count(), 4);
  assert.ok(Number(await page.locator('canvas').getAttribute('data-epicentres')) >= 1);
  await page.locator('.sequence').scrollIntoViewIfNeeded();
  await page.waitForSelector('section[data-ready] .main-shock');
  const main = mainShockOf(pages.data);
  assert.ok((await page.getAttribute('.main-shock', 'href'))!.endsWith(`/${main.slug}`));
  assert.match((await page.textContent('.sequence'))!, /Other members in \d{4}: 3\./);
  assert.ok((await page.locator('.near em').count()) >= 3, 'neighbours of the sequence are marked');
  const near = (await page.locator('.near').allTextContents()).join(' ');
  assert.match(near, / · \d+ (?:minute|hour|day)s? (?:before|after)/, 'whole units');
  assert.doesNotMatch(near, /\d km\p{L}|\d[.,]\d\p{Lu}\p{Ll}/u, 'words have spaces between them');
  const asked = pages.host.requests.slice(from).map(({ path: one }) => one.replace(/\w{24}|\d+\.json/, '…'));
  assert.deepEqual(asked.filter((one) => /manifest|sequences|research|details/.test(one)).sort(), [
    ...['/details/id/0/…', '/details/id/0/…'],
    ...['/research/….csv', '/sequences.json'],
  ]);
  await close();
});

test('an unknown earthquake is said to be unknown, once', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  for (const query of ['?id=99999999', '?id=x', '']) {
    const address = `${pages.host.url}/earthquake/${query}`;
    await page.goto(address);
    await page.locator('h1', { hasText: /^There is no such earthquake\.$/ }).waitFor();
    const from = pages.host.requests.length;
    await page.clock.runFor(60_000);
    // The browser asks for the icon of each new address when it has the time.
    const asked = pages.host.requests.slice(from).filter(({ path }) => !path.startsWith('/favicon.'));
    assert.deepEqual(asked, [], 'it is not asked for again');
  }
  await close();
});

test('where the browser copies nothing, as over plain http, a dialog has the text', { skip }, async () => {
  const { page, close } = await openedApart(pages, DESKTOP);
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
  await page.goto(`${pages.host.url}/earthquake/?id=${pages.data.detailed[0]!.id}`);
  const dialog = page.waitForEvent('dialog');
  const pressed = page.getByRole('button', { name: 'Copy API request' }).click();
  const shown = await dialog;
  assert.match(shown.message(), /Copy the text here/);
  assert.match(shown.defaultValue(), /^curl "http.*\/deprem_api\.php\?id=\d+"$/);
  await shown.accept();
  await pressed;
  await close();
});

test('the page of a main shock lists what followed, draws it, and counts it in a table', { skip }, async () => {
  const { page, complaints, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/earthquake/?id=${mainShockOf(pages.data).id}`);
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
