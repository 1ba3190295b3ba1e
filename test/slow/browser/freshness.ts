/** How old the data is, by the server’s clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ANSWERS } from '#core/paths.ts';
import { formatInstant, HOUR, MINUTE } from '#core/time.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, sitePages, VIEWS } from '../../support/site-pages.ts';
import { BUSY } from '../../support/site-provinces.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

/** The last answers of the agencies: ages in ms, null for none. The dataset itself is of this minute. */
async function answered(page: Page, ages: Record<string, number | null>): Promise<void> {
  await page.unrouteAll();
  await page.route(`**/${ANSWERS.status}`, async (route) => {
    const body = (await (await route.fetch()).json()) as { sources: { name: string }[] };
    const sources = body.sources.map((one) => {
      const age = ages[one.name] ?? null;
      return { ...one, last_success: age === null ? null : formatInstant(AS_OF - age), error: 'HTTP 503' };
    });
    await route.fulfill({ json: { ...body, generated_at: formatInstant(AS_OF), sources } });
  });
}

const { slug } = BUSY.province;
const PATHS = {
  'tr-TR': ['/', '/durum/', '/widget/', `/il/${slug}/`],
  'en-GB': ['/en/', '/sources/', '/en/widget/', `/en/province/${slug}/`],
};

async function alarmOf(page: Page, path: string): Promise<string | null> {
  await page.goto(`${pages.host.url}${path}`);
  await page.waitForSelector('body[data-ready]');
  // A request after its own is answered after it.
  await page.evaluate(`fetch(document.documentElement.dataset.base + '/${ANSWERS.status}').then((one) => one.text())`);
  await page.clock.runFor(100);
  return page.locator(path.endsWith('/widget/') ? '#state' : '#alarm').evaluateAll((all) => all[0]?.textContent ?? '');
}

test('every page says that no agency has answered for 10 minutes, in both languages', { skip }, async () => {
  const WORDS = {
    'tr-TR': /^Kurumlardan yanıt alınamıyor\. Son yanıt: 14:44 \(16 dakika önce\)\. Daha sonraki depremler burada/,
    'en-GB': /^No agency has answered since 14:44 \(16 minutes ago\)\. Later earthquakes may be missing here/,
  };
  for (const view of [VIEWS[0], VIEWS[1]]) {
    const { page, close } = await opened(pages, view);
    const ages = { afad: 3 * HOUR, kandilli: 16 * MINUTE, usgs: 17 * MINUTE };
    await answered(page, ages);
    for (const path of PATHS[view.locale]) assert.match((await alarmOf(page, path))!, WORDS[view.locale], path);
    await answered(page, { ...ages, usgs: 9 * MINUTE });
    for (const path of PATHS[view.locale]) assert.equal(await alarmOf(page, path), '', `${path}: one agency answers`);
    await page.goto(`${pages.host.url}${PATHS[view.locale][0]}`);
    await page.waitForSelector('#freshness.late');
    assert.match(
      (await page.textContent('#freshness'))!,
      /^(Son güncelleme: 9 dakika önce|Last update: 9 minutes ago); /,
    );
    await close();
  }
});

test('where no agency ever answered, that is said before any earthquake', { skip }, async () => {
  const { page, close } = await opened(pages, VIEWS[0]);
  await answered(page, {});
  for (const path of PATHS['tr-TR'])
    assert.match((await alarmOf(page, path))!, /^Kurumlardan henüz hiç veri alınamadı/, path);
  await page.goto(`${pages.host.url}/`);
  await page.waitForSelector('body[data-ready]');
  await page.locator('#alarm:not([hidden])').waitFor();
  assert.match((await page.locator('.panel').innerText()).trim(), /^Kurumlardan henüz[^]*?\n+Son depremler\n/);
  assert.equal(await page.locator('#headline .mag, #pinned a').count(), 0, 'no record is news');
  assert.doesNotMatch((await page.textContent('#freshness'))!, /Son güncelleme/);
  await close();
});

/** Some pages, on a phone of which the clock differs by so much from the server's. */
async function shownWith(error: number): Promise<string[]> {
  const context = await pages.browser.newContext({
    ...{ locale: 'en-GB', timezoneId: 'Europe/Istanbul', viewport: { width: 390, height: 844 } },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(`Date.now = () => ${AS_OF + error}`);
  const shown = async (address: string, selector: string): Promise<string> => {
    await page.goto(`${pages.host.url}${address}`);
    await page.waitForSelector('body[data-ready]');
    return (await page.locator(selector).first().textContent())!;
  };
  const texts = [
    await shown('/en/', '#list .row time'),
    await shown('/en/', '#summary'),
    await shown('/en/', '#freshness'),
    await shown('/en/', '#alarm'),
    await shown('/widget/?language=en', '#list .row time'),
    await shown('/sources/', '.source dl'),
    await shown(`/earthquake/?id=${pages.data.detailed[0]!.id}`, '.when'),
  ];
  await context.close();
  return texts;
}

test('a phone with its clock 40 minutes off shows the ages of the server’s', { skip }, async (t) => {
  pages.host.clock = () => AS_OF;
  t.after(() => (pages.host.clock = undefined));
  const right = await shownWith(0);
  assert.equal(right[3], '', 'no alarm');
  assert.deepEqual(await shownWith(-40 * MINUTE), right);
  assert.deepEqual(await shownWith(40 * MINUTE), right);
});
