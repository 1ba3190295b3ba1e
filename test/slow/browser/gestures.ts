/** The map on a page that scrolls: one finger and the plain wheel are the page's, two and Ctrl are the map's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { sitePages } from '../../support/site-pages.ts';

const pages = sitePages();

test('one finger scrolls the page and two move the map, as it says', { skip }, async () => {
  const context = await pages.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${pages.host.url}/?period=1y`);
  await page.waitForSelector('canvas.scrolls');
  const session = await context.newCDPSession(page);
  const touch = async (fingers: [x: number, step: number][], down: number): Promise<void> => {
    for (let step = 0; step <= 12; step += 1)
      await session.send('Input.dispatchTouchEvent', {
        type: step === 0 ? 'touchStart' : 'touchMove',
        touchPoints: fingers.map(([x, dx], id) => ({ id, x: x + dx * step, y: 350 - down * step })),
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
