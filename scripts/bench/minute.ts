/** One more minute in the process that watches: CPU time and bytes of the ingest and build of some new rows. */
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';
import { commitReports } from '../../generator/cli/commit-reports.ts';
import { withContext, type CommandContext } from '../../generator/cli/context.ts';
import { generate } from '../../generator/cli/generate.ts';
import { ingestFiles } from '../../generator/ingest.ts';
import { cpuSeconds } from '../measure.ts';
import { newRows } from './new-rows.ts';

/** Numbers of new rows, one a minute within a quarter of an hour. */
const ROUNDS = [0, 1, 14, 0, 1, 14, 1, 14, 1, 14];
const QUARTER = 15 * MINUTE;
/** Earthquakes of the last 30 days: feeds, and the details near a new one, follow their number. */
const MONTH = { rows: 2000, minutes: (30 * DAY) / MINUTE };

interface Written {
  path: string;
  /** Another one for every file and every content of it: numbers of removed files are given again. */
  stamp: string;
  bytes: number;
}

const filesOf = (dist: string): Written[] =>
  fastGlob.sync('**', { cwd: dist, dot: true }).map((path) => {
    const { ino, mtimeNs, size } = statSync(join(dist, path), { bigint: true });
    return { path, stamp: `${ino} ${mtimeNs}`, bytes: Number(size) };
  });

/** A file of several names counts once. */
function writtenSince(before: Written[], dist: string): Written[] {
  const former = new Set(before.map(({ stamp }) => stamp));
  const written = filesOf(dist).filter(({ stamp }) => !former.has(stamp));
  return [...new Map(written.map((file) => [file.stamp, file])).values()];
}

const sum = (files: Written[]): number => files.reduce((total, { bytes }) => total + bytes, 0);

/** The greatest ten. */
function byKind(files: Written[]): string {
  const kinds = Map.groupBy(files, ({ path }) => (/^details\/\w+/.exec(path) ?? /^[^/]+/.exec(path)!)[0]);
  const sizes = [...kinds].map(([kind, own]): [string, number] => [kind, sum(own)]).sort(([, a], [, b]) => b - a);
  return sizes
    .slice(0, 10)
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
      // After every change of the catalogue.
      let now = Math.ceil(Date.now() / QUARTER) * QUARTER;
      const at = (instant: EpochMs): CommandContext => ({ ...context, poll: { ...context.poll, now: () => instant } });
      await ingest(at(now), newRows(MONTH.rows, now, MONTH.minutes));
      lines.push(await firstBuilds(at((now += QUARTER))));
      for (const rows of ROUNDS) lines.push(await minute(at((now += MINUTE)), dist, rows));
      const quarter = now + QUARTER - (now % QUARTER);
      lines.push(`a quarter of an hour: ${await minute(at(quarter), dist, 14)}`);
    });
    yield* lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A full build, and the builds that draw the pictures. */
async function firstBuilds(context: CommandContext): Promise<string> {
  const began = cpuSeconds(process.pid);
  const { earthquakes, counts } = await generate(context);
  const seconds = cpuSeconds(process.pid) - began;
  for (let build = 0; build < 6; build += 1) await generate(context);
  const { written, bytes } = counts;
  return `${earthquakes} earthquakes: full build ${seconds.toFixed(1)} CPU s, ${written} files, ${megabytes(bytes)}`;
}

async function ingest(context: CommandContext, document: string): Promise<void> {
  const file = join(context.config.dataDir, 'rows.json');
  writeFileSync(file, document);
  await ingestFiles(context.poll, [file]);
  await commitReports(context);
}

async function minute(context: CommandContext, dist: string, rows: number): Promise<string> {
  const document = newRows(rows, context.poll.now());
  const before = filesOf(dist);
  const began = cpuSeconds(process.pid);
  await ingest(context, document);
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
