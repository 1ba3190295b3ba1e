/** Where a large commit can be divided into transactions. */
import { formatDay } from '#core/time.ts';
import { run, sql } from '../database.ts';
import type { Commit } from './change-log.ts';
import type { Pending } from './publish-clusters.ts';

/** Clusters with leads of one UTC day. @param sorted by the times of their leads */
export const daysOf = (sorted: Pending[]): Pending[][] => [
  ...Map.groupBy(sorted, ({ lead }) => formatDay(lead.time)).values(),
];

interface Piece {
  days: Pending[][];
  /** Published earthquakes to which its reports belonged: no other piece has a report of theirs. */
  own: Set<number>;
}

/**
 * Days in order, divided where no published earthquake has reports, or claims, on both sides.
 * @param claims by agency event: earthquakes of the agency events that were merged into it
 * @param size least number of earthquakes in a piece, but for the last one
 */
export function* piecesOf(days: Pending[][], claims: ReadonlyMap<number, number[]>, size: number): Generator<Piece> {
  const related = days.map((day) => new Set(day.flatMap(({ cluster }) => formerIds(cluster, claims))));
  const lastDay = new Map<number, number>();
  for (const [index, ids] of related.entries()) for (const id of ids) lastDay.set(id, index);
  let piece: Piece = { days: [], own: new Set() };
  let [count, closedAt] = [0, -1];
  for (const [index, day] of days.entries()) {
    piece.days.push(day);
    count += day.length;
    for (const id of related[index]!) {
      piece.own.add(id);
      closedAt = Math.max(closedAt, lastDay.get(id)!);
    }
    if (count < size || closedAt > index) continue;
    yield piece;
    piece = { days: [], own: new Set() };
    count = 0;
  }
  yield piece;
}

const formerIds = (cluster: Pending['cluster'], claims: ReadonlyMap<number, number[]>): number[] =>
  cluster.flatMap(({ agencyEvent, earthquake }) => [
    ...(earthquake === null ? [] : [earthquake]),
    ...(claims.get(agencyEvent) ?? []),
  ]);

/** Unmarks what a piece has published; what could not be stays marked. */
export function clearDirty({ db, faulty }: Commit, days: Pending[][], own: ReadonlySet<number>): void {
  const clear = sql(db, 'DELETE FROM dirty_agency_events WHERE agency_event = ?');
  for (const { cluster } of days.flat())
    for (const { agencyEvent } of cluster) if (!faulty.reports.has(agencyEvent)) clear.run(agencyEvent);
  for (const id of own) run(db, 'DELETE FROM dirty_earthquakes WHERE earthquake = ?', id);
}
