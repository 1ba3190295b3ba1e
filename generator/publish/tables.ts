/** Parquet for engines: a partition of each year, the whole catalogue in one file, and a Delta table of both. */
import { copyFileSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { shownAgencies, type Agency } from '#core/agencies.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import type { Manifest } from '#core/manifest.ts';
import { cataloguePath } from '#core/paths.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakesBetween } from '../catalog/read.ts';
import { catalogueColumns } from '../outputs/catalogue/columns.ts';
import { renderCatalogueFile } from '../outputs/catalogue/parquet.ts';
import { NO_YEAR, writeDelta } from './delta.ts';
import { replaceFile } from './disk.ts';

interface TableInputs {
  db: Db;
  agencies: readonly Agency[];
  dist: string;
  manifest: Manifest;
  /** When the dataset was built. */
  asOf: EpochMs;
  folder: string;
}

interface TableSummary {
  earthquakes: number;
  partitions: number;
  /** Of the whole catalogue's file. */
  bytes: number;
  /** Of the Delta table. */
  version: number;
}

const WHOLE = 'earthquakes.parquet';
const PARTITIONS = 'earthquakes';
const DELTA = 'delta';
/** Larger groups are fewer reads, and compress better. */
export const PACKING = { groupRows: 65_536, codec: 'ZSTD', compressors: { ZSTD: zstdCompressSync } } as const;

/** Only one process at a time may write to the folders. */
export function writeTables(inputs: TableInputs): TableSummary {
  const { db, agencies, folder, manifest, asOf } = inputs;
  const partitions = [...closedYears(inputs), ...openYears(inputs)];
  const left = new Set(fastGlob.sync(`${PARTITIONS}/**`, { cwd: folder }));
  for (const { year, put } of partitions) {
    const path = `${PARTITIONS}/year=${year ?? NO_YEAR}/earthquakes.parquet`;
    replaceFile(join(folder, path), put);
    left.delete(path);
  }
  for (const path of left) rmSync(join(folder, dirname(path)), { recursive: true });
  const whole = renderCatalogueFile(earthquakesBetween(db, -Infinity, Infinity), agencies, PACKING);
  if (whole) replaceFile(join(folder, WHOLE), (target) => writeFileSync(target, whole.body));
  else rmSync(join(folder, WHOLE), { force: true });
  const version = writeDelta(join(folder, DELTA), {
    ...{ columns: catalogueColumns(shownAgencies(agencies)), asOf, dataset: manifest.dataset },
    parts: partitions.map(({ year, hash, count }) => ({
      ...{ year: year === null ? null : String(year), hash, earthquakes: count },
      render: () => renderCatalogueFile(earthquakesOf(db, year), agencies, { ...PACKING, timeUnit: 'MICROS' })!.body,
    })),
  });
  const earthquakes = manifest.catalogue!.reduce((sum, { count }) => sum + count, 0);
  return { earthquakes, partitions: partitions.length, bytes: whole?.body.byteLength ?? 0, version };
}

interface Partition {
  /** Null: before 1900. */
  year: number | null;
  /** Another one for other contents. */
  hash: string;
  /** Earthquakes. */
  count: number;
  put(target: string): void;
}

const FIRST_YEAR = 1900;

const earthquakesOf = (db: Db, year: number | null): Iterable<Earthquake> =>
  year === null
    ? earthquakesBetween(db, -Infinity, Date.UTC(FIRST_YEAR, 0))
    : earthquakesBetween(db, Date.UTC(year, 0), Date.UTC(year + 1, 0));

/** Years that the recent file touches have a part of their earthquakes there. */
const firstOpenYear = ({ manifest: { day } }: TableInputs): number => new Date(day - 2 * DAY).getUTCFullYear();

/** As they are in `dist/`. */
const closedYears = (inputs: TableInputs): Partition[] =>
  inputs.manifest.catalogue!.flatMap(({ period, hash, count }) => {
    const year = period.startsWith('before-') ? null : Number(period);
    const isClosed = year === null || year < firstOpenYear(inputs);
    const put: Partition['put'] = (target) => link(join(inputs.dist, cataloguePath(period)), target);
    return isClosed ? { year, hash, count, put } : [];
  });

function openYears(inputs: TableInputs): Partition[] {
  const { db, agencies, manifest } = inputs;
  const first = firstOpenYear(inputs);
  const years = [first, first + 1].filter((year) => Date.UTC(year, 0) <= manifest.day);
  return years.flatMap((year): Partition[] => {
    const file = renderCatalogueFile(earthquakesOf(db, year), agencies);
    if (!file) return [];
    const { body, count } = file;
    return [{ year, hash: contentHash(body), count, put: (target) => writeFileSync(target, body) }];
  });
}

/** Takes no space where both folders are of one file system. */
function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
