/** `/`: the site, or a list of the endpoints where there is none. */
import { GatewayError } from '../http/errors.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRow } from './request.ts';
import { staticAnswer } from './static.ts';

export function homeAnswer(name: string, rows: readonly EndpointRow[]): EndpointRow['answer'] {
  const endpoints = rows.map(({ path, description }) => ({ path, description }));
  const bytes = Buffer.from(`${JSON.stringify({ status: 'success', name, endpoints }, null, 1)}\n`);
  const listing = bytesRepresentation(bytes, {
    type: JSON_TYPE,
    caching: 'data',
    // A site may be written beside the dataset.
    validFor: 'request',
  });
  return async (request) => {
    try {
      return await staticAnswer(request);
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'not_found') return listing;
      throw error;
    }
  };
}
