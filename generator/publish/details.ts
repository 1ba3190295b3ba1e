/** Which details a build must render: those of changed earthquakes, and of all that had or get one as a neighbour. */
import { dirname } from 'node:path';
import { linesOfBucket } from '#core/bucket-lines.ts';
import {
  BUCKET_IDS,
  DetailBucket,
  bucketOf,
  bucketsUntil,
  emptyIndex,
  firstNewestOf,
  numberedFiles,
  type DetailIndex,
} from '#core/details.ts';
import { bucketPath, namesPath, newestPath } from '#core/paths.ts';
import type { Db } from '../catalog/database.ts';
import { knownBetween, knownOf, lastId, namesOf, placedBetween, type Known, type Placed } from '../catalog/read.ts';
import { NearbyIndex } from '../outputs/nearby.ts';
import { Lines, putStations, type DetailInputs } from './detail-lines.ts';
import { bucketsWithoutLines, putLineFiles, type WrittenBuckets } from './line-files.ts';
import { publishedBytes } from './changeover.ts';
import { buildAllNames, buildNames } from './names.ts';
import { totalOf } from './shards.ts';
import type { Output } from './writer.ts';

/** What the changes since the former build mean for the details. */
export interface DetailChanges {
  /** Current earthquakes with a changed record or changed names. */
  changed: Set<number>;
  /** Earthquakes that moved, appeared or went. */
  moved: Set<number>;
  /** Earthquakes that took in another one: they have more names now, whether or not their record changed. */
  successors: Set<number>;
  /** `event_id` → id of those withdrawn or merged meanwhile, whether or not they are back. */
  retired: Map<string, number>;
  /** Where and when they were before and are now. */
  places: Omit<Placed, 'id'>[];
}

interface BuiltDetails {
  index: DetailIndex;
  rendered: number;
  /** Every earthquake with a line or names that may have changed. */
  touched: Set<number>;
  /** Those of them whose record and names are as before: an earthquake near them changed. */
  neighbours: Set<number>;
}

const NUMBERED_FOLDERS = [bucketPath(0), newestPath(0), namesPath(0)].map(dirname);

/** Renders every line. Files of the dataset before stay reachable by their hash, as a gateway may still serve it. */
export function buildAllDetails(inputs: DetailInputs): BuiltDetails {
  const { db, change } = inputs;
  const stations = putStations(inputs);
  const index = { ...indexAfter(emptyIndex(), lastId(db), inputs.newestIds), stations: stations.hash };
  inputs.progress('details', 0, 1);
  const lines = new Lines(inputs, { stations, nearby: nearbyIn(db), total: totalOf(db) });
  const written: WrittenBuckets = new Map();
  for (const bucket of index.buckets.keys()) {
    const known = knownIn(db, bucket);
    const body = Buffer.concat([lines.head, ...known.map((one) => lines.stored(one))]);
    index.buckets[bucket] = known.length === 0 ? null : change.put(bucketPath(bucket), body);
    written.set(bucket, linesOfBucket(body));
  }
  putLineFiles({ output: inputs.output, base: undefined }, index, written);
  const newest = knownBetween(db, firstNewestOf(index), Infinity);
  putNewest(inputs, index, { newest, lines });
  buildAllNames(inputs, index);
  const named = new Set(numberedFiles(index).map(([path]) => path));
  for (const folder of NUMBERED_FOLDERS)
    for (const path of inputs.output.pathsIn(folder))
      if (/\.(?:nd)?json$/.test(path) && !named.has(path)) change.drop(path);
  return { index, rendered: lines.rendered, touched: new Set(), neighbours: new Set() };
}

/** Renders the lines that the changes touch and those of lost files; copies the others. */
export function buildDetails(inputs: DetailInputs, changes: DetailChanges, base: DetailIndex): BuiltDetails {
  const { db, change } = inputs;
  const { changed, moved, successors, retired, places } = changes;
  const stations = putStations(inputs);
  const index = { ...indexAfter(base, lastId(db), inputs.newestIds), stations: stations.hash };
  const nearby = nearbyIn(db);
  const own = new Set([...changed, ...moved, ...successors]);
  for (const id of successors) for (const name of namesOf(db, id)) if (name.by === 'id') own.add(name.id);
  const neighbours = nearby.affected(moved, places).difference(own);
  const touched = own.union(neighbours);
  const isNewest = (id: number): boolean => id >= firstNewestOf(index);
  const bucketsOf = (ids: Iterable<number>): number[] => [...ids].filter((id) => !isNewest(id)).map(bucketOf);
  const added = [...index.buckets.keys()].slice(base.buckets.length);
  const rewritten = new Set([...bucketsOf(touched), ...added]);
  const unplaced = bucketsWithoutLines(inputs.output, base, rewritten);
  const again = lostLines(inputs, base, new Set([...rewritten, ...unplaced]));
  const ids = new Set([...touched, ...again]);
  const lines = new Lines(inputs, { stations, nearby, total: ids.size });
  putBuckets(inputs, { base, index, ids, lines }, new Set([...bucketsOf(ids), ...added, ...unplaced]));
  const newest = [...ids].filter(isNewest).flatMap((id) => knownOf(db, id) ?? []);
  putNewest(inputs, index, { newest, lines });
  for (let id = firstNewestOf(base); id < firstNewestOf(index); id += 1) change.drop(newestPath(id));
  buildNames(inputs, index, { ids: new Set([...moved, ...successors]), retired });
  return { index, rendered: lines.rendered, touched, neighbours };
}

