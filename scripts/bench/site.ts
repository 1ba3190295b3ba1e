/** The first row and the bytes of the list's page on slow networks, and the maps' main thread, in Chromium. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { readManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { openBrowser, WITHOUT_CHROMIUM } from '../../test/support/chromium.ts';
import { startGatewayChild } from '../../test/support/gateway-child.ts';

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

/** CPU time of the main thread on a phone's screen until the map is drawn: other work does not count. */
async function* benchThread(
  browser: Browser,
  { url, ready, asOf }: { url: string; ready: string; asOf: number },
): AsyncGenerator<string> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.75, isMobile: true, locale: 'tr-TR' },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.clock.setFixedTime(asOf);
    await page.goto(url);
    await page.waitForSelector(`body[data-ready=${ready}]`, { timeout: 120_000 });
    const { metrics } = await session.send('Performance.getMetrics');
    const msOf = (name: string): number => Math.round(1000 * (metrics.find((one) => one.name === name)?.value ?? 0));
    yield `${new URL(url).pathname}: main thread ${msOf('TaskDuration')} ms of CPU time, ${msOf('ScriptDuration')} ms in scripts`;
    await context.close();
  }
}

/** @param dist a dataset with its pages; read only */
export async function* benchSite(dist: string): AsyncGenerator<string> {
  if (WITHOUT_CHROMIUM) return void (yield WITHOUT_CHROMIUM);
  const undo: (() => unknown)[] = [];
  try {
    const { asOf } = readManifest(readFileSync(join(dist, MANIFEST), 'utf8'));
    const { child, url } = await startGatewayChild({ DIST_DIR: dist });
    undo.push(() => child.kill());
    const browser = await openBrowser({ after: (work) => void undo.push(work) });
    for (const [name, [kilobits, latency]] of Object.entries(NETWORKS))
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          locale: 'tr-TR',
          serviceWorkers: 'block',
        });
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Network.enable');
        const throughput = (kilobits * 1000) / 8;
        await session.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput },
        });
        let [bytes, atReady] = [0, 0];
        session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
        await page.clock.setFixedTime(asOf);
        await page.addInitScript(OBSERVER);
        await page.goto(url, { waitUntil: 'commit', timeout: 120_000 });
        await page.waitForSelector('body[data-ready]', { timeout: 120_000 });
        atReady = bytes;
        await page.waitForSelector('body[data-ready=map]', { timeout: 120_000 });
        const { row, lcp, cls, blocked } = await page.evaluate<Figures>('figures');
        yield (
          `${name}: first row ${(row / 1000).toFixed(1)} s, LCP ${(lcp / 1000).toFixed(1)} s, CLS ${cls.toFixed(3)}, ` +
          `blocked ${Math.round(blocked)} ms; ${(atReady / 1000).toFixed(0)} kB with the list, ${(bytes / 1000).toFixed(0)} kB with the map`
        );
        await context.close();
      }
    for (const [path, ready] of MAPS) yield* benchThread(browser, { url: `${url}${path}`, ready, asOf });
  } finally {
    for (const work of undo.reverse()) await work();
  }
}
