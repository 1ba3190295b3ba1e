/**
 * Compiles `data/stations.csv` from the agencies' lists, so that the shipped table can be checked and redone. Each
 * file may be gzipped.
 *
 * tsx scripts/compile/stations.ts --koeri-fdsn FILE --koeri-names FILE --afad FILE [--out FILE | --check]
 */
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readText } from '../read-text.ts';
import { compileStations } from './stations/compile.ts';

interface Options {
  koeriFdsn: string;
  koeriNames: string;
  afad: string;
  out: string;
  check?: true;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function run({ koeriFdsn, koeriNames, afad, out, check }: Options): void {
  const table = compileStations({
    koeriFdsn: readText(koeriFdsn),
    koeriNames: readText(koeriNames),
    afad: readText(afad),
  });
  if (check) {
    if (!existsSync(out) || readText(out) !== table) throw new Error(`${out} is not what the lists give`);
    return say(`${out} is what the lists give`);
  }
  writeFileSync(out, table);
  say(`${out}: ${table.split('\n').length - 2} stations`);
}

const program = new Command('compile-stations')
  .description('Makes data/stations.csv from the station lists of KOERI (FDSN list and web list) and AFAD.')
  .requiredOption('--koeri-fdsn <file>', 'KOERI stations: FDSN text (level=station) or CSV')
  .requiredOption('--koeri-names <file>', 'KOERI web list as CSV with the columns code and place')
  .requiredOption('--afad <file>', 'AFAD Station/GetStations, JSON')
  .option(
    '--out <file>',
    'the table to write or check',
    fileURLToPath(new URL('../../data/stations.csv', import.meta.url)),
  )
  .option('--check', 'write nothing; fail unless the table is exactly what the lists give');

try {
  run(program.parse().opts<Options>());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
