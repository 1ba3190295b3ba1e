/** Queries on the catalogue. Nothing here writes. */
import { contentHash } from '#core/etag.ts';
import type { Earthquake, Station } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { allRows, allValues, firstRow, firstValue, sql, type Db } from './database.ts';

interface CatalogState {
  /** Number of the last published change; 0 for an empty catalogue. */
  sequence: number;
  history: string;
}

/** The state after a change number; undefined where there is no such change yet. */
export function stateAt(db: Db, sequence: number): CatalogState | undefined {
  if (sequence === 0) return { sequence, history: contentHash('') };
  const history = firstValue<string>(db, 'SELECT history FROM changes WHERE sequence = ?', sequence);
  return history === undefined ? undefined : { sequence, history };
}

export const currentState = (db: Db): CatalogState =>
  stateAt(db, firstValue(db, 'SELECT ifnull(max(sequence), 0) FROM changes')!)!;

export interface ChangeRow {
  sequence: number;
  earthquake: number;
  updated_at: EpochMs;
  kind: 'record' | 'retracted' | 'merged';
  band: number;
  /** Whole second. */
  time: EpochMs;
  before_band: number | null;
  before_time: EpochMs | null;
  before_latitude: number | null;
  before_longitude: number | null;
  /** The survivor at the time of the change; merged earthquakes only. */
  merged_into: number | null;
  event_id: string;
  /** The survivor now. */
  survivor: number | null;
}

/** Changes with `after < sequence <= to`, in order. */
export const changesAfter = (db: Db, after: number, to = Number.MAX_SAFE_INTEGER): IterableIterator<ChangeRow> =>
  sql<unknown[], ChangeRow>(
    db,
    `SELECT c.*, e.event_id, e.merged_into AS survivor FROM changes c JOIN earthquakes e ON e.id = c.earthquake
     WHERE c.sequence > ? AND c.sequence <= ? ORDER BY c.sequence`,
  ).iterate(after, to);

const parse = (record: string): Earthquake => JSON.parse(record) as Earthquake;

const RECORDS = `SELECT record FROM earthquakes WHERE state = 'current'`;

/** Current earthquakes with `from <= time < to`, in order of time and id, one by one. */
export function* earthquakesBetween(db: Db, from: EpochMs, to: EpochMs): Generator<Earthquake> {
  const records = sql<unknown[], string>(db, `${RECORDS} AND time >= ? AND time < ? ORDER BY time, id`).pluck();
  for (const record of records.iterate(from, to)) yield parse(record);
}

/** Current earthquakes of a band with `from <= time < to`, in order of time and id. */
export const earthquakesOf = (db: Db, band: number, from: EpochMs, to: EpochMs): Earthquake[] =>
  allValues<string>(db, `${RECORDS} AND band = ? AND time >= ? AND time < ? ORDER BY time, id`, band, from, to).map(
    parse,
  );

const COUNT = `SELECT count(*) FROM earthquakes WHERE state = 'current'`;

export const countOf = (db: Db, band: number, from: EpochMs, to: EpochMs): number =>
  firstValue(db, `${COUNT} AND band = ? AND time >= ? AND time < ?`, band, from, to)!;

/** Number of current earthquakes with a magnitude and `from <= time <= to`. */
export const listedBetween = (db: Db, from: EpochMs, to: EpochMs): number =>
  firstValue(db, `${COUNT} AND band > 0 AND time BETWEEN ? AND ?`, from, to)!;

/**
 * At least the newest `limit` current earthquakes, by whole second and id, of each band from `lowestBand` up; in no
 * order.
 */
export const newestOf = (db: Db, lowestBand: number, bands: number, limit: number): Earthquake[] =>
  Array.from({ length: bands - lowestBand }, (_, index) =>
    allValues<string>(
      db,
      `${RECORDS} AND band = @band AND time >= (
         SELECT ifnull(min(time), 0) / 1000 * 1000 - 1000 FROM (
           SELECT time FROM earthquakes WHERE state = 'current' AND band = @band ORDER BY time DESC LIMIT @limit))`,
      { band: lowestBand + index, limit },
    ).map(parse),
  ).flat();

const parsed = (record: string | undefined): Earthquake | undefined => (record === undefined ? record : parse(record));

export const earthquakeOf = (db: Db, id: number): Earthquake | undefined =>
  parsed(firstValue(db, `${RECORDS} AND id = ?`, id));

/** The last record, of withdrawn and merged earthquakes too. */
export const lastRecordOf = (db: Db, id: number): Earthquake | undefined =>
  parsed(firstValue(db, 'SELECT record FROM earthquakes WHERE id = ?', id));

/** A current earthquake's time and place. */
export interface Placed {
  id: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
}

/** Current earthquakes with `from <= time <= to`, in order of time and id. */
export const placedBetween = (db: Db, from: EpochMs, to: EpochMs): Placed[] =>
  allRows(
    db,
    `SELECT id, time, latitude, longitude FROM earthquakes
     WHERE state = 'current' AND time BETWEEN ? AND ? ORDER BY time, id`,
    ...[from, to],
  );

/** A current earthquake's time, place and band. */
export const placedOf = (db: Db, id: number): (Placed & { band: number }) | undefined =>
  firstRow(
    db,
    `SELECT id, time, latitude, longitude, band FROM earthquakes WHERE id = ? AND state = 'current'`,
    ...[id],
  );

/** An earthquake as last published, and its last change. */
interface LastState {
  earthquake: Earthquake;
  state: 'current' | 'merged' | 'withdrawn';
  at: EpochMs;
}

