/** The map of all years in a browser. */
import type { Page } from 'playwright-core';
import { readPixels } from './pixels.ts';

export async function visitAllYears(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector('body[data-ready=all-years]');
  await page.clock.runFor(500);
}

/** How many pixels epicentres cover, and the middle of them, in pixels of the window. */
export async function painted(page: Page): Promise<{ count: number; x: number; y: number }> {
  await page.evaluate(`for (const one of document.querySelectorAll('.stage > *'))
    if (one.id !== 'points') one.style.visibility = 'hidden'`);
  const picture = (await page.locator('#points').screenshot()).toString('base64');
  const { x: left, y: top } = (await page.locator('#points').boundingBox())!;
  const found = await page.evaluate<{ count: number; x: number; y: number }>(`(async () => {${readPixels(picture)}
    let [count, x, y] = [0, 0, 0];
    // Below the last whole row of the canvas, the page shines through.
    for (let at = 0; at < data.length - 4 * image.width; at += 4) {
      if (data[at] === data[0] && data[at + 1] === data[1] && data[at + 2] === data[2]) continue;
      count += 1;
      x += (at / 4) % image.width;
      y += Math.floor(at / 4 / image.width);
    }
    for (const one of document.querySelectorAll('.stage > *')) one.style.visibility = '';
    return { count, x: x / count, y: y / count };
  })()`);
  return { count: found.count, x: left + found.x, y: top + found.y };
}
