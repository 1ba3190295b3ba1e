/**
 * Earthquakes that cannot be composed or rendered. Each keeps what was last published of it, its reports stay marked,
 * and the next commit tries it again.
 */
import { type EpochMs } from '#core/time.ts';
import { allRows, allValues, type Db, run } from '../database.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { beginCommit, type Commit, type EarthquakeRow, recordOf, withdraw } from './change-log.ts';
import { daysOf } from './commit-pieces.ts';
import type { Pending, Prove } from './publish-clusters.ts';
import type { Lineage } from './revisions.ts';

/** Whether an error is of what was to be written. A full disk or a locked file concerns every earthquake. */
const isOfContent = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message: string };
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return true;
  if (code === 'SQLITE_CONSTRAINT_UNIQUE') return message.includes('earthquakes.');
  return /^SQLITE_(?:CONSTRAINT_(?:CHECK|DATATYPE|NOTNULL)|MISMATCH)/.test(code);
};

/** @returns the error of the content, after which nothing is changed; undefined where all is published */
function attempt(commit: Commit, work: () => void): { error: unknown } | undefined {
  const { sequence, history, summary } = commit;
  const before = { sequence, history, summary: { ...summary } };
  try {
    commit.db.transaction(work)();
    return undefined;
  } catch (error) {
    if (!isOfContent(error)) throw error;
    Object.assign(commit, before);
    return { error };
  }
}

interface Publication {
  lineageById: ReadonlyMap<number, Lineage>;
  /** Clusters day by day. */
  publish: (days: Pending[][]) => void;
}

/**
 * All at once; where that fails each alone, the largest first, as they take their slugs. Earthquakes between which
 * reports moved are published together or not at all: no report is lost, and no revision names what is not published.
 */
export function publishSound(commit: Commit, days: Pending[][], { lineageById, publish }: Publication): void {
  if (!attempt(commit, () => publish(days))) return;
  const tryOne = (some: Pending[]): void => {
    const failure = attempt(commit, () => publish(daysOf(some)));
    if (failure) for (const one of some) noteFault(commit, one, failure.error);
  };
  const related = relatedOf(days.flat(), lineageById);
  const separate = new Set(days.flat()).difference(new Set(related.flat()));
  const sizeOf = ({ lead }: Pending): number => lead.magnitude ?? -Infinity;
  for (const day of days) {
    const some = day.filter((one) => separate.has(one));
    if (!attempt(commit, () => publish([some]))) continue;
    for (const one of some.toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.id! - b.id!)) tryOne([one]);
  }
  related.forEach(tryOne);
}

/** Groups of clusters between which reports moved, each in the order given. */
function relatedOf(pending: Pending[], lineageById: Publication['lineageById']): Pending[][] {
  const groups = new Map<number, Set<number>>();
  for (const { id } of pending) {
    const { from = new Set<number>(), to = new Set<number>() } = lineageById.get(id!) ?? {};
    for (const other of from.union(to)) {
      const group = (groups.get(id!) ?? new Set([id!])).union(groups.get(other) ?? new Set([other]));
      for (const member of group) groups.set(member, group);
    }
  }
  return [...new Set(groups.values())].map((group) => pending.filter(({ id }) => group.has(id!)));
}

function noteFault(commit: Commit, { id, cluster, lead }: Pending, error: unknown): void {
  const { faulty, firstNewId } = commit;
  faulty.earthquakes.add(id!);
  for (const { agencyEvent } of cluster) {
    faulty.reports.add(agencyEvent);
    putFault(commit, { agencyEvent, lead: lead.agencyEvent, earthquake: id! < firstNewId ? id : null, error });
  }
}

interface Fault {
  agencyEvent: number;
  lead: number;
  earthquake: number | null;
  error: unknown;
}

function putFault({ db, at }: Commit, { agencyEvent, lead, earthquake, error }: Fault): void {
  run(
    db,
    `INSERT INTO faulty_reports (agency_event, lead, earthquake, since, error) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (agency_event) DO UPDATE SET lead = excluded.lead, earthquake = excluded.earthquake,
       error = excluded.error`,
    ...[agencyEvent, lead, earthquake, at, String(error instanceof Error ? error.stack : error)],
  );
}

/** Published earthquakes that are proven at once. */
const BATCH = 1000;

/**
 * After a build that failed: withdraws published earthquakes that cannot be rendered. Their reports are tried again.
 * @returns how many
 */
export function withdrawFaulty(db: Db, now: EpochMs, prove: Prove): number {
  const commit = beginCommit(db, now);
  const next = `SELECT * FROM earthquakes WHERE state = 'current' AND id > ? ORDER BY id LIMIT ${BATCH}`;
  db.transaction(() => {
    for (let rows = allRows<EarthquakeRow>(db, next, 0); rows.length > 0; rows = allRows(db, next, rows.at(-1)!.id)) {
      if (errorOf(rows, prove) === undefined) continue;
      for (const row of rows) {
        const error = errorOf([row], prove);
        if (error !== undefined) withdrawOne(commit, row.id, error);
      }
    }
  }).immediate();
  return commit.summary.withdrawn;
}

function errorOf(rows: EarthquakeRow[], prove: Prove): unknown {
  try {
    prove(rows.map(recordOf));
    return undefined;
  } catch (error) {
    return error;
  }
}

function withdrawOne(commit: Commit, id: number, error: unknown): void {
  const reports = allValues<number>(commit.db, 'SELECT agency_event FROM agency_events WHERE earthquake = ?', id);
  withdraw(commit, id);
  const [lead] = reports;
  for (const agencyEvent of reports) {
    putFault(commit, { agencyEvent, lead: lead!, earthquake: id, error });
    run(commit.db, 'INSERT OR IGNORE INTO dirty_agency_events (agency_event) VALUES (?)', agencyEvent);
  }
}

/** At the end of a commit, which has tried them all. */
export function settleFaults({ db, faulty }: Commit): void {
  const reports = JSON.stringify([...faulty.reports]);
  run(db, 'DELETE FROM faulty_reports WHERE agency_event NOT IN (SELECT value FROM json_each(?))', reports);
  run(db, 'DELETE FROM dirty_agency_events WHERE agency_event NOT IN (SELECT agency_event FROM faulty_reports)');
  run(db, 'DELETE FROM dirty_earthquakes');
}

interface FaultyReport {
  /** Agency and identifier, else agency and origin time. */
  report: string;
  earthquake: number | null;
  since: EpochMs;
  /** With its stack. */
  error: string;
}

interface Row extends Omit<FaultyReport, 'report'> {
  feed_group: number;
  key: string;
}

export const readFaults = (db: Db): FaultyReport[] =>
  allRows<Row>(
    db,
    `SELECT f.earthquake, f.since, f.error, a.feed_group, v.key FROM faulty_reports f
     JOIN agency_events a USING (agency_event) JOIN solution_versions v ON v.version = a.current_version
     ORDER BY f.since, f.agency_event`,
  ).map(({ feed_group: group, key, ...fault }) => ({ ...fault, report: `${FEED_GROUPS[group]!.agency} ${key}` }));
