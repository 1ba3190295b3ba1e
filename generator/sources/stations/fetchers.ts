/** Requests for the agencies' station lists. */
import type { EpochMs } from '#core/time.ts';
import { MAX_STATIONS_BYTES } from '../limits.ts';
import type { FeedClient } from '../feed.ts';
import { parseAfadStations } from './afad-list.ts';
import { parseFdsnStations } from './fdsn-text.ts';
import type { StationList } from './station-list.ts';

export interface StationFetcher {
  name: string;
  url: string;
  fetch(client: FeedClient): Promise<Uint8Array | 'unchanged'>;
}

/** By the fetcher's name. They throw DocumentError. */
export const STATION_PARSERS = new Map<string, (bytes: Uint8Array, context: { now: EpochMs }) => StationList>([
  ['kandilli-stations', parseFdsnStations],
  ['afad-stations', parseAfadStations],
]);

function stationFetcher(name: string, url: string): StationFetcher {
  return {
    name,
    url,
    async fetch(client) {
      const answer = await client.get(url, { conditional: true, maxBytes: MAX_STATIONS_BYTES });
      return answer === 'unchanged' ? answer : answer.bytes;
    },
  };
}

/** Kandilli's FDSN station service and AFAD's station list. */
export const stationFetchers = ({ kandilli, afad }: { kandilli: string; afad: string }): StationFetcher[] => [
  stationFetcher('kandilli-stations', `${kandilli}/fdsnws/station/1/query?network=KO&level=station&format=text`),
  stationFetcher('afad-stations', `${afad}/Station/GetStations`),
];
