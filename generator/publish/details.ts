/** Which details a build must render: those of changed earthquakes, and of all that had or get one as a neighbour. */
import { dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Earthquake } from '#core/earthquake.ts';
import { linesOfBucket } from '#core/bucket-lines.ts';
import { BUCKET_IDS, DetailBucket, bucketOf, emptyIndex, mergedLine, type DetailIndex } from '#core/details.ts';
import { mergeIntervals } from '#core/intervals.ts';
import { NearestIndex } from '#core/nearest.ts';
import { bucketPath } from '#core/paths.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import {
  earthquakeOf,
  knownBetween,
  lastId,
  lastRecordOf,
  namesOf,
  placedBetween,
  placedOf,
  type Known,
  type Placed,
} from '../catalog/read.ts';
import { detailBody, goneBody, nearbyQuake, nearbyStation, type NearbyItem } from '../outputs/detail.ts';
import { NEARBY, NearbyIndex } from '../outputs/nearby.ts';
import type { BuildContext } from './build-context.ts';
import { bucketsWithoutLines, putLineFiles, type WrittenBuckets } from './line-files.ts';
import { publishedBytes } from './changeover.ts';
import { buildAllNames, buildNames } from './names.ts';

type DetailInputs = Pick<BuildContext, 'db' | 'output' | 'change' | 'stations' | 'agencies' | 'progress'>;

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

const STATIONS = 10;
/** As a size and not as a count, for which the cache would allocate at once in every build. */
const KEPT_RECORDS = 50_000;

/** Renders every line. */
export function buildAllDetails(inputs: DetailInputs): BuiltDetails {
  const { db, change } = inputs;
  const index = emptyIndex();
  inputs.progress('details', 0, 1);
  const rows = placedBetween(db, -Infinity, Infinity);
  const lines = new Lines(inputs, new NearbyIndex(rows), rows.length);
  const written: WrittenBuckets = new Map();
  for (let bucket = 0; bucket <= bucketOf(lastId(db)); bucket += 1) {
    const known = knownIn(db, bucket);
    const body = Buffer.concat(known.map((one) => lines.render(one)));
    index.buckets.push(known.length === 0 ? null : change.put(bucketPath(bucket), body));
    written.set(bucket, linesOfBucket(body));
  }
  putLineFiles({ output: inputs.output, base: undefined }, index, written);
  buildAllNames(inputs, index);
  return { index, rendered: lines.rendered, touched: new Set(), neighbours: new Set() };
}

/** Renders the lines that the changes touch and those of lost buckets; copies the others. */
export function buildDetails(inputs: DetailInputs, changes: DetailChanges, base: DetailIndex): BuiltDetails {
  const { db } = inputs;
  const { changed, moved, successors, retired, places } = changes;
  const index: DetailIndex = { buckets: [...base.buckets], names: [...base.names], lines: [...base.lines] };
  let nearby = new NearbyIndex(around(db, places));
  const own = new Set([...changed, ...moved, ...successors]);
  for (const id of successors) for (const name of namesOf(db, id)) if (name.by === 'id') own.add(name.id);
  const neighbours = nearby.affected(moved, places).difference(own);
  const touched = own.union(neighbours);
  const rewritten = new Set([...touched].map(bucketOf));
  const unplaced = bucketsWithoutLines(inputs.output, base, rewritten);
  const dirty = new Set([...rewritten, ...unplaced]);
  const again = lostBuckets(inputs, base, dirty).flatMap((bucket) => knownIn(db, bucket).map(({ id }) => id));
  if (again.length > 0)
    nearby = new NearbyIndex(around(db, [...places, ...again.flatMap((id) => placedOf(db, id) ?? [])]));
  const ids = new Set([...touched, ...again]);
  const lines = new Lines(inputs, nearby, ids.size);
  putBuckets(inputs, { base, index, ids, lines }, new Set([...ids].map(bucketOf)).union(new Set(unplaced)));
  buildNames(inputs, index, { ids: new Set([...moved, ...successors]), retired });
  return { index, rendered: lines.rendered, touched, neighbours };
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
    while (index.buckets.length <= bucket) index.buckets.push(null);
    const body = bucketBody(inputs, bucket, rewriting);
    index.buckets[bucket] = inputs.change.put(bucketPath(bucket), body);
    written.set(bucket, linesOfBucket(body));
  }
  putLineFiles({ output: inputs.output, base }, index, written);
}

