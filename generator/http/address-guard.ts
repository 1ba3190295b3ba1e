/** The guard of requests to addresses that somebody else chooses: they lead to the public internet alone. */
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SECOND } from '#core/time.ts';

/** For the public. */
export const NOT_PUBLIC = 'the host has no address on the public internet';

/** RFC 4291, 2.4: everything else is reserved, local or a form of an IPv4 address. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** RFC 6052: the last 32 bits are the IPv4 address that a NAT64 gateway connects to. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Azure's host, which gives every virtual machine its credentials. Other clouds use private or link-local ones. */
const METADATA = '168.63.129.16';

/** Whether text is an address that anybody can reach: no private, local, shared, multicast, mapped or reserved one. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  if (address.match(NAT64)) return isPublicIpv4(ipaddr.fromByteArray(address.toByteArray().slice(12)) as ipaddr.IPv4);
  return address.range() === 'unicast' && address.match(GLOBAL_IPV6);
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && address.toString() !== METADATA;

/** The host of a URL, without the brackets of an IPv6 address. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether the host is an IP address that is not accepted. Node resolves no name for an address, so that
 * {@link publicLookup} would not see it.
 */
export function isRefusedAddress(url: URL, accepts = isPublicAddress): boolean {
  const host = bareHost(url);
  return isIP(host) !== 0 && !accepts(host);
}

interface GuardOptions {
  accepts?: (address: string) => boolean;
  /** What happens to a name with both accepted and other addresses: it is refused, or the others are left out. */
  mixed?: 'refused' | 'left out';
}

/** The socket connects to an address that was checked: the name is resolved once. The error's code is `NOT_PUBLIC`. */
export const publicLookup =
  (lookup: LookupFunction, { accepts = isPublicAddress, mixed = 'refused' }: GuardOptions = {}): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const all = found as { address: string; family: number }[];
      const accepted = all.filter(({ address }) => accepts(address));
      const [first] = accepted;
      if (!first || (mixed === 'refused' && accepted.length < all.length))
        return callback(Object.assign(new Error(NOT_PUBLIC), { code: 'NOT_PUBLIC' }), []);
      return options.all ? callback(null, accepted) : callback(null, first.address, first.family);
    });
  };

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
