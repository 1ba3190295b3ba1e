/**
 * Endpoints of stored answers: `/rss` and `/atom`, and `/station_api.php` for the stations of all agencies or of
 * one.
 */
import { ENDPOINTS } from '#core/endpoints.ts';
import { JSON_TYPE, typeOfFile } from '#core/headers.ts';
import { ANSWERS } from '#core/paths.ts';
import { unavailable } from '../http/errors.ts';
import {
  type Representation,
  storedRepresentation,
  type StoredAnswer,
  bytesRepresentation,
} from '../http/representation.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { STATION_SOURCE, valueOf } from '../query/parameters.ts';
import type { EndpointRow } from './request.ts';
import { agencyNamed, body, integer, list, number, numberOrNull, text, titled } from './schemas.ts';
import { missingKey } from '../access/caller.ts';
import type { UsageStore } from '../access/usage.ts';

/** @throws GatewayError `unavailable` when the dataset has none, which was logged when it was adopted. */
export async function required({ answers }: Snapshot, path: string): Promise<StoredAnswer> {
  const stored = await answers.get(path);
  if (!stored) throw unavailable();
  return stored;
}

/** `status.json`. @throws GatewayError `unavailable` where it was never whole, which was logged */
export function requiredStatus({ status }: Snapshot): StoredAnswer {
  if (!status) throw unavailable();
  return status;
}

export const requiredAnswer = async (
  snapshot: Snapshot,
  path: string,
  { type, caching }: Pick<Representation, 'type' | 'caching'>,
): Promise<Representation> => storedRepresentation(await required(snapshot, path), type, caching);

const feedEndpoint = (name: 'rss' | 'atom', id: string, format: string): EndpointRow => {
  const type = typeOfFile(ANSWERS[name]);
  return {
    path: ENDPOINTS[name],
    description: `The newest earthquakes of magnitude 3 and above as ${format}`,
    answer: ({ snapshot }) => requiredAnswer(snapshot, ANSWERS[name], { type, caching: 'feed' }),
    operation: { id, parameters: [], content: { [type]: null }, errors: [] },
  };
};

export const feedEndpoints = [feedEndpoint('rss', 'getFeed', 'RSS 2.0'), feedEndpoint('atom', 'getAtomFeed', 'Atom')];

const STATION = titled('Station', {
  network: text('FDSN network code.'),
  code: text('Station code.'),
  name: text('Place.'),
  source: agencyNamed('Agency that runs it.'),
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
    content: {
      'application/json': body('Stations', { count: integer('Items in `stations`.'), stations: list(STATION) }),
    },
    errors: [400],
  },
};

export const usageEndpoint = (usage: Pick<UsageStore, 'usageOf'> | undefined): EndpointRow => ({
  path: ENDPOINTS.usage,
  description: 'What the account of a key has used',
  uncounted: 'own',
  async answer({ caller }) {
    if (caller.kind !== 'keyed' || !usage) throw missingKey();
    const body = { status: 'success', key_id: caller.keyId, ...(await usage.usageOf(caller.account)) };
    const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
    return bytesRepresentation(bytes, { type: JSON_TYPE, caching: 'never', validFor: 'request' });
  },
});
