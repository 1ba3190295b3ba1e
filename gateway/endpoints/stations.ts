/** `/station_api.php`: the stations of all agencies or of one. */
import { ANSWERS } from '#core/paths.ts';
import type { Representation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { valueOf } from '../query/read.ts';
import { STATION_SOURCE } from '../query/parameters.ts';
import { requiredAnswer } from './required.ts';

export function stationsAnswer({ parameters, snapshot }: EndpointRequest): Representation {
  const source = valueOf(parameters, STATION_SOURCE);
  const path = source === undefined ? ANSWERS.stations : ANSWERS.stationsOf[source];
  return requiredAnswer(snapshot, path, { type: JSON_TYPE, caching: 'data' });
}
