/** Which details a build must render: those of changed earthquakes, and of every one that had or gets such a neighbour. */
import { LRUCache } from 'lru-cache';
import type { Agency, Earthquake, Station } from '#core/earthquake.ts';
import { datedPathOf, detailPath, goneOf } from '#core/paths.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import type { Name, Placed } from '../catalog/read.ts';
import { earthquakeOf, lastRecordOf, namesOf, placedBetween } from '../catalog/read.ts';
import { detailBody, goneBody } from '../outputs/detail.ts';
import { NEARBY, nearbyIndex, nearestPoints } from '../outputs/nearby.ts';
import type { Output } from '../publish.ts';

export interface DetailInputs {
  db: Db;
  output: Output;
  stations: Station[];
  /** Those in use. */
  agencies: readonly Agency[];
  /** Called once a detail. */
  progress(total: number): void;
}

/** What the changes since the former build mean for the details. */
export interface DetailChanges {
  /** Current earthquakes whose record or names changed. */
  changed: Set<number>;
  /** Earthquakes withdrawn by all. */
  withdrawn: Set<number>;
  /** Earthquakes whose place, or whose presence, changed. */
  moved: Set<number>;
  /** Where and when they were before and are now. */
  places: Omit<Placed, 'id'>[];
}

const STATIONS = 10;
const KEPT_RECORDS = 50_000;

/** Renders the details of every current earthquake. @returns how many */
export function buildAllDetails(inputs: DetailInputs, withdrawn: Set<number>): number {
  const rows = placedBetween(inputs.db, -Infinity, Infinity);
  writeDetails(inputs, rows, new Set(rows.map(({ id }) => id)));
  for (const id of withdrawn) withdrawDetail(inputs, id);
  return rows.length;
}

/** Renders the details that the changes touch. @returns how many */
export function buildDetails(inputs: DetailInputs, { changed, withdrawn, moved, places }: DetailChanges): number {
  const rows = around(inputs.db, places);
  const index = nearbyIndex(rows);
  const touched = new Set([...changed, ...index.affected(moved, places)]);
  writeDetails(inputs, rows, touched, index);
  for (const id of withdrawn) withdrawDetail(inputs, id);
  return touched.size;
}

/** Earthquakes within twice the nearby time of the places: all that lists of affected earthquakes can hold. */
function around(db: Db, places: { time: EpochMs }[]): Placed[] {
  const spans = places
    .map(({ time }) => ({ from: time - 2 * NEARBY.ms, to: time + 2 * NEARBY.ms }))
    .sort((a, b) => a.from - b.from);
  const merged: typeof spans = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push(span);
  }
  return merged.flatMap(({ from, to }) => placedBetween(db, from, to));
}

function writeDetails(inputs: DetailInputs, rows: Placed[], ids: ReadonlySet<number>, index = nearbyIndex(rows)): void {
  const { db, output, stations, agencies } = inputs;
  const nearestStations = nearestPoints(stations, STATIONS);
  const records = new LRUCache<number, Earthquake>({ max: KEPT_RECORDS });
  const recordOf = (id: number): Earthquake => {
    let record = records.get(id);
    if (!record) records.set(id, (record = earthquakeOf(db, id)!));
    return record;
  };
  for (const id of ids) {
    const earthquake = recordOf(id);
    const body = detailBody(earthquake, {
      nearbyStations: nearestStations(earthquake),
      nearbyQuakes: index.nearest(id).map(recordOf),
      agencies,
    });
    output.putDetail(detailPath(id), body);
    for (const path of pathsOf(namesOf(db, id))) {
      if (path !== detailPath(id)) output.link(detailPath(id), path);
      output.remove(goneOf(path));
    }
    inputs.progress(ids.size);
  }
}

function withdrawDetail({ db, output, agencies }: DetailInputs, id: number): void {
  const body = goneBody(lastRecordOf(db, id)!, agencies);
  for (const path of pathsOf(namesOf(db, id))) {
    output.putDetail(goneOf(path), body);
    output.remove(path);
  }
}

const pathsOf = (names: Name[]): string[] =>
  names.map((name) => (name.by === 'id' ? detailPath(name.id) : datedPathOf(name.date, name.slug)));
