/** `/usage`: the quota and usage of a key's account. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { missingKey } from '../access/caller.ts';
import type { UsageStore } from '../access/usage.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRow } from './request.ts';

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
