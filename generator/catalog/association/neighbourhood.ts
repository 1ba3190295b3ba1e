/** Step 3 of an ingest run, first half: associates again everything that a change may affect. */
import { covers, mergeIntervals, type Interval } from '#core/intervals.ts';
import { HOUR, type EpochMs } from '#core/time.ts';
import { associate, components } from './associate.ts';
import { AFFECTED_MS, affectedReports, wholeSlots } from './dense-sequence.ts';
import { allRows, allValues, sql, type Db } from '../database.ts';
import { ACTIVITY, coarseSpan, type Candidate } from './score.ts';

export interface AgencyEventRow {
  agency_event: number;
  feed_group: number;
  key: string;
  time: EpochMs;
  alternative_time: EpochMs | null;
  precision: number;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  magnitude_type: string | null;
  automatic: 0 | 1;
  earthquake: number | null;
}

/** The columns of an {@link AgencyEventRow}. */
export const COLUMNS = `agency_event, feed_group, key, time, alternative_time, precision, latitude, longitude, magnitude,
  magnitude_type, automatic, earthquake`;

export const candidateOf = (row: AgencyEventRow): Candidate => ({
  agencyEvent: row.agency_event,
  feedGroup: row.feed_group,
  key: row.key,
  time: row.time,
  precision: row.precision,
  latitude: row.latitude,
  longitude: row.longitude,
  magnitude: row.magnitude,
  earthquake: row.earthquake,
  alternativeTime: row.alternative_time,
  magnitudeType: row.magnitude_type,
  automatic: row.automatic === 1,
  activity: 0,
});

/** Condition for an origin time that is one certain second. */
export const EXACT = 'precision = 0 AND alternative_time IS NULL';
/** Condition for any other one, as an index has it. */
export const INEXACT = '(precision > 0 OR alternative_time IS NOT NULL)';

const ALL_TIMES: Interval = { from: -Infinity, to: Infinity };

interface AffectedComponents {
  /** The clusters of every component with a dirty agency event, without those that are an earthquake already. */
  clusters: Candidate[][];
  /** Every former earthquake of their agency events, and those that were themselves marked dirty. */
  earthquakes: Set<number>;
  /** By agency event: earthquakes of the agency events that were merged into it. */
  claims: Map<number, number[]>;
}

/** Agency events to be associated again, each with the span of its origin time, and their earthquakes. */
interface Dirty {
  spans: Map<number, Interval>;
  earthquakes: Set<number>;
}

/**
 * Reads `dirty_agency_events` and `dirty_earthquakes`; changes nothing.
 * @param window origin times of those that are read, inclusive; others near them are associated too
 */
export function associateDirty(db: Db, window = ALL_TIMES): AffectedComponents {
  const { dirty, changed } = readDirty(db, window);
  const marked = new Set(dirty.earthquakes);
  const loaded = addAffected(db, dirty);
  // Every live agency event is dirty or has an earthquake: complete when the earthquakes of all components, and their
  // dirty reports of other windows, are included.
  for (;;) {
    const affected = componentsWith(db, dirty, loaded);
    const members = affected.flat();
    const grows = addNew(dirty, members);
    if (addEarthquakesOf(db, dirty, members) || grows) continue;
    const clusters = affected.flatMap(associate);
    const same = unchanged(clusters, changed);
    const isKept = (id: number | null): boolean => id !== null && same.has(id) && !marked.has(id);
    return {
      clusters: clusters.filter(([first]) => !isKept(first!.earthquake)),
      earthquakes: new Set([...dirty.earthquakes].filter((id) => !isKept(id))),
      claims: claimsOf(db),
    };
  }
}

/** Marked agency events of a window and all of their earthquakes. */
function readDirty(db: Db, { from, to }: Interval): { dirty: Dirty; changed: ReadonlySet<number> } {
  const dirty: Dirty = { spans: new Map(), earthquakes: new Set() };
  // A window costs its own reports, all times together cost the marked ones.
  const tables = ['agency_events', 'dirty_agency_events'];
  const [first, second] = from === -Infinity && to === Infinity ? tables.toReversed() : tables;
  const marked = `${first} CROSS JOIN ${second} USING (agency_event) WHERE time BETWEEN @from AND @to AND`;
  addAgencyEvents(db, dirty, marked, { from, to });
  const changed = new Set(dirty.spans.keys());
  const ids = `SELECT earthquake FROM dirty_earthquakes CROSS JOIN earthquakes ON id = earthquake
    WHERE time BETWEEN @from AND @to UNION SELECT earthquake FROM ${marked} earthquake IS NOT NULL`;
  addEarthquakes(db, dirty, allValues(db, ids, { from, to }));
  return { dirty, changed };
}

/** Earthquakes of which a cluster has all agency events, and no other, as before. */
function unchanged(clusters: readonly Candidate[][], changed: ReadonlySet<number>): Set<number> {
  const clustersOf = new Map<number, number>();
  for (const cluster of clusters)
    for (const id of new Set(cluster.map(({ earthquake }) => earthquake)))
      if (id !== null) clustersOf.set(id, (clustersOf.get(id) ?? 0) + 1);
  const isSame = ([first, ...others]: Candidate[]): boolean =>
    first!.earthquake !== null &&
    clustersOf.get(first!.earthquake) === 1 &&
    others.every(({ earthquake }) => earthquake === first!.earthquake);
  return new Set(
    clusters
      .filter((cluster) => isSame(cluster) && !cluster.some(({ agencyEvent }) => changed.has(agencyEvent)))
      .map(([first]) => first!.earthquake!),
  );
}

