/** The widget in a page of another origin, from a real gateway. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ANSWERS } from '#core/paths.ts';
import { recentWeekFile } from '../../../generator/outputs/recent.ts';
import { startGateway } from '../../hosting/gateway.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { openedApart, sitePages, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

test('any site may frame the widget, and no other page', { skip }, async (t) => {
  const gateway = await startGateway(pages.folder);
  t.after(() => gateway.stop(0));
  const frames = [
    '/widget/?min_magnitude=3&rows=4&theme=dark&language=tr',
    '/en/widget/?province=istanbul',
    '/',
    '/docs/',
  ];
  const html = frames.map((path) => `<iframe src="${gateway.url}${path}" width="360" height="480"></iframe>`);
  const other = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>x</title>${html.join('')}`),
  );
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  t.after(() => void (other.closeAllConnections(), other.close()));
  const { page, close } = await openedApart(pages, VIEWS[3]);
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await page.frameLocator('iframe >> nth=0').locator('body[data-ready=widget]').waitFor();
  await page.frameLocator('iframe >> nth=1').locator('body[data-ready=widget]').waitFor();
  const [turkish, province, ...others] = page.frames().slice(1);
  assert.equal(await turkish!.locator('#list .row').count(), 4);
  assert.ok((await turkish!.locator('.mag').allTextContents()).every((text) => Number(text.replace(',', '.')) >= 3));
  assert.equal(await turkish!.locator('html[lang=tr][data-theme=dark]').count(), 1);
  assert.equal(await turkish!.locator('header, nav, canvas').count(), 0);
  assert.match((await province!.textContent('#summary'))!, /^İstanbul: latest earthquakes$/);
  assert.ok((await turkish!.evaluate<number>('document.documentElement.scrollWidth')) <= 360);
  const opening = page.context().waitForEvent('page');
  await turkish!.locator('.row').first().click();
  assert.match((await opening).url(), /\/deprem\/\?id=\d+$/);
  for (const frame of others) assert.match(frame.url(), /^chrome-error:/, 'it is not shown');
  await close();
});

test(
  'the widget shows the newest ones where nothing is recent, and names filters only where some are',
  { skip },
  async () => {
    const { page, complaints, close } = await openedApart(pages, VIEWS[0]);
    const week = recentWeekFile({ earthquakes: [], asOf: AS_OF, sequence: 1e6 });
    await page.route(`**/${ANSWERS.recentWeek}`, (route) => route.fulfill({ body: week }));
    const shown = async (search: string): Promise<[rows: number, state: string | null]> => {
      await page.goto(`${pages.host.url}/widget/${search}`);
      await page.waitForSelector('body[data-ready=widget]');
      return [await page.locator('#list .row').count(), await page.textContent('#state')];
    };
    assert.deepEqual(await shown(''), [10, '']);
    assert.deepEqual(await shown('?min_magnitude=9'), [0, 'Bu filtrelere uyan deprem yok.']);
    await page.route(`**/${ANSWERS.list}`, (route) => route.fulfill({ json: { earthquakes: [] } }));
    assert.deepEqual(await shown(''), [0, 'Henüz deprem kaydı yok.']);
    assert.deepEqual(complaints, []);
    await close();
  },
);
