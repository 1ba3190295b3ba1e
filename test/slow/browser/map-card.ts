/** The card on the map, and what the list shows to a reader who chose nothing. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { openedApart, sitePages, VIEWS, syntheticSite, WITHOUT_DATE } from '../../support/site-pages.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { ANSWERS, MANIFEST } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import { recentChangesFile, recentWeekFile } from '../../../generator/outputs/recent.ts';
import { syntheticDataset, writeDist } from '../../support/dataset.ts';
import { startGatewayChild } from '../../support/gateway-child.ts';
import { recentWeek } from '../../support/recent-week.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

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

const WEEK = recentWeek(519);

/** A dataset with that week, its page, and the last `changed` of it as changes. */
async function put(folder: string, earthquakes: Earthquake[], changed: number): Promise<void> {
  const data = syntheticDataset({ count: 60 });
  const sequence = 1000 + changed;
  const recent = { earthquakes, asOf: AS_OF, sequence };
  const changes = earthquakes.slice(0, changed).map(({ id }, index) => ({ sequence: sequence - index, id }));
  const site = syntheticSite([], { earthquakes });
  site.set(ANSWERS.recentWeek, Buffer.from(recentWeekFile(recent)));
  site.set(ANSWERS.recentChanges, Buffer.from(recentChangesFile(recent, changes.toReversed())));
  const answers = { ...data.manifest.answers };
  for (const [name, bytes] of site) answers[name] = { hash: contentHash(bytes), size: bytes.byteLength, encodings: [] };
  const manifest = writeManifest({ ...data.manifest, dataset: contentHash(`week ${changed}`), sequence, answers });
  await writeDist(new Map([...data.files, ...site, [MANIFEST, Buffer.from(manifest)]]), folder);
}

/** What a page asks for, with the bytes that came over the wire. */
async function openedPage(t: TestContext, url: string) {
  const context = await pages.browser.newContext({ locale: 'tr-TR', viewport: { width: 390, height: 844 } });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(WITHOUT_DATE);
  await page.clock.install({ time: AS_OF });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map<string, string>();
  const asked: { path: string; bytes: number }[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    asked.push({ path: paths.get(requestId)!, bytes: encodedDataLength }),
  );
  await page.goto(url);
  await page.waitForSelector('body[data-ready="map"]');
  return { page, asked };
}

const bytesOf = (asked: { bytes: number }[]): number => asked.reduce((sum, { bytes }) => sum + bytes, 0);

test('the default view loads one file of data, and a new earthquake less than 3 kB', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  await put(folder, WEEK, 0);
  const { child, url } = await startGatewayChild({ DIST_DIR: folder });
  t.after(() => child.kill());
  const { page, asked } = await openedPage(t, url);
  const data = asked.filter(({ path }) => !/^\/(assets\/|favicon)/.test(path));
  assert.deepEqual(data.map(({ path }) => path).sort(), ['/', `/${ANSWERS.recentWeek}`, `/${ANSWERS.status}`]);
  assert.equal(await page.locator('#list .row').count(), 50);
  assert.ok(bytesOf(data) < 40_000, JSON.stringify(data));
  const script = asked.findIndex(({ path }) => path.startsWith('/assets/map.'));
  assert.ok(script > asked.findIndex(({ path }) => path === `/${ANSWERS.recentWeek}`), 'the map comes after the list');
  const before = asked.length;
  const arrival = { ...WEEK[0]!, id: 20_000, time: AS_OF - MINUTE, magnitude: 4.4, location: 'Yeni (İzmir)' };
  await put(folder, [arrival, ...WEEK], 1);
  for (let turn = 0; turn < 40 && !(await page.isVisible('#arrivals')); turn += 1) {
    asked.splice(before);
    await page.clock.runFor(21_000);
    await page.waitForTimeout(250);
  }
  assert.match((await page.textContent('#arrivals'))!, /^Yeni deprem: M 4,4, Yeni \(İzmir\)$/);
  const polled = asked.slice(before).filter(({ path }) => !path.startsWith('/assets/'));
  assert.deepEqual([...new Set(polled.map(({ path }) => path))].sort(), [
    `/${ANSWERS.recentChanges}`,
    `/${ANSWERS.status}`,
  ]);
  assert.ok(bytesOf(polled) < 3_000, JSON.stringify(polled));
});
