/** Which rows of the two lists are the same earthquake. Pure. */
import { distanceKm } from '#core/geo.ts';
import { DAY, epochOfCivil } from '#core/time.ts';
import { DocumentError } from '../../../generator/sources/feed.ts';
import { DROPPED, SAME } from './decisions.ts';
import type { ListedEarthquake } from './lists.ts';

/** One earthquake: its row in either list or in both. */
export interface Pair {
  noaa: ListedEarthquake | null;
  epica: ListedEarthquake | null;
  /** EPICA entries of the same day nearby that this one represents. */
  sameDay: number;
}

/**
 * Full dates of one earthquake may differ by this much, inclusive: local days begin at other hours than days of UTC.
 */
const MOST_DAYS_APART = 3;

/**
 * Rows of one earthquake may lie this far apart, inclusive: what the coarsest macroseismic locations of the lists
 * differ by.
 */
const MOST_KM_APART = 200;

/** The same for dates known only to the month or year, where the place decides. */
const MOST_KM_APART_UNDATED = 50;

/**
 * Days between two dates as far as both are known; undefined when their known parts differ by more than the rule
 * allows.
 */
function daysApart(a: ListedEarthquake, b: ListedEarthquake): number | undefined {
  const [left, right] = [dayOf(a), dayOf(b)];
  if (left !== undefined && right !== undefined) {
    const days = Math.abs(left - right);
    return days <= MOST_DAYS_APART ? days : undefined;
  }
  if (a.year !== b.year) return undefined;
  return a.month === null || b.month === null || a.month === b.month ? 0 : undefined;
}

function dayOf({ year, month, day }: ListedEarthquake): number | undefined {
  if (month === null || day === null) return undefined;
  const instant = epochOfCivil({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 });
  return instant === undefined ? undefined : instant / DAY;
}

/**
 * EPICA entries of one full date within {@link MOST_KM_APART} of a greater one are left to it.
 * The copy has no times of day, so a reader could not tell the shocks of such a day apart.
 */
function greatestOfDay(epica: readonly ListedEarthquake[]): Pair[] {
  const kept: { epica: ListedEarthquake; noaa: null; sameDay: number }[] = [];
  const byMagnitude = [...epica].sort((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0) || a.position - b.position);
  for (const entry of byMagnitude) {
    const day = dayOf(entry);
    const greater = kept.find(
      (other) => day !== undefined && dayOf(other.epica) === day && distanceKm(other.epica, entry) <= MOST_KM_APART,
    );
    if (greater) greater.sameDay += 1;
    else kept.push({ epica: entry, noaa: null, sameDay: 0 });
  }
  return kept;
}

interface Candidate {
  pair: Pair;
  noaa: ListedEarthquake;
  /** Smaller is likelier: 100 km, one unit of magnitude and two days weigh the same. */
  cost: number;
}

function candidates(pairs: readonly Pair[], noaa: readonly ListedEarthquake[]): Candidate[] {
  const found: Candidate[] = [];
  for (const pair of pairs) {
    for (const row of noaa) {
      const days = daysApart(pair.epica!, row);
      if (days === undefined) continue;
      const km = distanceKm(pair.epica!, row);
      const dated = dayOf(pair.epica!) !== undefined && dayOf(row) !== undefined;
      if (km > (dated ? MOST_KM_APART : MOST_KM_APART_UNDATED)) continue;
      const apart = row.magnitude === null ? 0.5 : Math.abs(row.magnitude - (pair.epica!.magnitude ?? row.magnitude));
      found.push({ pair, noaa: row, cost: km / 100 + apart + days / 2 });
    }
  }
  return found.sort((a, b) => a.cost - b.cost || a.noaa.position - b.noaa.position);
}

/**
 * Pairs the lists: reviewed decisions first, then by rule, the likeliest pair first, each row once. Rows without a
 * partner stand alone.
 */
export function pairLists(noaa: readonly ListedEarthquake[], epica: readonly ListedEarthquake[]): Pair[] {
  const dropped = new Set(DROPPED.map((drop) => only(noaa, drop.noaa, drop.at)));
  const pairs = greatestOfDay(epica);
  const taken = new Set<ListedEarthquake>(dropped);
  for (const same of SAME) {
    const entry = only(epica, same.epica);
    const pair = pairs.find((one) => one.epica === entry);
    if (!pair) throw new DocumentError(`decision names "${same.epica}", which is no earthquake of its own`);
    pair.noaa = only(noaa, same.noaa);
    taken.add(pair.noaa);
  }
  for (const { pair, noaa: row } of candidates(pairs, noaa)) {
    if (pair.noaa !== null || taken.has(row)) continue;
    pair.noaa = row;
    taken.add(row);
  }
  return [...pairs, ...noaa.filter((row) => !taken.has(row)).map((row) => ({ noaa: row, epica: null, sameDay: 0 }))];
}

function only(rows: readonly ListedEarthquake[], id: string, at?: string): ListedEarthquake {
  const found = rows.filter((row) => row.id === id && (at === undefined || at === `${row.latitude} ${row.longitude}`));
  if (found.length !== 1)
    throw new DocumentError(`decision names "${id}": ${found.length} rows of that name in the list`);
  return found[0]!;
}
