/**
 * Reports that look like another agency's earthquake told in local time, or with a minute misread: whole hours or minutes off and otherwise alike.
 * They are never merged, only named, for a person to look at.
 */
import type { Agency } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import type { AgencyEventRow } from './neighbourhood.ts';
import { COLUMNS, EXACT, candidateOf } from './neighbourhood.ts';
import type { Candidate, Score } from './score.ts';
import { ACTIVITY, REACH_MS, scorePair } from './score.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';

export interface Suspect {
  /** The earthquake that only one agency reports, and the one that it resembles. */
  earthquake: number;
  resembles: number;
  report: Candidate;
  other: Candidate;
  /** By how many whole hours or minutes `report` is late, ms; negative when early. */
  late: number;
  /** Of the two as they would be without that. */
  score: Score;
}

/**
 * Türkiye's offset is 3 h, was 2 h in winter until 2016, and a forgotten summer time is 1 h. A minute or two off are 12 pairs of
 * the agencies' real files, whole hours none; the gravest is AFAD's 236393, the Adana earthquake of 1998-06-27 a minute late.
 */
const SHIFTS = [1 * HOUR, 2 * HOUR, 3 * HOUR, 1 * MINUTE, 2 * MINUTE].flatMap((late) => [-late, late]);
/** So much likelier must it be than a coincidence (a natural logarithm): such mistakes are rare. */
const LIKELY = 10;
/** Small shocks are too many for this. */
const LEAST_MAGNITUDE = 3;

const agencyOf = ({ feedGroup }: Pick<Candidate, 'feedGroup'>): Agency => FEED_GROUPS[feedGroup]!.agency;

/** A search, and how much work it was. */
export interface SuspectSearch {
  /** The earthquakes of other agencies that this one resembles if only one agency reports it, and those of one agency that resemble it. */
  of(earthquake: number): Suspect[];
  /** Reports read so far. */
  readonly rows: number;
}

/** A step of the search among what was published last. */
export interface SearchStep {
  /** Earthquakes looked at, of so many. */
  done: number;
  total: number;
  /** What the step found; each pair once, whichever of the two was looked at. */
  suspects: Suspect[];
}

/** What was published last and looks like a mistaken time zone, or like the truth beside one that was published before: a step an earthquake. */
export function* newSuspects(db: Db, search = createSuspectSearch(db)): Generator<SearchStep> {
  const ids = latestEligible(db);
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const suspects = search.of(id).filter(({ earthquake, resembles }) => {
      const name = [earthquake, resembles].sort((a, b) => a - b).join('+');
      return !seen.has(name) && seen.add(name);
    });
    yield { done: index + 1, total: ids.length, suspects };
  }
}

/** The earthquakes published last that have a report large enough. */
const latestEligible = (db: Db): number[] =>
  sql<[], number>(
    db,
    `WITH latest AS (SELECT updated_at FROM changes ORDER BY sequence DESC LIMIT 1)
     SELECT DISTINCT c.earthquake FROM changes c JOIN threads t ON t.earthquake = c.earthquake
     WHERE c.kind = 'record' AND c.sequence > ifnull((SELECT sequence FROM changes, latest
       WHERE changes.updated_at < latest.updated_at ORDER BY sequence DESC LIMIT 1), 0)
       AND t.withdrawn = 0 AND t.magnitude >= ${LEAST_MAGNITUDE} AND ${EXACT} ORDER BY c.earthquake`,
  )
    .pluck()
    .all();

/** Known to the second, and large enough. */
const isEligible = ({ magnitude, precision, alternativeTime }: Candidate): boolean =>
  (magnitude ?? 0) >= LEAST_MAGNITUDE && precision === 0 && alternativeTime === null;

interface ShiftedPair {
  one: Candidate;
  /** All reports of its earthquake. */
  own: Candidate[];
  other: Candidate;
  /** By how much the other is late, ms. */
  late: number;
}

