/**
 * Magnitude types of the agencies against measured Mw: the tables of docs/magnitudes.md, and its plots.
 *
 *   npm run magnitudes -- --catalogue FILE --out FOLDER
 *
 * The catalogue is one that `npm run real-data` made.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { mwEstimate } from '#core/mw-estimate.ts';
import { readCatalog } from '../generator/catalog/database.ts';
import { plot } from './magnitudes/plot.ts';
import { measuredMw, measuredTwice, seriesOf, type Pair, type Series } from './magnitudes/pairs.ts';
import { orthogonal, residuals } from './magnitudes/regression.ts';
import { recordsByTime } from './real-data/quality/records.ts';

const { catalogue, out } = new Command()
  .requiredOption('--catalogue <file>', 'catalog.db of a run of real-data')
  .requiredOption('--out <folder>', 'where the plots are written')
  .parse()
  .opts<{ catalogue: string; out: string }>();

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
const estimateOf = ({ type }: Pick<Series, 'type'>) => {
  return (x: number): number | undefined => mwEstimate(x, type)?.value;
};

const db = readCatalog(catalogue);
const earthquakes = recordsByTime(db);
db.close();
const series = seriesOf(earthquakes);
mkdirSync(out, { recursive: true });
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const mw = earthquakes.flatMap((one) => measuredMw(one)?.agency ?? []);
print(`measured Mw: ${mw.length}, of the USGS ${mw.filter((agency) => agency === 'usgs').length}`);
const twice = residuals(
  measuredTwice(earthquakes).map((y) => ({ x: 0, y, by: 'afad' as const })),
  (x) => x,
);
print(`of both: ${twice.count}, AFAD's less the USGS's ${signed(twice.mean)} ± ${twice.sd.toFixed(2)}\n`);
print('| Of | Pairs | Range | Mw = | Scatter |');
for (const one of series) {
  const line = orthogonal(one.pairs);
  const xs = one.pairs.map(({ x }) => x).sort((a, b) => a - b);
  print(
    `| ${one.agency} ${one.type} | ${one.pairs.length} | ${xs[0]} to ${xs.at(-1)} | ${line.slope.toFixed(3)} ` +
      `(±${line.slopeError.toFixed(3)}) ` +
      `${one.type} ${signed(line.intercept)} (±${line.interceptError.toFixed(2)}) | ${line.residualSd.toFixed(2)} |`,
  );
  writeFileSync(join(out, `${one.agency}-${one.type.toLowerCase()}.svg`), plot(one, line, estimateOf(one)));
}

print('\n| Published relation | Mw of | Pairs in its range | Mean | Scatter | Root mean square |');
for (const [type, held] of Map.groupBy(series, (one) => one.type)) {
  printResiduals(
    type,
    type,
    held.flatMap(({ pairs }) => pairs),
  );
  for (const { agency, pairs } of held) printResiduals(type, `${type} of ${agency}`, pairs);
}

/** Statistics of measured less estimated Mw, by agency of the measurement. */
function printResiduals(type: string, name: string, pairs: readonly Pair[]): void {
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
    if (count >= 20) print(`| ${name} | ${by} | ${count} | ${signed(mean)} | ${sd.toFixed(2)} | ${rms.toFixed(2)} |`);
  }
}
