/** Distances from the reader's place, which no request holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { isBlast } from '#core/blasts.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { DAY } from '#core/time.ts';
import { assertAccessible } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { openedApart, sitePages, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

const ISTANBUL = { latitude: 41.0123, longitude: 28.9761 };
/** To hundredths of a degree. */
const KEPT = { latitude: 41.01, longitude: 28.98 };

/** Few of the synthetic ones are near in less. */
const year = () =>
  pages.data.earthquakes
    .filter((one) => one.time >= AS_OF - 365 * DAY && one.magnitude !== null && !isBlast(one))
    .sort((a, b) => b.time - a.time || b.id - a.id);

const nearestFirst = (from: Point): number[] =>
  year()
    .map(({ id, ...one }) => ({ id, km: distanceKm(one, from) }))
    .sort((a, b) => a.km - b.km)
    .map(({ id }) => id);

const idsOf = (page: Page): Promise<number[]> =>
  page.locator('#list .row').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-id'))));

async function unfolded(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector('body[data-ready="map"]');
  await page.locator('#fold').click();
  await page.locator('#near summary').click();
  await page.waitForSelector('#near [name=locate]');
}

test('located: distances, order, radius; kept after a reload; forgotten', { skip }, async () => {
  const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(ISTANBUL);
  const from = pages.host.requests.length;
  await page.goto(`${pages.host.url}/?period=1y`);
  await page.waitForSelector('body[data-ready="map"]');
  const loaded = () => pages.host.requests.slice(from).filter(({ path }) => /near|districts/.test(path)).length;
  assert.equal(loaded(), 0, 'nothing of it is loaded before it is wanted');
  assert.equal(await page.locator('[name=order] option[value=distance]').isDisabled(), true);
  await page.locator('#fold').focus();
  await page.keyboard.press('Enter');
  await page.locator('#near summary').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#near [name=locate]');
  assert.equal(loaded(), 2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#near summary', { hasText: 'Yakınımda: konumum' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.name'), 'locate', 'the focus stays');
  assert.match((await page.textContent('#near [role=status]'))!, /artık konumunuza göre/);
  const [newest] = year();
  const away = `${Math.round(distanceKm(newest!, KEPT)).toLocaleString('tr-TR')} km uzakta`;
  assert.equal(await page.locator('#list .row').first().locator('.facts b').innerText(), away);
  const felt = /\d km uzakta, (hissedil|büyük olasılıkla hissedil|[a-z ]+ sarsıntı \(tahmin\)).* · .*derinli/;
  assert.match(await page.locator('#headline .facts').innerText(), felt);

  await page.selectOption('[name=order]', 'distance');
  assert.equal(new URL(page.url()).search, '?period=1y&order=distance');
  const rows = await idsOf(page);
  assert.deepEqual(rows, nearestFirst(KEPT).slice(0, rows.length));
  await page.selectOption('#near [name=radius]', '200');
  const within = year().filter((one) => distanceKm(one, KEPT) <= 200);
  assert.ok(within.length > 0 && within.length < year().length);
  assert.deepEqual(await idsOf(page), nearestFirst(KEPT).slice(0, within.length));
  assert.equal(await page.textContent('#fold'), 'Filtreler: konumum, 200 km içinde, yakından uzağa');
  await assertAccessible(page, 'near me');

  await page.reload();
  await page.waitForSelector('body[data-ready="map"]');
  assert.deepEqual(await idsOf(page), nearestFirst(KEPT).slice(0, within.length));
  assert.equal(await page.evaluate('localStorage.near'), JSON.stringify({ ...KEPT, radius: 200 }));
  await page.locator('#fold').click();
  await page.locator('#near summary').click();
  await page.locator('#near [name=forget]').click();
  assert.equal(await page.evaluate('document.activeElement.name'), 'locate');
  assert.equal(await page.evaluate('localStorage.near'), undefined);
  assert.equal(new URL(page.url()).search, '?period=1y');
  assert.equal((await idsOf(page))[0], newest!.id);
  assert.equal(await page.locator('.facts b').count(), 0);
  assert.equal(await page.textContent('#near summary'), 'Yakınımda');
  const asked = pages.host.requests.slice(from).map(({ path }) => path);
  assert.deepEqual(
    asked.filter((path) => /41\.\d|28\.\d/.test(path)),
    [],
  );
  assert.deepEqual(complaints, []);
  await close();
});

test('refused or without https, the reader chooses a district instead', { skip }, async () => {
  const { page, complaints, close } = await openedApart(pages, VIEWS[1]);
  // Chromium refuses what is not granted.
  await page.context().grantPermissions([]);
  await unfolded(page, `${pages.host.url}/en/?order=magnitude`);
  const magnitudes = await page.locator('#list .mag').allInnerTexts();
  assert.deepEqual(
    magnitudes,
    magnitudes.toSorted((a, b) => Number(b) - Number(a)),
  );
  await page.locator('#near [name=locate]').click();
  await page.locator('#near [role=status]', { hasText: 'Location permission was not given' }).waitFor();
  await page.evaluate('Object.defineProperty(window, "isSecureContext", { value: false })');
  await page.locator('#near [name=locate]').click();
  await page.locator('#near [role=status]', { hasText: 'only to addresses that begin with https' }).waitFor();
  assert.equal(await page.locator('#near [name=district]').isDisabled(), true);
  await page.getByRole('combobox', { name: 'Province' }).selectOption('Van');
  await page.getByRole('combobox', { name: 'District' }).selectOption('Erciş');
  assert.equal(await page.textContent('#near summary'), 'Near me: Erciş (Van)');
  assert.match(await page.locator('#list .row .facts').first().innerText(), /\d km away/);
  await page.selectOption('[name=order]', 'distance');
  await page.selectOption('#near [name=radius]', '100');
  await page.reload();
  await page.waitForSelector('body[data-ready="map"]');
  assert.match((await page.textContent('#fold'))!, /^Filters: Erciş \(Van\), within 100 km, nearest first$/);
  await page.locator('#fold').click();
  await page.locator('#near summary').click();
  await page.waitForSelector('#near [name=locate]');
  assert.equal(await page.locator('#near [name=district]').inputValue(), 'Erciş');
  await page.locator('details', { hasText: 'More filters' }).locator('summary').click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  assert.equal(await page.textContent('#fold'), 'Filters');
  assert.equal(await page.textContent('#near summary'), 'Near me: Erciş (Van)', 'a place is no filter');
  assert.equal(new URL(page.url()).search, '');
  assert.deepEqual(complaints, []);
  await close();
});

test('a form that cannot be loaded says so, and what is kept may be anything', { skip }, async () => {
  const { page, close } = await openedApart(pages, VIEWS[0]);
  await page.goto(`${pages.host.url}/`);
  await page.evaluate(`localStorage.near = '{"latitude":"41","longitude":null}'`);
  await page.goto(`${pages.host.url}/?order=distance`);
  await page.waitForSelector('body[data-ready="map"]');
  assert.equal((await idsOf(page))[0], year()[0]!.id);
  assert.equal(await page.locator('[name=order]').inputValue(), 'time');
  await page.route('**/districts.*', (route) => route.abort());
  await page.locator('#fold').click();
  await page.locator('#near summary').click();
  await page.locator('#near [role=alert]', { hasText: 'Yüklenemedi' }).waitFor();
  await page.unrouteAll();
  await page.locator('#near summary').click();
  await page.locator('#near summary').click();
  await page.waitForSelector('#near [name=locate]');
  await close();
});
