/** The map of all years in browsers with less, and the card of its address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { painted, visitAllYears } from '../../support/all-years-page.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { HISTORICAL } from '../../support/historical-dates.ts';
import { readPixels } from '../../support/pixels.ts';
import { openedApart, sitePages, VIEWS, type View } from '../../support/site-pages.ts';

const pages = sitePages();
const DESKTOP = VIEWS[3];

/** As browsers without canvases in workers, or with 2D ones alone. */
const WITHOUT_WORKERS = {
  'no canvas in workers': 'delete window.OffscreenCanvas',
  'no module in workers': `window.Worker = class extends Worker { constructor(address) { super(address); } }`,
};

for (const [name, script] of Object.entries(WITHOUT_WORKERS))
  test(`where there is ${name}, the page draws map and epicentres itself`, { skip }, async () => {
    const { page, close } = await openedApart(pages, DESKTOP);
    await page.addInitScript(script);
    await visitAllYears(page, `${pages.host.url}/map/?min_magnitude=all`);
    assert.ok((await painted(page)).count > 100);
    assert.ok(Number(await page.getAttribute('#map canvas', 'data-features')) > 100);
    const picture = (await page.locator('#map canvas').first().screenshot()).toString('base64');
    const colours = await page.evaluate<number>(`(async () => {${readPixels(picture)}
      const words = new Uint32Array(data.buffer);
      return new Set(words).size;
    })()`);
    assert.ok(colours > 20, 'sea, land, borders');
    await close();
  });

test('without WebGL2 it says so, and the list stands', { skip }, async () => {
  const { page, close } = await openedApart(pages, DESKTOP);
  await page.addInitScript(`delete window.OffscreenCanvas;
    const former = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind === 'webgl2' ? null : former.call(this, kind, ...more);
    };`);
  await visitAllYears(page, `${pages.host.url}/map/`);
  assert.match((await page.textContent('#alarm'))!, /no WebGL2/);
  assert.ok(Number(await page.getAttribute('#summary', 'data-count')) > 10);
  assert.ok((await page.locator('#list .row').count()) > 10);
  await close();
});

test('the address names the earthquake of the card, which a link, back and forward show again', { skip }, async () => {
  const { page, close, complaints } = await openedApart(pages, DESKTOP);
  const one = pages.data.detailed[0]!;
  const card = page.getByRole('dialog', { name: one.locationEn });
  const viewpoint = '#map=7.00/39.5000/31.0000';
  await page.goto(`${pages.host.url}/map/?id=${one.id}&colour=time${viewpoint}`);
  await card.waitFor();
  assert.match(
    (await card.textContent())!,
    new RegExp(`^${one.magnitude!.toFixed(1)}.*UTC.*Depth.*Agencies.*Page of this earthquake`),
  );
  await card.getByRole('link').click();
  await page.waitForURL(/\/earthquake\//);
  await page.goBack();
  await card.waitFor();
  assert.match(page.url(), new RegExp(`\\?id=${one.id}&colour=time#map=7\\.`));
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  assert.doesNotMatch(page.url(), /id=/);
  await page.evaluate(`history.pushState(null, '', '?id=${one.id}')`);
  await page.evaluate(`history.pushState(null, '', '?colour=time')`);
  await page.goBack();
  await card.waitFor();
  await page.goForward();
  await card.waitFor({ state: 'hidden' });
  assert.deepEqual(complaints, []);
  await close();
});

for (const view of [VIEWS[0], VIEWS[1]] as View[])
  test(`the card tells old dates as exactly as they are known, in ${view.locale}`, { skip }, async () => {
    const { page, close, complaints } = await openedApart(pages, view);
    const told = { latitude: 39, longitude: 35, magnitude: 7, depth_km: null, sources: [{ name: 'historical' }] };
    const lines = HISTORICAL.map(([occurred_at, date_precision], index) => {
      const names = { location: `Yer ${index}`, location_en: `Yer ${index}` };
      return JSON.stringify({
        ...{ status: 'success', earthquake: { ...told, ...names, id: index + 1, occurred_at, date_precision } },
      });
    });
    await page.route('**/details/id/**', (route) => route.fulfill({ body: `${lines.join('\n')}\n` }));
    await visitAllYears(page, `${pages.host.url}${view.locale === 'tr-TR' ? '/harita/' : '/map/'}`);
    for (const [index, [, , tr, en]] of HISTORICAL.entries()) {
      await page.evaluate(
        `history.pushState(null, '', '?id=${index + 1}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      const card = page.getByRole('dialog', { name: `Yer ${index}`, exact: true });
      await card.waitFor();
      const text = (await card.textContent())!;
      assert.ok(text.includes(view.locale === 'tr-TR' ? tr : en));
      assert.match(text, view.locale === 'tr-TR' ? /Derinlikbilinmiyor/ : /Depthunknown/);
    }
    assert.deepEqual(complaints, []);
    await close();
  });
