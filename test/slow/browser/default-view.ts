/** Requests and bytes of the default view and of one new earthquake, from the gateway. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { ANSWERS, MANIFEST } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import { recentChangesFile, recentWeekFile } from '../../../generator/outputs/recent.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { syntheticDataset, writeDist } from '../../support/dataset.ts';
import { startGatewayChild } from '../../support/gateway-child.ts';
import { sitePages, syntheticSite, WITHOUT_DATE } from '../../support/site-pages.ts';
import { recentWeek } from '../../support/recent-week.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const pages = sitePages();
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
  assert.match((await page.textContent('#arrivals'))!, /^Yeni deprem: M 4\.4, Yeni \(İzmir\)$/);
  const polled = asked.slice(before).filter(({ path }) => !path.startsWith('/assets/'));
  assert.deepEqual([...new Set(polled.map(({ path }) => path))].sort(), [
    `/${ANSWERS.recentChanges}`,
    `/${ANSWERS.status}`,
  ]);
  assert.ok(bytesOf(polled) < 3_000, JSON.stringify(polled));
});
