/**
 * Reports that look like another agency's earthquake told in local time: whole hours off and otherwise alike. They are never merged, only named,
 * for a person to look at.
 */
import type { Agency } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
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

/** What was published last and looks like a mistaken time zone. */
export function newSuspects(db: Db): Suspect[] {
  const ids = sql<[], number>(
    db,
    `SELECT DISTINCT earthquake FROM changes WHERE updated_at = (SELECT max(updated_at) FROM changes) AND kind = 'record' ORDER BY earthquake`,
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

/** The earthquakes of other agencies that this one resembles, if only one agency reports it. */
export function suspectsOf(db: Db, earthquake: number): Suspect[] {
  const own = threads(db, 'earthquake = ?', earthquake);
  const [report] = own;
  if (!report || (report.magnitude ?? 0) < LEAST_MAGNITUDE || own.some((one) => agencyOf(one) !== agencyOf(report)))
    return [];
  if (report.precision > 0 || report.alternativeTime !== null) return [];
  return SHIFTS.flatMap((hours) => twins(db, report, hours)).map((twin) => ({ earthquake, ...twin }));
}

function twins(db: Db, report: Candidate, hours: number): Omit<Suspect, 'earthquake'>[] {
  const time = report.time - hours * HOUR;
  const near = threads(db, `time BETWEEN ? AND ? AND ${EXACT}`, time - REACH_MS, time + REACH_MS);
  const best = new Map<number, Omit<Suspect, 'earthquake'>>();
  for (const other of near) {
    if (agencyOf(other) === agencyOf(report) || other.earthquake === null) continue;
    if (!scorePair({ ...report, time }, other)) continue;
    const moved = { ...report, time, activity: activityOf(db, report) };
    const score = scorePair(moved, { ...other, activity: activityOf(db, other) })!;
    if (score.total < LIKELY || score.total <= (best.get(other.earthquake)?.score.total ?? 0)) continue;
    const agencies = threads(db, 'earthquake = ?', other.earthquake).map(agencyOf);
    if (agencies.includes(agencyOf(report))) continue;
    best.set(other.earthquake, { resembles: other.earthquake, report, other, hours, score });
  }
  return [...best.values()];
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
