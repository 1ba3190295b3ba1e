/** The small stored answers that are JSON: list, stats, stations, status. */
import { AGENCIES, KNOWN_AGENCIES, shownAgencies } from '#core/agencies.ts';
import { type Agency, type Earthquake, type Station } from '#core/earthquake.ts';
import { writeCursor } from '#core/cursor.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { DEFAULT_LIMIT } from '#core/query.ts';
import { agencyBits } from '#core/shard.ts';
import { findingText, type Finding } from '#core/finding.ts';
import { sourceState } from '#core/source-state.ts';
import { writeStatus } from '#core/status.ts';
import { attribution, termsOf } from '#core/terms.ts';
import { formatInstant, formatSecond, SECOND, wholeSecond, type EpochMs } from '#core/time.ts';
import { listDocument, listItem, stationItem } from '#core/wire.ts';
import { newestFirst } from './shards.ts';

/**
 * The answer to the list endpoint without parameters.
 * @param newest at least the newest 101 listed earthquakes, in any order
 * @param basePath path of the service, without a slash at its end
 */
export function listFile(newest: Earthquake[], basePath = ''): string {
  const rows = newest.toSorted(newestFirst);
  const page = rows.slice(0, DEFAULT_LIMIT);
  const last = page.at(-1);
  const position = last && rows.length > page.length && { time: wholeSecond(last.time), id: last.id };
  const next = position ? `${basePath}${ENDPOINTS.list}?cursor=${writeCursor({ by: 'time', position })}` : null;
  return listDocument(
    page.map((row) => JSON.stringify(listItem(row))),
    next,
  );
}

interface StatsInputs {
  shards: ShardEntry[];
  /** In use. */
  agencies?: readonly Agency[];
  today: number;
  last24h: number;
  /** Since when these numbers stand. */
  countedAt: EpochMs;
}

/** Statistics over the listed records, from the manifest's entries; a doubtful magnitude is never the greatest. */
export function statsFile({ shards, agencies = AGENCIES, today, last24h, countedAt }: StatsInputs): string {
  const listed = shards.filter(({ band }) => band > 0);
  const sumOf = (of: 'count' | 'blasts'): number => listed.reduce((sum, { [of]: number }) => sum + number, 0);
  const sum = listed.reduce((all, { magnitudeSum }) => all + magnitudeSum, 0);
  const summed = listed.reduce((all, { count, doubtful }) => all + count - doubtful.length, 0);
  return `${JSON.stringify({
    status: 'success',
    total: sumOf('count'),
    today,
    avg_magnitude: summed === 0 ? null : Math.round((sum / summed) * 100) / 100,
    max_magnitude: listed
      .flatMap(({ greatest }) => greatest ?? [])
      .reduce<number | null>((high, one) => Math.max(high ?? one, one), null),
    last_24h: last24h,
    blasts: sumOf('blasts'),
    by_source: Object.fromEntries(
      shownAgencies(agencies).map((agency) => {
        const bit = KNOWN_AGENCIES.indexOf(agency);
        return [agency, listed.reduce((count, shard) => count + shard.agencyCounts[bit]!, 0)];
      }),
    ),
    generated_at: formatInstant(countedAt),
  })}\n`;
}

export function stationsFile(stations: Station[]): string {
  const items = stations.map((station) => JSON.stringify({ ...stationItem(station), elevation_m: station.elevationM }));
  return `{"status":"success","count":${items.length},"stations":[\n${items.join(',\n')}\n]}\n`;
}

export interface SourceStatus {
  name: Agency;
  /** Whether the agency has a feed that is polled regularly. */
  live: boolean;
  lastAttempt: EpochMs | null;
  lastSuccess: EpochMs | null;
  lastEvent: EpochMs | null;
  /** Error of the last attempt; null when it succeeded. */
  error: string | null;
  /** Times without an answer that ended within the last day, the oldest first. */
  gaps: { began: EpochMs; ended: EpochMs; requested: boolean }[];
  /** Feeds of which documents are quarantined. */
  quarantined: { feed: string; since: EpochMs; finding: Finding }[];
  /** Since the catalogue exists. */
  counts: { rowsRead: number; rowsRejected: number; documentsQuarantined: number };
}

interface StatusInputs {
  dataset: string;
  /** Of the build. */
  minute: EpochMs;
  /** That answers with a window of time are of. */
  asOf: EpochMs;
  settings: { serviceName: string; baseUrl: string };
  /** Agencies in use; their terms bind the users of the data. */
  agencies: readonly Agency[];
  /** ms by which the clock of the host is behind the agencies'; null while nothing is wrong with it. */
  clockOffset?: number | null;
  /** How many earthquakes could not be composed or rendered, and are as they were. */
  faulty?: number;
  sources: SourceStatus[];
}

export function statusFile(inputs: StatusInputs): string {
  const { dataset, minute, asOf, settings, agencies, clockOffset = null, faulty = 0, sources } = inputs;
  const instant = (time: EpochMs | null): string | null => (time === null ? null : formatInstant(time));
  return writeStatus({
    status: 'success',
    dataset,
    generated_at: formatInstant(minute),
    as_of: formatInstant(asOf),
    ...(clockOffset === null ? {} : { clock_offset_seconds: Math.round(clockOffset / SECOND) }),
    ...(faulty === 0 ? {} : { faulty_earthquakes: faulty }),
    attribution: attribution(settings.serviceName, settings.baseUrl),
    terms: termsOf(agencyBits(agencies)),
    sources: sources.map((source) => ({
      name: source.name,
      live: source.live,
      state: sourceState({ ...source, quarantined: source.quarantined.length > 0 }, minute),
      last_success: instant(source.lastSuccess),
      last_attempt: instant(source.lastAttempt),
      last_event: source.lastEvent === null ? null : formatSecond(source.lastEvent),
      error: source.error,
      quarantine: source.quarantined.map(quarantineJson),
      rows_read: source.counts.rowsRead,
      rows_rejected: source.counts.rowsRejected,
      documents_quarantined: source.counts.documentsQuarantined,
      ...(source.live ? { gaps: source.gaps.map(gapJson) } : {}),
    })),
  });
}

const quarantineJson = ({ feed, since, finding }: SourceStatus['quarantined'][number]): object => ({
  feed,
  since: formatInstant(since),
  message: findingText(finding),
  ...finding,
});

const gapJson = ({ began, ended, requested }: SourceStatus['gaps'][number]): object => ({
  from: formatInstant(began),
  until: formatInstant(ended),
  reason: requested ? 'no_answer' : 'not_requested',
});
