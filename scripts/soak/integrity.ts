/** Whether what lies on the disk is one whole dataset, and a whole catalogue. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { numberedFiles, readIndex } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import { readManifest } from '#core/manifest.ts';
import { MANIFEST, cataloguePath, hashInPath, indexPath, linesPath, segmentPath, versionPath } from '#core/paths.ts';
import { researchFiles } from '#core/research-entry.ts';
import { shardFiles } from '#core/shard-entry.ts';

/** Identity of the dataset, every file of which was found with its hash. @throws Error naming those that were not */
export function wholeDataset(dist: string): string {
  const manifest = readManifest(readFileSync(join(dist, MANIFEST), 'utf8'));
  const has = (path: string, hash: string): boolean => {
    try {
      return contentHash(readFileSync(join(dist, path))) === hash;
    } catch {
      return false;
    }
  };
  const named = [
    ...manifest.shards.flatMap(shardFiles),
    ...manifest.segments.map((segment) => segmentPath(segment.hash)),
    ...manifest.research.flatMap(researchFiles),
    indexPath(manifest.details.hash),
  ];
  const broken = named.filter((path) => !has(path, hashInPath(path)!));
  if (broken.length === 0) {
    const index = readIndex(readFileSync(join(dist, indexPath(manifest.details.hash))));
    for (const hash of index.lines) if (hash !== null && !has(linesPath(hash), hash)) broken.push(linesPath(hash));
    const plain: [string, string][] = [
      ...numberedFiles(index),
      ...Object.entries(manifest.answers).map(([path, { hash }]): [string, string] => [path, hash]),
      ...(manifest.catalogue ?? []).map(({ period, hash }): [string, string] => [cataloguePath(period), hash]),
    ];
    for (const [path, hash] of plain) if (!has(path, hash) && !has(versionPath(hash), hash)) broken.push(path);
  }
  if (broken.length > 0) throw new Error(`not whole: ${broken.slice(0, 5).join(', ')} of ${broken.length}`);
  return manifest.dataset;
}

interface CatalogueRecord {
  id: number;
  eventId: string;
  latitude: number;
  magnitude: number | null;
}

/** Its current records. @throws Error when it is damaged */
export function wholeCatalogue(path: string): CatalogueRecord[] {
  const db = new Database(path);
  try {
    const check = db.pragma('integrity_check', { simple: true }) as string;
    const foreign = db.pragma('foreign_key_check') as unknown[];
    if (check !== 'ok' || foreign.length > 0) throw new Error(`${path}: ${check}, ${foreign.length} foreign keys`);
    return db
      .prepare<[], string>(`SELECT record FROM earthquakes WHERE state = 'current' ORDER BY id`)
      .pluck()
      .all()
      .map((record) => {
        const { id, eventId, latitude, magnitude } = JSON.parse(record) as CatalogueRecord;
        return { id, eventId, latitude, magnitude };
      });
  } finally {
    db.close();
  }
}
