/** The lines of earthquakes as the catalogue has them. */
import { mergedLine } from '#core/details.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { NearestIndex } from '#core/nearest.ts';
import { stationTablePath } from '#core/paths.ts';
import { bucketHead, wholeLine } from '#core/stored-lines.ts';
import { earthquakeOf, lastRecordOf, type Known } from '../catalog/read.ts';
import {
  goneBody,
  nearbyQuake,
  nearbyStation,
  stationTable,
  storedDetail,
  type NearbyQuake,
  type NearbyStation,
} from '../outputs/detail.ts';
import type { NearbyIndex } from '../outputs/nearby.ts';
import type { BuildContext } from './build-context.ts';

export type DetailInputs = Pick<
  BuildContext,
  'db' | 'output' | 'change' | 'stations' | 'agencies' | 'newestIds' | 'progress'
>;

const STATIONS = 10;
/** So many that were asked for last are kept, and up to as many asked for before. */
const KEPT_RECORDS = 8192;

/** What the details near an earthquake say of it, and its record until its own detail is rendered. */
interface Kept {
  earthquake: Earthquake | undefined;
  nearby: NearbyQuake;
}

/** The table of stations, as it is published. */
interface Stations {
  rows: NearbyStation[];
  hash: string;
}

interface LineSources {
  stations: Stations;
  nearby: NearbyIndex;
  /** Lines to be rendered, for the progress. */
  total: number;
}

export function putStations({ output, stations }: DetailInputs): Stations {
  const rows = stations.map(nearbyStation);
  const body = stationTable(rows);
  const hash = contentHash(body);
  output.put(stationTablePath(hash), body);
  return { rows, hash };
}

export class Lines {
  /** Details rendered so far, lines of withdrawn and merged earthquakes not counted. */
  rendered = 0;
  readonly #inputs: DetailInputs;
  readonly #nearby: NearbyIndex;
  readonly #total: number;
  readonly #stations: NearestIndex<NearbyStation>;
  /** The table of stations. */
  readonly #table: Buffer[];
  /** First line of a bucket. */
  readonly head: Buffer;
  #recent = new Map<number, Kept>();
  #before = new Map<number, Kept>();

  constructor(inputs: DetailInputs, { stations, nearby, total }: LineSources) {
    this.#inputs = inputs;
    this.#nearby = nearby;
    this.#total = total;
    this.#stations = new NearestIndex(stations.rows);
    this.#table = stations.rows.map(({ json }) => Buffer.from(json));
    this.head = Buffer.from(bucketHead(stations.hash));
  }

  /** A line of the newest, as it is answered. */
  whole(known: Known): Uint8Array {
    const line = this.stored(known);
    return known.state === 'current' ? wholeLine(line, this.#table) : line;
  }

  /** A line of a bucket. */
  stored({ id, state, merged_into: into }: Known): Buffer {
    const { db, agencies } = this.#inputs;
    if (state === 'withdrawn') return Buffer.from(goneBody(lastRecordOf(db, id)!, agencies));
    if (state === 'merged') return Buffer.from(mergedLine(id, into!));
    const kept = this.#keptOf(id);
    const earthquake = kept.earthquake ?? earthquakeOf(db, id)!;
    kept.earthquake = undefined;
    const line = storedDetail(earthquake, {
      nearbyStations: this.#stations.nearest(earthquake, { limit: STATIONS }).map(({ item }) => item),
      nearbyQuakes: this.#nearby.nearest(earthquake).map((other) => this.#keptOf(other).nearby),
      agencies,
    });
    this.rendered += 1;
    this.#inputs.progress('details', this.rendered, this.#total);
    return Buffer.from(line);
  }

  #keptOf(id: number): Kept {
    const recent = this.#recent.get(id);
    if (recent) return recent;
    const kept = this.#before.get(id) ?? this.#read(id);
    if (this.#recent.size >= KEPT_RECORDS) [this.#before, this.#recent] = [this.#recent, new Map()];
    this.#recent.set(id, kept);
    return kept;
  }

  #read(id: number): Kept {
    const earthquake = earthquakeOf(this.#inputs.db, id)!;
    return { earthquake, nearby: nearbyQuake(earthquake) };
  }
}
