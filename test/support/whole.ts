/** Whether what lies on the disk is one whole dataset, and a whole catalogue; and documents that change it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { datasetFiles } from '#core/dataset-files.ts';
import { readIndex } from '#core/detail-index.ts';
import { contentHash } from '#core/etag.ts';
import { versionPath } from '#core/paths.ts';
import { HOUR } from '#core/time.ts';
import { manifestIn } from './manifest.ts';

/** Identity of the dataset, every file of which was found with its hash. @throws Error naming those that were not */
export function wholeDataset(dist: string): string {
  const manifest = manifestIn(dist);
  const has = (path: string, hash: string): boolean => {
    try {
      return contentHash(readFileSync(join(dist, path))) === hash;
    } catch {
      return false;
    }
  };
  const index = readIndex(manifest.details.hash, (path) => readFileSync(join(dist, path)));
  const named = Object.values(datasetFiles({ manifest, index })).flat();
  const broken = named.filter(([path, hash]) => !has(path, hash) && !has(versionPath(hash), hash));
  if (broken.length > 0) throw new Error(`not whole: ${broken.slice(0, 5).join(', ')} of ${broken.length}`);
  return manifest.dataset;
}

/** Its current records. @throws Error when it is damaged */
export function wholeCatalogue(path: string): string[] {
  const db = new Database(path);
  try {
    const check = db.pragma('integrity_check', { simple: true }) as string;
    const foreign = db.pragma('foreign_key_check') as unknown[];
    if (check !== 'ok' || foreign.length > 0) throw new Error(`${path}: ${check}, ${foreign.length} foreign keys`);
    const current = db.prepare<[], string>(`SELECT record FROM earthquakes WHERE state = 'current' ORDER BY id`);
    return current.pluck().all();
  } finally {
    db.close();
  }
}

const FIRST_TIME = Date.UTC(2025, 0, 1);

/** Path of a document of the USGS in which the earthquakes have other values than in the former rounds. */
export function changedDocument(folder: string, round: number, earthquakes: number): string {
  mkdirSync(join(folder, 'documents'), { recursive: true });
  const path = join(folder, 'documents', `${String(round).padStart(6, '0')}.geojson`);
  const metadata = { generated: Date.now(), url: 'https://example.org/', title: 'SYNTHETIC', status: 200 };
  const features = Array.from({ length: earthquakes }, (_, n) => featureOf(n, round));
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', metadata, features }));
  return path;
}

function featureOf(n: number, round: number): object {
  // One in six has another magnitude and depth: a document with more changes would be held back.
  const phase = n % 6 === 0 ? round : 0;
  const properties = {
    ...{ mag: 2 + ((n + phase) % 40) / 10, magType: 'mb', place: '20 km N of Pazarcık, Turkey', type: 'earthquake' },
    ...{ time: FIRST_TIME + n * 3 * HOUR, updated: FIRST_TIME + 365 * 24 * HOUR + round * 1000, status: 'reviewed' },
    ...{ net: 'us', code: `7000${n}`, ids: `,us7000${n},`, sources: ',us,', types: ',origin,' },
  };
  const coordinates = [27 + ((n * 7) % 1600) / 100, 36.5 + ((n * 11 + round) % 450) / 100, 5 + (phase % 20)];
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates }, id: `us7000${n}` };
}
