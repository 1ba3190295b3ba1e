/**
 * The map of all years with every earthquake loaded, panned and animated in Chromium.
 * Measures how long frames take, and how much of that is the page's own.
 * Without a graphics processor the drawing is done by software, beside everything else.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { readManifest } from '#core/manifest.ts';
import { MANIFEST, pointsPath } from '#core/paths.ts';
import { quantile } from '../../measure.ts';
import { openBrowser, SOFTWARE_GRAPHICS, WITHOUT_CHROMIUM } from '../../../test/support/chromium.ts';
import { benchTaps } from './taps.ts';
import { serveFolder } from '../../../test/support/static-server.ts';

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
}

interface Frames {
  frames: number;
  /** Between one frame and the next longer than 33 ms. */
  slow: number;
  median: number;
  p95: number;
  /** The page's own work in a frame, ms. */
  scriptMedian: number;
  scriptP95: number;
  scriptMost: number;
}

const LONGEST = 33.4;

/** @param dist a dataset of the present format; read only */
export async function* benchMap(dist: string): AsyncGenerator<string> {
  if (WITHOUT_CHROMIUM) return void (yield WITHOUT_CHROMIUM);
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-map-'));
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
  const after = (work: () => unknown): void => void undo.push(work);
  try {
    yield pointFiles(dist);
    const host = await serveFolder(dist, { after });
    const browser = await openBrowser({ after }, SOFTWARE_GRAPHICS);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${host.url}/harita/?min_magnitude=all`);
    await page.waitForSelector('body[data-ready=all-years]', { timeout: 120_000 });
    yield `${await page.getAttribute('#points', 'data-drawn')} drawn at rest`;
    for (const [name, act] of Object.entries({ panned: pan, animated: animate }))
      yield `${name}: ${told(await traced(page, join(folder, 'trace.json'), () => act(page)))}`;
    await page.close();
    yield* benchTaps(browser, host.url);
  } finally {
    for (const work of undo.reverse()) await work();
  }
}

function pointFiles(dist: string): string {
  const { shards } = readManifest(readFileSync(join(dist, MANIFEST), 'utf8'));
  const sizes = shards.map(({ pointsHash }) => statSync(join(dist, pointsPath(pointsHash))).size);
  const [count, bytes] = [
    shards.reduce((sum, shard) => sum + shard.count, 0),
    sizes.reduce((sum, size) => sum + size, 0),
  ];
  const largest = Math.max(...sizes);
  return `${count} earthquakes in ${sizes.length} point files: ${(bytes / 1e6).toFixed(1)} MB, the largest ${largest} bytes`;
}

/** A drag of three seconds; moves are sent without waiting for the frames that they cause. */
async function pan(page: Page): Promise<void> {
  await page.mouse.move(900, 400);
  await page.mouse.down();
  const moves: Promise<void>[] = [];
  for (let step = 0; step < 190; step += 1) {
    moves.push(page.mouse.move(900 + 250 * Math.sin(step / 20), 400 + 80 * Math.sin(step / 13)));
    await wait(16);
  }
  await Promise.all(moves);
  await page.mouse.up();
}

async function animate(page: Page): Promise<void> {
  await page.selectOption('#speed', 'decade');
  await page.click('#play');
  await page.waitForTimeout(4000);
  await page.click('#play');
}

async function traced(page: Page, path: string, act: () => Promise<void>): Promise<Frames> {
  const browser = page.context().browser()!;
  await page.waitForTimeout(4000);
  await browser.startTracing(page, { path, categories: ['devtools.timeline'] });
  await act();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] };
  return framesOf(traceEvents.filter(({ name, ph }) => name === 'FireAnimationFrame' && ph === 'X'));
}

function framesOf(events: TraceEvent[]): Frames {
  // Several callbacks may share a frame: they begin within a millisecond or two of each other's ends.
  const frames: { ts: number; dur: number }[] = [];
  for (const { ts, dur = 0 } of events.toSorted((a, b) => a.ts - b.ts)) {
    const last = frames.at(-1);
    if (last && ts - last.ts - last.dur < 1000) last.dur = ts + dur - last.ts;
    else frames.push({ ts, dur });
  }
  const between = frames.slice(1).map(({ ts }, index) => (ts - frames[index]!.ts) / 1000);
  const script = frames.map(({ dur }) => dur / 1000);
  return {
    frames: frames.length,
    slow: between.filter((length) => length > LONGEST).length,
    ...{ median: quantile(between, 0.5), p95: quantile(between, 0.95) },
    ...{ scriptMedian: quantile(script, 0.5), scriptP95: quantile(script, 0.95), scriptMost: Math.max(...script) },
  };
}

const told = ({ frames, slow, median, p95, scriptMedian, scriptP95, scriptMost }: Frames): string =>
  `${frames} frames, ${slow} longer than 33 ms; ${median.toFixed(1)} ms at the median, ${p95.toFixed(1)} at p95; ` +
  `scripts ${scriptMedian.toFixed(1)} ms at the median, ${scriptP95.toFixed(1)} at ` +
  `p95, ${scriptMost.toFixed(1)} at most`;
