/** Mw against another magnitude as SVG: one dot a pair of values, the larger the more earthquakes have it. */
import { create } from 'xmlbuilder2';
import type { Series } from './pairs.ts';
import type { Line } from './regression.ts';

const SIZE = 360;
const MARGIN = 40;
const RANGE = [3, 8] as const;
const SCALE = (SIZE - 2 * MARGIN) / (RANGE[1] - RANGE[0]);

const across = (magnitude: number): number => round(MARGIN + (magnitude - RANGE[0]) * SCALE);
const down = (magnitude: number): number => round(SIZE - MARGIN - (magnitude - RANGE[0]) * SCALE);
const round = (value: number): number => Math.round(value * 10) / 10;

type Attributes = Record<string, string | number>;

/** @param published the relation in use, undefined out of its range */
export function plot(
  { agency, type, pairs }: Series,
  line: Line,
  published: (x: number) => number | undefined,
): string {
  const svg = create({ version: '1.0', encoding: 'UTF-8' }).ele('svg', {
    ...{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE },
    ...{ 'font-family': 'sans-serif', 'font-size': 11 },
  });
  const draw = (name: string, attributes: Attributes, text?: string): void => {
    const element = svg.ele(name, attributes);
    if (text !== undefined) element.txt(text);
  };
  draw('rect', { width: SIZE, height: SIZE, fill: '#fff' });
  axes(draw, `${type} (${agency})`);
  const dots = Map.groupBy(pairs, ({ x, y }) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`);
  for (const [at, held] of [...dots].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [x = 0, y = 0] = at.split(' ').map(Number);
    if (Math.min(x, y) < RANGE[0] || Math.max(x, y) > RANGE[1]) continue;
    draw('circle', { cx: across(x), cy: down(y), r: round(1 + Math.sqrt(held.length) / 2), fill: '#4477aa88' });
  }
  const xs = pairs.map(({ x }) => x);
  const ends = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  path(
    draw,
    ends.map((x): [number, number] => [x, line.slope * x + line.intercept]),
    { stroke: '#cc3311' },
  );
  for (const piece of pieces(published)) path(draw, piece, { stroke: '#000', 'stroke-dasharray': '5 3' });
  draw('text', { x: MARGIN + 6, y: MARGIN - 8 }, `${pairs.length} earthquakes; red ours, dashed published, grey equal`);
  return `${svg.end({ prettyPrint: true })}\n`;
}

type Draw = (name: string, attributes: Attributes, text?: string) => void;

function axes(draw: Draw, label: string): void {
  for (let magnitude = RANGE[0]; magnitude <= RANGE[1]; magnitude += 1) {
    const grid = { stroke: '#ddd' };
    draw('line', { x1: across(magnitude), x2: across(magnitude), y1: down(RANGE[0]), y2: down(RANGE[1]), ...grid });
    draw('line', { x1: across(RANGE[0]), x2: across(RANGE[1]), y1: down(magnitude), y2: down(magnitude), ...grid });
    draw('text', { x: across(magnitude), y: SIZE - MARGIN + 15, 'text-anchor': 'middle' }, String(magnitude));
    draw('text', { x: MARGIN - 6, y: down(magnitude) + 4, 'text-anchor': 'end' }, String(magnitude));
  }
  path(
    draw,
    [[...RANGE], [...RANGE]].map((_, end): [number, number] => [RANGE[end]!, RANGE[end]!]),
    { stroke: '#aaa' },
  );
  draw('text', { x: SIZE / 2, y: SIZE - 8, 'text-anchor': 'middle' }, label);
  draw('text', { x: 14, y: SIZE / 2, 'text-anchor': 'middle', transform: `rotate(-90 14 ${SIZE / 2})` }, 'Mw');
}

const path = (draw: Draw, points: readonly (readonly [number, number])[], attributes: Attributes): void =>
  draw('polyline', {
    points: points.map(([x, y]) => `${across(x)},${down(y)}`).join(' '),
    fill: 'none',
    ...attributes,
  });

/** The runs of tenths at which there is an estimate. */
function pieces(estimate: (x: number) => number | undefined): [number, number][][] {
  const runs: [number, number][][] = [[]];
  for (let tenths = RANGE[0] * 10; tenths <= RANGE[1] * 10; tenths += 1) {
    const y = estimate(tenths / 10);
    if (y === undefined) runs.push([]);
    else runs.at(-1)!.push([tenths / 10, y]);
  }
  return runs.filter((run) => run.length > 1);
}
