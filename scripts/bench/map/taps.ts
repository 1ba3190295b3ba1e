/** From a tap on the map of `/`, and from a letter of its search, to the next picture; at a quarter of the speed. */
import type { Browser, Page } from 'playwright-core';
import { quantile } from '../../measure.ts';

const SLOWER = 4;
const PHONE = { width: 390, height: 844 };
/** Places that are tapped, in columns and rows over the map. */
const GRID = [4, 2] as const;

export async function* benchTaps(browser: Browser, url: string): AsyncGenerator<string> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${url}/?period=all&min_magnitude=4`);
  await page.waitForSelector('body[data-ready=map]', { timeout: 120_000 });
  // A tap may meet the link of a card: this page is measured.
  await page.route(/\/(?:deprem|earthquake)\//, (route) => route.fulfill({ status: 204 }));
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  // The browser's own measure (Event Timing): from the input to the picture after its handlers; 8 ms exact.
  await page.evaluate(`window.events = [];
    new PerformanceObserver((list) => events.push(...list.getEntries().map(({ name, duration }) => ({ name, duration }))))
      .observe({ type: 'event', durationThreshold: 16 })`);
  const cards = await tap(page);
  yield `taps on / at ${SLOWER}× slow-down: ${cards} cards of ${GRID[0] * GRID[1]} taps; ${await told(page, 'pointerup')}`;
  await page.evaluate('events.length = 0');
  await page.locator('input[name=q]').pressSequentially('malatya', { delay: 120 });
  await page.waitForTimeout(2000);
  yield `letters of the search: ${await told(page, 'keydown')}`;
  await context.close();
}

async function tap(page: Page): Promise<number> {
  const { x, y, width, height } = (await page.locator('#map canvas').first().boundingBox())!;
  let cards = 0;
  for (let row = 1; row <= GRID[1]; row += 1)
    for (let column = 1; column <= GRID[0]; column += 1) {
      await page.touchscreen.tap(x + (width * column) / (GRID[0] + 2), y + (height * row) / (GRID[1] + 1));
      await page.waitForTimeout(700);
      cards += Number(await page.locator('#spot').isVisible());
      // The next tap is on the map again.
      await page.keyboard.press('Escape');
      await page.waitForTimeout(700);
    }
  return cards;
}

async function told(page: Page, name: string): Promise<string> {
  const events = await page.evaluate<{ name: string; duration: number }[]>('events');
  const durations = events.filter((one) => one.name === name).map(({ duration }) => duration);
  if (durations.length === 0) return 'all below 16 ms';
  return `${durations.length} of 16 ms or more: median ${quantile(durations, 0.5)} ms, the longest ${Math.max(...durations)} ms`;
}
