/** Charts as SVG; colours and type come from the style sheet. */
import { decimal } from '#core/text.ts';
import { markup, type Markup } from './markup.ts';

const WIDTH = 960;

interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** @param title what the picture says, for those who do not see it */
const picture = (kind: string, title: string, height: number, content: Markup[]): Markup =>
  markup`<svg class="${kind}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${content}</svg>`;

/** A line across the chart with its value at the left. */
const scaleLine = (y: number, text: string, { left, right }: Margin, gap: number): Markup =>
  markup`<line x1="${left}" x2="${WIDTH - right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>\
<text class="scale" x="${left - gap}" y="${(y + 4).toFixed(1)}">${text}</text>`;

interface Bar {
  label: string;
  value: number;
  /** Part of the value that is drawn in the second colour. */
  part?: number;
  /** Shown under the bar; an empty one leaves the place free. */
  tick: string;
}

interface BarChart {
  title: string;
  bars: Bar[];
  /** Write the value above each bar. */
  values?: boolean;
  /** Logarithm to base 10 of the value plus one. */
  logarithmic?: boolean;
  /** Text of a number. */
  name(value: number): string;
}

const BARS: Margin & { height: number } = { left: 44, right: 4, top: 22, bottom: 36, height: 260 };

/** Exponents of the powers of ten within [1, most], the next one above included. */
const decadesTo = (most: number): number[] =>
  Array.from({ length: Math.max(1, Math.ceil(Math.log10(Math.max(1, most)))) + 1 }, (_, index) => index);

/** Round numbers from 0 to at least the greatest value, at most five. */
function ticksTo(greatest: number): number[] {
  const raw = Math.max(1, greatest) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= raw)!,
  );
  return Array.from({ length: Math.ceil(Math.max(1, greatest) / step) + 1 }, (_, index) => index * step);
}

export function barChart({ title, bars, values = false, logarithmic = false, name }: BarChart): Markup {
  const greatest = Math.max(0, ...bars.map(({ value }) => value));
  const ticks = logarithmic ? decadesTo(Math.max(10, greatest)).map((one) => 10 ** one) : ticksTo(greatest);
  const scale = (value: number): number => (logarithmic ? Math.log10(value + 1) : value);
  const top = scale(ticks.at(-1)!);
  const inner = BARS.height - BARS.top - BARS.bottom;
  const y = (value: number): number => BARS.top + inner * (1 - scale(value) / top);
  const step = (WIDTH - BARS.left - BARS.right) / bars.length;
  const rect = (x: number, value: number, kind: string): Markup =>
    markup`<rect class="${kind}" x="${x.toFixed(1)}" y="${y(value).toFixed(1)}" width="${(step * 0.78).toFixed(1)}" \
height="${(BARS.top + inner - y(value)).toFixed(1)}" rx="1.5"/>`;
  const columns = bars.map(({ label, value, part = 0, tick }, index) => {
    const x = BARS.left + step * (index + 0.11);
    const middle = (x + step * 0.39).toFixed(1);
    const number =
      values && markup`<text class="value" x="${middle}" y="${(y(value) - 6).toFixed(1)}">${name(value)}</text>`;
    const under = tick !== '' && markup`<text class="tick" x="${middle}" y="${BARS.height - 6}">${tick}</text>`;
    const rects = [rect(x, value, 'whole'), ...(part > 0 ? [rect(x, part, 'part')] : [])];
    return markup`<g><title>${label}</title>${rects}${number}${under}</g>`;
  });
  const lines = ticks.map((tick) => scaleLine(y(tick), name(tick), BARS, 8));
  return picture('bars', title, BARS.height, [...lines, ...columns]);
}

interface Range {
  label: string;
  /** Percentiles 5, 50 and 95. */
  values: readonly number[];
  /** At the row's right end. */
  note: string;
}

