/**
 * Complete small builds: the files of `test/golden/<case>/input/<round>/` go into a catalogue round by round, and the
 * build must equal `test/golden/<case>/expected/`, without missing or extra files. `UPDATE_GOLDEN=1` writes that folder
 * instead. All inputs are synthetic, in the agencies' formats.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { AGENCIES } from '#core/earthquake.ts';
import { provincePaths } from '#core/paths.ts';
import { PROVINCES } from '#core/provinces.ts';
import { MINUTE, parseCivil } from '#core/time.ts';
import { openCatalog } from '../generator/catalog/database.ts';
import { finishIngest, ingestFiles } from '../generator/ingest.ts';
import { putStations } from '../generator/catalog/stations.ts';
import { compress } from '../generator/publish/answers.ts';
import { shippedPlaceName } from '../generator/shipped.ts';
import { REGION } from '#core/region.ts';
import { parseStationsCsv } from '../generator/sources/stations/station-list.ts';
import { buildInto } from './support/build.ts';
import { temporaryFolder } from './support/temporary.ts';

const GOLDEN = join(import.meta.dirname, 'golden');
/** The description of the FDSN services is the same for any catalogue: this case alone has it. */
const WITH_SERVICES = 'dates-types-and-rejects';
const SERVICES = 'fdsnws';

const START = parseCivil('2026-09-18 12:00:00')!;

async function buildCase(input: string, dist: string): Promise<void> {
  const db = openCatalog(':memory:');
  let now = START;
  const options = { db, now: () => now, region: REGION, agencies: AGENCIES, placeName: shippedPlaceName() };
  const stations = join(input, 'stations.csv');
  if (existsSync(stations)) putStations(db, parseStationsCsv(readFileSync(stations)).stations);
  for (const round of readdirSync(input).filter((name) => /^\d+$/.test(name))) {
    now += MINUTE;
    const { failed } = await ingestFiles(options, [join(input, round, '*')]);
    assert.deepEqual(failed, []);
    finishIngest(options);
    buildInto(dist, db, { asOf: now, compress });
  }
  db.close();
}

/** Those of provinces without earthquakes are alike but for the names; the manifest has their hashes. */
function emptyProvinces(dist: string): string[] {
  const codes = PROVINCES.map(({ code }) => code);
  const isEmpty = (code: string): boolean => {
    const path = join(dist, provincePaths(code).json);
    return existsSync(path) && readFileSync(path, 'utf8').includes('"count":0,');
  };
  return codes.filter(isEmpty).flatMap((code) => Object.values(provincePaths(code)));
}

/**
 * Path → text of every file, without bookkeeping; compressed files are only checked, since their bytes depend on zlib.
 */
function textsOf(dist: string, ignore: string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  const inflate: Record<string, (bytes: Uint8Array) => Uint8Array> = { gz: gunzipSync, br: brotliDecompressSync };
  for (const path of fastGlob
    .sync('**', { cwd: dist, ignore: ['versions/**', 'hosting/**', ...ignore, ...emptyProvinces(dist)] })
    .sort()) {
    const [, plain, encoding] = /^(.*)\.(gz|br)$/.exec(path) ?? [];
    if (plain === undefined)
      texts[path] = readFileSync(join(dist, path), /\.(columns|parquet)$/.test(path) ? 'base64' : 'utf8');
    else assert.deepEqual(inflate[encoding!]!(readFileSync(join(dist, path))), readFileSync(join(dist, plain)), path);
  }
  return texts;
}

for (const { name } of readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
  test(`golden: ${name}`, async (t) => {
    const dist = temporaryFolder(t);
    const expected = join(GOLDEN, name, 'expected');
    await buildCase(join(GOLDEN, name, 'input'), dist);
    if (process.env['UPDATE_GOLDEN'] === '1') {
      rmSync(expected, { recursive: true, force: true });
      const left = name === WITH_SERVICES ? emptyProvinces(dist) : [SERVICES, ...emptyProvinces(dist)];
      const empty = new Set(left.map((path) => join(dist, path)));
      cpSync(dist, expected, {
        recursive: true,
        filter: (path) => !/\.(gz|br)$|\/\.[^/]+$|\/(?:versions|hosting)$/.test(path) && !empty.has(path),
      });
    }
    const ignore = name === WITH_SERVICES ? [] : [`${SERVICES}/**`];
    const [built, due] = [textsOf(dist, ignore), textsOf(expected, ignore)];
    assert.deepEqual(Object.keys(built), Object.keys(due));
    for (const [path, text] of Object.entries(due)) assert.equal(built[path], text, path);
  });
