/**
 * Reports that look like another agency's earthquake with a wrong time zone or a misread minute: whole hours or minutes
 * off and otherwise alike. They are never merged, only listed for an operator.
 */
import type { Agency } from '#core/earthquake.ts';
import { firstIndex } from '#core/bisect.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { allRows, allValues, type Db } from '../database.ts';
import { COLUMNS, EXACT, candidateOf, type AgencyEventRow } from './neighbourhood.ts';
import { ACTIVITY, REACH_MS, scorePair, type Candidate, type Score } from './score.ts';
import { activityOf } from './activity.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';

export interface Suspect {
  /** The earthquake that only one agency reports, and the one that it resembles. */
  earthquake: number;
  resembles: number;
  report: Candidate;
  other: Candidate;
  /** By how many whole hours or minutes `report` is late, ms; negative when early. */
  late: number;
  /** Score of the two with that difference removed. */
  score: Score;
}

/**
 * Türkiye's offset is 3 h and was 2 h in winter until 2016; a forgotten summer time is 1 h. The agencies' files hold 12
 * pairs that are a minute or two apart (AFAD's 236393, the Adana earthquake of 1998-06-27, is a minute late) and none
 * by whole hours.
 */
const SHIFTS = [1 * HOUR, 2 * HOUR, 3 * HOUR, 1 * MINUTE, 2 * MINUTE].flatMap((late) => [-late, late]);
/** Least score (a natural logarithm of a likelihood ratio): such mistakes are rare. */
const LIKELY = 10;
/** Inclusive; smaller shocks are too many. */
const LEAST_MAGNITUDE = 3;

/** Around the first time that is looked at: all shifts of a report, and of those of the next hours. */
const PAGE = { before: 6 * HOUR + REACH_MS, after: 12 * HOUR };

const agencyOf = ({ feedGroup }: Pick<Candidate, 'feedGroup'>): Agency => FEED_GROUPS[feedGroup]!.agency;

/** One earthquake of the last publication. */
interface SearchStep {
  /** Earthquakes examined, of `total`. */
  done: number;
  total: number;
  /** Each pair once in the whole search. */
  suspects: Suspect[];
}

