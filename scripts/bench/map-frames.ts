/**
 * The map of all years with every earthquake loaded, panned and animated: how long frames take, and how much of that is
 * the page's own. Without a graphics processor the drawing is done by software, beside everything else.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { readManifest } from '#core/manifest.ts';
import { MANIFEST, pointsPath } from '#core/paths.ts';
import { quantile } from '../measure.ts';

interface TraceEvent {
  name: string;
  ph: string;
  /** µs. */
  ts: number;
  dur?: number;
}

const LONGEST_MS = 33.4;

interface Where {
  url: string;
  dist: string;
  /** A file to write. */
  trace: string;
}

export async function* frames(browser: Browser, { url, dist, trace }: Where): AsyncGenerator<string> {
  yield pointFiles(dist);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/harita/?min_magnitude=all`);
  await page.waitForSelector('body[data-ready=all-years]', { timeout: 120_000 });
  for (const [name, act] of Object.entries({ panned: pan, animated: animate })) {
    await page.waitForTimeout(4000);
    await browser.startTracing(page, { path: trace, categories: ['devtools.timeline'] });
    await act(page);
    await browser.stopTracing();
    const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: TraceEvent[] };
    yield `${name}: ${textOf(traceEvents.filter((one) => one.name === 'FireAnimationFrame' && one.ph === 'X'))}`;
  }
  await page.close();
}

function pointFiles(dist: string): string {
  const { shards } = readManifest(readFileSync(join(dist, MANIFEST), 'utf8'));
  const sizes = shards.map(({ pointsHash }) => statSync(join(dist, pointsPath(pointsHash))).size);
  const count = shards.reduce((sum, shard) => sum + shard.count, 0);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return `${count} earthquakes in ${sizes.length} point files: ${(bytes / 1e6).toFixed(1)} MB, the largest ${Math.max(...sizes)} bytes`;
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

function textOf(events: TraceEvent[]): string {
  // Several callbacks may share a frame: they begin within a millisecond or two of each other's ends.
  const found: { ts: number; dur: number }[] = [];
  for (const { ts, dur = 0 } of events.toSorted((a, b) => a.ts - b.ts)) {
    const last = found.at(-1);
    if (last && ts - last.ts - last.dur < 1000) last.dur = ts + dur - last.ts;
    else found.push({ ts, dur });
  }
  const between = found.slice(1).map(({ ts }, index) => (ts - found[index]!.ts) / 1000);
  const script = found.map(({ dur }) => dur / 1000);
  const figures = (values: number[]): string =>
    `${quantile(values, 0.5).toFixed(1)} ms at the median, ${quantile(values, 0.95).toFixed(1)} at p95`;
  const slow = between.filter((length) => length > LONGEST_MS).length;
  return `${found.length} frames, ${slow} longer than 33 ms; ${figures(between)}; scripts in a frame ${figures(script)}, at most ${Math.max(...script).toFixed(1)}`;
}
