/** `/deprem_api.php`: one earthquake, by id or by date and slug. */
import { contentHash } from '#core/etag.ts';
import type { Representation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { readDetailKey } from '../query/detail-query.ts';
import { findDetail } from './find-detail.ts';
import { GatewayError } from '../http/errors.ts';
import { JSON_TYPE } from '../http/headers.ts';

export async function detailAnswer({ parameters, snapshot }: EndpointRequest): Promise<Representation> {
  const line = await findDetail(snapshot, readDetailKey(parameters));
  if (line?.kind === 'record') return lineAnswer(line.bytes);
  if (line) throw goneError(line.bytes);
  throw new GatewayError('not_found', 'Not found. The list gives ids, and dates with slugs.');
}

/** The stored body of a 410, with the revisions of the withdrawn earthquake. */
function goneError(line: Uint8Array): GatewayError {
  const { message, ...more } = JSON.parse(Buffer.from(line).toString('utf8')) as { message: string };
  return new GatewayError('gone', message, { more });
}

/** A line of a bucket, unchanged. */
export const lineAnswer = (line: Uint8Array): Representation => ({
  hash: contentHash(line),
  type: JSON_TYPE,
  caching: 'data',
  validFor: 'dataset',
  // A copy, so that a cached body does not retain its bucket.
  load: async () => ({ bytes: Uint8Array.from(line) }),
});
