/** Which rows of the lists are the same earthquake. Pure. */
import { distanceKm } from '#core/geo.ts';
import { DAY, epochOfCivil } from '#core/time.ts';
import { DocumentError } from '../../../generator/sources/feed.ts';
import { DROPPED, isAbout, SAME } from './reviewed.ts';
import { LISTS, type List, type ListedEarthquake } from './lists.ts';

/** One earthquake: its row in each list that has it. */
export interface Listed {
  /** In the order of {@link LISTS}. */
  rows: ListedEarthquake[];
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
function greatestOfDay(epica: readonly ListedEarthquake[]): Listed[] {
  const kept: Listed[] = [];
  const byMagnitude = [...epica].sort((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0) || a.position - b.position);
  for (const entry of byMagnitude) {
    const day = dayOf(entry);
    const greater = kept.find(
      ({ rows: [other] }) => day !== undefined && dayOf(other!) === day && distanceKm(other!, entry) <= MOST_KM_APART,
    );
    if (greater) greater.sameDay += 1;
    else kept.push({ rows: [entry], sameDay: 0 });
  }
  return kept;
}

/** How badly two rows agree: 100 km, one unit of magnitude and two days weigh alike. Undefined: two earthquakes. */
function costOf(a: ListedEarthquake, b: ListedEarthquake): number | undefined {
  const days = daysApart(a, b);
  if (days === undefined) return undefined;
  const km = distanceKm(a, b);
  const dated = dayOf(a) !== undefined && dayOf(b) !== undefined;
  if (km > (dated ? MOST_KM_APART : MOST_KM_APART_UNDATED)) return undefined;
  const apart = a.magnitude === null || b.magnitude === null ? 0.5 : Math.abs(a.magnitude - b.magnitude);
  return km / 100 + apart + days / 2;
}

interface Candidate {
  earthquake: Listed;
  row: ListedEarthquake;
  cost: number;
}

function candidates(earthquakes: readonly Listed[], rows: readonly ListedEarthquake[]): Candidate[] {
  const found = earthquakes.flatMap((earthquake) =>
    rows.flatMap((row) => {
      const costs = earthquake.rows.map((one) => costOf(one, row)).filter((cost) => cost !== undefined);
      return costs.length > 0 ? [{ earthquake, row, cost: Math.min(...costs) }] : [];
    }),
  );
  return found.sort((a, b) => a.cost - b.cost || a.row.position - b.row.position);
}

/** One list against the earthquakes of those before it: decisions first, then the likeliest pair, each row once. */
function addList(earthquakes: Listed[], list: List, rows: readonly ListedEarthquake[]): void {
  const taken = new Set(DROPPED.filter((drop) => drop.list === list).map((drop) => only(rows, drop.row, drop.at)));
  const full = new Set<Listed>();
  const join = (earthquake: Listed, row: ListedEarthquake): void => {
    earthquake.rows.push(row);
    full.add(earthquake);
    taken.add(row);
  };
  for (const same of SAME.filter(({ later_list: later }) => later === list)) {
    const found = earthquakes.find((one) => one.rows.some((row) => row.list === same.list && row.id === same.row));
    if (!found) throw new DocumentError(`decision names "${same.row}", which is no earthquake of its own`);
    join(found, only(rows, same.later_row));
  }
  for (const { earthquake, row } of candidates(earthquakes, rows))
    if (!full.has(earthquake) && !taken.has(row)) join(earthquake, row);
  const alone = rows.filter((row) => !taken.has(row) && !(list === 'NOAA 2018' && isRepetition(row, earthquakes)));
  earthquakes.push(...alone.map((row) => ({ rows: [row], sameDay: 0 })));
}

/** Years and km, inclusive, within which a row of the same day and month repeats another under a second year. */
const REPEATED_YEARS = 2;
const REPEATED_KM = 300;

/** NOAA's rows without a magnitude often are one earthquake of its database under the year of another source. */
const isRepetition = (row: ListedEarthquake, earthquakes: readonly Listed[]): boolean =>
  row.day !== null &&
  earthquakes.some(({ rows }) =>
    rows.some(
      (other) =>
        other.day === row.day &&
        other.month === row.month &&
        Math.abs(other.year - row.year) <= REPEATED_YEARS &&
        distanceKm(other, row) <= REPEATED_KM,
    ),
  );

/** The earthquakes of all lists. */
export function pairLists(lists: Readonly<Record<List, readonly ListedEarthquake[]>>): Listed[] {
  const [first, ...others] = LISTS;
  const earthquakes = greatestOfDay(lists[first].filter((row) => !DROPPED.some((drop) => isAbout(drop, row))));
  for (const list of others) addList(earthquakes, list, lists[list]);
  return earthquakes;
}

function only(rows: readonly ListedEarthquake[], id: string, at = ''): ListedEarthquake {
  const found = rows.filter((row) => row.id === id && (at === '' || at === `${row.latitude} ${row.longitude}`));
  if (found.length !== 1)
    throw new DocumentError(`decision names "${id}": ${found.length} rows of that name in the list`);
  return found[0]!;
}