interface RangeChart {
  title: string;
  ranges: Range[];
  /** Logarithmic axis; every value is then positive. */
  logarithmic?: boolean;
  /** Text of a value of the axis. */
  name(value: number): string;
  /** Values marked on the axis, ascending; the axis reaches from the first to the last. */
  ticks: readonly number[];
}

const RANGES = { side: 8, row: 64, bottom: 40 };

/** Medians with the span of the middle 90 percent, one row each. */
export function rangeChart({ title, ranges, logarithmic = false, name, ticks }: RangeChart): Markup {
  const scaled = (value: number): number => (logarithmic ? Math.log10(Math.max(value, ticks[0]!)) : value);
  const [from, to] = [scaled(ticks[0]!), scaled(ticks.at(-1)!)];
  const { side, row, bottom } = RANGES;
  const x = (value: number): string =>
    (side + (WIDTH - 2 * side) * Math.min(1, Math.max(0, (scaled(value) - from) / (to - from)))).toFixed(1);
  const height = ranges.length * row + bottom;
  const axis = ticks.map((tick, index) => {
    const anchor = index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle';
    const line = markup`<line x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${height - bottom}"\
${tick === 0 && markup` class="zero"`}/>`;
    return markup`${line}<text class="tick ${anchor}" x="${x(tick)}" y="${height - 10}">${name(tick)}</text>`;
  });
  const rows = ranges.map(({ label, values: [low = 0, median = 0, high = 0], note }, index) => {
    const y = index * row + 46;
    return markup`<g><title>${label}: ${name(low)} … ${name(median)} … ${name(high)}</title>\
<text class="label" x="${side}" y="${y - 20}">${label}</text>\
<text class="note" x="${WIDTH - side}" y="${y - 20}">${note}</text>\
<line class="span" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}"/>\
<circle class="median" cx="${x(median)}" cy="${y}" r="7"/></g>`;
  });
  return picture('bars ranges', title, height, [...axis, ...rows]);
}

interface TrendPoint {
  year: number;
  /** Null: none, and the line is broken. */
  value: number | null;
  error: number | null;
}

interface Trend {
  title: string;
  /** In order of years. */
  points: TrendPoint[];
  /** Values marked on the axis, ascending; the axis reaches from the first to the last. */
  ticks: readonly number[];
  language: 'tr' | 'en';
}

const TREND: Margin & { height: number } = { left: 56, right: 16, top: 14, bottom: 40, height: 220 };

/** A value a year with its standard error. */
export function trendChart({ title, points, ticks, language }: Trend): Markup {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const inner = { width: WIDTH - TREND.left - TREND.right, height: TREND.height - TREND.top - TREND.bottom };
  const y = (value: number): string =>
    (TREND.top + (inner.height * (high - Math.min(high, Math.max(low, value)))) / (high - low)).toFixed(1);
  const x = (index: number): string =>
    (TREND.left + (inner.width * (index + 0.5)) / Math.max(1, points.length)).toFixed(1);
  const path = points
    .map(({ value }, index) =>
      value === null ? '' : `${(points[index - 1]?.value ?? null) === null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('');
  const every = points.length > 12 ? 5 : 1;
  const marks = points.map(({ year, value, error }, index) => {
    const tick =
      year % every === 0 && markup`<text class="tick" x="${x(index)}" y="${TREND.height - 12}">${year}</text>`;
    if (value === null) return markup`${tick}`;
    const spread = error ?? 0;
    return markup`<g><title>${year}: ${decimal(value, 2, language)}${error !== null && ` ± ${decimal(error, 2, language)}`}</title>\
<line class="error" x1="${x(index)}" x2="${x(index)}" y1="${y(value - spread)}" y2="${y(value + spread)}"/>\
<circle class="median" cx="${x(index)}" cy="${y(value)}" r="5"/>${tick}</g>`;
  });
  const lines = ticks.map((tick) => scaleLine(Number(y(tick)), decimal(tick, 1, language), TREND, 10));
  return picture('bars trend', title, TREND.height, [...lines, markup`<path class="line" d="${path}"/>`, ...marks]);
}
