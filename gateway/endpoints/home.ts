/** `/`: the site, or a list of the endpoints where there is none. */
import { contentHash } from '#core/etag.ts';
import type { Representation } from '../http/representation.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { GatewayError } from '../http/errors.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { staticAnswer } from './static.ts';

export interface EndpointDescription {
  path: string;
  description: string;
}

export function homeAnswer(
  name: string,
  endpoints: EndpointDescription[],
): (request: EndpointRequest) => Promise<Representation> {
  const bytes = Buffer.from(`${JSON.stringify({ status: 'success', name, endpoints }, null, 1)}\n`);
  const listing = bytesRepresentation(bytes, {
    hash: contentHash(bytes),
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
