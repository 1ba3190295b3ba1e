/** Primary magnitudes against measured Mw, beside simpler rules. */
import type { Earthquake } from '#core/earthquake.ts';
import { formatSecond } from '#core/time.ts';
import { readCatalog } from '../../generator/catalog/database.ts';
import { recordsByTime } from '../real-data/quality/records.ts';
import { findingOf, type BenchOptions, type Finding } from './figures.ts';
import { errorLines } from './magnitude-errors.ts';
import { compare, inCore, isNear, readGreat, sharesOf, type Compared, type Great } from './great.ts';

/** @param options with a catalogue of a run of real-data; without one nothing is measured, which the text states */
export async function* benchMagnitudes({ catalogue }: BenchOptions): AsyncGenerator<Finding | string> {
  if (catalogue === undefined) {
    yield 'magnitudes: skipped, no catalogue of real data (--catalogue FILE)';
    return;
  }
  const db = readCatalog(catalogue);
  const records = recordsByTime(db);
  db.close();
  yield* benchGreat(readGreat(), records);
}

function* benchGreat(list: readonly Great[], records: readonly Earthquake[]): Generator<Finding | string> {
  const compared = compare(list, records);
  yield `${list.length} great earthquakes listed, ${compared.length} in the catalogue`;
  for (const [region, some] of [
    ['34 to 43 N, 25 to 46 E', compared.filter(inCore)],
    ['32 to 46 N, 22 to 50 E', compared],
  ] as const) {
    const table = sharesOf(some);
    yield `\n| ${[region, ...Object.keys(table[0]!.shares)].join(' | ')} |`;
    for (const { period, count, shares } of table)
      yield `| ${[`${period} (${count})`, ...Object.values(shares).map(percent)].join(' | ')} |`;
    for (const { period, shares } of table) {
      const goal = GOALS[period];
      if (goal !== undefined)
        yield findingOf(`magnitudes, ${region}, ${period}: within 0.3`, [shares['This rule']!], goal);
    }
  }
  const wrong = compared.filter(({ great, record }) => !isNear(record.magnitude ?? undefined, great));
  yield errorLines(compared, records).join('\n');
  yield ['\nmore than 0.3 off:', ...wrong.map(wrongLine)].join('\n');
}

/** By period. */
const GOALS: Readonly<Record<string, number>> = { 'since 1970': 0.95, all: 0.9 };

const percent = (share: number | undefined): string => (share === undefined ? '–' : `${(100 * share).toFixed(1)} %`);

const wrongLine = ({ great, record }: Compared): string =>
  `  ${formatSecond(great.time)} ${record.location}: ${record.magnitudeType ?? 'M'} ${record.magnitude}, ` +
  `${great.source} ${great.mw}; ` +
  record.solutions
    .map(
      ({ agency, magnitudes }) =>
        `${agency} ${magnitudes.map(({ type, value }) => `${type ?? 'M'} ${value}`).join(', ')}`,
    )
    .join('; ');
