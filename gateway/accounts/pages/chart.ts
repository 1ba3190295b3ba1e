/** Requests a day as bars, drawn by the server: an SVG without a style or a script in it. */
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
const FLOOR = 96;
const GAP = 2;

/** @param days oldest first */
export function barChart(days: DayCount[], label: string, number: (value: number) => string): Html {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const step = WIDTH / days.length;
  const bars = days.map(({ date, count }, index) => {
    // What was used at all is to be seen.
    const height = count === 0 ? 0 : Math.max(1.5, ((FLOOR - TOP) * count) / most);
    return html`<rect
      x="${(index * step + GAP / 2).toFixed(2)}"
      y="${(FLOOR - height).toFixed(2)}"
      width="${(step - GAP).toFixed(2)}"
      height="${height.toFixed(2)}"
    >
      <title>${date}: ${number(count)}</title>
    </rect>`;
  });
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    <line x1="0" y1="${TOP}" x2="${WIDTH}" y2="${TOP}" />
    <line x1="0" y1="${FLOOR}" x2="${WIDTH}" y2="${FLOOR}" />
    <text x="0" y="${TOP - 5}">${number(most)}</text>
    ${bars}
    <text x="0" y="${HEIGHT - 4}">${first}</text>
    <text class="last" x="${WIDTH}" y="${HEIGHT - 4}">${last}</text>
  </svg>`;
}