/** Buckets of the former build that are missing or, of the dirty ones, damaged. */
function lostBuckets({ output }: DetailInputs, { buckets }: DetailIndex, dirty: Set<number>): number[] {
  const present = output.pathsIn(dirname(bucketPath(0)));
  return [...buckets.entries()]
    .filter(([bucket, hash]) => {
      if (hash === null) return false;
      const path = bucketPath(bucket);
      return dirty.has(bucket) ? !publishedBytes(output, path, hash) : !present.has(path);
    })
    .map(([bucket]) => bucket);
}

function bucketBody({ db, output }: DetailInputs, bucket: number, { base, ids, lines }: Rewriting): Buffer {
  const hash = base.buckets[bucket];
  const bytes = hash ? publishedBytes(output, bucketPath(bucket), hash) : undefined;
  const former = bytes && new DetailBucket(bytes);
  return Buffer.concat(
    knownIn(db, bucket).map(
      (known) => (ids.has(known.id) ? undefined : former?.bytesOf(known.id)) ?? lines.render(known),
    ),
  );
}

export const knownIn = (db: Db, bucket: number): Known[] =>
  knownBetween(db, bucket * BUCKET_IDS, (bucket + 1) * BUCKET_IDS);

/** Earthquakes within twice the nearby time of the places: all that lists of affected earthquakes can hold. */
function around(db: Db, places: { time: EpochMs }[]): Placed[] {
  const instants = places.map(({ time }) => ({ from: time, to: time }));
  return mergeIntervals(instants, 2 * NEARBY.ms).flatMap(({ from, to }) => placedBetween(db, from, to));
}

/** A record, and what the details near it say of it. */
interface Kept {
  earthquake: Earthquake;
  nearby: NearbyItem;
}

/** Renders the lines of buckets. */
class Lines {
  /** Details rendered so far, lines of withdrawn and merged earthquakes not counted. */
  rendered = 0;
  readonly #inputs: DetailInputs;
  readonly #nearby: NearbyIndex;
  readonly #total: number;
  readonly #stations: NearestIndex<NearbyItem>;
  readonly #records = new LRUCache<number, Kept>({ maxSize: KEPT_RECORDS, sizeCalculation: () => 1 });

  constructor(inputs: DetailInputs, nearby: NearbyIndex, total: number) {
    this.#inputs = inputs;
    this.#nearby = nearby;
    this.#total = total;
    this.#stations = new NearestIndex(inputs.stations.map(nearbyStation));
  }

  render({ id, state, merged_into: into }: Known): Buffer {
    const { db, agencies } = this.#inputs;
    if (state === 'withdrawn') return Buffer.from(goneBody(lastRecordOf(db, id)!, agencies));
    if (state === 'merged') return Buffer.from(mergedLine(id, into!));
    const { earthquake } = this.#recordOf(id);
    const body = detailBody(earthquake, {
      nearbyStations: this.#stations.nearest(earthquake, { limit: STATIONS }).map(({ item }) => item),
      nearbyQuakes: this.#nearby.nearest(id).map((other) => this.#recordOf(other).nearby),
      agencies,
    });
    this.rendered += 1;
    this.#inputs.progress('details', this.rendered, this.#total);
    return Buffer.from(body);
  }

  #recordOf(id: number): Kept {
    let kept = this.#records.get(id);
    if (!kept) {
      const earthquake = earthquakeOf(this.#inputs.db, id)!;
      this.#records.set(id, (kept = { earthquake, nearby: nearbyQuake(earthquake) }));
    }
    return kept;
  }
}
