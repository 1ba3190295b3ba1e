/** Old files go when no cached manifest can name them any more. */
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import type { Manifest } from '#core/manifest.ts';
import { fullShardPath, segmentPath, shardPath } from '#core/paths.ts';
import type { EpochMs } from '#core/time.ts';
import { HOUR } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { slugOwner, survivingState } from '../catalog/read.ts';
import type { Output } from '../publish.ts';

/** A file stays this long after a manifest last named it: cached manifests outlive builds. */
const KEPT_MS = 48 * HOUR;

/** When each content-hashed file was first missed by a manifest. */
const RETIRED = '.retired.json';

export function sweep(dist: string, output: Output, manifest: Manifest): void {
  const named = new Set([
    ...manifest.shards.flatMap(({ hash, fullHash }) => [shardPath(hash), fullShardPath(fullHash)]),
    ...manifest.segments.map(({ hash }) => segmentPath(hash)),
  ]);
  const before = readRetired(output);
  const retired: Record<string, EpochMs> = {};
  for (const path of fastGlob.sync(['shards/*.json', 'changes/*.json'], { cwd: dist }).sort()) {
    if (named.has(path)) continue;
    const since = Math.min(before[path] ?? manifest.asOf, manifest.asOf);
    if (manifest.asOf - since >= KEPT_MS) output.remove(path);
    else retired[path] = since;
  }
  for (const path of fastGlob.sync(['*.tmp', '{shards,changes,stations}/*.tmp'], { cwd: dist, dot: true }))
    output.remove(path);
  output.put(RETIRED, `${JSON.stringify(retired, null, 1)}\n`);
}

/** Details of a catalogue that this one does not continue, and what an ended process left half written. For full builds only. */
export function sweepDetails(dist: string, output: Output, db: Db): void {
  const folder = 'details';
  for (const path of fastGlob.sync('{id,date,gone/id,gone/date}/*/*', { cwd: join(dist, folder), dot: true })) {
    const full = `${folder}/${path}`;
    if (!expected(db, path)) output.remove(full);
  }
}

const BY_ID = /^(gone\/)?id\/\d+\/(\d+)\.json$/;
const BY_SLUG = /^(gone\/)?date\/([\d-]+)\/([a-z0-9-]+)\.json$/;

function expected(db: Db, path: string): boolean {
  const [, goneId, id] = BY_ID.exec(path) ?? [];
  const [, goneDate, date, slug] = BY_SLUG.exec(path) ?? [];
  const owner = id === undefined ? (date && slug ? slugOwner(db, date, slug) : undefined) : Number(id);
  const state = owner === undefined ? undefined : survivingState(db, owner);
  return state === ((goneId ?? goneDate) ? 'withdrawn' : 'current');
}

function readRetired(output: Output): Record<string, EpochMs> {
  try {
    return JSON.parse(output.read(RETIRED) ?? '{}') as Record<string, EpochMs>;
  } catch {
    return {};
  }
}
