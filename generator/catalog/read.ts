/** Queries on the catalogue. Nothing here writes. */
import type { Agency, Earthquake, Station } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { contentHash } from '#core/etag.ts';
import { sql, type Db } from './database.ts';
import { FEED_GROUPS } from './documents/feed-groups.ts';

interface CatalogState {
  /** Number of the last published change; 0 for an empty catalogue. */
  sequence: number;
  history: string;
}

/** The state after a change number; undefined where there is no such change yet. */
export function stateAt(db: Db, sequence: number): CatalogState | undefined {
  if (sequence === 0) return { sequence, history: contentHash('') };
  const history = sql<unknown[], string>(db, 'SELECT history FROM changes WHERE sequence = ?').pluck().get(sequence);
  return history === undefined ? undefined : { sequence, history };
}

export const currentState = (db: Db): CatalogState =>
  stateAt(db, sql<[], number>(db, 'SELECT ifnull(max(sequence), 0) FROM changes').pluck().get()!)!;

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

/** Current earthquakes of a band with `from <= time < to`. */
export const earthquakesOf = (db: Db, band: number, from: EpochMs, to: EpochMs): Earthquake[] =>
  sql<unknown[], string>(
    db,
    `SELECT record FROM earthquakes WHERE state = 'current' AND band = ? AND time >= ? AND time < ? ORDER BY time, id`,
  )
    .pluck()
    .all(band, from, to)
    .map(parse);

export const countOf = (db: Db, band: number, from: EpochMs, to: EpochMs): number =>
  sql<unknown[], number>(
    db,
    `SELECT count(*) FROM earthquakes WHERE state = 'current' AND band = ? AND time >= ? AND time < ?`,
  )
    .pluck()
    .get(band, from, to)!;

/**
 * Of each band from `lowestBand` up at least the newest `limit` current earthquakes by whole second and id, in no
 * order.
 */
export function newestOf(db: Db, lowestBand: number, bands: number, limit: number): Earthquake[] {
  const newest = sql<unknown[], string>(
    db,
    `SELECT record FROM earthquakes WHERE state = 'current' AND band = @band AND time >= (
       SELECT ifnull(min(time), 0) / 1000 * 1000 - 1000 FROM (
         SELECT time FROM earthquakes WHERE state = 'current' AND band = @band ORDER BY time DESC LIMIT @limit))`,
  ).pluck();
  const earthquakes: Earthquake[] = [];
  for (let band = lowestBand; band < bands; band += 1) earthquakes.push(...newest.all({ band, limit }).map(parse));
  return earthquakes;
}

export const earthquakeOf = (db: Db, id: number): Earthquake | undefined => {
  const record = sql<unknown[], string>(db, `SELECT record FROM earthquakes WHERE id = ? AND state = 'current'`)
    .pluck()
    .get(id);
  return record === undefined ? undefined : parse(record);
};

/** The last record, of withdrawn and merged earthquakes too. */
export const lastRecordOf = (db: Db, id: number): Earthquake | undefined => {
  const record = sql<unknown[], string>(db, 'SELECT record FROM earthquakes WHERE id = ?').pluck().get(id);
  return record === undefined ? undefined : parse(record);
};

/** A current earthquake's time and place. */
export interface Placed {
  id: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
}

/** Current earthquakes with `from <= time <= to`, in order of time and id. */
export const placedBetween = (db: Db, from: EpochMs, to: EpochMs): Placed[] =>
  sql<unknown[], Placed>(
    db,
    `SELECT id, time, latitude, longitude FROM earthquakes
     WHERE state = 'current' AND time BETWEEN ? AND ? ORDER BY time, id`,
  ).all(from, to);

/** A name under which an earthquake is or was published. */
type Name = { by: 'id'; id: number } | { by: 'slug'; date: string; slug: string };

