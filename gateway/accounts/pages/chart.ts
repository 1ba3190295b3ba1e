/** Requests per day as a bar chart: an SVG without styles or scripts. */
import { html } from 'hono/html';
import type { Html } from './view.ts';

export interface DayCount {
  /** `YYYY-MM-DD` */
  date: string;
  count: number;
}

const WIDTH = 360;
const HEIGHT = 112;
const TOP = 16;
const BASELINE = 96;
const GAP = 2;

/** @param days oldest first */
export function barChart(days: DayCount[], label: string, number: (value: number) => string): Html {
  const highest = Math.max(1, ...days.map(({ count }) => count));
  const step = WIDTH / days.length;
  const bars = days.map(({ date, count }, index) => {
    // Any request is visible.
    const height = count === 0 ? 0 : Math.max(1.5, ((BASELINE - TOP) * count) / highest);
    return html`<rect
      x="${(index * step + GAP / 2).toFixed(2)}"
      y="${(BASELINE - height).toFixed(2)}"
      width="${(step - GAP).toFixed(2)}"
      height="${height.toFixed(2)}"
    >
      <title>${date}: ${number(count)}</title>
    </rect>`;
  });
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    <line x1="0" y1="${TOP}" x2="${WIDTH}" y2="${TOP}" />
    <line x1="0" y1="${BASELINE}" x2="${WIDTH}" y2="${BASELINE}" />
    <text x="0" y="${TOP - 5}">${number(highest)}</text>
    ${bars}
    <text x="0" y="${HEIGHT - 4}">${first}</text>
    <text class="last" x="${WIDTH}" y="${HEIGHT - 4}">${last}</text>
  </svg>`;
}
