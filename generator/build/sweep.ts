/** Old files go when no cached manifest can name them any more. */
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import type { Manifest } from '#core/manifest.ts';
import { datedPathOf, detailPath, fullShardPath, goneOf, segmentPath, shardPath } from '#core/paths.ts';
import type { EpochMs } from '#core/time.ts';
import { HOUR } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { slugOwner, survivingState } from '../catalog/read.ts';
import type { Output } from '../publish.ts';

/** A file stays this long after a manifest last named it: cached manifests outlive builds. */
export const KEPT_MS = 48 * HOUR;

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
    // A clock that was set back starts the wait anew rather than stretching it.
    const since = Math.min(before[path] ?? manifest.asOf, manifest.asOf);
    if (manifest.asOf - since >= KEPT_MS) output.remove(path);
    else retired[path] = since;
  }
  output.put(RETIRED, `${JSON.stringify(retired, null, 1)}\n`);
}

/** Removes details that this catalogue does not account for: another catalogue's, or withdrawn and reinstated ones. For full builds only. */
export function sweepDetails(dist: string, output: Output, db: Db): void {
  const folder = 'details';
  for (const path of fastGlob.sync('{id,date,gone/id,gone/date}/*/*', { cwd: join(dist, folder), dot: true })) {
    const full = `${folder}/${path}`;
    if (!expected(db, full)) output.remove(full);
  }
}

const BY_ID = /\/id\/\d+\/(\d{1,15})\.json$/;
const BY_SLUG = /\/date\/([\d-]+)\/([a-z0-9-]+)\.json$/;

function expected(db: Db, path: string): boolean {
  const [, id] = BY_ID.exec(path) ?? [];
  const [, date, slug] = BY_SLUG.exec(path) ?? [];
  const owner = id === undefined ? (date && slug ? slugOwner(db, date, slug) : undefined) : Number(id);
  if (owner === undefined) return false;
  const name = id === undefined ? datedPathOf(date!, slug!) : detailPath(owner);
  const state = survivingState(db, owner);
  return (state === 'current' && path === name) || (state === 'withdrawn' && path === goneOf(name));
}

function readRetired(output: Output): Record<string, EpochMs> {
  try {
    const known: unknown = JSON.parse(output.read(RETIRED) ?? '{}');
    return Object.fromEntries(Object.entries(known ?? {}).filter(([, since]) => Number.isFinite(since)));
  } catch {
    return {};
  }
}
