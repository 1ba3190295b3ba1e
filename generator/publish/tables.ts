/** Parquet for engines: a partition of each year, and the whole catalogue in one file. */
import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import type { Agency } from '#core/agencies.ts';
import type { Manifest } from '#core/manifest.ts';
import { cataloguePath } from '#core/paths.ts';
import { DAY } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakesBetween } from '../catalog/read.ts';
import { renderCatalogueFile } from '../outputs/catalogue/parquet.ts';

interface TableInputs {
  db: Db;
  agencies: readonly Agency[];
  dist: string;
  manifest: Manifest;
  folder: string;
}

interface TableSummary {
  earthquakes: number;
  partitions: number;
  /** Of the whole catalogue's file. */
  bytes: number;
}

const WHOLE = 'earthquakes.parquet';
const PARTITIONS = 'earthquakes';
/** Hive's name for null: earthquakes before 1900. */
const NO_YEAR = '__HIVE_DEFAULT_PARTITION__';
/** Larger groups are fewer reads, and compress better. */
const PACKING = { groupRows: 65_536, codec: 'ZSTD', compressors: { ZSTD: zstdCompressSync } } as const;

/** Only one process at a time may write to the folders. */
export function writeTables(inputs: TableInputs): TableSummary {
  const { db, agencies, folder, manifest } = inputs;
  const partitions = [...closedYears(inputs), ...openYears(inputs)];
  const left = new Set(fastGlob.sync(`${PARTITIONS}/**`, { cwd: folder }));
  for (const { path, put } of partitions) {
    replace(join(folder, path), put);
    left.delete(path);
  }
  for (const path of left) rmSync(join(folder, dirname(path)), { recursive: true });
  const whole = renderCatalogueFile(earthquakesBetween(db, -Infinity, Infinity), agencies, PACKING);
  if (whole) replace(join(folder, WHOLE), (target) => writeFileSync(target, whole.body));
  else rmSync(join(folder, WHOLE), { force: true });
  const earthquakes = manifest.catalogue!.reduce((sum, { count }) => sum + count, 0);
  return { earthquakes, partitions: partitions.length, bytes: whole?.body.byteLength ?? 0 };
}

interface Partition {
  path: string;
  put: (target: string) => void;
}

const partitionOf = (year: string, put: Partition['put']): Partition => ({
  path: `${PARTITIONS}/year=${year}/earthquakes.parquet`,
  put,
});

/** Years that the recent file touches have a part of their earthquakes there. */
const firstOpenYear = ({ manifest: { asOf } }: TableInputs): number => new Date(asOf - 2 * DAY).getUTCFullYear();

/** As they are in `dist/`. */
const closedYears = (inputs: TableInputs): Partition[] =>
  inputs.manifest.catalogue!.flatMap(({ period }) => {
    const year = period.startsWith('before-') ? NO_YEAR : period;
    const isClosed = year === NO_YEAR || Number(year) < firstOpenYear(inputs);
    return isClosed ? partitionOf(year, (target) => link(join(inputs.dist, cataloguePath(period)), target)) : [];
  });

function openYears(inputs: TableInputs): Partition[] {
  const { db, agencies, manifest } = inputs;
  const first = firstOpenYear(inputs);
  const years = [first, first + 1].filter((year) => Date.UTC(year, 0) <= manifest.asOf);
  return years.flatMap((year) => {
    const file = renderCatalogueFile(earthquakesBetween(db, Date.UTC(year, 0), Date.UTC(year + 1, 0)), agencies);
    return file ? partitionOf(String(year), (target) => writeFileSync(target, file.body)) : [];
  });
}

function replace(path: string, put: (target: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  // Engines leave out names that begin so.
  const temporary = join(dirname(path), '_new');
  rmSync(temporary, { force: true });
  put(temporary);
  renameSync(temporary, path);
}

/** Takes no space where both folders are of one file system. */
function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
