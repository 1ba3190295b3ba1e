/** How a graph is drawn: axes with ticks in the reader's language, dots, lines. */
import type { EpochMs } from '#core/time.ts';
import { ticksBetween, timeTicks, type TimeTicks } from '../../drawing/axes.ts';
import { el } from '../dom.ts';
import { locale, number } from '../language.ts';
import { styleOf } from '../map/draw.ts';

export interface Axis {
  from: number;
  to: number;
  ticks: { at: number; text: string }[];
  title?: string;
}

export interface ChartData {
  x: Axis;
  /** `from` is at the bottom; it may be the greater. */
  y: Axis;
  dots: { x: Float64Array; y: Float64Array; id: Uint32Array; colour: Uint8Array; count: number };
  /** What a dot is. */
  text(dot: number): string;
  /** Numbers of the graph in words. */
  figures: string;
  hint?: string;
  line?: { x: number; y: number }[];
  /** A vertical line. */
  rule?: { x: number; text: string };
}

const TICK_FORMATS: Record<TimeTicks['unit'], Intl.DateTimeFormatOptions> = {
  year: { year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  hour: { hour: '2-digit', minute: '2-digit' },
};

export function timeAxis([from, to]: [EpochMs, EpochMs]): Axis {
  const { unit, at } = timeTicks(from, to, 5);
  const format = new Intl.DateTimeFormat(locale(), { ...TICK_FORMATS[unit], timeZone: 'UTC' });
  return { from, to, ticks: at.map((one) => ({ at: one, text: format.format(one) })) };
}

export const shortly = (value: number): string =>
  value < 10_000
    ? number(value, Number.isInteger(value) ? 0 : 1)
    : value.toLocaleString(locale(), { notation: 'compact' });

export const plainAxis = (from: number, to: number, wanted = 5): Axis => ({
  ...{ from, to },
  ticks: ticksBetween(Math.min(from, to), Math.max(from, to), wanted).map((at) => ({ at, text: shortly(at) })),
});

export const MARGIN = { left: 46, right: 10, top: 10, bottom: 34 };
/** Above so many dots are single pixels. */
const MOST_DISCS = 3000;

interface Plot {
  context: CanvasRenderingContext2D;
  data: ChartData;
  place: { x(value: number): number; y(value: number): number };
  colours: string[];
}

export function drawChart(picture: Plot, canvas: HTMLCanvasElement): void {
  drawAxes(picture, canvas);
  if (picture.data.dots.count > MOST_DISCS) drawPixels(picture, canvas);
  else drawDiscs(picture);
  drawLines(picture, canvas);
}

function drawAxes({ context, data, place }: Plot, { clientWidth: width, clientHeight: height }: HTMLElement): void {
  const [line, muted] = [styleOf('line'), styleOf('muted')];
  context.font = `12px ${styleOf('font')}`;
  context.lineWidth = 1;
  context.strokeStyle = line;
  context.fillStyle = muted;
  const rule = (fromX: number, fromY: number, toX: number, toY: number): void => {
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.stroke();
  };
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const { at, text } of data.y.ticks) {
    const y = Math.round(place.y(at)) + 0.5;
    rule(MARGIN.left, y, width - MARGIN.right, y);
    context.fillText(text, MARGIN.left - 7, y);
  }
  context.textBaseline = 'alphabetic';
  context.textAlign = 'center';
  for (const { at, text } of data.x.ticks) {
    const x = Math.round(place.x(at)) + 0.5;
    rule(x, height - MARGIN.bottom, x, height - MARGIN.bottom + 4);
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(width - half - 1, Math.max(half + 1, x)), height - MARGIN.bottom + 17);
  }
  if (data.x.title !== undefined) context.fillText(data.x.title, (MARGIN.left + width - MARGIN.right) / 2, height - 3);
}

function drawDiscs({ context, data, place, colours }: Plot): void {
  const { x, y, colour, count } = data.dots;
  const radius = count > 600 ? 2 : 3;
  context.globalAlpha = count > 600 ? 0.75 : 0.9;
  context.lineWidth = 0.6;
  context.strokeStyle = styleOf('dot-outline');
  for (let dot = 0; dot < count; dot += 1) {
    context.beginPath();
    context.arc(place.x(x[dot]!), place.y(y[dot]!), radius, 0, 2 * Math.PI);
    context.fillStyle = colours[colour[dot]!]!;
    context.fill();
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Red, green and blue of `#rrggbb`. */
export const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));

function drawPixels({ context, data, place, colours }: Plot, canvas: HTMLCanvasElement): void {
  const image = new ImageData(canvas.width, canvas.height);
  const words = new Uint32Array(image.data.buffer);
  const packed = colours.map((one) => {
    const [red = 0, green = 0, blue = 0] = channelsOf(one);
    return ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
  const { x, y, colour, count } = data.dots;
  const { width } = canvas;
  const size = Math.max(1, Math.round(1.5 * devicePixelRatio));
  for (let dot = 0; dot < count; dot += 1) {
    const word = packed[colour[dot]!]!;
    const first =
      Math.round(place.y(y[dot]!) * devicePixelRatio) * width + Math.round(place.x(x[dot]!) * devicePixelRatio);
    for (let down = 0; down < size; down += 1)
      for (let right = 0; right < size; right += 1) words[first + down * width + right] = word;
  }
  const layer = el('canvas', { width: canvas.width, height: canvas.height });
  layer.getContext('2d')!.putImageData(image, 0, 0);
  context.drawImage(layer, 0, 0, canvas.clientWidth, canvas.clientHeight);
}

function drawLines({ context, data, place }: Plot, { clientHeight: height }: HTMLElement): void {
  const ink = styleOf('ink');
  const [first, ...rest] = data.line ?? [];
  if (first) {
    context.beginPath();
    context.moveTo(place.x(first.x), place.y(first.y));
    for (const { x, y } of rest) context.lineTo(place.x(x), place.y(y));
    context.lineWidth = 1.5;
    context.strokeStyle = ink;
    context.stroke();
  }
  if (!data.rule) return;
  const x = place.x(data.rule.x);
  context.beginPath();
  context.setLineDash([4, 3]);
  context.moveTo(x, MARGIN.top);
  context.lineTo(x, height - MARGIN.bottom);
  context.lineWidth = 1;
  context.strokeStyle = ink;
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = ink;
  context.textAlign = 'left';
  context.fillText(data.rule.text, x + 5, MARGIN.top + 10);
}

export function drawRing({ context, data, place }: Plot, dot: number): void {
  context.beginPath();
  context.arc(place.x(data.dots.x[dot]!), place.y(data.dots.y[dot]!), 6, 0, 2 * Math.PI);
  context.lineWidth = 2;
  context.strokeStyle = styleOf('ink');
  context.stroke();
}
