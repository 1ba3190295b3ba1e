/** The map of all years in a browser: what it loads, draws and lists, and its animation. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Earthquake } from '#core/earthquake.ts';
import { isBlast } from '#core/blasts.ts';
import { readRoot } from '#core/manifest.ts';
import { MANIFEST, partPath, pointsPath } from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { putManifest } from '../../support/manifest.ts';
import { painted, visitAllYears } from '../../support/all-years-page.ts';
import { opened, sitePages, VIEWS, type View } from '../../support/site-pages.ts';

const pages = sitePages();
const DESKTOP: View = VIEWS[3];
/** Seen from afar. */
const EVERYWHERE = '#map=4.00/39.0000/35.0000';

const visit = (page: Page, query: string): Promise<void> => visitAllYears(page, `${pages.host.url}/map/?${query}`);

const countOf = async (page: Page): Promise<number> => Number(await page.getAttribute('#summary', 'data-count'));

/** Those that the page shows. */
const shown = (matches: (one: Earthquake) => boolean = () => true): Earthquake[] =>
  pages.data.earthquakes.filter((one) => !isBlast(one) && one.time >= Date.UTC(1900, 0) && matches(one));

test('the greatest magnitudes are loaded first, smaller ones when asked for', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  const from = pages.host.requests.length;
  const asked = (): string[] =>
    pages.host.requests.slice(from).flatMap((one) => (one.path.endsWith('.points') ? [one.path.slice(1)] : []));
  const filesOf = (lowest: number): string[] =>
    pages.data.manifest.shards.filter(({ band }) => band >= lowest).map(({ pointsHash }) => pointsPath(pointsHash));
  await visit(page, EVERYWHERE);
  assert.deepEqual(asked().sort(), filesOf(4).sort());
  assert.equal(await countOf(page), shown(({ magnitude }) => magnitude !== null && magnitude >= 4).length);
  await page.selectOption('select[name=min_magnitude]', 'all');
  await page.waitForSelector(`#summary[data-count="${shown().length}"]`);
  assert.deepEqual(asked().sort(), filesOf(0).sort(), 'each file once');
  assert.match(page.url(), /min_magnitude=all/);
  await page.clock.runFor(500);
  // Files that end before 1900 are not even sent to be drawn; of the others every row is.
  let drawn = 0;
  // By a worker, whose time is not the page's.
  for (let turn = 0; turn < 100 && drawn < shown().length; turn += 1) {
    await page.clock.runFor(50);
    drawn = Number(await page.getAttribute('#points', 'data-drawn'));
  }
  const all = pages.data.earthquakes.filter((one) => !isBlast(one)).length;
  assert.ok(drawn >= shown().length && drawn <= all, `${drawn} of ${all}`);
  await page.selectOption('select[name=sources]', 'usgs');
  await page.selectOption('select[name=depth]', '-10');
  await page.clock.runFor(500);
  const few = shown(
    ({ depthKm, solutions, source }) =>
      depthKm !== null &&
      depthKm <= 10 &&
      (source === 'usgs' ||
        (solutions.length > 1 && solutions.some((one) => one.agency === 'usgs' && one.magnitudes.length > 0))),
  );
  assert.equal(await countOf(page), few.length);
  assert.equal(asked().length, filesOf(0).length, 'filters ask for nothing');
  await close();
});

test('an epicentre is painted where it is pressed, and leads to its page', { skip }, async () => {
  const { page, close, complaints } = await opened(pages, DESKTOP);
  const isAlone = (one: Earthquake): boolean =>
    shown((other) => formatDay(other.time) === formatDay(one.time)).length === 1;
  const one = shown(
    ({ latitude, longitude, magnitude }) =>
      magnitude !== null && latitude > 36 && latitude < 42 && longitude > 27 && longitude < 43,
  ).find(isAlone)!;
  const day = formatDay(one.time);
  await visit(page, `min_magnitude=all&date_from=${day}&date_to=${day}&min_depth=699`);
  assert.equal((await painted(page)).count, 0);
  await visit(page, `min_magnitude=all&date_from=${day}&date_to=${day}`);
  assert.equal(await countOf(page), 1);
  const { count, x, y } = await painted(page);
  assert.ok(count >= 4 && count < 4000, `${count} pixels`);
  const detail = { id: one.id, location: 'Simav (Kütahya)', location_en: 'Simav (Kütahya)' };
  const line = `${JSON.stringify({ status: 'success', earthquake: detail })}\n`;
  await page.route('**/details/id/**', (route) => route.fulfill({ body: line }));
  await page.mouse.click(x, y);
  assert.equal(await page.locator('#spot a').getAttribute('href'), `/earthquake/?id=${one.id}`);
  await page.getByText('Simav (Kütahya)').waitFor();
  assert.ok((await page.textContent('#spot'))!.startsWith(`${one.magnitude!.toFixed(1)}M`));
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('#spot').isHidden());
  assert.deepEqual(complaints, []);
  await close();
});

