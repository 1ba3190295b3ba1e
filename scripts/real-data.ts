/**
 * Reads a folder of the agencies' real data, generates, and prints the outcome of every row.
 * Then it prints figures of the catalogue and what contradicts the well-known earthquakes (docs/data-quality.md).
 *
 *   npm run real-data -- --data FOLDER --out FOLDER [--figures]
 *
 * Copies in another form than the agency's are put back into it first (scripts/real-data/).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { AGENCIES } from '#core/earthquake.ts';
import { build } from '../generator/publish/publish.ts';
import { openCatalog, readCatalog, type Db } from '../generator/catalog/database.ts';
import { agencyHistogram } from '../generator/catalog/read.ts';
import { createConsole } from '../generator/cli/console.ts';
import { finishIngest, type DocumentSummary, type IngestOptions } from '../generator/ingest.ts';
import { ingestShipped, shippedBlastProbability, shippedPlaceName } from '../generator/shipped.ts';
import { markFolder, requireOwnFolder, type OwnFolder } from '../generator/cli/own-folder.ts';
import { REGION } from '#core/region.ts';
import { buildLine } from '../generator/cli/build-line.ts';
import { commitLine, documentLines, reasonsOf, totalLines } from '../generator/cli/summary.ts';
import { qualityLines } from './real-data/quality/measures.ts';
import { recordsByTime } from './real-data/quality/records.ts';
import { readWellKnown, wellKnownFaults } from './real-data/quality/well-known.ts';
import { readRealFolder, requireRealFolder } from './real-data/read-folder.ts';

const { data, out, figures } = new Command()
  .requiredOption('--data <folder>', 'folder with afad/, kandilli/, usgs/, mechanisms/, stations/')
  .requiredOption(
    '--out <folder>',
    'where the catalogue and dist/ are made anew: a new or empty folder, or one of an earlier run',
  )
  .option('--figures', 'only the figures of the catalogue of an earlier run')
  .parse()
  .opts<{ data: string; out: string; figures?: true }>();

const console = createConsole(process.stdout);
if (figures) {
  const catalogue = readCatalog(join(out, 'catalog.db'));
  printQuality(catalogue);
  catalogue.close();
  process.exit();
}
openFolders();
const db = openCatalog(join(out, 'catalog.db'));
const placeName = shippedPlaceName();
const options: IngestOptions = {
  db,
  now: Date.now,
  region: REGION,
  agencies: AGENCIES,
  placeName,
  blastProbability: shippedBlastProbability(),
};
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
await readRealFolder(data, { ingest: options, keep, line: (text) => console.line(text) });

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
console.line(`documents with rows that do not add up: ${unaccounted.length}`);
for (const { name } of unaccounted) console.line(`  ${name}`);

took('linked, associated and published', () => console.line(commitLine(finishIngest(options))));
took('generated', () =>
  console.line(
    buildLine(
      build({
        db,
        dist: join(out, 'dist'),
        asOf: Date.now(),
        settings: { serviceName: 'hiposantr', baseUrl: 'http://localhost:8787' },
        progress: (step, done, total) => console.progress(step, done, total),
      }),
    ),
  ),
);
printAgencies(db);
printQuality(db);
db.close();
if (unaccounted.length > 0) process.exitCode = 1;

/** Removes only the output of an earlier run, and only from a folder that such a run created. */
function openFolders(): void {
  const kind: OwnFolder = { kind: 'real-data', setting: '--out' };
  try {
    requireRealFolder(data);
    requireOwnFolder(out, kind);
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\n`);
    process.exit(1);
  }
  mkdirSync(out, { recursive: true });
  markFolder(out, kind);
  for (const name of ['catalog.db', 'catalog.db-wal', 'catalog.db-shm', 'dist'])
    rmSync(join(out, name), { recursive: true, force: true });
}

function printQuality(catalog: Db): void {
  for (const line of qualityLines(catalog)) console.line(line);
  const faults = wellKnownFaults(recordsByTime(catalog));
  console.line(`well-known earthquakes: ${readWellKnown().length}, contradicted: ${faults.length}`);
  for (const fault of faults) console.line(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function printAgencies(catalog: Db): void {
  const histogram = agencyHistogram(catalog);
  const all = Object.values(histogram).reduce((sum, count) => sum + count, 0);
  const atLeast = (n: number): number =>
    Object.entries(histogram).reduce((sum, [count, rows]) => sum + (Number(count) >= n ? rows : 0), 0);
  console.line(
    `earthquakes: ${all}; by number of agencies: ${JSON.stringify(histogram)}; 2 or ` +
      `more: ${atLeast(2)}, 3 or more: ${atLeast(3)}`,
  );
}
