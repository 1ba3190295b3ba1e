/** A value a year with its standard error, as SVG text. */
import { escape } from './bars.ts';

interface TrendPoint {
  year: number;
  /** Null: none, and the line is broken. */
  value: number | null;
  error: number | null;
}

interface Trend {
  /** What the picture says, for those who do not see it. */
  title: string;
  /** In order of years. */
  points: TrendPoint[];
  /** Values marked on the axis, ascending; the axis reaches from the first to the last. */
  ticks: readonly number[];
}

const WIDTH = 960;
const HEIGHT = 220;
const MARGIN = { left: 56, right: 16, top: 14, bottom: 40 };

export function trendChart({ title, points, ticks }: Trend): string {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const inner = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const y = (value: number): string =>
    (MARGIN.top + (inner.height * (high - Math.min(high, Math.max(low, value)))) / (high - low)).toFixed(1);
  const x = (index: number): string =>
    (MARGIN.left + (inner.width * (index + 0.5)) / Math.max(1, points.length)).toFixed(1);
  const lines = ticks.map(
    (tick) =>
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(tick)}" y2="${y(tick)}"/>` +
      `<text class="scale" x="${MARGIN.left - 10}" y="${(Number(y(tick)) + 4).toFixed(1)}">${tick.toFixed(1)}</text>`,
  );
  const path = points
    .map(({ value }, index) =>
      value === null ? '' : `${(points[index - 1]?.value ?? null) === null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('');
  const every = points.length > 12 ? 5 : 1;
  const marks = points.map(({ year, value, error }, index) => {
    const tick = year % every === 0 ? `<text class="tick" x="${x(index)}" y="${HEIGHT - 12}">${year}</text>` : '';
    if (value === null) return tick;
    const spread = error ?? 0;
    return (
      `<g><title>${year}: ${value.toFixed(2)}${error === null ? '' : ` ± ${error.toFixed(2)}`}</title>` +
      `<line class="error" x1="${x(index)}" x2="${x(index)}" y1="${y(value - spread)}" y2="${y(value + spread)}"/>` +
      `<circle class="median" cx="${x(index)}" cy="${y(value)}" r="5"/>${tick}</g>`
    );
  });
  return (
    `<svg class="bars trend" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" ` +
    `aria-label="${escape(title)}">${lines.join('')}<path class="line" d="${path}"/>${marks.join('')}</svg>`
  );
}
