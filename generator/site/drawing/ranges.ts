/** Medians with the span of the middle 90 percent, one row each, as SVG text. */
import { escape } from './bars.ts';

interface Range {
  label: string;
  /** Percentiles 5, 50 and 95. */
  values: readonly number[];
  /** At the row's right end. */
  note: string;
}

interface RangeChart {
  /** What the picture says, for those who do not see it. */
  title: string;
  ranges: Range[];
  /** Logarithmic axis; every value is then positive. */
  logarithmic?: boolean;
  /** Text of a value of the axis. */
  name(value: number): string;
  /** Values marked on the axis, ascending; the axis reaches from the first to the last. */
  ticks: readonly number[];
}

const WIDTH = 960;
const ROW = 64;
const MARGIN = { left: 8, right: 8, bottom: 40 };

export function rangeChart({ title, ranges, logarithmic = false, name, ticks }: RangeChart): string {
  const scaled = (value: number): number => (logarithmic ? Math.log10(Math.max(value, ticks[0]!)) : value);
  const [from, to] = [scaled(ticks[0]!), scaled(ticks.at(-1)!)];
  const inner = WIDTH - MARGIN.left - MARGIN.right;
  const x = (value: number): string =>
    (MARGIN.left + inner * Math.min(1, Math.max(0, (scaled(value) - from) / (to - from)))).toFixed(1);
  const height = ranges.length * ROW + MARGIN.bottom;
  const axis = ticks.map((tick, index) => {
    const anchor = index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle';
    return (
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="0" ` +
      `y2="${height - MARGIN.bottom}"${tick === 0 ? ' class="zero"' : ''}/>` +
      `<text class="tick ${anchor}" x="${x(tick)}" y="${height - 10}">${escape(name(tick))}</text>`
    );
  });
  const rows = ranges.map(({ label, values: [low = 0, median = 0, high = 0], note }, index) => {
    const y = index * ROW + 46;
    return (
      `<g><title>${escape(`${label}: ${name(low)} … ${name(median)} … ${name(high)}`)}</title>` +
      `<text class="label" x="${MARGIN.left}" y="${y - 20}">${escape(label)}</text>` +
      `<text class="note" x="${WIDTH - MARGIN.right}" y="${y - 20}">${escape(note)}</text>` +
      `<line class="span" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}"/>` +
      `<circle class="median" cx="${x(median)}" cy="${y}" r="7"/></g>`
    );
  });
  return (
    `<svg class="bars ranges" viewBox="0 0 ${WIDTH} ${height}" role="img" ` +
    `aria-label="${escape(title)}">${axis.join('')}${rows.join('')}</svg>`
  );
}
