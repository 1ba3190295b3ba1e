/** Step 3 of an ingest run, first half: associates again everything that a change may affect. */
import type { Interval } from '#core/intervals.ts';
import { mergeIntervals } from '#core/intervals.ts';
import type { EpochMs } from '#core/time.ts';
import { HOUR } from '#core/time.ts';
import { associate, components } from './associate.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import type { Progress } from '../pieces.ts';
import { silent } from '../pieces.ts';
import type { Candidate } from './score.ts';
import { ACTIVITY, LOOK_MS, coarseSpan } from './score.ts';

export type AgencyEventRow = Omit<Candidate, 'alternativeTime' | 'automatic' | 'magnitudeType' | 'activity'> & {
  alternative_time: EpochMs | null;
  magnitude_type: string | null;
  automatic: number;
};

/** The columns of an {@link AgencyEventRow}. */
export const COLUMNS = `thread AS agencyEvent, slot AS feedGroup, key, time, alternative_time, precision, latitude,
  longitude, magnitude, magnitude_type, automatic, earthquake`;

export const candidateOf = ({ alternative_time, magnitude_type, automatic, ...row }: AgencyEventRow): Candidate => ({
  ...row,
  alternativeTime: alternative_time,
  magnitudeType: magnitude_type,
  automatic: automatic === 1,
  activity: 0,
});

/** Condition for an origin time that is one certain second. */
export const EXACT = 'precision = 0 AND alternative_time IS NULL';

interface AffectedComponents {
  /** Every cluster of every component that holds a dirty agency event. */
  clusters: Candidate[][];
  /** Every earthquake that had one of those agency events, or was itself marked dirty. */
  earthquakes: Set<number>;
  /** Earthquakes one of whose agency events was merged into another, by that other one. */
  claims: Map<number, number[]>;
}

/** Reads `dirty_threads` and `dirty_earthquakes`; changes nothing. */
export function associateDirty(db: Db, progress: Progress = silent): AffectedComponents {
  progress('associating reports', 0, 1);
  const dirty = new Map<number, Interval>();
  const earthquakes = new Set<number>();
  addAgencyEvents(db, dirty, 'dirty_threads CROSS JOIN threads USING (thread) WHERE');
  addEarthquakes(db, dirty, earthquakes, sql<[], number>(db, 'SELECT earthquake FROM dirty_earthquakes').pluck().all());
  addEarthquakes(
    db,
    dirty,
    earthquakes,
    sql<[], number>(
      db,
      'SELECT DISTINCT earthquake FROM dirty_threads CROSS JOIN threads USING (thread) WHERE earthquake IS NOT NULL',
    )
      .pluck()
      .all(),
  );
  addActivityNeighbours(db, dirty);
  // Every live agency event is dirty or has an earthquake: complete when the earthquakes of all components are
  // included.
  for (;;) {
    const affected = componentsWith(db, dirty);
    const missing = new Set<number>();
    for (const component of affected)
      for (const { earthquake } of component)
        if (earthquake !== null && !earthquakes.has(earthquake)) missing.add(earthquake);
    if (missing.size === 0) {
      const clusters = affected.flatMap((component, index) => {
        progress('associating reports', index, affected.length);
        return associate(component);
      });
      progress('associating reports', 1, 1);
      return { clusters, earthquakes, claims: claimsOf(db) };
    }
    addEarthquakes(db, dirty, earthquakes, missing);
  }
}

function claimsOf(db: Db): Map<number, number[]> {
  const rows = sql<[], { earthquake: number; successor: number }>(
    db,
    'SELECT earthquake, heir AS successor FROM dirty_earthquakes WHERE heir IS NOT NULL ORDER BY earthquake',
  ).all();
  return new Map(
    [...Map.groupBy(rows, ({ successor }) => successor)].map(([successor, replaced]) => [
      successor,
      replaced.map(({ earthquake }) => earthquake),
    ]),
  );
}

/** Adds live agency events with the spans of their origin times. */
function addAgencyEvents(db: Db, dirty: Map<number, Interval>, which: string, ...parameters: unknown[]): void {
  const rows = sql<unknown[], AgencyEventRow>(db, `SELECT ${COLUMNS} FROM ${which} withdrawn = 0`);
  for (const row of rows.iterate(...parameters)) {
    const { from, to } = coarseSpan(candidateOf(row));
    const other = row.alternative_time ?? from;
    dirty.set(row.agencyEvent, { from: Math.min(from, other), to: Math.max(to, other) });
  }
}

function addEarthquakes(db: Db, dirty: Map<number, Interval>, earthquakes: Set<number>, ids: Iterable<number>): void {
  for (const id of ids) {
    if (earthquakes.has(id)) continue;
    earthquakes.add(id);
    addAgencyEvents(db, dirty, 'threads WHERE earthquake = ? AND', id);
  }
}

/**
 * A new, moved or withdrawn report changes the activity around it, and with that the scores there. Adds all agency
 * events near the dirty ones and near every published solution of their earthquakes: an ambiguous one may be hours from
 * the others.
 */
function addActivityNeighbours(db: Db, dirty: Map<number, Interval>): void {
  const published = sql<[], EpochMs>(
    db,
    `SELECT DISTINCT solution.value ->> 'time' FROM earthquakes, json_each(record, '$.solutions') AS solution
     WHERE earthquakes.id IN (SELECT earthquake FROM dirty_earthquakes
       UNION SELECT earthquake FROM dirty_threads CROSS JOIN threads USING (thread) WHERE earthquake IS NOT NULL)`,
  );
  const solutions = published
    .pluck()
    .all()
    .map((time) => ({ from: time, to: time }));
  for (const { from, to } of mergeIntervals([...dirty.values(), ...solutions], ACTIVITY.ms + LOOK_MS))
    addAgencyEvents(db, dirty, `threads WHERE time BETWEEN ? AND ? AND ${EXACT} AND`, from, to);
}

/**
 * Far more than lies between neighbours in a component that are known to the second, so all neighbours of a dirty one
 * are loaded.
 */
const MARGIN = 1 * HOUR;

/** The components that hold a dirty agency event, as far as they are loaded. */
function componentsWith(db: Db, dirty: Map<number, Interval>): Candidate[][] {
  const loaded = load(db, mergeIntervals([...dirty.values()], MARGIN));
  return components(loaded).filter((component) => component.some(({ agencyEvent }) => dirty.has(agencyEvent)));
}

/**
 * All live agency events that association compares with a report between two instants; `activity` is not yet counted.
 */
export const candidatesAround = (db: Db, from: EpochMs, to: EpochMs): Candidate[] =>
  load(db, [{ from: from - MARGIN, to: to + MARGIN }]);

/** Live agency events of the intervals, and all whose time is coarse or ambiguous: they reach far and are few. */
function load(db: Db, intervals: Interval[]): Candidate[] {
  const candidates: Candidate[] = [];
  const coarse = sql<[], AgencyEventRow>(
    db,
    `SELECT ${COLUMNS} FROM threads WHERE (precision > 0 OR alternative_time IS NOT NULL) AND withdrawn = 0`,
  );
  const exact = sql<unknown[], AgencyEventRow>(
    db,
    `SELECT ${COLUMNS} FROM threads
     WHERE time BETWEEN ? AND ? AND withdrawn = 0 AND ${EXACT}`,
  );
  for (const row of coarse.iterate()) candidates.push(candidateOf(row));
  for (const { from, to } of intervals) for (const row of exact.iterate(from, to)) candidates.push(candidateOf(row));
  return candidates;
}
