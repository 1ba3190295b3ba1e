/** Endpoints of stored answers: `/rss`, and `/station_api.php` for the stations of all agencies or of one. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { JSON_TYPE, typeOfFile } from '#core/headers.ts';
import { ANSWERS } from '#core/paths.ts';
import { unavailable } from '../http/errors.ts';
import { type Representation, storedRepresentation, type StoredAnswer } from '../http/representation.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { STATION_SOURCE } from '../query/parameters.ts';
import { valueOf } from '../query/read.ts';
import type { EndpointRow } from './request.ts';
import { agency, body, list, number, numberOrNull, object, text } from './schemas.ts';

const RSS_TYPE = typeOfFile(ANSWERS.rss);

/** @throws GatewayError `unavailable` when the dataset has none, which was logged when it was adopted. */
export function required(snapshot: Snapshot, path: string): StoredAnswer {
  const stored = snapshot.stored(path);
  if (!stored) throw unavailable();
  return stored;
}

export const requiredAnswer = (
  snapshot: Snapshot,
  path: string,
  { type, caching }: Pick<Representation, 'type' | 'caching'>,
): Representation => storedRepresentation(required(snapshot, path), type, caching);

export const rssEndpoint: EndpointRow = {
  path: ENDPOINTS.rss,
  description: 'The newest earthquakes of magnitude 3 and above as RSS 2.0',
  answer: ({ snapshot }) => requiredAnswer(snapshot, ANSWERS.rss, { type: RSS_TYPE, caching: 'feed' }),
  operation: { id: 'getFeed', parameters: [], content: { [RSS_TYPE]: null }, errors: [] },
};

const STATION = object({
  network: text('FDSN network code.'),
  code: text('Station code.'),
  name: text('Place.'),
  source: agency,
  latitude: number('Degrees.'),
  longitude: number('Degrees.'),
  elevation_m: numberOrNull('Metres above sea level.'),
});

export const stationsEndpoint: EndpointRow = {
  path: ENDPOINTS.stations,
  description: 'Stations',
  answer({ parameters, snapshot }) {
    const source = valueOf(parameters, STATION_SOURCE);
    const path = source === undefined ? ANSWERS.stations : ANSWERS.stationsOf[source];
    return requiredAnswer(snapshot, path, { type: JSON_TYPE, caching: 'data' });
  },
  operation: {
    id: 'listStations',
    parameters: [STATION_SOURCE],
    content: { 'application/json': body('Stations', { count: { type: 'integer' }, stations: list(STATION) }) },
    errors: [400],
  },
};
