/** `/usage`: the quota and usage of a key's account. */
import { contentHash } from '#core/etag.ts';
import type { Representation } from '../http/representation.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { missingKey } from '../access/caller.ts';
import { JSON_TYPE } from '../http/headers.ts';
import type { UsageStore } from '../access/usage.ts';

export function usageAnswer(
  usage: Pick<UsageStore, 'usageOf'> | undefined,
): (request: EndpointRequest) => Promise<Representation> {
  return async ({ caller }) => {
    if (caller.kind !== 'keyed' || !usage) throw missingKey();
    const body = { status: 'success', key_id: caller.keyId, ...(await usage.usageOf(caller.account)) };
    const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
    return bytesRepresentation(bytes, {
      hash: contentHash(bytes),
      type: JSON_TYPE,
      caching: 'never',
      validFor: 'request',
    });
  };
}
