/** Magnitude types of the agencies against measured Mw: the tables of docs/magnitudes.md, and its plots. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Earthquake } from '#core/earthquake.ts';
import { mwEstimate } from '#core/mw-estimate.ts';
import { plot } from './plot.ts';
import { measuredMw, measuredTwice, seriesOf, type Pair, type Series } from './pairs.ts';
import { orthogonal, residuals } from './regression.ts';

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
const estimateOf = ({ type }: Pick<Series, 'type'>) => {
  return (x: number): number | undefined => mwEstimate(x, type)?.value;
};

/** Lines of text. @param plots where the plots are written; without it none are */
export function* typeLines(earthquakes: readonly Earthquake[], plots?: string): Generator<string> {
  const series = seriesOf(earthquakes);
  const mw = earthquakes.flatMap((one) => measuredMw(one)?.agency ?? []);
  yield `measured Mw: ${mw.length}, of the USGS ${mw.filter((agency) => agency === 'usgs').length}`;
  const twice = residuals(
    measuredTwice(earthquakes).map((y) => ({ x: 0, y, by: 'afad' as const })),
    (x) => x,
  );
  yield `of both: ${twice.count}, AFAD's less the USGS's ${signed(twice.mean)} ± ${twice.sd.toFixed(2)}\n`;
  yield '| Of | Pairs | Range | Mw = | Scatter |';
  if (plots !== undefined) mkdirSync(plots, { recursive: true });
  for (const one of series) {
    const line = orthogonal(one.pairs);
    const xs = one.pairs.map(({ x }) => x).sort((a, b) => a - b);
    yield (
      `| ${one.agency} ${one.type} | ${one.pairs.length} | ${xs[0]} to ${xs.at(-1)} | ` +
      `${line.slope.toFixed(3)} (±${line.slopeError.toFixed(3)}) ` +
      `${one.type} ${signed(line.intercept)} (±${line.interceptError.toFixed(2)}) | ${line.residualSd.toFixed(2)} |`
    );
    if (plots !== undefined)
      writeFileSync(join(plots, `${one.agency}-${one.type.toLowerCase()}.svg`), plot(one, line, estimateOf(one)));
  }
  yield '\n| Published relation | Mw of | Pairs in its range | Mean | Scatter | Root mean square |';
  for (const [type, held] of Map.groupBy(series, (one) => one.type)) {
    yield* residualLines(
      type,
      type,
      held.flatMap(({ pairs }) => pairs),
    );
    for (const { agency, pairs } of held) yield* residualLines(type, `${type} of ${agency}`, pairs);
  }
}

/** Statistics of measured less estimated Mw, by agency of the measurement. */
function* residualLines(type: string, name: string, pairs: readonly Pair[]): Generator<string> {
  const parts = [...Map.groupBy(pairs, ({ by }) => by)].map(([by, own]): [string, Pair[]] => [by, own]);
  const halves = (['to 5.4', 'from 5.5'] as const).map((half): [string, Pair[]] => [
    `all, Ms ${half}`,
    pairs.filter(({ x }) => x < 5.45 === (half === 'to 5.4')),
  ]);
  for (const [by, some] of [
    ['all', [...pairs]] as [string, Pair[]],
    ...(parts.length > 1 ? parts : []),
    ...(name === 'Ms' ? halves : []),
  ]) {
    const { count, mean, sd, rms } = residuals(some, estimateOf({ type }));
    if (count >= 20) yield `| ${name} | ${by} | ${count} | ${signed(mean)} | ${sd.toFixed(2)} | ${rms.toFixed(2)} |`;
  }
}
