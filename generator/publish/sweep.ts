/** Removes old files once no cached manifest can name them. */
import fastGlob from 'fast-glob';
import { datasetFiles, type Published } from '#core/dataset-files.ts';
import { readIndex } from '#core/detail-index.ts';
import { type DetailIndex, emptyIndex, numberedFiles } from '#core/details.ts';
import { readManifest, type Manifest } from '#core/manifest.ts';
import { ownValue } from '#core/own-value.ts';
import {
  compressedPath,
  COMPRESSIONS,
  datedPathOf,
  EARTHQUAKE_PAGES,
  detailPath,
  HASHED_FOLDERS,
  MANIFEST,
  NUMBERED_DETAILS,
  PICTURES,
  SINGLE_DETAILS,
  SITEMAPS,
  versionPath,
  withdrawnPath,
} from '#core/paths.ts';
import { HOUR, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { knownOf, slugOwner } from '../catalog/read.ts';
import type { Output } from './writer.ts';
import { hasFiles, type DetailFilesInputs } from './detail-files.ts';
import type { EventPages } from './event-pages.ts';

/**
 * A file is kept this long after a manifest last named it, within the limits below: cached manifests outlive builds.
 */
const KEPT_MS = 48 * HOUR;

/** Most bytes of files that no manifest names; or the bytes of the live files where that is more. */
export const KEPT_BYTES = 64e6;

/** Most files that no manifest names: each build looks at all of them. */
export const KEPT_FILES = 10_000;

/** File with the content-hashed files that no manifest names, by the time since when. */
const RETIRED = '.retired.json';

/** @param before the former dataset: its files are kept, whatever their size */
export function sweep(output: Output, now: Published & { minute: EpochMs }, before: Published | undefined): void {
  const { minute: asOf } = now;
  const named = namedPaths(now);
  const current = plainVersions(now);
  const brief = new Set(before && catalogueVersions(before));
  const kept = new Set(
    before && [...namedPaths(before), ...[...plainVersions(before)].filter((path) => !current.has(path))],
  );
  // Where none are wanted any more, none are left.
  if (!now.manifest.catalogue) for (const path of brief) kept.delete(path);
  const known = readRetired(output);
  const retired: Record<string, EpochMs> = {};
  for (const path of HASHED_FOLDERS.flatMap((folder) => [...output.pathsIn(folder)]).sort()) {
    if (named.has(path)) continue;
    // A clock that was set back restarts the wait instead of prolonging it.
    const since = Math.min(ownValue(known, path) ?? (brief.has(path) ? asOf - KEPT_MS : asOf), asOf);
    const served = current.has(path) && !Object.hasOwn(known, path) && !kept.has(path);
    if (served || (asOf - since >= KEPT_MS && !kept.has(path))) output.remove(path);
    else retired[path] = since;
  }
  for (const path of ['catalogue', 'provinces', 'cap', PICTURES].flatMap((folder) => [...output.pathsIn(folder)]))
    if (!named.has(path)) output.remove(path);
  enforceLimits(output, retired, { kept, live: () => liveBytes(output, now) });
  output.put(RETIRED, writeRetired(retired));
}

/** Removes the oldest retired files until the others fit. */
function enforceLimits(
  output: Output,
  retired: Record<string, EpochMs>,
  { kept, live }: { kept: Set<string>; live: () => number },
): void {
  let bytes = Object.keys(retired).reduce((sum, path) => sum + output.sizeOf(path), 0);
  let files = Object.keys(retired).length;
  const limit = bytes > KEPT_BYTES ? Math.max(KEPT_BYTES, live()) : KEPT_BYTES;
  for (const [path] of Object.entries(retired).sort(([, a], [, b]) => a - b)) {
    if (bytes <= limit && files <= KEPT_FILES) return;
    if (kept.has(path)) continue;
    bytes -= output.sizeOf(path);
    files -= 1;
    output.remove(path);
    delete retired[path];
  }
}

const pathsOf = (files: readonly (readonly [path: string, hash: string])[]): string[] => files.map(([path]) => path);

/** Files named by their hash, Parquet files and the stored answers. */
function namedPaths(published: Published): Set<string> {
  const { hashed, catalogue, answers } = datasetFiles(published);
  const compressed = answers.flatMap(([path]) => COMPRESSIONS.map((name) => compressedPath(path, name)));
  return new Set([...pathsOf([...hashed, ...catalogue, ...answers]), ...compressed]);
}

/** Versions of the files with plain names. */
function plainVersions(published: Published): Set<string> {
  const { details, answers, catalogue } = datasetFiles(published);
  return new Set([...details, ...answers, ...catalogue].map(([, hash]) => versionPath(hash)));
}

/** Former Parquet files outlive the manifest that named them by one build only: a year may have many megabytes. */
const catalogueVersions = (published: Published): string[] =>
  datasetFiles(published).catalogue.map(([, hash]) => versionPath(hash));

function liveBytes(output: Output, published: Published): number {
  const paths = [...namedPaths(published), ...pathsOf(datasetFiles(published).details)];
  return paths.reduce((sum, path) => sum + output.sizeOf(path), 0);
}

/** Of the dataset in a folder; undefined where there is none of this format. */
export function manifestIn(output: Output): Manifest | undefined {
  try {
    return readManifest(output.read(MANIFEST) ?? '', (path) => output.readBytes(path));
  } catch {
    return undefined;
  }
}

export function publishedIn(output: Output): Published | undefined {
  const manifest = manifestIn(output);
  return manifest && { manifest, index: indexIn(output, manifest.details.hash) ?? emptyIndex() };
}

/** Undefined where a file of it is missing or damaged. */
export function indexIn(output: Output, hash: string): DetailIndex | undefined {
  try {
    return readIndex(hash, (path) => output.readBytes(path));
  } catch {
    return undefined;
  }
}

interface DetailSweep extends DetailFilesInputs {
  dist: string;
  /** Absent without a site. */
  pages: EventPages | undefined;
}

/** Removes details that this catalogue and setting do not explain. For full builds only. */
export function sweepDetails({ dist, output, db, mode, asOf, index, pages }: DetailSweep): void {
  const due = hasFiles(db, mode, asOf);
  for (const path of fastGlob.sync(SINGLE_DETAILS, { cwd: dist, dot: true }))
    if (!expected(db, path, due)) output.remove(path);
  const numbered = new Set(numberedFiles(index).map(([path]) => path));
  for (const path of fastGlob.sync(NUMBERED_DETAILS, { cwd: dist, dot: true }))
    if (!numbered.has(path)) output.remove(path);
  for (const path of fastGlob.sync([EARTHQUAKE_PAGES, `${SITEMAPS}/earthquakes-*`], { cwd: dist }))
    if (!pages?.isExpected(path)) output.removeWithFolders(path);
}

const BY_ID = /\/id\/\d+\/(\d{1,15})\.json$/;
const BY_SLUG = /\/date\/([\d-]+)\/([a-z0-9-]+)\.json$/;

function expected(db: Db, path: string, due: ReturnType<typeof hasFiles>): boolean {
  const [, id] = BY_ID.exec(path) ?? [];
  const [, date, slug] = BY_SLUG.exec(path) ?? [];
  const owner = id === undefined ? (date && slug ? slugOwner(db, date, slug) : undefined) : Number(id);
  if (owner === undefined) return false;
  const name = id === undefined ? datedPathOf(date!, slug!) : detailPath(owner);
  const known = knownOf(db, owner);
  const survivor = known?.state === 'merged' ? knownOf(db, known.merged_into!) : known;
  if (!survivor || !due(survivor)) return false;
  return path === (survivor.state === 'withdrawn' ? withdrawnPath(name) : name);
}

const writeRetired = (retired: Record<string, EpochMs>): string =>
  `${JSON.stringify(Object.groupBy(Object.keys(retired), (path) => ownValue(retired, path)!))}\n`;

function readRetired(output: Output): Record<string, EpochMs> {
  try {
    const known: unknown = JSON.parse(output.read(RETIRED) ?? '{}');
    const lists = Object.entries(known ?? {}).filter(([since]) => Number.isFinite(Number(since)));
    return Object.fromEntries(lists.flatMap(([since, paths]) => (paths as string[]).map((path) => [path, +since])));
  } catch {
    return {};
  }
}