function claimsOf(db: Db): Map<number, number[]> {
  const claims = new Map<number, number[]>();
  for (const { earthquake, successor } of allRows<{ earthquake: number; successor: number }>(
    db,
    'SELECT earthquake, successor FROM dirty_earthquakes WHERE successor IS NOT NULL ORDER BY earthquake',
  ))
    claims.getOrInsertComputed(successor, () => []).push(earthquake);
  return claims;
}

export type TimeRow = Pick<AgencyEventRow, 'agency_event' | 'time' | 'precision' | 'alternative_time'>;

/** From the earliest to the latest origin time that a report may have. */
export function spanOf(row: Omit<TimeRow, 'agency_event'>): Interval {
  const { from, to } = coarseSpan(row);
  const other = row.alternative_time ?? from;
  return { from: Math.min(from, other), to: Math.max(to, other) };
}

/** Adds live agency events with the spans of their origin times. */
function addAgencyEvents(db: Db, { spans }: Dirty, which: string, ...parameters: unknown[]): void {
  const rows = sql<unknown[], TimeRow>(
    db,
    `SELECT agency_event, time, precision, alternative_time FROM ${which} withdrawn = 0`,
  );
  for (const row of rows.iterate(...parameters)) spans.set(row.agency_event, spanOf(row));
}

/** Adds reports that have no earthquake yet: marked ones of other windows. @returns whether any is new */
function addNew({ spans }: Dirty, reports: readonly Candidate[]): boolean {
  const added = reports.filter(({ agencyEvent, earthquake }) => earthquake === null && !spans.has(agencyEvent));
  for (const one of added) spans.set(one.agencyEvent, spanOf({ ...one, alternative_time: one.alternativeTime }));
  return added.length > 0;
}

/** @returns whether any is new */
function addEarthquakes(db: Db, dirty: Dirty, ids: Iterable<number>): boolean {
  const added = [...new Set(ids)].filter((id) => !dirty.earthquakes.has(id));
  for (const id of added) dirty.earthquakes.add(id);
  if (added.length > 0)
    addAgencyEvents(
      db,
      dirty,
      'json_each(?) CROSS JOIN agency_events ON earthquake = value WHERE',
      JSON.stringify(added),
    );
  return added.length > 0;
}

const addEarthquakesOf = (db: Db, dirty: Dirty, reports: readonly Candidate[]): boolean =>
  addEarthquakes(
    db,
    dirty,
    reports.flatMap(({ earthquake }) => earthquake ?? []),
  );

/** What is loaded: all live agency events of some spans. */
interface Loaded {
  spans: Interval[];
  candidates: Candidate[];
}

/**
 * A new, moved or withdrawn report changes the activity around it, and with that the scores there. Adds what is near
 * the dirty ones and near every published solution of their earthquakes: an ambiguous one may be hours from the others.
 */
function addAffected(db: Db, dirty: Dirty): Loaded {
  const published = allValues<EpochMs>(
    db,
    `SELECT DISTINCT solution.value ->> 'time' FROM json_each(?) AS id CROSS JOIN earthquakes ON earthquakes.id = id.value
       CROSS JOIN json_each(record, '$.solutions') AS solution`,
    JSON.stringify([...dirty.earthquakes]),
  );
  const spans = [...dirty.spans.values(), ...published.map((time) => ({ from: time, to: time }))];
  const loaded = load(db, mergeIntervals(spans, AFFECTED_MS));
  const affected = affectedReports(loaded.candidates, new Set(dirty.spans.keys()), spans);
  // One without an earthquake is marked, and associated in its own window.
  const former = affected.filter(({ earthquake }) => earthquake !== null);
  for (const { agencyEvent, time } of former) dirty.spans.set(agencyEvent, { from: time, to: time });
  addEarthquakesOf(db, dirty, former);
  return loaded;
}

/** The components with a dirty agency event, as far as the dirty ones are known. */
function componentsWith(db: Db, { spans }: Dirty, loaded: Loaded): Candidate[][] {
  const asked = wholeSlots(spans.values());
  const around = mergeIntervals(asked, ACTIVITY.ms);
  if (!around.every((span) => covers(loaded.spans, span))) Object.assign(loaded, load(db, around));
  return components(loaded.candidates, asked).filter((component) =>
    component.some(({ agencyEvent }) => spans.has(agencyEvent)),
  );
}

/** Far more than lies between neighbours in a component that are known to the second. */
const MARGIN = 2 * HOUR;

/**
 * All live agency events that association compares with a report between two instants; `activity` is not yet counted.
 */
export const candidatesAround = (db: Db, from: EpochMs, to: EpochMs): Candidate[] =>
  load(db, [{ from: from - MARGIN, to: to + MARGIN }]).candidates;

/** Live agency events of the intervals, and all of a coarse or ambiguous time: they reach far and are few. */
function load(db: Db, spans: Interval[]): Loaded {
  const candidates: Candidate[] = [];
  const coarse = sql<[], AgencyEventRow>(db, `SELECT ${COLUMNS} FROM agency_events WHERE ${INEXACT} AND withdrawn = 0`);
  const exact = sql<unknown[], AgencyEventRow>(
    db,
    `SELECT ${COLUMNS} FROM agency_events WHERE time BETWEEN ? AND ? AND withdrawn = 0 AND ${EXACT}`,
  );
  for (const row of coarse.iterate()) candidates.push(candidateOf(row));
  for (const { from, to } of spans) for (const row of exact.iterate(from, to)) candidates.push(candidateOf(row));
  return { spans, candidates };
}
