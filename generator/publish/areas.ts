/** Area indexes, and the parts of the manifest. Those of the former build are kept where their shards are the same. */
import { writeAreaIndex } from '#core/area-index.ts';
import { type Area, type AreaEntry, type AreaSizes, areasOf, shardsOfAreas } from '#core/areas.ts';
import { readColumns } from '#core/columns.ts';
import { contentHash } from '#core/etag.ts';
import type { Point } from '#core/geo.ts';
import type { Manifest } from '#core/manifest.ts';
import { writeParts } from '#core/manifest-partition.ts';
import { areaPath, columnsPath } from '#core/paths.ts';
import type { ShardEntry } from '#core/shard-entry.ts';
import type { Output } from './writer.ts';

type AreaOutput = Pick<Output, 'exists' | 'putShared' | 'readBytes'>;

interface AreaInputs {
  /** Of the build to start from; null for a full one. */
  base: Manifest | null;
  output: AreaOutput;
}

const keyOf = (shards: readonly ShardEntry[]): string => shards.map(({ columnsHash }) => columnsHash).join();

/** @param shards whose files are written */
export function buildAreas(
  { base, output }: AreaInputs,
  shards: readonly ShardEntry[],
  sizes?: AreaSizes,
): { areas?: AreaEntry[] } {
  const former = new Map(base ? shardsOfAreas(base).map(([{ hash }, own]) => [keyOf(own), hash]) : []);
  const areas = areasOf(shards, sizes).map(({ band, level, index, count, shards: own }): AreaEntry => {
    const hash = former.get(keyOf(own));
    const isThere = hash !== undefined && output.exists(areaPath(hash));
    return { hash: isThere ? hash : putIndex(output, own), band, level, index, count };
  });
  return areas.length > 0 ? { areas } : {};
}

function putIndex(output: AreaOutput, shards: Area['shards']): string {
  const body = writeAreaIndex(shards.flatMap((shard) => pointsOf(output, shard)));
  const hash = contentHash(body);
  output.putShared(areaPath(hash), body);
  return hash;
}

function pointsOf(output: AreaOutput, { columnsHash, count }: ShardEntry): Point[] {
  const { latitude, longitude } = readColumns(output.readBytes(columnsPath(columnsHash))!, count);
  return Array.from(latitude, (north, row) => ({ latitude: north, longitude: longitude[row]! }));
}

type Entries = Pick<Manifest, 'shards' | 'areas'>;

/** @returns what the manifest says of shards and area indexes */
export function putParts(output: Pick<Output, 'putShared'>, entries: Entries): Entries & Pick<Manifest, 'parts'> {
  const { parts, files } = writeParts(entries);
  for (const [path, text] of files) output.putShared(path, text);
  return { parts, ...entries };
}
