/**
 * Reads a folder of the agencies' real data whole, generates, and prints what became of every row.
 *
 *   npm run real-data -- --data FOLDER --out FOLDER
 *
 * Copies that somebody laid out in another form than the agency's are put back into it first (scripts/real-data/).
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import fastGlob from 'fast-glob';
import { AGENCIES } from '#core/earthquake.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { SECOND, formatSecond, parseCivil } from '#core/time.ts';
import { build } from '../generator/build/build.ts';
import type { Db } from '../generator/catalog/database.ts';
import { openCatalog, sql } from '../generator/catalog/database.ts';
import { agencyHistogram } from '../generator/catalog/read.ts';
import { createConsole } from '../generator/console.ts';
import type { DocumentSummary, IngestOptions } from '../generator/ingest.ts';
import { finishIngest, ingestDocument, ingestFiles } from '../generator/ingest.ts';
import { ingestShipped, shippedPlaceName } from '../generator/shipped.ts';
import { REGION } from '../generator/sources/admit.ts';
import { buildLine, commitLine, documentLines, reasonsOf, totalLines } from '../generator/summary.ts';
import { kandilliXmlOf, readCopiedRows } from '../test/support/kandilli-xml.ts';
import { readLivePages } from './real-data/live-pages.ts';
import { usgsCopyAsGeojson } from './real-data/usgs-copy.ts';

const { data, out } = new Command()
  .requiredOption('--data <folder>', 'folder with afad/, kandilli/, usgs/, mechanisms/, stations/')
  .requiredOption('--out <folder>', 'where the catalogue and dist/ are made; emptied first')
  .parse()
  .opts<{ data: string; out: string }>();

const console = createConsole(process.stdout);
if (!existsSync(join(data, 'PROVENANCE.md')))
  throw new Error(`${data} is not a folder of real data: it has no PROVENANCE.md`);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const db = openCatalog(join(out, 'catalog.db'));
const placeName = shippedPlaceName();
const options: IngestOptions = { db, now: Date.now, region: REGION, agencies: AGENCIES, placeName };
const documents: DocumentSummary[] = [];
const keep = (summary: DocumentSummary, quiet = false): void => {
  documents.push(summary);
  if (!quiet) for (const line of documentLines(summary)) console.line(line);
};
const took = (label: string, work: () => void): void => {
  const started = performance.now();
  work();
  console.line(`${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
};

for (const summary of ingestShipped(options)) keep(summary);
await readAsTheyAre();
readMonthlyCopies();
readUsgsCopy();
readLiveCopies();

console.line('');
for (const line of totalLines(documents)) console.line(line);
for (const agency of AGENCIES) {
  const rejects = documents.filter((summary) => summary.agency === agency).flatMap((summary) => summary.rejects);
  if (rejects.length > 0) console.line(`  ${agency} rejects: ${reasonsOf(rejects)}`);
}
const unaccounted = documents.filter(
  ({ rows, fresh, known, repeated, products, rejects }) =>
    rows !== fresh + known + repeated + products + rejects.length,
);
console.line(`documents whose rows do not add up: ${unaccounted.length}`);
for (const { name } of unaccounted) console.line(`  ${name}`);

took('linked, associated and published', () => console.line(commitLine(finishIngest(options))));
took('generated', () =>
  console.line(
    buildLine(
      build({
        db,
        dist: join(out, 'dist'),
        asOf: Date.now(),
        settings: { serviceName: 'zelzele', baseUrl: 'http://localhost:8787' },
        progress: (step, done, total) => console.progress(step, done, total),
      }),
    ),
  ),
);
printAgencies(db);
printNamed(db);
db.close();
if (unaccounted.length > 0) process.exitCode = 1;

async function readAsTheyAre(): Promise<void> {
  const { failed } = await ingestFiles(
    options,
    ['afad/*', 'kandilli/zeqdb*', 'kandilli/html/*', 'usgs/*.csv.gz', 'usgs/detail/*', 'mechanisms/*.ndk'].map(
      (pattern) => join(data, pattern),
    ),
    { onDocument: (summary) => keep(summary) },
  );
  for (const { name, reason } of failed) console.line(`${name}: not read: ${reason}`);
}

/** Kandilli's monthly XML, kept as JSON a year. */
function readMonthlyCopies(): void {
  for (const path of fastGlob.sync(join(data, 'kandilli/monthly_xml_json/*.json.gz')).sort()) {
    const months = Map.groupBy(readCopiedRows(path), ({ date }) => date.slice(0, 7));
    for (const [month, rows] of months)
      keep(ingestDocument(options, { ...document(`${basename(path)} ${month}`, kandilliXmlOf(rows)) }), true);
    console.line(
      `${basename(path)}: ${months.size} months, ${[...months.values()].reduce((sum, rows) => sum + rows.length, 0)} rows`,
    );
  }
}

