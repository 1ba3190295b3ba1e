/** Look-ups of host names that lead to the public internet alone. */
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '#core/public-address.ts';
import { SECOND } from '#core/time.ts';

export const NOT_PUBLIC = 'the host has no address on the public internet';

/** Of the first query to a name server; the second has twice as long. */
const DNS_TIMEOUT = 2 * SECOND;

/**
 * Look-ups that do not wait for each other. Those of the system share a few threads of the process, each for as long as
 * a name server is silent.
 */
export const dnsLookup =
  (servers?: readonly string[]): LookupFunction =>
  (hostname, _options, callback) => {
    const resolver = new Resolver({ timeout: DNS_TIMEOUT, tries: 2 });
    if (servers) resolver.setServers(servers);
    const addresses = async (family: 4 | 6): Promise<{ address: string; family: number }[]> =>
      (await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname))).map((address) => ({
        ...{ address, family },
      }));
    void Promise.allSettled([addresses(4), addresses(6)]).then((results) => {
      const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      const [first] = results;
      if (found.length === 0 && first.status === 'rejected') callback(first.reason as Error, []);
      else callback(null, found);
    });
  };

/** The socket connects to an address that was checked: the name is resolved once. */
export const publicLookup =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as { address: string; family: number }[];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(Object.assign(new Error(NOT_PUBLIC), { code: 'NOT_PUBLIC' }), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
