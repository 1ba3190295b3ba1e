/** A folder with what the map of all years reads, from the column files of any `dist/`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readColumns } from '#core/columns.ts';
import { contentHash } from '#core/etag.ts';
import { MANIFEST, pointsPath } from '#core/paths.ts';
import { writePoints } from '#core/points.ts';
import { withItsChecksum } from '../../../test/support/manifest.ts';
import { syntheticSite } from '../../../test/support/site-pages.ts';

interface ShardJson {
  columns: string;
  count: number;
  points?: string;
}

interface PointDist {
  earthquakes: number;
  files: number;
  bytes: number;
  /** Bytes of the largest file. */
  largest: number;
}

/** @param dist read only; it may be older than point files */
export function writePointDist(dist: string, folder: string): PointDist {
  const put = (path: string, bytes: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  };
  for (const [path, bytes] of syntheticSite()) put(path, bytes);
  const manifest = JSON.parse(readFileSync(join(dist, MANIFEST), 'utf8')) as { shards: ShardJson[] };
  const made: PointDist = { earthquakes: 0, files: 0, bytes: 0, largest: 0 };
  for (const shard of manifest.shards) {
    const file = pointsOf(readFileSync(join(dist, shard.columns)), shard.count);
    shard.points = pointsPath(contentHash(file));
    put(shard.points, file);
    made.earthquakes += shard.count;
    made.files += 1;
    made.bytes += file.byteLength;
    made.largest = Math.max(made.largest, file.byteLength);
  }
  put(MANIFEST, withItsChecksum(JSON.stringify(manifest)));
  return made;
}

function pointsOf(file: Uint8Array, rows: number): Uint8Array {
  const columns = readColumns(file, rows);
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return writePoints(
    Array.from({ length: rows }, (_, row) => ({
      id: columns.id[row]!,
      time: columns.time[row]!,
      latitude: columns.latitude[row]!,
      longitude: columns.longitude[row]!,
      depthKm: known(columns.depthKm[row]!),
      magnitude: known(columns.magnitude[row]!),
      agencies: columns.agencies[row]!,
      isEarthquake: columns.eventTypes[columns.eventType[row]!] === 'earthquake',
    })),
  );
}
