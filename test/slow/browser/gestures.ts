/** The map by pointer and wheel, and pages by the keyboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { sitePages, opened, VIEWS } from '../../support/site-pages.ts';
import type { Page } from 'playwright-core';

const pages = sitePages();

test('one finger scrolls the page and two move the map, as it says', { skip }, async () => {
  const context = await pages.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${pages.host.url}/en/?period=1y`);
  await page.waitForSelector('canvas.scrolls');
  const session = await context.newCDPSession(page);
  const map = (await page.locator('#map canvas').first().boundingBox())!;
  const middle = map.y + map.height / 2;
  const touch = async (fingers: [x: number, step: number][], down: number): Promise<void> => {
    for (let step = 0; step <= 12; step += 1)
      await session.send('Input.dispatchTouchEvent', {
        type: step === 0 ? 'touchStart' : 'touchMove',
        touchPoints: fingers.map(([x, dx], id) => ({ id, x: x + dx * step, y: middle - down * step })),
      });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await touch([[150, 0]], 12);
  assert.ok((await page.evaluate<number>('scrollY')) > 50);
  assert.equal(new URL(page.url()).hash, '');
  await page.getByText('Use two fingers to move the map').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  const moved = page.waitForURL(/#map=/);
  await touch(
    [
      [100, -3],
      [200, 3],
    ],
    0,
  );
  await moved;
  await context.close();
});

/** Name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement;
    return (at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText).trim();
  })()`);

/** Presses Tab until the focus is on something of this name. @returns names on the way */
async function tabTo(page: Page, name: RegExp): Promise<string[]> {
  const passed: string[] = [];
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    assert.notEqual(at, '', `the focus is on something without a name, after ${passed.join(', ')}`);
    if (name.test(at)) return passed;
    passed.push(at);
  }
  return assert.fail(`${String(name)} is not among ${passed.join(', ')}`);
}

for (const view of [VIEWS[2], VIEWS[3]])
  test(`by keyboard to an earthquake and back, in ${view.locale}`, { skip }, async () => {
    const { page, close } = await opened(pages, view);
    const isTurkish = view.locale === 'tr-TR';
    await page.goto(`${pages.host.url}${isTurkish ? '/' : '/en/'}?period=1y`);
    await page.waitForSelector('body[data-ready="map"]');
    await page.keyboard.press('Tab');
    assert.match(await focused(page), isTurkish ? /^İçeriğe geç/ : /^Skip to/);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate<string>('document.activeElement.id'), 'main');
    await tabTo(page, isTurkish ? /^CSV indir$/ : /^Save CSV$/);
    const row = page.locator('#list .row').first();
    // Not its innerText, which is empty while the browser has not drawn the row.
    const place = (await row.locator('.where').textContent())!.trim();
    assert.notEqual(place, '');
    const passed = await tabTo(page, new RegExp(RegExp.escape(place)));
    assert.ok(passed.length < 16, `${passed.length} stops before the list`);
    await page.keyboard.press('ArrowDown');
    const second = page.locator('#list .row').nth(1);
    const id = (await second.getAttribute('data-id'))!;
    assert.equal(await page.evaluate<string>('document.activeElement.dataset.id'), id);
    await page.keyboard.press('Enter');
    assert.equal(await second.getAttribute('aria-expanded'), 'true');
    await tabTo(page, isTurkish ? /^Depremin sayfası$/ : /^Page of this earthquake$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`\\?id=${id}$`));
    await page.goBack();
    await page.waitForSelector('body[data-ready="map"]');
    assert.equal(await page.locator('.row[aria-expanded=true]').getAttribute('data-id'), id);
    await close();
  });
