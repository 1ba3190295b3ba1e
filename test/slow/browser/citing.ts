/** How an earthquake and the catalogue are cited: one press copies it, and without scripts it stands there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { termsOf } from '#core/agencies.ts';
import { utcWords } from '#core/date-words.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { openedApart, sitePages, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

async function copiedBy(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.clock.runFor(100);
  await page.getByRole('button', { name: 'Kopyalandı' }).waitFor();
  return (await page.evaluate('navigator.clipboard.readText()')) as string;
}

test(
  'one press on the page of an earthquake copies how to cite it, and on that of the API the data',
  { skip },
  async () => {
    const { page, close } = await openedApart(pages, VIEWS[0]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const one = pages.data.detailed[0]!;
    const today = utcWords(AS_OF, 'day', 'tr');
    await page.goto(`${pages.host.url}/deprem/?id=${one.id}`);
    await page.waitForSelector('body[data-ready]');
    const copied = await copiedBy(page, 'Alıntıla');
    assert.match(
      copied,
      /^hiposantr: (?:[^,]+, )?M \d,\d \S.*, \d+ \p{L}+ \d{4} \d\d:\d\d:\d\d TSİ \(.* UTC\)\. http/u,
    );
    assert.ok(copied.includes(`/${one.slug} (erişim: ${today}). `), copied);
    const agencies = one.solutions.map(({ agency }) => agency);
    assert.ok(copied.endsWith(`. ${termsOf(agencies, 'tr')}`) && agencies.length > 0, copied);
    // The line that the stored page has stays, with the day.
    assert.equal(await page.locator('.citation').textContent(), copied);
    await page.goto(`${pages.host.url}/earthquake/?id=${one.id}`);
    await page.waitForSelector('body[data-ready]');
    const inEnglish = (await page.locator('section:has(h2:text("Citing")) .citation').textContent())!;
    assert.ok(inEnglish.includes(`(accessed ${utcWords(AS_OF, 'day', 'en')}). `), inEnglish);
    await page.goto(`${pages.host.url}/docs/`);
    await page.waitForSelector('body[data-ready="docs"]');
    const cited = await copiedBy(page, 'Alıntıyı kopyala');
    assert.equal(cited, await page.locator('.citation').first().textContent());
    assert.match(cited, /^hiposantr: Türkiye ve çevresinin deprem kataloğu \[veri seti\]\. http/);
    assert.ok(cited.includes(`(erişim: ${today}). Kandilli (KOERI): kaynak`) && cited.endsWith('.'), cited);
    await close();
  },
);

test('without scripts the page of the API says how to cite the data, the day left open', { skip }, async () => {
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pages.host.url}/en/docs/`);
  assert.match((await page.textContent('.citation'))!, /\(accessed day month year\)\. Kandilli \(KOERI\): attribution/);
  assert.equal(await page.getByRole('button', { name: 'Copy citation' }).count(), 0);
  await page.goto(`${pages.host.url}/docs/`);
  assert.match((await page.textContent('.citation'))!, /\(erişim: gün ay yıl\)\. Kandilli/);
  await context.close();
});