/** The former index, with room for what is new. */
function indexAfter(base: DetailIndex, last: number, newestIds: number): Omit<DetailIndex, 'stations'> {
  const { names, lines } = base;
  const buckets = Array.from({ length: bucketsUntil(last, newestIds) }, (_, bucket) => base.buckets[bucket] ?? null);
  const [former, first] = [firstNewestOf(base), firstNewestOf({ buckets })];
  const newest = Array.from(
    { length: Math.max(0, last + 1 - first) },
    (_, nth) => base.newest[first - former + nth] ?? null,
  );
  return { buckets, newest, names: [...names], lines: [...lines] };
}

function putNewest(
  { change }: DetailInputs,
  index: DetailIndex,
  { newest, lines }: { newest: Iterable<Known>; lines: Lines },
): void {
  for (const known of newest)
    index.newest[known.id - firstNewestOf(index)] = change.put(newestPath(known.id), lines.whole(known));
}

interface Rewriting {
  base: DetailIndex;
  /** This build's index. */
  index: DetailIndex;
  /** Earthquakes with lines to render again. */
  ids: ReadonlySet<number>;
  lines: Lines;
}

function putBuckets(inputs: DetailInputs, rewriting: Rewriting, buckets: ReadonlySet<number>): void {
  const { base, index } = rewriting;
  const written: WrittenBuckets = new Map();
  for (const bucket of buckets) {
    const body = bucketBody(inputs, bucket, rewriting);
    index.buckets[bucket] = inputs.change.put(bucketPath(bucket), body);
    written.set(bucket, linesOfBucket(body));
  }
  putLineFiles({ output: inputs.output, base }, index, written);
}

/** Ids of lines in files of the former build that are missing or, of those that make the dirty buckets, damaged. */
function lostLines({ db, output }: DetailInputs, base: DetailIndex, dirty: ReadonlySet<number>): number[] {
  const folders = [bucketPath(0), newestPath(0)].map(dirname);
  const present = new Set(folders.flatMap((folder) => [...output.pathsIn(folder)]));
  const isLost = (path: string, hash: string | null, bucket: number): boolean =>
    hash !== null && !(dirty.has(bucket) ? publishedBytes(output, path, hash) : present.has(path));
  const first = firstNewestOf(base);
  return [
    ...base.buckets.flatMap((hash, bucket) =>
      isLost(bucketPath(bucket), hash, bucket) ? knownIn(db, bucket).map(({ id }) => id) : [],
    ),
    ...base.newest.flatMap((hash, nth) =>
      isLost(newestPath(first + nth), hash, bucketOf(first + nth)) ? [first + nth] : [],
    ),
  ];
}

function bucketBody({ db, output }: DetailInputs, bucket: number, { base, ids, lines }: Rewriting): Buffer {
  const formerOf = formerLines(output, base, bucket);
  return Buffer.concat([
    lines.head,
    ...knownIn(db, bucket).map((known) => (ids.has(known.id) ? undefined : formerOf(known.id)) ?? lines.stored(known)),
  ]);
}

/** A line by its id, from the former bucket; none of a new one, whose lines have files in another form. */
function formerLines(output: Output, base: DetailIndex, bucket: number): (id: number) => Uint8Array | undefined {
  const hash = base.buckets[bucket];
  const bytes = hash ? publishedBytes(output, bucketPath(bucket), hash) : undefined;
  const former = bytes && new DetailBucket(bytes);
  return (id) => former?.bytesOf(id);
}

export const knownIn = (db: Db, bucket: number): Known[] =>
  knownBetween(db, bucket * BUCKET_IDS, (bucket + 1) * BUCKET_IDS);

const nearbyIn = (db: Db): NearbyIndex => new NearbyIndex((from, to) => placedBetween(db, from, to));
