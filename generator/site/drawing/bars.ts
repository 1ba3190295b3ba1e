/** Bar charts as SVG text; colours and type come from the style sheet. */

interface Bar {
  label: string;
  value: number;
  /** Part of the value that is drawn in the second colour. */
  part?: number;
  /** Shown under the bar; an empty one leaves the place free. */
  tick: string;
}

interface BarChart {
  /** What the picture says, for those who do not see it. */
  title: string;
  bars: Bar[];
  /** Write the value above each bar. */
  values?: boolean;
  /** Logarithm to base 10 of the value plus one. */
  logarithmic?: boolean;
  /** Text of a number. */
  name?(value: number): string;
}

const WIDTH = 960;
const HEIGHT = 260;
const MARGIN = { left: 44, right: 4, top: 22, bottom: 36 };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!);

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

const decades = (greatest: number): number[] =>
  Array.from({ length: Math.ceil(Math.log10(Math.max(10, greatest))) + 1 }, (_, index) => 10 ** index);

export function barChart({ title, bars, values = false, logarithmic = false, name = String }: BarChart): string {
  const greatest = Math.max(0, ...bars.map(({ value }) => value));
  const ticks = logarithmic ? decades(greatest) : ticksTo(greatest);
  const scale = (value: number): number => (logarithmic ? Math.log10(value + 1) : value);
  const top = scale(ticks.at(-1)!);
  const inner = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const y = (value: number): number => MARGIN.top + inner.height * (1 - scale(value) / top);
  const step = inner.width / bars.length;
  const rect = (x: number, value: number, kind: string): string =>
    `<rect class="${kind}" x="${x.toFixed(1)}" y="${y(value).toFixed(1)}" width="${(step * 0.78).toFixed(1)}" ` +
    `height="${(MARGIN.top + inner.height - y(value)).toFixed(1)}" rx="1.5"/>`;
  const lines = ticks.map(
    (tick) =>
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}"/>` +
      `<text class="scale" x="${MARGIN.left - 8}" y="${(y(tick) + 4).toFixed(1)}">${name(tick)}</text>`,
  );
  const columns = bars.map(({ label, value, part = 0, tick }, index) => {
    const x = MARGIN.left + step * (index + 0.11);
    const middle = (x + step * 0.39).toFixed(1);
    const number = values
      ? `<text class="value" x="${middle}" y="${(y(value) - 6).toFixed(1)}">${name(value)}</text>`
      : '';
    const under = tick === '' ? '' : `<text class="tick" x="${middle}" y="${HEIGHT - 6}">${escape(tick)}</text>`;
    const rects = rect(x, value, 'whole') + (part > 0 ? rect(x, part, 'part') : '');
    return `<g><title>${escape(label)}</title>${rects}${number}${under}</g>`;
  });
  return (
    `<svg class="bars" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" ` +
    `aria-label="${escape(title)}">${lines.join('')}${columns.join('')}</svg>`
  );
}
