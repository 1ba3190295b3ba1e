/** The small stored answers that are JSON: list, stats, stations. */
import { AGENCIES, KNOWN_AGENCIES, shownAgencies } from '#core/agencies.ts';
import { type Agency, type Earthquake, type Station } from '#core/earthquake.ts';
import { writeCursor } from '#core/cursor.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { DEFAULT_LIMIT } from '#core/query.ts';
import { formatInstant, wholeSecond, type EpochMs } from '#core/time.ts';
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
