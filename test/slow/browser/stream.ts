/** Pages that hear of a publication from the gateway, and what they do where nothing can tell them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ANSWERS } from '#core/paths.ts';
import { HOUR, MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { startGatewayChild } from '../../support/gateway-child.ts';
import { magnitude, numbered, publisher } from '../../support/publisher.ts';
import { openedApart, sitePages, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const pages = sitePages();
const PHONE = VIEWS[0];

/** A gateway in front of a growing catalogue, and a page of it on a phone, with its clock at the catalogue's. */
async function readerOf(t: TestContext, path: string, ready: string) {
  const folder = temporaryFolder(t);
  const published = publisher(join(folder, 'dist'), { site: true });
  published.publish(numbered(1, 5), numbered(2, 5));
  const settings = { DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') };
  const { child, url } = await startGatewayChild({ ...settings, LOG_REQUESTS: '0' });
  const { page, complaints, close } = await openedApart(pages, PHONE);
  t.after(async () => {
    await close();
    child.kill('SIGKILL');
  });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const now = published.catalog.now;
  await page.clock.setSystemTime(now);
  await page.goto(`${url}${path}`);
  await page.waitForSelector(`body[data-ready="${ready}"]`);
  return { ...published, page, complaints, asked, now };
}

/** From here on the page's clock stands still: it does not poll. */
async function openStream(page: Page, now: EpochMs): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().endsWith('/events'));
  await page.clock.pauseAt(now + HOUR);
  assert.equal((await opened).status(), 200);
}

/** Some seconds of the page's time may pass, as between requests while an earlier one is open; no poll is due. */
async function arrived(locator: Locator): Promise<void> {
  for (let second = 0; second < 12; second += 1) {
    if (
      await locator.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    await locator.page().clock.runFor(SECOND);
  }
  assert.fail(`${locator.toString()} did not arrive`);
}

const hide = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'))`);

const count = (asked: readonly string[], path: string): number => asked.filter((one) => one === `/${path}`).length;

test('the list shows what is published without a poll, several at once by one request', { skip }, async (t) => {
  const { page, publish, asked, complaints, now } = await readerOf(t, '/?period=7d', 'map');
  const rows = page.locator('#list .row');
  assert.equal(await rows.count(), 2);
  await openStream(page, now);
  publish({ ...numbered(3), ...magnitude(4.6) });
  await arrived(page.locator('#arrivals:not([hidden])'));
  assert.equal(await rows.count(), 3);
  asked.length = 0;
  publish(numbered(4), numbered(5), numbered(6));
  await arrived(rows.nth(5));
  assert.equal(count(asked, ANSWERS.recentChanges), 1);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
  await hide(page, true);
  await ended;
  publish(numbered(7));
  await page.clock.pauseAt(now + HOUR + 2 * MINUTE);
  const resumed = page.waitForRequest((request) => request.url().endsWith('/events'));
  await hide(page, false);
  await arrived(rows.nth(6));
  await resumed;
  assert.deepEqual(complaints, []);
});

test('the map of all years shows what is published without a poll', { skip }, async (t) => {
  const { page, publish, now } = await readerOf(t, '/harita/', 'all-years');
  const shown = (many: number) => page.waitForSelector(`#summary[data-count="${many}"]`);
  await shown(2);
  await openStream(page, now);
  publish({ ...numbered(3), ...magnitude(5.1) });
  await arrived(page.locator('#summary[data-count="3"]'));
});

const REFUSALS: [name: string, answer: { status: number; contentType?: string }][] = [
  ['a static host', { status: 404 }],
  ['a used-up quota', { status: 429, contentType: 'application/json' }],
  ['a gateway that is away', { status: 503 }],
  ['a page for every address', { status: 200, contentType: 'text/html' }],
];

for (const [name, answer] of REFUSALS)
  test(`${name}: the page polls, and asks for a stream once an hour`, { skip }, async () => {
    const { page, close } = await openedApart(pages, PHONE);
    let opened = 0;
    await page.route('**/events', (route) => {
      opened += 1;
      return route.fulfill({ ...answer, body: 'no stream' });
    });
    await page.goto(`${pages.host.url}/`);
    await page.waitForSelector('body[data-ready="map"]');
    await page.waitForSelector('#freshness:not(:empty)');
    let [polls, open] = [0, 0];
    page.on('request', () => (open += 1));
    page.on('requestfailed', () => (open -= 1));
    page.on('requestfinished', (request) => {
      open -= 1;
      polls += Number(request.url().endsWith(ANSWERS.status));
    });
    /** The page's time passes only while none of its requests is open: it may be slower than its clock. */
    const polled = async (time: EpochMs): Promise<number> => {
      polls = 0;
      await page.clock.pauseAt(time);
      // No poll is begun while the one before it reads the list: of two, one was begun at the new time.
      for (let passed = 0; polls < 2 && passed < 20 * MINUTE; await page.waitForTimeout(50))
        if (open === 0) {
          await page.clock.runFor(5 * SECOND);
          passed += 5 * SECOND;
        }
      assert.ok(polls >= 2);
      return opened;
    };
    const seen: number[] = [];
    for (const after of [40 * SECOND, 30 * MINUTE, 2 * HOUR]) seen.push(await polled(AS_OF + after));
    assert.deepEqual(seen, [1, 1, 2]);
    await close();
  });

test('after lost connections a page waits longer each time', { skip }, async () => {
  const { page, close } = await openedApart(pages, PHONE);
  let opened = 0;
  await page.route('**/events', (route) => {
    opened += 1;
    return route.abort('connectionreset');
  });
  await page.goto(`${pages.host.url}/`);
  await page.waitForSelector('#freshness:not(:empty)');
  for (let minute = 1; minute <= 60; minute += 1) {
    const before = opened;
    const failed = page.waitForEvent('requestfailed', { timeout: 0 }).catch(() => {});
    await page.clock.pauseAt(AS_OF + minute * MINUTE);
    if (opened > before) await failed;
  }
  // After 1, 2, 4, 8, 16 and 32 minutes, or later where the browser tells of the loss later.
  assert.ok(opened >= 4 && opened <= 6, String(opened));
  await close();
});