/** Those of which some published origin time is on or after a day, and that no list since then has. */
export const goneSince = (db: Db, day: string, from: EpochMs): LastState[] =>
  allRows<{ record: string; state: LastState['state']; at: EpochMs }>(
    db,
    `SELECT DISTINCT e.record, e.state, c.updated_at AS at FROM slugs s JOIN earthquakes e ON e.id = s.earthquake
     JOIN changes c ON c.sequence = e.sequence WHERE s.date >= ? AND (e.state <> 'current' OR e.time < ?)`,
    ...[day, from],
  ).map(({ record, state, at }) => ({ earthquake: parse(record), state, at }));

/** A name under which an earthquake is or was published. */
type Name = { by: 'id'; id: number } | { by: 'slug'; date: string; slug: string };

/** Every name of an earthquake, including those of earthquakes merged into it. */
export function namesOf(db: Db, id: number): Name[] {
  const ids = [id, ...allValues<number>(db, 'SELECT id FROM earthquakes WHERE merged_into = ?', id)];
  const slugs = 'SELECT date, slug FROM slugs WHERE earthquake = ? ORDER BY date, slug';
  return ids.flatMap((one): Name[] => [
    { by: 'id', id: one },
    ...allRows<{ date: string; slug: string }>(db, slugs, one).map((slug): Name => ({ by: 'slug', ...slug })),
  ]);
}

/**
 * Every published slug with the surviving earthquake's id, ordered by number of the names file, or those of one file
 * only.
 */
export const namesPublished = (
  db: Db,
  files: number,
  only: number | null = null,
): IterableIterator<{ file: number; date: string; slug: string; id: number }> =>
  sql<unknown[], { file: number; date: string; slug: string; id: number }>(
    db,
    `SELECT ((substr(s.date, 1, 4) * 12 + substr(s.date, 6, 2)) * 31 + substr(s.date, 9, 2)) % @files AS file,
       s.date, s.slug, ifnull(e.merged_into, e.id) AS id
     FROM slugs s JOIN earthquakes e ON e.id = s.earthquake WHERE @only IS NULL OR file = @only ORDER BY file`,
  ).iterate({ files, only });

/** `event_id` → id of each earthquake that was ever withdrawn or merged into another. */
export const retiredEvents = (db: Db): Map<string, number> =>
  new Map(
    allRows<{ event_id: string; id: number }>(
      db,
      `SELECT event_id, id FROM earthquakes WHERE id IN (SELECT earthquake FROM changes WHERE kind <> 'record')`,
    ).map(({ event_id: eventId, id }) => [eventId, id]),
  );

/** Current state of an id. */
export interface Known {
  id: number;
  state: 'current' | 'merged' | 'withdrawn';
  merged_into: number | null;
  band: number;
  time: EpochMs;
}

const KNOWN = 'SELECT id, state, merged_into, band, time FROM earthquakes';

/** All ids with `from <= id < to`, in order. */
export const knownBetween = (db: Db, from: number, to: number): Known[] =>
  allRows(db, `${KNOWN} WHERE id >= ? AND id < ? ORDER BY id`, from, to);

export const knownOf = (db: Db, id: number): Known | undefined => firstRow(db, `${KNOWN} WHERE id = ?`, id);

export const stateOf = (db: Db, id: number): Known['state'] | undefined => knownOf(db, id)?.state;

export const lastId = (db: Db): number => firstValue(db, 'SELECT ifnull(max(id), 0) FROM earthquakes')!;

/** Earthquakes below a band with `from <= time < to`, in any state. */
export const idsTimed = (db: Db, from: EpochMs, to: EpochMs, belowBand: number): number[] =>
  allValues(db, 'SELECT id FROM earthquakes WHERE time >= ? AND time < ? AND band < ?', from, to, belowBand);

/** Current earthquakes of a band with `from <= time <= to`. */
export const idsOfBand = (db: Db, band: number, from: EpochMs, to: EpochMs): number[] =>
  allValues(
    db,
    `SELECT id FROM earthquakes WHERE state = 'current' AND band = ? AND time BETWEEN ? AND ?`,
    ...[band, from, to],
  );

const TIMES = `SELECT time FROM earthquakes WHERE state = 'current'`;

/** Origin time of the newest current earthquake; undefined for an empty catalogue. */
export const newestTime = (db: Db): EpochMs | undefined => firstValue(db, `${TIMES} ORDER BY time DESC LIMIT 1`);

/** Origin times of a band's newest current earthquakes, newest first. */
export const newestTimes = (db: Db, band: number, limit: number): EpochMs[] =>
  allValues(db, `${TIMES} AND band = ? ORDER BY time DESC LIMIT ?`, band, limit);

/** Origin times of a band's current earthquakes, ascending. */
export const timesOf = (db: Db, band: number): EpochMs[] => allValues(db, `${TIMES} AND band = ? ORDER BY time`, band);

/** The owner of a dated slug; undefined where it was never published. */
export const slugOwner = (db: Db, date: string, slug: string): number | undefined =>
  firstValue(db, 'SELECT earthquake FROM slugs WHERE date = ? AND slug = ?', date, slug);

export const allStations = (db: Db): Station[] =>
  allValues<string>(db, 'SELECT station FROM stations ORDER BY network, code').map(
    (station) => JSON.parse(station) as Station,
  );

/** Number of current earthquakes by number of agencies. */
export function agencyHistogram(db: Db): Record<number, number> {
  const histogram: Record<number, number> = {};
  for (const record of sql<[], string>(db, RECORDS).pluck().iterate()) {
    const { length } = parse(record).solutions;
    histogram[length] = (histogram[length] ?? 0) + 1;
  }
  return histogram;
}