/** Suspects among the earthquakes of the last publication, on either side of a pair: one step an earthquake. */
export function* newSuspects(db: Db, search = new SuspectSearch(db)): Generator<SearchStep> {
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

/** Earthquakes of the last publication that have a report large enough. */
const latestEligible = (db: Db): number[] =>
  allValues(
    db,
    `WITH latest AS (SELECT updated_at FROM changes ORDER BY sequence DESC LIMIT 1)
     SELECT DISTINCT c.earthquake FROM changes c JOIN agency_events a ON a.earthquake = c.earthquake
     WHERE c.kind = 'record' AND c.sequence > ifnull((SELECT sequence FROM changes, latest
       WHERE changes.updated_at < latest.updated_at ORDER BY sequence DESC LIMIT 1), 0)
       AND a.withdrawn = 0 AND a.magnitude >= ${LEAST_MAGNITUDE} AND ${EXACT} ORDER BY c.earthquake`,
  );

/** Origin time known to the second, and large enough. */
const isEligible = ({ magnitude, precision, alternativeTime }: Candidate): boolean =>
  (magnitude ?? 0) >= LEAST_MAGNITUDE && precision === 0 && alternativeTime === null;

interface ShiftedPair {
  one: Candidate;
  /** All reports of its earthquake. */
  own: Candidate[];
  other: Candidate;
  /** By how much `other` is late, ms. */
  late: number;
}

export class SuspectSearch {
  readonly #db: Db;
  /** Reports near each report in time and place, by its number. */
  readonly #activities = new Map<number, number>();
  #rows = 0;
  /** Exact reports in order of time, all of this span (inclusive). */
  #page: { from: EpochMs; to: EpochMs; reports: Candidate[] } = { from: Infinity, to: -Infinity, reports: [] };

  constructor(db: Db) {
    this.#db = db;
  }

  /** Reports read so far. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Pairs of this earthquake and one of another agency that looks like it; one of the two has reports of one agency
   * only.
   */
  of(earthquake: number): Suspect[] {
    const own = this.#agencyEvents('earthquake = ?', earthquake);
    return SHIFTS.flatMap((late) => this.#shiftedBy(late, own));
  }

  #shiftedBy(late: number, own: Candidate[]): Suspect[] {
    const best = new Map<number, Suspect>();
    for (const one of own.filter(isEligible))
      for (const other of this.#around(one.time + late)) {
        if (agencyOf(other) === agencyOf(one) || other.earthquake === null) continue;
        const suspect = this.#suspectOf({ one, own, other, late });
        const known = best.get(other.earthquake);
        if (suspect && (!known || suspect.score.total > known.score.total)) best.set(other.earthquake, suspect);
      }
    return [...best.values()];
  }

  /** The mistaken one of two reports; if either may be, the one of the earthquake that the search is for. */
  #suspectOf({ one, own, other, late }: ShiftedPair): Suspect | undefined {
    const shifted = { ...other, time: other.time - late };
    // Activity only lowers the score: a pair that is unlikely without any needs no further look.
    if (!isLikely(scorePair(one, shifted))) return undefined;
    const others = this.#agencyEvents('earthquake = ?', other.earthquake);
    const oneMay = couldBelongTo(own, one, others);
    if (!oneMay && !(isEligible(other) && couldBelongTo(others, other, own))) return undefined;
    const score = scorePair(
      { ...one, activity: this.#activityOf(one) },
      { ...shifted, activity: this.#activityOf(other) },
    );
    if (!isLikely(score)) return undefined;
    if (oneMay)
      return { earthquake: one.earthquake!, resembles: other.earthquake!, report: one, other, late: -late, score };
    return { earthquake: other.earthquake!, resembles: one.earthquake!, report: other, other: one, late, score };
  }

  /** In order of feed group and number. */
  #around(time: EpochMs): Candidate[] {
    const [from, to] = [time - REACH_MS, time + REACH_MS];
    if (from < this.#page.from || to > this.#page.to) this.#readPage(time);
    const { reports } = this.#page;
    const first = firstIndex(reports.length, (index) => reports[index]!.time >= from);
    const end = firstIndex(reports.length, (index) => reports[index]!.time > to);
    return reports.slice(first, end).sort((a, b) => a.feedGroup - b.feedGroup || a.agencyEvent - b.agencyEvent);
  }

  /** Earthquakes of a publication follow each other in time: one read serves all shifts of many. */
  #readPage(time: EpochMs): void {
    const [from, to] = [time - PAGE.before, time + PAGE.after];
    const reports = this.#agencyEvents(`time BETWEEN ? AND ? AND ${EXACT}`, from, to);
    this.#page = { from, to, reports: reports.sort((a, b) => a.time - b.time) };
  }

  #agencyEvents(where: string, ...values: unknown[]): Candidate[] {
    const rows = allRows<AgencyEventRow>(
      this.#db,
      `SELECT ${COLUMNS} FROM agency_events WHERE ${where} AND withdrawn = 0 ORDER BY feed_group, agency_event`,
      ...values,
    );
    this.#rows += rows.length;
    return rows.map(candidateOf);
  }

  #activityOf(one: Candidate): number {
    return this.#activities.getOrInsertComputed(one.agencyEvent, () => {
      const beside = allRows<Point & { feed_group: number }>(
        this.#db,
        `SELECT feed_group, latitude, longitude FROM agency_events
         WHERE time BETWEEN ? AND ? AND agency_event <> ? AND ${EXACT} AND withdrawn = 0`,
        ...[one.time - ACTIVITY.ms, one.time + ACTIVITY.ms, one.agencyEvent],
      );
      this.#rows += beside.length;
      const near = new Int32Array(FEED_GROUPS.length);
      for (const other of beside) if (distanceKm(one, other) <= ACTIVITY.km) near[other.feed_group]! += 1;
      return activityOf(one.feedGroup, near);
    });
  }
}

const isLikely = (score: Score | undefined): score is Score => score !== undefined && score.total >= LIKELY;

/**
 * Whether a report that only its own agency confirms could belong to another earthquake: none of its feed is there.
 */
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
    `earthquake ${resembles} of ${agencyOf(other)} and is otherwise like it ` +
    `(${Math.abs(seconds).toFixed(1)} s, ${km.toFixed(0)} km): ` +
    `${mistake}? They are not merged.`
  );
}
