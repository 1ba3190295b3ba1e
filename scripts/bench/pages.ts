/** Pages in Chromium: the list's first row and bytes on slow networks, and the maps' main thread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ANSWERS } from '#core/paths.ts';
import { readStatus } from '#core/status.ts';
import { openBrowser, SOFTWARE_GRAPHICS, WITHOUT_CHROMIUM } from '../../test/support/chromium.ts';
import { startGatewayChild } from '../../test/support/gateway-child.ts';
import { withServers } from './servers.ts';

/** Kilobits a second, and ms of each request. */
const NETWORKS = { 'slow 3G': [400, 400], EDGE: [240, 840] } as const;
const ROUNDS = 3;

interface Figures {
  row: number;
  lcp: number;
  cls: number;
  blocked: number;
}

/** In the page, from its beginning. */
const OBSERVER = `
  const figures = (window.figures = { row: 0, lcp: 0, cls: 0, blocked: 0 });
  const observe = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (figures.lcp = startTime));
  observe('layout-shift', ({ value }) => (figures.cls += value));
  observe('longtask', ({ duration }) => (figures.blocked += duration - 50));
  observe('paint', ({ startTime }) => (figures.paint = startTime));
  const look = () => (document.querySelector('#list .row') && figures.paint ? (figures.row = performance.now()) : requestAnimationFrame(look));
  requestAnimationFrame(look);`;

/** Pages with a map, and the sign that it is drawn. */
const MAPS = [
  ['/', 'map'],
  ['/harita/', 'all-years'],
] as const;

/** @param dist a dataset with its pages; read only */
export const benchPages = (dist: string): AsyncGenerator<string> =>
  withServers(async function* (t) {
    if (WITHOUT_CHROMIUM) return void (yield WITHOUT_CHROMIUM);
    const { generatedAt: asOf } = readStatus(readFileSync(join(dist, ANSWERS.status), 'utf8'))!;
    const { child, url } = await startGatewayChild({ DIST_DIR: dist, DATA_DIR: t.path('data') });
    t.after(() => child.kill());
    const browser = await openBrowser(t, SOFTWARE_GRAPHICS);
    for (const [name, limits] of Object.entries(NETWORKS))
      for (let round = 0; round < ROUNDS; round += 1)
        yield await onPhone(browser, asOf, async (page) => `${name}: ${await firstRow(page, url, limits)}`);
    for (const [path, ready] of MAPS)
      for (let round = 0; round < ROUNDS; round += 1)
        yield await onPhone(browser, asOf, (page) => mainThread(page, `${url}${path}`, ready));
  });

async function onPhone<T>(browser: Browser, asOf: number, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.75, isMobile: true, locale: 'tr-TR' },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(asOf);
  const result = await work(page);
  await context.close();
  return result;
}

async function firstRow(page: Page, url: string, [kilobits, latency]: readonly [number, number]): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = (kilobits * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput },
  });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(OBSERVER);
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 });
  await page.waitForSelector('body[data-ready]', { timeout: 120_000 });
  const atReady = bytes;
  await page.waitForSelector('body[data-ready=map]', { timeout: 120_000 });
  const { row, lcp, cls, blocked } = await page.evaluate<Figures>('figures');
  return (
    `first row ${(row / 1000).toFixed(1)} s, LCP ${(lcp / 1000).toFixed(1)} s, CLS ${cls.toFixed(3)}, blocked ` +
    `${Math.round(blocked)} ms; ${Math.round(atReady / 1000)} kB with the list, ${Math.round(bytes / 1000)} kB with the map`
  );
}

/** CPU time until the map is drawn: other work does not count. */
async function mainThread(page: Page, url: string, ready: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await page.waitForSelector(`body[data-ready=${ready}]`, { timeout: 120_000 });
  const { metrics } = await session.send('Performance.getMetrics');
  const msOf = (name: string): number => Math.round(1000 * (metrics.find((one) => one.name === name)?.value ?? 0));
  return `${new URL(url).pathname}: main thread ${msOf('TaskDuration')} ms of CPU time, ${msOf('ScriptDuration')} ms in scripts`;
}
