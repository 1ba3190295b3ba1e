/** Headlines minute by minute on the days of six great earthquakes: the figure and the table of docs/the-day.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'xmlbuilder2';
import { windowKm } from '#core/aftershock-windows.ts';
import { distanceKm } from '#core/geo.ts';
import { foremost, type Shock } from '#core/significance.ts';
import { HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { knownAt, REPLAYED_DAYS, type Replay, replayOf } from '../../test/support/replayed-days.ts';
import { isRealFolder } from '../real-data/read-folder.ts';
import type { BenchOptions } from './findings.ts';

interface Minute {
  at: EpochMs;
  headline: Shock;
  pinned: Shock[];
  /** What a list of M 3 and more has on top. */
  newest: Shock | undefined;
}

const sizeOf = ({ magnitude }: Shock): number => magnitude ?? 0;

function minutesOf(replay: Replay): Minute[] {
  const minutes: Minute[] = [];
  for (let at = replay.from; at < replay.until; at += MINUTE) {
    const known = knownAt(replay, at);
    const found = foremost(known, { now: at });
    if (found) minutes.push({ at, ...found, newest: known.find((one) => sizeOf(one) >= 3) });
  }
  return minutes;
}

/** Whether a greater one of the last hour is in its neighbourhood. */
const isBelow = (one: Shock | undefined, at: EpochMs, { rows }: Replay): boolean =>
  one !== undefined &&
  rows.some(
    (other) =>
      other.time <= at &&
      other.time > at - HOUR &&
      sizeOf(other) > sizeOf(one) &&
      distanceKm(one, other) <= windowKm(sizeOf(other)),
  );

const PANEL = { width: 480, height: 190, left: 34, top: 26, bottom: 24, right: 10 };
const COLUMNS = 2;
const MAGNITUDES = [2, 8] as const;

interface Scale {
  x(at: EpochMs): number;
  y(magnitude: number): number;
}

function scaleOf({ from, until }: Replay, index: number): Scale {
  const { width, height, left, top, bottom, right } = PANEL;
  const origin = { x: (index % COLUMNS) * width, y: Math.floor(index / COLUMNS) * height };
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const share = (magnitude: number): number => (magnitude - MAGNITUDES[0]) / (MAGNITUDES[1] - MAGNITUDES[0]);
  return {
    x: (at) => tenth(origin.x + left + ((at - from) / (until - from)) * (width - left - right)),
    y: (magnitude) => tenth(origin.y + height - bottom - share(magnitude) * (height - top - bottom)),
  };
}

/** Steps of a value that changes from minute to minute, with gaps where there is none. */
function steps(minutes: readonly Minute[], { x, y }: Scale, of: (one: Minute) => Shock | undefined): string {
  let [path, last] = ['', NaN];
  for (const minute of minutes) {
    const one = of(minute);
    const value = one ? sizeOf(one) : NaN;
    if (Object.is(value, last)) continue;
    if (!Number.isNaN(last)) path += `H${x(minute.at)}`;
    if (!Number.isNaN(value)) path += Number.isNaN(last) ? `M${x(minute.at)} ${y(value)}` : `V${y(value)}`;
    last = value;
  }
  return Number.isNaN(last) ? path : `${path}H${x(minutes.at(-1)!.at)}`;
}

interface Panel {
  title: string;
  replay: Replay;
  minutes: readonly Minute[];
}

function figure(panels: readonly Panel[]): string {
  const [width, height] = [PANEL.width * COLUMNS, PANEL.height * Math.ceil(panels.length / COLUMNS) + 20];
  const svg = create({ version: '1.0', encoding: 'UTF-8' }).ele('svg', {
    ...{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
    ...{ 'font-family': 'sans-serif', 'font-size': 11 },
  });
  const draw = (name: string, attributes: Record<string, string | number>, text?: string): void => {
    const element = svg.ele(name, attributes);
    if (text !== undefined) element.txt(text);
  };
  draw('rect', { width, height, fill: '#fff' });
  panels.forEach(({ title, replay, minutes }, index) => {
    const scale = scaleOf(replay, index);
    const { x, y } = scale;
    for (let magnitude = MAGNITUDES[0]; magnitude <= MAGNITUDES[1]; magnitude += 2) {
      draw('line', { x1: x(replay.from), x2: x(replay.until), y1: y(magnitude), y2: y(magnitude), stroke: '#ddd' });
      draw('text', { x: x(replay.from) - 6, y: y(magnitude) + 4, 'text-anchor': 'end' }, `M ${magnitude}`);
    }
    for (let at = replay.from; at <= replay.until; at += 12 * HOUR)
      draw('text', { x: x(at), y: y(MAGNITUDES[0]) + 14, 'text-anchor': 'middle' }, `${(at - replay.from) / HOUR} h`);
    draw('text', { x: x(replay.from), y: y(MAGNITUDES[1]) - 8 }, title);
    const line = (of: (one: Minute) => Shock | undefined, attributes: Record<string, string | number>): void =>
      draw('path', { d: steps(minutes, scale, of), fill: 'none', ...attributes });
    line(({ newest }) => newest, { stroke: '#bbb', 'stroke-width': 1 });
    for (const [place, dashes] of ['6 3', '2 3', '1 5'].entries())
      line(({ pinned }) => pinned[place], { stroke: '#ee7733', 'stroke-width': 1.5, 'stroke-dasharray': dashes });
    line(({ headline }) => headline, { stroke: '#004488', 'stroke-width': 2 });
  });
  const legend = 'Blue: headline. Orange, dashed: pinned below it. Grey: newest of M 3 and more. Hours from 00:00 UTC.';
  draw('text', { x: PANEL.left, y: height - 6 }, legend);
  return `${svg.end({ prettyPrint: true })}\n`;
}

/** @param options with a folder of real data; without one nothing is replayed, which the text states */
export async function* benchHeadline({ data, plots }: BenchOptions): AsyncGenerator<string> {
  if (!isRealFolder(data)) {
    yield 'headline: skipped, no folder of real data (--data FOLDER)';
    return;
  }
  const panels: Panel[] = [];
  yield '| Day (UTC) and the next | Rows | Minutes | Newest of M 3 below a greater one near it | Headline below | Changes of headline | Most on the screen |';
  yield '|---|---|---|---|---|---|---|';
  for (const day of REPLAYED_DAYS) {
    const replay = replayOf(day, data);
    const minutes = minutesOf(replay);
    const below = (of: (one: Minute) => Shock | undefined): number =>
      minutes.filter((one) => isBelow(of(one), one.at, replay)).length;
    const cells = [
      `${day.date}, ${day.source}`,
      replay.rows.filter(({ time }) => time >= replay.from).length,
      minutes.length,
      ...[below(({ newest }) => newest), below(({ headline }) => headline)],
      minutes.filter(({ headline }, index) => headline !== minutes[index - 1]?.headline).length - 1,
      Math.max(...minutes.map(({ pinned }) => 1 + pinned.length)),
    ];
    yield `| ${cells.join(' | ')} |`;
    panels.push({ title: `${day.date} (${day.source})`, replay, minutes });
  }
  if (plots === undefined) return;
  mkdirSync(plots, { recursive: true });
  writeFileSync(join(plots, 'headline.svg'), figure(panels));
}