test('the largest in view are listed, and a row leads to its card and page', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await visit(page, 'min_magnitude=all');
  await page.locator('#whole').click();
  await page.clock.runFor(500);
  const magnitudes = (await page.locator('#list .mag').allTextContents()).map(Number);
  assert.equal(magnitudes.length, 20);
  assert.deepEqual(
    magnitudes,
    magnitudes.toSorted((a, b) => b - a),
  );
  const row = page.locator('#list .row').first();
  await row.click();
  const id = await row.getAttribute('data-id');
  assert.match(page.url(), new RegExp(`[?&]id=${id}(#|$)`));
  for (const link of ['#list .card a', '#spot a'])
    assert.equal(await page.locator(link).getAttribute('href'), `/earthquake/?id=${id}`);
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('#spot').isHidden());
  assert.equal(await page.locator('#list .card').count(), 0);
  await close();
});

test('the animation moves the window without a request', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  await visit(page, 'min_magnitude=all');
  const from = pages.host.requests.length;
  await page.selectOption('#speed', 'decade');
  await page.locator('#play').click();
  await page.clock.runFor(2500);
  await page.locator('#play').click();
  assert.match((await page.textContent('#window-text'))!, /^1 January 1900 – \d+ \w+ 19[1-5]\d$/);
  assert.match(page.url(), /date_to=19[1-5]\d-/);
  // The browser asks for the icon of each new address.
  const others = pages.host.requests.slice(from).filter((one) => !one.path.startsWith('/favicon.'));
  assert.deepEqual(others, []);
  await page.locator('#window-start').focus();
  await page.keyboard.press('ArrowRight');
  assert.match((await page.getAttribute('#window-start', 'aria-valuetext'))!, /^[23] January 1900$/);
  await close();
});

test('a new dataset is taken over with the files that changed alone', { skip }, async () => {
  const { page, close } = await opened(pages, DESKTOP);
  const manifest = path.join(pages.folder, MANIFEST);
  const former = await readFile(manifest, 'utf8');
  const dropped = pages.data.manifest.shards.findLast(({ band }) => band === 4)!;
  const files = new Map<string, Uint8Array>();
  const shards = pages.data.manifest.shards.filter((one) => one !== dropped);
  putManifest(files, { ...pages.data.manifest, ...readRoot(former), shards });
  for (const [name, bytes] of files) await writeFile(path.join(pages.folder, name), bytes);
  await visit(page, EVERYWHERE);
  const before = await countOf(page);
  await writeFile(manifest, former.replace(/"count":1/, '"count":9'));
  const polled = page.waitForResponse((response) => response.url().endsWith(`/${MANIFEST}`));
  await page.clock.runFor(61_000);
  await polled;
  assert.equal(await countOf(page), before, 'a damaged manifest is no new dataset');
  const from = pages.host.requests.length;
  await writeFile(manifest, former);
  await page.clock.runFor(61_000);
  const all = shown(({ magnitude }) => magnitude !== null && magnitude >= 4).length;
  await page.waitForSelector(`#summary[data-count="${all}"]`);
  assert.ok(before < all);
  const asked = pages.host.requests.slice(from).map((one) => one.path);
  const part = pages.data.manifest.parts.map(({ hash }) => partPath(hash)).find((name) => !files.has(name))!;
  assert.deepEqual(asked, [`/${MANIFEST}`, `/${part}`, `/${pointsPath(dropped.pointsHash)}`]);
  await close();
});

test('one province, and the years before 1900, are shown when they are chosen', { skip }, async () => {
  const { page, complaints, close } = await opened(pages, DESKTOP);
  const ofTime = (from: number, to: number) =>
    pages.data.earthquakes.filter((one) => !isBlast(one) && one.time >= from && one.time < to);
  const [{ provinceCode } = {}] = shown(
    ({ provinceCode, magnitude }) => provinceCode !== undefined && magnitude !== null,
  );
  await visit(page, `min_magnitude=all${EVERYWHERE}`);
  await page.selectOption('select[name=province]', provinceCode!);
  const inProvince = shown((one) => one.provinceCode === provinceCode).length;
  await page.waitForSelector(`#summary[data-count="${inProvince}"]`);
  assert.match(page.url(), new RegExp(`province=${provinceCode}`));
  const other = ['01', '81', '34', '35'].find((code) => shown((one) => one.provinceCode === code).length === 0)!;
  await visit(page, `min_magnitude=all&province=${other}`);
  assert.equal((await painted(page)).count, 0);
  await visit(page, EVERYWHERE);
  await page.getByRole('button', { name: 'before 1900' }).click();
  const before = ofTime(-Infinity, Date.UTC(1900, 0)).length;
  await page.waitForSelector(`#summary[data-count="${before}"]`);
  assert.match(page.url(), /date_from=0001-01-01&date_to=1899-12-31&min_magnitude=all/);
  assert.match((await page.textContent('#window-text'))!, /^1 January 1 – 31 December 1899/);
  assert.deepEqual(complaints, []);
  await close();
});
