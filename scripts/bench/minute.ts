/** One more minute in the process that watches: CPU time and bytes of the ingest and build of some new rows. */
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { MINUTE } from '#core/time.ts';
import { commitReports } from '../../generator/cli/commit-reports.ts';
import { withContext, type CommandContext } from '../../generator/cli/context.ts';
import { generate } from '../../generator/cli/generate.ts';
import { ingestFiles } from '../../generator/ingest.ts';
import { cpuSeconds } from '../measure.ts';

/** Latitude and longitude, in 11 provinces. */
const PLACES = (
  '38.5,43.4 38.6,28.1 38.2,38.2 38.7,39.2 37.2,28.4 37.1,28.3 39.6,27.9 ' +
  '39.5,28.1 37.8,29.1 38.9,40.5 39.4,29.9 37.6,36.9 37.7,37.0 38.4,27.2'
)
  .split(' ')
  .map((place) => place.split(','));
/** Numbers of new rows. */
const ROUNDS = [0, 1, 14, 0, 1, 14, 1, 14, 1, 14];

let lastId = 7_000_000;

/** AFAD's answer with new rows of the last minutes. */
const documentOf = (rows: number): string =>
  JSON.stringify(
    PLACES.slice(0, rows).map(([latitude, longitude], nth) => ({
      ...{ rms: '0.4', eventID: String((lastId += 1)), location: 'Merkez', depth: '7', type: 'ML' },
      ...{ latitude, longitude, magnitude: (1.2 + nth / 10).toFixed(1) },
      ...{ country: 'Türkiye', province: null, district: null, neighborhood: null },
      date: new Date(Date.now() - (1 + (lastId % 50)) * MINUTE).toISOString().slice(0, 19),
      ...{ isEventUpdate: false, lastUpdateDate: null },
    })),
  );

interface Written {
  path: string;
  inode: number;
  bytes: number;
}

const filesOf = (dist: string): Written[] =>
  fastGlob.sync('**', { cwd: dist, dot: true }).map((path) => {
    const { ino: inode, size: bytes } = statSync(join(dist, path));
    return { path, inode, bytes };
  });

/** A file that was written anew has another number; one of several names counts once. */
function writtenSince(before: Written[], dist: string): Written[] {
  const former = new Set(before.map(({ inode }) => inode));
  const written = filesOf(dist).filter(({ inode }) => !former.has(inode));
  return [...new Map(written.map((file) => [file.inode, file])).values()];
}

const sum = (files: Written[]): number => files.reduce((total, { bytes }) => total + bytes, 0);

/** The greatest eight. */
function byKind(files: Written[]): string {
  const kinds = Map.groupBy(files, ({ path }) => (/^details\/\w+/.exec(path) ?? /^[^/]+/.exec(path)!)[0]);
  const sizes = [...kinds].map(([kind, own]): [string, number] => [kind, sum(own)]).sort(([, a], [, b]) => b - a);
  return sizes
    .slice(0, 8)
    .map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1e3)}`)
    .join(', ');
}

/** @param catalogue a catalog.db of any size, which is copied */
export async function* benchMinute(catalogue: string): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-minute-'));
  const dist = join(folder, 'dist');
  copyFileSync(catalogue, join(folder, 'catalog.db'));
  const lines: string[] = [];
  try {
    await withContext({ ...process.env, DATA_DIR: folder, DIST_DIR: dist, OFFLINE: '1' }, async (context) => {
      lines.push(await firstBuilds(context));
      for (const rows of ROUNDS) lines.push(await minute(context, dist, rows));
    });
    yield* lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A full build, and those that draw the pictures. */
async function firstBuilds(context: CommandContext): Promise<string> {
  const began = cpuSeconds(process.pid);
  const { earthquakes, counts } = await generate(context);
  const seconds = cpuSeconds(process.pid) - began;
  for (let build = 0; build < 6; build += 1) await generate(context);
  const { written, bytes } = counts;
  return `${earthquakes} earthquakes: full build ${seconds.toFixed(1)} CPU s, ${written} files, ${megabytes(bytes)}`;
}

async function minute(context: CommandContext, dist: string, rows: number): Promise<string> {
  const file = join(context.config.dataDir, 'rows.json');
  writeFileSync(file, documentOf(rows));
  const before = filesOf(dist);
  const began = cpuSeconds(process.pid);
  await ingestFiles(context.poll, [file]);
  await commitReports(context);
  const ingested = cpuSeconds(process.pid);
  const { details } = await generate(context);
  const built = cpuSeconds(process.pid);
  const written = writtenSince(before, dist);
  return (
    `${rows} rows: ingest ${(ingested - began).toFixed(2)} + build ${(built - ingested).toFixed(2)} CPU s; ` +
    `${details} details; ${written.length} files, ${megabytes(sum(written))}: ${byKind(written)} kB`
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
