/** Why an earthquake has its reports and not others near it. Reads the catalogue, changes nothing. */
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { DATE_PRECISIONS, DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { associate, components } from './association/associate.ts';
import { firstValue, type Db } from './database.ts';
import { candidatesAround } from './association/neighbourhood.ts';
import { lastRecordOf, stateOf } from './read.ts';
import {
  REACH_KM,
  REACH_MS,
  areUnlike,
  coarseSpan,
  scorePair,
  timeBetween,
  type Candidate,
  type Score,
} from './association/score.ts';
import { agencyEventsNamed } from './documents/agency-event-keys.ts';
import { FEED_GROUPS } from './documents/feed-groups.ts';
import { SuspectSearch, type Suspect } from './association/suspects.ts';

export interface Pair {
  one: Candidate;
  other: Candidate;
  score: Score;
}

interface NearMiss {
  report: Candidate;
  /** From the nearest report of the earthquake: s, signed, and km. */
  seconds: number;
  km: number;
  reason: string;
}

export interface Explanation {
  /** The name given, before following a merger. */
  name: string;
  record: Earthquake;
  reports: Candidate[];
  pairs: Pair[];
  /** Sum of the pairs' scores. */
  total: number;
  /** Reasons for reports more than 60 s apart. */
  apart: string[];
  nearMisses: NearMiss[];
  suspects: Suspect[];
  /** Whether association would publish the same now; false if documents were read and not yet associated. */
  current: boolean;
}

export type Unexplained = { reason: 'unknown' } | { reason: 'withdrawn'; name: string; record: Earthquake };

/** @param name an id, an event_id, or `agency:key` with the agency's own identifier */
export function explain(db: Db, name: string): Explanation | Unexplained {
  const named = earthquakeNamed(db, name);
  if (named === undefined) return { reason: 'unknown' };
  const id = firstValue<number>(db, 'SELECT ifnull(merged_into, id) FROM earthquakes WHERE id = ?', named)!;
  const record = lastRecordOf(db, id)!;
  if (stateOf(db, id) !== 'current') return { reason: 'withdrawn', name, record };
  const times = record.solutions.map(({ time }) => time);
  const around = candidatesAround(db, Math.min(...times), Math.max(...times));
  const clusters = components(around).flatMap(associate);
  const reports = around.filter(({ earthquake }) => earthquake === id).sort((a, b) => a.feedGroup - b.feedGroup);
  const cluster = clusters.find((one) => one.includes(reports[0]!)) ?? [];
  const pairs = pairsOf(reports);
  return {
    name,
    record,
    reports,
    pairs,
    total: pairs.reduce((sum, { score }) => sum + score.total, 0),
    apart: apartReasons(reports),
    nearMisses: nearMissesOf(reports, around),
    suspects: new SuspectSearch(db).of(id),
    current: cluster.length > 0 && cluster.length === reports.length && cluster.every((one) => reports.includes(one)),
  };
}

function earthquakeNamed(db: Db, name: string): number | undefined {
  if (/^\d{1,15}$/.test(name)) return firstValue(db, 'SELECT id FROM earthquakes WHERE id = ?', Number(name));
  if (/^[0-9a-f]{16}$/.test(name)) return firstValue(db, 'SELECT id FROM earthquakes WHERE event_id = ?', name);
  const [, agency, key = ''] = /^([a-z]+):(.+)$/s.exec(name) ?? [];
  // Feeds without identifiers have generated keys only.
  const ids = [
    ...agencyEventsNamed(db, agency, key).map((agencyEvent) =>
      firstValue<number | null>(db, 'SELECT earthquake FROM agency_events WHERE agency_event = ?', agencyEvent),
    ),
    ...FEED_GROUPS.map((group, feedGroup) =>
      group.agency === agency ? firstValue<number | null>(db, BY_GENERATED_KEY, feedGroup, key) : null,
    ),
  ];
  return ids.find((id) => id !== undefined && id !== null) ?? undefined;
}

const BY_GENERATED_KEY = 'SELECT earthquake FROM agency_events WHERE feed_group = ? AND key = ?';

const pairsOf = (reports: Candidate[]): Pair[] =>
  reports.flatMap((one, index) =>
    reports.slice(index + 1).flatMap((other) => {
      const score = scorePair(one, other);
      return score ? [{ one, other, score }] : [];
    }),
  );

/** An earthquake's reports lie within 60 s, except those with a coarse or ambiguous time. */
function apartReasons(reports: Candidate[]): string[] {
  const times = reports.map(({ time }) => time);
  if (Math.max(...times) - Math.min(...times) <= REACH_MS) return [];
  return reports.flatMap((report) => {
    const { from, to } = coarseSpan(report);
    if (to > from)
      return [
        `${nameOf(report)} is known to the ${DATE_PRECISIONS[report.precision]} only: any second ` +
          `of ${durationText(to - from)} may be meant`,
      ];
    if (report.alternativeTime !== null)
      return [`${nameOf(report)} is a local time in the hour that clocks repeated: its other reading agrees`];
    return [];
  });
}

const durationText = (ms: number): string =>
  ms < 2 * HOUR
    ? `${Math.round(ms / MINUTE)} min`
    : ms < 2 * DAY
      ? `${Math.round(ms / HOUR)} h`
      : `${Math.round(ms / DAY)} days`;

export const nameOf = ({ feedGroup, key }: Pick<Candidate, 'feedGroup' | 'key'>): string =>
  `${FEED_GROUPS[feedGroup]!.name} ${key}`;

/** Bounds of near misses, inclusive, and their greatest number. */
const MISS = { ms: 10 * MINUTE, km: 300, limit: 12 };

function nearMissesOf(reports: Candidate[], around: Candidate[]): NearMiss[] {
  return around
    .filter((one) => reports.length > 0 && !reports.includes(one))
    .map((report): NearMiss => {
      const nearest = reports.toSorted((a, b) => gap(report, a) - gap(report, b))[0]!;
      const [seconds, km] = [timeBetween(nearest, report) / SECOND, distanceKm(nearest, report)];
      const own = around.filter(({ earthquake }) => earthquake === report.earthquake);
      return { report, seconds, km, reason: reasonFor({ report, seconds, km }, reports, own) };
    })
    .filter(({ seconds, km }) => Math.abs(seconds) * SECOND <= MISS.ms && km <= MISS.km)
    .sort((a, b) => Math.abs(a.seconds) / 60 + a.km / REACH_KM - (Math.abs(b.seconds) / 60 + b.km / REACH_KM))
    .slice(0, MISS.limit);
}

/** In units of the reach. */
const gap = (a: Candidate, b: Candidate): number =>
  Math.abs(timeBetween(a, b)) / REACH_MS + distanceKm(a, b) / REACH_KM;

/** To a tenth, with a true minus sign. */
export const formatDecimal = (value: number): string => value.toFixed(1).replace('-', '−');

/** Sum of a report's scores with others. */
const sumWith = (one: Candidate, others: Candidate[]): number =>
  others
    .filter((other) => one !== other && one.feedGroup !== other.feedGroup)
    .reduce((sum, other) => sum + (scorePair(one, other)?.total ?? -Infinity), 0);

/** @param reports those of the earthquake @param own those of the report's own earthquake, itself included */
function reasonFor({ report, seconds, km }: Omit<NearMiss, 'reason'>, reports: Candidate[], own: Candidate[]): string {
  const home = `earthquake ${report.earthquake ?? 'not yet published'}`;
  if (Math.abs(seconds) * SECOND > REACH_MS) return `more than ${REACH_MS / SECOND} s away; ${home}`;
  if (km > REACH_KM) return `more than ${REACH_KM} km away; ${home}`;
  const where =
    own.length < 2 ? `it stands alone as ${home}` : `it is in ${home}, with ${formatDecimal(sumWith(report, own))}`;
  const sum = sumWith(report, reports);
  const taken = reports.find(({ feedGroup }) => feedGroup === report.feedGroup);
  const unlike = reports.find((one) => one !== report && areUnlike(one, report));
  if (unlike) return `its magnitude is too far from that of ${nameOf(unlike)} for one earthquake; ${where}`;
  if (sum === -Infinity) return `too far from another report of this earthquake; ${where}`;
  if (taken) return `its feed already has ${taken.key} here; score ${formatDecimal(sum)} in its place; ${where}`;
  if (sum <= 0) return `score ${formatDecimal(sum)}: likelier two earthquakes; ${where}`;
  return `score ${formatDecimal(sum)}, but all reports together agree better so; ${where}`;
}
