/** Current records of a catalogue in order of time, and what lies near an instant or near each other. */
import { firstIndex } from '#core/bisect.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { sql, type Db } from '../../../generator/catalog/database.ts';

export function recordsByTime(db: Db): Earthquake[] {
  const records = sql<[], string>(db, `SELECT record FROM earthquakes WHERE state = 'current' ORDER BY time, id`);
  return records
    .pluck()
    .all()
    .map((record) => JSON.parse(record) as Earthquake);
}

/** Those within so many ms. @param sorted by time */
export function around<Timed extends { time: EpochMs }>(sorted: readonly Timed[], time: EpochMs, ms: number): Timed[] {
  const from = firstIndex(sorted.length, (index) => sorted[index]!.time >= time - ms);
  const to = firstIndex(sorted.length, (index) => sorted[index]!.time > time + ms);
  return sorted.slice(from, to);
}

interface Located {
  time: EpochMs;
  latitude: number;
  longitude: number;
}

/** Pairs within both bounds, inclusive. @param sorted by time */
export function* pairsWithin<L extends Located>(
  sorted: readonly L[],
  { ms, km, beyondKm = -1 }: { ms: number; km: number; beyondKm?: number },
): Generator<[L, L]> {
  for (const [index, one] of sorted.entries())
    for (let next = index + 1; next < sorted.length && sorted[next]!.time - one.time <= ms; next += 1) {
      const far = distanceKm(one, sorted[next]!);
      if (far <= km && far > beyondKm) yield [one, sorted[next]!];
    }
}

/** One figure of the table of data quality. */
export type Measure = [what: string, figure: string];

export const count = (what: string, items: readonly unknown[]): Measure => [what, String(items.length)];
