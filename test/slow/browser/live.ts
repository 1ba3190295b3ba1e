/** The web pages as a person uses them, from a plain static server without the gateway. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isBlast } from '#core/blasts.ts';
import { ANSWERS } from '#core/paths.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { recentChangesFile } from '../../../generator/outputs/recent.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { OPENAPI, opened, openedApart, sitePages, syntheticSite, VIEWS, type View } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';
import { serveTiles, tiledPart } from '../../support/tile-server.ts';

const pages = sitePages();
const DESKTOP: View = VIEWS[3];

test('list and map show the same earthquakes, filtered by the address', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/en/?period=1y&min_magnitude=4`);
  await page.waitForSelector('body[data-ready="map"]');
  await page.clock.runFor(1000);
  const due = pages.data.earthquakes.filter(
    (one) => one.time >= AS_OF - 365 * 24 * 60 * MINUTE && (one.magnitude ?? 0) >= 4 && !isBlast(one),
  );
  assert.ok(due.length > 3);
  const canvas = page.locator('#map canvas');
  assert.ok(Number(await canvas.getAttribute('data-features')) > 200, 'coast and borders are drawn');
  await page.locator('#whole').click();
  await page.clock.runFor(100);
  assert.match((await page.textContent('#summary'))!, new RegExp(`: ${due.length} earthquakes?$`));
  const [first] = due.toSorted((a, b) => b.time - a.time || b.id - a.id);
  const row = page.locator('.row').first();
  assert.equal(await row.getAttribute('data-id'), String(first!.id));
  await row.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.card').count(), 1);
  assert.match(page.url(), /&id=\d+$/);
  assert.match((await page.locator('.card a').getAttribute('href'))!, /^\/earthquake\/\?id=\d+$/);
  await page.selectOption('select[name=period]', '24h');
  assert.match(page.url(), /period=24h/);
  await close();
});

test('new earthquakes appear and are announced; without the server the list stays', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  const listPath = path.join(pages.folder, ANSWERS.recentChanges);
  const former = await readFile(listPath);
  await page.goto(`${pages.host.url}/en/?period=1y`);
  await page.waitForSelector('body[data-ready="map"]');
  // A reader by the keyboard is at the link of an open row.
  await page.locator('#list .row').nth(1).click();
  await page.locator('#list .card a').focus();
  const [newest] = pages.data.earthquakes;
  const arrivals = [1, 2, 3].map((n) => ({
    ...newest!,
    ...{
      id: 900_000 + n,
      time: AS_OF - n * MINUTE,
      magnitude: 4 + n / 10,
      ...{ eventType: 'earthquake', blastProbability: 0 },
      locationEn: 'Test Bay',
      location: 'Deneme',
    },
  }));
  const { sequence: before } = pages.data.manifest;
  const changes = arrivals.map(({ id }, index) => ({ sequence: before + index + 1, id }));
  const recent = { earthquakes: arrivals, asOf: AS_OF, sequence: before + 3 };
  await writeFile(listPath, recentChangesFile(recent, changes));
  await page.clock.runFor(21_000);
  await page.waitForSelector('#arrivals:not([hidden])');
  assert.match((await page.textContent('#arrivals'))!, /^3 earthquakes in a row: .*largest M 4\.3$/);
  assert.equal(await page.locator('#arrivals').getAttribute('aria-live'), 'polite');
  // The list follows, once what it shows is read.
  await page.locator('li.fresh').nth(2).waitFor();
  assert.equal(await page.locator('li.fresh').count(), 3);
  assert.equal(await page.evaluate('document.activeElement.parentElement?.className'), 'card', 'the focus stays');
  pages.host.isDown = true;
  await page.clock.runFor(21_000);
  await page.waitForSelector('#alarm:not([hidden])');
  assert.match((await page.textContent('#alarm'))!, /cannot be reached/);
  assert.ok((await page.locator('.row').count()) > 3, 'the last data is kept');
  pages.host.isDown = false;
  await page.clock.runFor(21_000);
  await page.waitForSelector('#alarm', { state: 'hidden' });
  await writeFile(listPath, former);
  await close();
});

test('unchanged files are answered with 304', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/en/`);
  await page.waitForSelector('body[data-ready="map"]');
  // The first poll asks for the changes for the first time.
  let from = 0;
  for (let poll = 0; poll < 2; poll += 1) {
    from = pages.host.requests.length;
    const answers = [ANSWERS.status, ANSWERS.recentChanges].map((name) =>
      page.waitForResponse((response) => response.url().endsWith(name)),
    );
    await page.clock.runFor(21_000);
    await Promise.all(answers);
  }
  // The stream that the first poll asks for is refused whenever it is.
  const polled = pages.host.requests.slice(from).filter(({ path: one }) => !/^\/(assets\/|events$)/.test(one));
  assert.deepEqual(polled.map(({ path: one }) => one).sort(), [`/${ANSWERS.recentChanges}`, `/${ANSWERS.status}`]);
  assert.ok(polled.every(({ status: code }) => code === 304));
  await close();
});

test('without a canvas the list stands alone', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await page.route('**/assets/basemap*', (route) => route.abort());
  await page.goto(`${pages.host.url}/en/?period=1y`);
  await page.waitForSelector('#map', { state: 'hidden' });
  assert.ok((await page.locator('.row').count()) > 3);
  await close();
});