export function createSuspectSearch(db: Db): SuspectSearch {
  let rows = 0;
  const activities = new Map<number, number>();

  const agencyEvents = (where: string, ...values: unknown[]): Candidate[] => {
    const found = sql<unknown[], AgencyEventRow>(
      db,
      `SELECT ${COLUMNS} FROM threads WHERE ${where} AND withdrawn = 0 ORDER BY slot, thread`,
    ).all(...values);
    rows += found.length;
    return found.map(candidateOf);
  };

  const around = (time: EpochMs): Candidate[] =>
    agencyEvents(`time BETWEEN ? AND ? AND ${EXACT}`, time - REACH_MS, time + REACH_MS);

  const activityOf = (one: Candidate): number => {
    const known = activities.get(one.agencyEvent);
    if (known !== undefined) return known;
    const beside = sql<unknown[], Point>(
      db,
      `SELECT latitude, longitude FROM threads
       WHERE slot = ? AND time BETWEEN ? AND ? AND thread <> ? AND ${EXACT} AND withdrawn = 0`,
    ).all(one.feedGroup, one.time - ACTIVITY.ms, one.time + ACTIVITY.ms, one.agencyEvent);
    rows += beside.length;
    const activity = beside.filter((other) => distanceKm(one, other) <= ACTIVITY.km).length;
    activities.set(one.agencyEvent, activity);
    return activity;
  };

  /** The mistaken one of two reports, if one of them is: of both being alone the one in the earthquake that is asked about. */
  const suspectOf = ({ one, own, other, late }: ShiftedPair): Suspect | undefined => {
    const shifted = { ...other, time: other.time - late };
    // Activity only makes a coincidence likelier: what falls short without any needs no further look.
    if (!isLikely(scorePair(one, shifted))) return undefined;
    const others = agencyEvents('earthquake = ?', other.earthquake);
    const oneMay = couldBelongTo(own, one, others);
    if (!oneMay && !(isEligible(other) && couldBelongTo(others, other, own))) return undefined;
    const score = scorePair({ ...one, activity: activityOf(one) }, { ...shifted, activity: activityOf(other) });
    if (!isLikely(score)) return undefined;
    if (oneMay)
      return { earthquake: one.earthquake!, resembles: other.earthquake!, report: one, other, late: -late, score };
    return { earthquake: other.earthquake!, resembles: one.earthquake!, report: other, other: one, late, score };
  };

  const at = (own: Candidate[], late: number): Suspect[] => {
    const best = new Map<number, Suspect>();
    for (const one of own.filter(isEligible))
      for (const other of around(one.time + late)) {
        if (agencyOf(other) === agencyOf(one) || other.earthquake === null) continue;
        const suspect = suspectOf({ one, own, other, late });
        const known = best.get(other.earthquake);
        if (suspect && (!known || suspect.score.total > known.score.total)) best.set(other.earthquake, suspect);
      }
    return [...best.values()];
  };

  return {
    of(earthquake) {
      const own = agencyEvents('earthquake = ?', earthquake);
      return SHIFTS.flatMap((late) => at(own, late));
    },
    get rows() {
      return rows;
    },
  };
}

const isLikely = (score: Score | undefined): score is Score => score !== undefined && score.total >= LIKELY;

/** Whether a report, which only its own agency stands by, could belong to another earthquake: none of its feed is there. */
const couldBelongTo = (own: Candidate[], report: Candidate, others: Candidate[]): boolean =>
  own.every((one) => agencyOf(one) === agencyOf(report)) &&
  others.every(({ feedGroup }) => feedGroup !== report.feedGroup);

/** One line for an operator. */
export function suspectLine({ earthquake, resembles, report, other, late, score }: Suspect): string {
  const { seconds, km } = score.residuals;
  const apart = Math.abs(late);
  const [span, mistake] =
    apart < HOUR ? [`${apart / MINUTE} min`, 'a minute misread'] : [`${apart / HOUR} h`, 'a time zone mistaken'];
  return (
    `suspicious: earthquake ${earthquake} of ${agencyOf(report)} lies ${span} ${late > 0 ? 'after' : 'before'} ` +
    `earthquake ${resembles} of ${agencyOf(other)} and is otherwise like it (${Math.abs(seconds).toFixed(1)} s, ${km.toFixed(0)} km): ` +
    `${mistake}? They are not merged.`
  );
}