function readUsgsCopy(): void {
  for (const path of fastGlob.sync(join(data, 'usgs/usgs_fdsn_*.json.gz')))
    keep(
      ingestDocument(
        options,
        document(basename(path), usgsCopyAsGeojson(gunzipSync(readFileSync(path)).toString('utf8'))),
      ),
    );
}

function readLiveCopies(): void {
  const folder = join(data, 'kandilli');
  const copies = readLivePages(
    join(folder, 'lst0_live_events_from_git.jsonl.gz'),
    fastGlob.sync(join(folder, 'lst0_firstseen_*.csv.gz'))[0]!,
    fastGlob.sync(join(folder, 'lst0_live_monthly/*.csv.gz')).sort(),
  );
  let pages = 0;
  for (const bytes of copies.pages()) keep(ingestDocument(options, document(`live page ${(pages += 1)}`, bytes)), true);
  console.line(
    `live list copies: ${copies.rows} rows = ${copies.statements} statements + ${copies.same} said before + ${copies.resets} file resets; ${pages} pages`,
  );
  accountForStatements(copies.all());
}

/** What became of every statement of the copies: each is read once into a catalogue of its own and looked up in the real one. */
function accountForStatements(bytes: Uint8Array): void {
  const scratch = openCatalog(':memory:');
  const { rows, fresh, repeated, known, rejects } = ingestDocument({ ...options, db: scratch }, document('all', bytes));
  const there = sql(db, `SELECT 1 FROM observations WHERE feed = 'kandilli-live' AND key = ? AND hash = ?`);
  const kept = sql<[], { key: string; hash: string }>(scratch, 'SELECT key, hash FROM observations').all();
  const missing = kept.filter(({ key, hash }) => there.get(key, hash) === undefined).length;
  scratch.close();
  console.line(
    `  ${rows} statements = ${fresh - missing} in the catalogue + ${repeated + known} that read the same + ` +
      `${missing} replaced before the next page + ${rejects.length} rejects${rejects.length > 0 ? ` (${reasonsOf(rejects)})` : ''}`,
  );
}

function document(name: string, bytes: Uint8Array) {
  return { name, bytes, coverage: null, fetchedAt: null };
}

function printAgencies(catalog: Db): void {
  const histogram = agencyHistogram(catalog);
  const all = Object.values(histogram).reduce((sum, count) => sum + count, 0);
  const atLeast = (n: number): number =>
    Object.entries(histogram).reduce((sum, [count, rows]) => sum + (Number(count) >= n ? rows : 0), 0);
  console.line(
    `earthquakes: ${all}; by number of agencies: ${JSON.stringify(histogram)}; 2 or more: ${atLeast(2)}, 3 or more: ${atLeast(3)}`,
  );
}

/** The great ones by which the catalogue is known: each must be one earthquake with all its agencies. */
function printNamed(catalog: Db): void {
  const NAMED: [string, string][] = [
    ['Pazarcık', '2023-02-06 01:17:32'],
    ['Elbistan', '2023-02-06 10:24:47'],
    ['İzmir/Samos', '2020-10-30 11:51:24'],
    ['Van', '2011-10-23 10:41:21'],
    ['İzmit', '1999-08-17 00:01:39'],
    ['Düzce', '1999-11-12 16:57:21'],
  ];
  for (const [name, at] of NAMED) {
    const time = parseCivil(at)!;
    const found = sql<unknown[], string>(
      catalog,
      `SELECT record FROM earthquakes WHERE state = 'current' AND time BETWEEN ? AND ?`,
    )
      .pluck()
      .all(time - 60 * SECOND, time + 60 * SECOND)
      .map((record) => JSON.parse(record) as Earthquake)
      .filter(({ magnitude }) => magnitude !== null && magnitude >= 6);
    console.line(`${name}: ${found.length} earthquake${found.length === 1 ? '' : 's'}`);
    for (const one of found) for (const line of solutionLines(one)) console.line(line);
  }
}

function solutionLines(one: Earthquake): string[] {
  return [
    `  id ${one.id}, ${formatSecond(one.time)}, ${one.magnitudeType ?? ''} ${one.magnitude}, ${one.location}`,
    ...one.solutions.map(
      ({ agency, eventId, time, magnitudes, latitude, longitude }) =>
        `    ${agency} ${eventId}: ${formatSecond(time)}, ${distanceKm(one, { latitude, longitude }).toFixed(1)} km, ` +
        magnitudes.map(({ type, value }) => `${type ?? 'M'} ${value}`).join(', '),
    ),
  ];
}