test('the age of a row grows; Türkiye’s time, UTC and the reader’s own are there', { skip }, async () => {
  const { page, close } = await openedApart(pages, DESKTOP, 'Europe/Berlin');
  await page.goto(`${pages.host.url}/en/?period=1y`);
  await page.waitForSelector('body[data-ready="map"]');
  const first = page.locator('#list .row time').first();
  const [before, clock] = [await first.textContent(), /^\d\d:\d\d/.exec((await first.textContent())!)?.[0]];
  await page.clock.runFor(3 * HOUR);
  const after = await first.textContent();
  assert.notEqual(after, before);
  assert.ok(clock !== undefined && after!.startsWith(clock), `${before}, then ${after}`);
  await page.locator('#list .row').first().click();
  assert.match((await page.textContent('#freshness'))!, /; times are in Türkiye time \(UTC\+3\)/);
  const card = await page.locator('.card dl').innerText();
  assert.match(card, /Time in Türkiye\n.*\nUTC\n.*\nYour local time\n/);
  await close();
});

test('the control shows what the address filters, and only what is shown is said', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/en/?min_magnitude=4.5&max_depth=33&sources=afad,usgs&period=1y`);
  await page.waitForSelector('body[data-ready="map"]');
  const chosen = (name: string): Promise<string> =>
    page.locator(`select[name=${name}] option:checked`).evaluate((one) => one.textContent!);
  assert.equal(await chosen('min_magnitude'), 'M 4.5 and above');
  assert.equal(await chosen('depth'), '33 km and shallower');
  assert.equal(await chosen('sources'), 'AFAD, USGS');
  await page.selectOption('select[name=depth]', '10-');
  await page.selectOption('select[name=depth]', '-33');
  assert.match(page.url(), /max_depth=33/);
  await close();
});

test('the page of the API has every operation; without the API it says so', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await page.goto(`${pages.host.url}/en/docs/`);
  await page.waitForSelector('body[data-ready="docs"]');
  assert.ok((await page.locator('.operation').count()) >= 10);
  assert.deepEqual(await page.locator('.start[id]').evaluateAll((starts) => starts.map(({ id }) => id)), [
    ...['curl', 'javascript', 'python', 'obspy', 'r', 'qgis', 'home-assistant', 'spreadsheet'],
  ]);
  await page.locator('#getStatus .trial input').fill('/status.json');
  await page.locator('#getStatus .trial button').click();
  await page.locator('#getStatus pre', { hasText: /^200/ }).waitFor();
  const description = path.join(pages.folder, OPENAPI);
  const former = await readFile(description);
  await rm(description);
  await page.reload();
  await page.waitForSelector('#reference .hint');
  assert.match((await page.textContent('#reference'))!, /cannot be reached/);
  await writeFile(description, former);
  await close();
});

test('both maps draw the tiles of a tile server, and their own map without', { skip }, async (t) => {
  const tiles = await serveTiles('/6/37/24', t);
  const site = syntheticSite([], { tiles: tiles.settings });
  const { page, close, complaints, foreign } = await opened(pages, DESKTOP);
  for (const [file, ready] of [
    ['en/index.html', 'map'],
    ['map/index.html', 'all-years'],
  ] as const) {
    await mkdir(path.join(pages.folder, 'tiled', ready), { recursive: true });
    await writeFile(path.join(pages.folder, 'tiled', ready, 'index.html'), site.get(file)!);
    await page.goto(`${pages.host.url}/tiled/${ready}/`);
    await page.waitForSelector(`body[data-ready="${ready}"]`);
    let part = 0;
    for (let turn = 0; part < 0.4 && turn < 40; turn += 1) {
      await page.clock.runFor(300);
      part = await tiledPart(page);
    }
    assert.ok(part > 0.4 && part < 0.98, `${ready}: ${part}`);
    assert.match((await page.textContent('.credit'))!, /^Map: Magenta <Maps>; Natural Earth;/);
    const before = tiles.asked.length;
    assert.ok(tiles.asked.includes('/6/37/24'));
    assert.ok(before > 10 && tiles.asked.every((one) => /^\/\d+\/\d+\/\d+$/.test(one)));
    await page.locator('#zoom-in').click();
    await page.locator('#zoom-in').click();
    for (let turn = 0; tiles.asked.length === before && turn < 40; turn += 1) await page.clock.runFor(300);
    await page.locator('#whole').click();
    await page.clock.runFor(600);
    const asked = tiles.asked.splice(0);
    assert.ok(asked.length > before, 'a greater scale has tiles of its own');
    assert.equal(new Set(asked).size, asked.length, 'none is asked for twice');
  }
  assert.ok(foreign.every((one) => one.startsWith(tiles.settings.origin)));
  assert.deepEqual(
    complaints.filter((one) => !/404/.test(one)),
    [],
  );
  await close();
});
