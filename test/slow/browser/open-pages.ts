/** Pages that stay open take over what is published: those of an earthquake and of a province. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Earthquake } from '#core/earthquake.ts';
import { ANSWERS, detailPath, provincePagePath } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import { detailBody, nearbyQuake } from '../../../generator/outputs/detail.ts';
import { recentChangesFile } from '../../../generator/outputs/recent.ts';
import { assertAccessible } from '../../support/axe.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, sitePages, syntheticSite, VIEWS } from '../../support/site-pages.ts';
import { BUSY } from '../../support/site-provinces.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

/** Kept for the time of a test. */
async function rewriting(t: { after(work: () => Promise<void>): void }, name: string) {
  const file = path.join(pages.folder, name);
  const former = await readFile(file);
  t.after(() => writeFile(file, former));
  return (text: string | Buffer): Promise<void> => writeFile(file, text);
}

const changesOf = (earthquakes: Earthquake[], sequence: number): string =>
  recentChangesFile(
    { earthquakes, asOf: AS_OF, sequence },
    earthquakes.map(({ id }, index) => ({ sequence: sequence - index, id })).toReversed(),
  );

/** Polls until something is announced. */
async function announced(page: Page): Promise<string> {
  for (let turn = 0; turn < 20; turn += 1) {
    await page.clock.runFor(21_000);
    await page.waitForTimeout(100);
    const text = await page.locator('#arrivals').textContent();
    if (text) return text;
  }
  assert.fail('nothing is announced');
}

test('an open page of an earthquake shows its new magnitude and neighbours, and says so once', { skip }, async (t) => {
  const { page, close, complaints } = await opened(pages, VIEWS[0]);
  const { magnitudeDoubtful: _, ...one } = pages.data.detailed[2]!;
  const quake = {
    ...one,
    time: AS_OF - 30 * MINUTE,
    magnitude: 4.4,
    eventType: 'earthquake',
    blastProbability: 0,
  };
  const neighbour = { ...quake, id: 700_001, time: AS_OF - MINUTE, magnitude: 3.1, location: 'Yeni (İzmir)' };
  const [putDetail, putChanges] = [await rewriting(t, detailPath(one.id)), await rewriting(t, ANSWERS.recentChanges)];
  const detail = (of: Earthquake, nearby: Earthquake[]): string =>
    detailBody(of, { nearbyStations: [], nearbyQuakes: nearby.map(nearbyQuake) });
  await putDetail(detail(quake, []));
  await putChanges(changesOf([], 1000));
  await page.goto(`${pages.host.url}/deprem/?id=${one.id}`);
  await page.waitForSelector('body[data-ready="map"]');
  await page.evaluate("document.querySelector('#map canvas').dataset.mark = 'kept'");
  await page.clock.runFor(2000);
  await page.waitForTimeout(200);
  assert.equal(await page.locator('#arrivals').textContent(), '');
  const top = async (): Promise<number> => (await page.locator('.columns').boundingBox())!.y;
  await page.locator('.columns').scrollIntoViewIfNeeded();
  // The part of the sequence is filled once it is near.
  await page.clock.runFor(1000);
  await page.waitForTimeout(400);
  const before = await top();
  await putDetail(detail({ ...quake, magnitude: 4.6 }, [neighbour]));
  await putChanges(changesOf([{ ...quake, magnitude: 4.6 }], 1001));
  assert.equal(await announced(page), 'Büyüklük güncellendi: M 4,6');
  assert.match((await page.textContent('.number'))!, /^4,6/);
  assert.ok((await page.title()).includes('M 4,6'));
  assert.match((await page.textContent('.near'))!, /Yeni \(İzmir\)/);
  assert.ok(Math.abs((await top()) - before) < 2, 'what is in sight stays there');
  assert.equal(await page.getAttribute('#map canvas', 'data-mark'), 'kept', 'the map stays');
  await page.locator('#arrivals').click();
  await putDetail(detail({ ...quake, magnitude: 4.6 }, [{ ...neighbour, id: 700_002, magnitude: 3.5 }, neighbour]));
  await putChanges(changesOf([{ ...neighbour, id: 700_002 }], 1002));
  assert.equal(await announced(page), 'Yakınında yeni deprem: M 3,5, Yeni (İzmir)');
  assert.equal(await page.locator('#arrivals').getAttribute('role'), 'status');
  assert.deepEqual(
    complaints.filter((text) => !/404/.test(text)),
    [],
  );
  await close();
});

test('an open page of a province shows new rows, and moves nothing below the finger', { skip }, async (t) => {
  const { page, close, complaints } = await opened(pages, VIEWS[1]);
  const { province, newest } = BUSY;
  const arrival = {
    ...newest[0]!,
    id: 700_010,
    time: AS_OF - MINUTE,
    magnitude: 3.7,
    locationEn: 'New Place (İstanbul)',
    provinceCode: province.code,
  };
  const name = provincePagePath(province.slug, 'en');
  const [putPage, putChanges] = [await rewriting(t, name), await rewriting(t, ANSWERS.recentChanges)];
  await putChanges(changesOf([], 1000));
  await page.goto(`${pages.host.url}/${name.replace('index.html', '')}`);
  await page.waitForSelector('body[data-ready="page"]');
  await page.clock.runFor(1000);
  const rows = page.locator('[data-live] .rows > li > .row');
  const before = await rows.count();
  const site = syntheticSite([], { provinces: [{ ...BUSY, newest: [arrival, ...newest] }] });
  await putPage(site.get(name)!);
  await putChanges(changesOf([{ ...arrival, provinceCode: '06' }], 1001));
  await page.clock.runFor(65_000);
  await page.waitForTimeout(200);
  assert.equal(await page.getByText('New Place').count(), 0, 'what happened elsewhere asks for nothing');
  await page.mouse.move(100, 300);
  await page.mouse.down();
  await putChanges(changesOf([arrival], 1002));
  await page.clock.runFor(65_000);
  await page.waitForTimeout(200);
  assert.equal(await page.getByText('New Place').count(), 0, 'a finger is down');
  await page.mouse.up();
  assert.equal(await announced(page), 'New earthquake: M 3.7, New Place (İstanbul)');
  assert.match(await rows.first().innerText(), /3\.7\s+New Place/);
  assert.ok((await rows.count()) >= before);
  assert.equal(await page.locator('[data-live] li.fresh').count(), 1);
  await assertAccessible(page, 'province with news');
  assert.deepEqual(
    complaints.filter((text) => !/404/.test(text)),
    [],
  );
  await close();
});
