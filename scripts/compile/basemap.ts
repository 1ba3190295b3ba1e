/**
 * Compiles `data/basemap.json`, the map that the site draws, from the files that data/README.md names.
 *
 *   tsx scripts/compile/basemap.ts --map FILE
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { parsePlaces } from '../../generator/places/tables.ts';
import { readText } from '../read-text.ts';
import { citiesOf } from './basemap/cities.ts';
import { compileLines } from './basemap/lines.ts';

const { map } = new Command('compile-basemap')
  .description('Makes data/basemap.json from a world map and data/places.csv.')
  .requiredOption('--map <file>', 'countries-10m.json of the package world-atlas')
  .parse()
  .opts<{ map: string }>();

const inData = (name: string): string => fileURLToPath(new URL(`../../data/${name}`, import.meta.url));
const places = parsePlaces(readText(inData('places.csv')), 'data/places.csv');
const text = `${JSON.stringify({ ...compileLines(readText(map)), cities: citiesOf(places) })}\n`;
writeFileSync(inData('basemap.json'), text);
process.stdout.write(`data/basemap.json: ${Buffer.byteLength(text)} bytes\n`);
