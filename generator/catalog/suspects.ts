/**
 * Reports that look like another agency's earthquake told in local time: whole hours off and otherwise alike. They are never merged, only named,
 * for a person to look at.
 */
import type { Agency } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { HOUR } from '#core/time.ts';
import type { Db } from './database.ts';
import { sql } from './database.ts';
import type { ThreadRow } from './neighbourhood.ts';
import { COLUMNS, EXACT, candidateOf } from './neighbourhood.ts';
import type { Candidate, Score } from './residuals.ts';
import { ACTIVITY, REACH_MS, scorePair } from './residuals.ts';
import { SLOTS } from './slots.ts';

export interface Suspect {
  /** The earthquake that only one agency reports, and the one that it resembles. */
  earthquake: number;
  resembles: number;
  report: Candidate;
  other: Candidate;
  /** By how much `report` is late, h; negative when early. */
  hours: number;
  /** Of the two as they would be without those hours. */
  score: Score;
}

/** Türkiye's offset is 3 h, was 2 h in winter until 2016, and a forgotten summer time is 1 h. */
const SHIFTS = [-3, -2, -1, 1, 2, 3];
/** So much likelier must it be than a coincidence (a natural logarithm): such mistakes are rare. */
const LIKELY = 10;
/** Small shocks are too many for this. */
const LEAST_MAGNITUDE = 3;

const agencyOf = ({ slot }: Pick<Candidate, 'slot'>): Agency => SLOTS[slot]!.agency;

/** What was published last and looks like a mistaken time zone, or like the truth beside one that was published before. */
export function newSuspects(db: Db): Suspect[] {
  const ids = sql<[], number>(
    db,
    `WITH latest AS (SELECT updated_at FROM changes ORDER BY sequence DESC LIMIT 1)
     SELECT DISTINCT earthquake FROM changes WHERE kind = 'record' AND sequence > ifnull((SELECT sequence FROM changes, latest
       WHERE changes.updated_at < latest.updated_at ORDER BY sequence DESC LIMIT 1), 0) ORDER BY earthquake`,
  );
  const seen = new Set<string>();
  return ids
    .pluck()
    .all()
    .flatMap((id) => suspectsOf(db, id))
    .filter(({ earthquake, resembles }) => {
      const name = [earthquake, resembles].sort((a, b) => a - b).join('+');
      return !seen.has(name) && seen.add(name);
    });
}

/** The earthquakes of other agencies that this one resembles if only one agency reports it, and those of one agency that resemble it. */
export function suspectsOf(db: Db, earthquake: number): Suspect[] {
  const own = threads(db, 'earthquake = ?', earthquake);
  return SHIFTS.flatMap((hours) => {
    const best = new Map<number, Suspect>();
    for (const one of own.filter(telling))
      for (const other of around(db, one.time + hours * HOUR)) {
        if (agencyOf(other) === agencyOf(one) || other.earthquake === null) continue;
        const suspect = suspectOf(db, { one, own, other, hours });
        const known = best.get(other.earthquake);
        if (suspect && (!known || suspect.score.total > known.score.total)) best.set(other.earthquake, suspect);
      }
    return [...best.values()];
  });
}

/** Known to the second, and large enough. */
const telling = ({ magnitude, precision, alternativeTime }: Candidate): boolean =>
  (magnitude ?? 0) >= LEAST_MAGNITUDE && precision === 0 && alternativeTime === null;

const around = (db: Db, time: EpochMs): Candidate[] =>
  threads(db, `time BETWEEN ? AND ? AND ${EXACT}`, time - REACH_MS, time + REACH_MS);

interface Twins {
  one: Candidate;
  /** All reports of its earthquake. */
  own: Candidate[];
  other: Candidate;
  /** By how much the other is late. */
  hours: number;
}

/** The mistaken one of two reports, if one of them is: of both being alone the one in the earthquake that is asked about. */
function suspectOf(db: Db, { one, own, other, hours }: Twins): Suspect | undefined {
  const shifted = { ...other, time: other.time - hours * HOUR };
  if (!scorePair(one, shifted)) return undefined;
  const score = scorePair({ ...one, activity: activityOf(db, one) }, { ...shifted, activity: activityOf(db, other) })!;
  if (score.total < LIKELY) return undefined;
  const agencies = own.map(agencyOf);
  const others = threads(db, 'earthquake = ?', other.earthquake).map(agencyOf);
  if (new Set(agencies).size === 1 && !others.includes(agencyOf(one)))
    return { earthquake: one.earthquake!, resembles: other.earthquake!, report: one, other, hours: -hours, score };
  if (new Set(others).size === 1 && telling(other) && !agencies.includes(agencyOf(other)))
    return { earthquake: other.earthquake!, resembles: one.earthquake!, report: other, other: one, hours, score };
  return undefined;
}

const threads = (db: Db, where: string, ...values: unknown[]): Candidate[] =>
  sql<unknown[], ThreadRow>(db, `SELECT ${COLUMNS} FROM threads WHERE ${where} AND withdrawn = 0 ORDER BY slot, thread`)
    .all(...values)
    .map(candidateOf);

const activityOf = (db: Db, one: Candidate): number =>
  threads(
    db,
    `slot = ? AND time BETWEEN ? AND ? AND ${EXACT}`,
    one.slot,
    one.time - ACTIVITY.ms,
    one.time + ACTIVITY.ms,
  ).filter((other) => other.thread !== one.thread && distanceKm(one, other) <= ACTIVITY.km).length;

/** One line for an operator. */
export function suspectLine({ earthquake, resembles, report, other, hours, score }: Suspect): string {
  const { seconds, km } = score.residuals;
  return (
    `suspicious: earthquake ${earthquake} of ${agencyOf(report)} lies ${Math.abs(hours)} h ${hours > 0 ? 'after' : 'before'} ` +
    `earthquake ${resembles} of ${agencyOf(other)} and is otherwise like it (${Math.abs(seconds).toFixed(1)} s, ${km.toFixed(0)} km): ` +
    `a time zone mistaken? They are not merged.`
  );
}