/** Every name of an earthquake, including those of earthquakes merged into it. */
export function namesOf(db: Db, id: number): Name[] {
  const ids = [id, ...sql<unknown[], number>(db, 'SELECT id FROM earthquakes WHERE merged_into = ?').pluck().all(id)];
  const slugs = sql<unknown[], { date: string; slug: string }>(
    db,
    'SELECT date, slug FROM slugs WHERE earthquake = ? ORDER BY date, slug',
  );
  return ids.flatMap((one): Name[] => [
    { by: 'id', id: one },
    ...slugs.all(one).map(({ date, slug }): Name => ({ by: 'slug', date, slug })),
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
  sql<unknown[], Known>(db, `${KNOWN} WHERE id >= ? AND id < ? ORDER BY id`).all(from, to);

export const knownOf = (db: Db, id: number): Known | undefined =>
  sql<unknown[], Known>(db, `${KNOWN} WHERE id = ?`).get(id);

export const lastId = (db: Db): number =>
  sql<[], number>(db, 'SELECT ifnull(max(id), 0) FROM earthquakes').pluck().get()!;

/** Earthquakes below a band with `from <= time < to`, in any state. */
export const idsTimed = (db: Db, from: EpochMs, to: EpochMs, belowBand: number): number[] =>
  sql<unknown[], number>(db, 'SELECT id FROM earthquakes WHERE time >= ? AND time < ? AND band < ?')
    .pluck()
    .all(from, to, belowBand);

/** Origin times of a band's newest current earthquakes, newest first. */
export const newestTimes = (db: Db, band: number, limit: number): EpochMs[] =>
  sql<unknown[], EpochMs>(
    db,
    `SELECT time FROM earthquakes WHERE state = 'current' AND band = ? ORDER BY time DESC LIMIT ?`,
  )
    .pluck()
    .all(band, limit);

/** Current earthquakes of a band with `from <= time <= to`. */
export const idsOfBand = (db: Db, band: number, from: EpochMs, to: EpochMs): number[] =>
  sql<unknown[], number>(db, `SELECT id FROM earthquakes WHERE state = 'current' AND band = ? AND time BETWEEN ? AND ?`)
    .pluck()
    .all(band, from, to);

export const stateOf = (db: Db, id: number): 'current' | 'merged' | 'withdrawn' | undefined =>
  sql<unknown[], 'current' | 'merged' | 'withdrawn'>(db, 'SELECT state FROM earthquakes WHERE id = ?').pluck().get(id);

/** The owner of a dated slug; undefined where it was never published. */
export const slugOwner = (db: Db, date: string, slug: string): number | undefined =>
  sql<unknown[], number>(db, 'SELECT earthquake FROM slugs WHERE date = ? AND slug = ?').pluck().get(date, slug);

export const allStations = (db: Db): Station[] =>
  sql<[], string>(db, 'SELECT station FROM stations ORDER BY network, code')
    .pluck()
    .all()
    .map((station) => JSON.parse(station) as Station);

/** Origin time of an agency's newest report that is not withdrawn. */
export function lastEventOf(db: Db, agency: Agency): EpochMs | null {
  const newest = sql<unknown[], EpochMs>(
    db,
    'SELECT time FROM agency_events WHERE feed_group = ? AND withdrawn = 0 ORDER BY time DESC LIMIT 1',
  ).pluck();
  const times = FEED_GROUPS.flatMap((feedGroup, index) =>
    feedGroup.agency === agency ? [newest.get(index)] : [],
  ).filter((time) => time !== undefined);
  return times.length === 0 ? null : Math.max(...times);
}

/** Number of current earthquakes with a magnitude and `from <= time <= to`. */
export const listedBetween = (db: Db, from: EpochMs, to: EpochMs): number =>
  sql<unknown[], number>(
    db,
    `SELECT count(*) FROM earthquakes WHERE state = 'current' AND band > 0 AND time BETWEEN ? AND ?`,
  )
    .pluck()
    .get(from, to)!;

/** Number of current earthquakes by number of agencies. */
export function agencyHistogram(db: Db): Record<number, number> {
  const histogram: Record<number, number> = {};
  for (const record of sql<[], string>(db, `SELECT record FROM earthquakes WHERE state = 'current'`)
    .pluck()
    .iterate()) {
    const agencies = parse(record).solutions.length;
    histogram[agencies] = (histogram[agencies] ?? 0) + 1;
  }
  return histogram;
}

/** Origin times of a band's current earthquakes, ascending. */
export const timesOf = (db: Db, band: number): EpochMs[] =>
  sql<unknown[], EpochMs>(db, `SELECT time FROM earthquakes WHERE state = 'current' AND band = ? ORDER BY time`)
    .pluck()
    .all(band);

/** A current earthquake's time, place and band. */
export const placedOf = (db: Db, id: number): (Placed & { band: number }) | undefined =>
  sql<unknown[], Placed & { band: number }>(
    db,
    `SELECT id, time, latitude, longitude, band FROM earthquakes WHERE id = ? AND state = 'current'`,
  ).get(id);
