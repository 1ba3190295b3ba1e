/**
 * Compiles `data/historical.csv` from the published lists, so that the shipped table can be checked and redone. Each
 * file may be gzipped.
 *
 * tsx scripts/compile/historical.ts --noaa FILE --epica FILE --afad FILE --zeqdb FILE --usgs FILE [--out FILE |
 * --check]
 */
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { historicalFile } from '../../generator/sources/historical/file.ts';
import { compileHistorical } from './historical/compile.ts';
import { readText } from '../read-text.ts';

interface Options {
  noaa: string;
  epica: string;
  afad: string;
  zeqdb: string;
  usgs: string;
  out: string;
  check?: true;
  dropKeys?: true;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const keysOf = (table: string): string[] =>
  historicalFile.parse(Buffer.from(table), { knownTime: () => undefined }).reports.map((report) => report.key!);

/** Keys of the present table that the new one lacks: identifiers that readers may have stored. */
function vanishing(before: string, after: string): string[] {
  const kept = new Set(keysOf(after));
  return keysOf(before).filter((key) => !kept.has(key));
}

function run(options: Options): void {
  const { noaa, epica, afad, zeqdb, usgs, out } = options;
  const table = compileHistorical({
    noaa: readText(noaa),
    epica: readText(epica),
    afad: readText(afad),
    zeqdb: readText(zeqdb),
    usgs: readText(usgs),
    places: readText(here('historical/places.csv')),
  });
  const before = existsSync(out) ? readText(out) : undefined;
  if (options.check) {
    if (before !== table) throw new Error(`${out} is not what the lists give`);
    return say(`${out} is what the lists give`);
  }
  const lost = before === undefined ? [] : vanishing(before, table);
  if (lost.length > 0 && !options.dropKeys)
    throw new Error(`these keys would vanish (allow it with --drop-keys): ${lost.join(', ')}`);
  writeFileSync(out, table);
  say(`${out}: ${keysOf(table).length} earthquakes`);
}

const program = new Command('compile-historical')
  .description(
    'Makes data/historical.csv from the NOAA and EPICA lists, times since 1900 checked against three catalogues.',
  )
  .requiredOption('--noaa <file>', 'NOAA NCEI significant earthquakes, TSV export')
  .requiredOption('--epica <file>', 'EPICA v1.1 as JSON {events: [{lon, lat, mag, date, loc, reg}]}')
  .requiredOption('--afad <file>', 'AFAD unified catalogue, CSV export in UTC')
  .requiredOption('--zeqdb <file>', 'Kandilli reviewed catalogue (zeqdb), CSV')
  .requiredOption('--usgs <file>', 'USGS events as JSON {events: [{time, lat, lon, mag}]}')
  .option('--out <file>', 'the table to write or check', here('../data/historical.csv'))
  .option('--check', 'write nothing; fail unless the table is exactly what the lists give')
  .option('--drop-keys', 'allow keys of the present table to vanish');

try {
  run(program.parse().opts<Options>());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
