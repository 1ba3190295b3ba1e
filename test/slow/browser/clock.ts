/** Ages on a phone with a wrong clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#core/time.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { sitePages } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

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
