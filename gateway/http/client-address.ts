/** The client address of a request, as far as its proxies can be trusted. */
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import ipaddr from 'ipaddr.js';
import type { Log } from './log.ts';
import { Recent } from './recent.ts';

/** Identifies a caller without a key: an IPv4 address, or the /64 block of an IPv6 address. */
export type AddressBlock = string;

/** @returns the client's block, given the remote address of the connection and the `X-Forwarded-For` header */
export type AddressOf = (peer: string | undefined, forwarded: string | undefined) => AddressBlock;

/** The connection is already closed. All such requests together are one caller. */
const UNKNOWN = 'unknown';

/** Remote address of the connection, from the bindings of the server. */
export const peerOf = (environment: unknown): string | undefined =>
  (environment as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;

/** Whether an error only means that the client left before its request was complete. */
export const hasDisconnected = (error: unknown, environment: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET' &&
  (environment as Partial<HttpBindings> | undefined)?.incoming?.destroyed === true;

/** Pairs of peer and header that are remembered, and their longest. */
const REMEMBERED = { pairs: 10_000, characters: 100 };

/**
 * @param trustedProxies IP addresses and CIDR blocks: their `X-Forwarded-For` is trusted
 * @param log for the operator who has a proxy and has not named it
 */
export function addressReader(trustedProxies: readonly string[], log: Log = () => {}): AddressOf {
  const read = uncachedReader(trustedProxies);
  const hasProxies = trustedProxies.length > 0;
  let isSilent = hasProxies;
  const remembered = new Recent<AddressBlock>(REMEMBERED.pairs);
  return (peer, forwarded) => {
    const isRead = forwarded !== undefined && (hasProxies || !isSilent);
    const pair = isRead ? `${peer} ${forwarded}` : `${peer}`;
    let block = remembered.get(pair);
    if (block !== undefined) return block;
    block = read(peer, forwarded);
    if (!isSilent && forwarded !== undefined && isInternal(peer)) {
      isSilent = true;
      log(
        `${peer} sends X-Forwarded-For and TRUSTED_PROXIES is not set: if it is a proxy, its clients share one allowance`,
      );
    }
    if (pair.length <= REMEMBERED.characters) remembered.set(pair, block);
    return block;
  };
}

/** Whether an address is not one of the public internet. */
function isInternal(peer: string | undefined): boolean {
  const address = parseAddress(peer ?? '');
  return (
    address !== undefined && (address.isIPv4MappedAddress() ? address.toIPv4Address() : address).range() !== 'unicast'
  );
}

function uncachedReader(trustedProxies: readonly string[]): AddressOf {
  const blocks = trustedProxies.map(parseBlock);
  const isTrusted = (address: ipaddr.IPv6): boolean => blocks.some(([block, bits]) => address.match(block, bits));
  return (peer, forwarded) => {
    let nearest = parseAddress(peer ?? '');
    if (!nearest) return UNKNOWN;
    // Each proxy appends its client: from the right, the first address that is not a trusted proxy is the client.
    const hops = forwarded?.split(',') ?? [];
    while (hops.length > 0 && isTrusted(nearest)) {
      const before = parseAddress(hops.pop()!);
      // Not an address: the proxy that forwarded it counts as the client.
      if (!before) break;
      nearest = before;
    }
    return nearest.isIPv4MappedAddress() ? nearest.toIPv4Address().toString() : ipv6Block(nearest);
  };
}

const ipv6Block = (address: ipaddr.IPv6): AddressBlock =>
  `${address.toNormalizedString().split(':', 4).join(':')}::/64`;

/** What one client may have all of: an IPv4 address, or the /48 block of a /64 block. */
export const siteOf = (block: AddressBlock): string =>
  block.endsWith('::/64') ? `${block.split(':').slice(0, 3).join(':')}::/48` : block;

/** A /24 block of IPv4 or a /48 block of IPv6: no single client, and what one customer of a provider may have. */
export const networkOf = (block: AddressBlock): string =>
  block.includes(':') ? siteOf(block) : block.replace(/\.\d{1,3}$/, '.0/24');

/** Reads an address, with or without a port, brackets or a zone; IPv4 as IPv4-mapped IPv6 (RFC 4291, 2.5.5.2). */
function parseAddress(text: string): ipaddr.IPv6 | undefined {
  const trimmed = text.trim();
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^(\d[\d.]*):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const address = host.split('%', 1)[0]!;
  // ipaddr.js alone also accepts octal, hexadecimal and shortened IPv4.
  return isIP(address) === 0 ? undefined : asIPv6(ipaddr.parse(address));
}

const asIPv6 = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv6 =>
  address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address;

/** @param block an IP address or a CIDR block, already validated */
function parseBlock(block: string): [address: ipaddr.IPv6, bits: number] {
  const [text = '', prefix] = block.split('/');
  const address = ipaddr.parse(text);
  if (prefix === undefined) return [asIPv6(address), 128];
  return [asIPv6(address), Number(prefix) + (address.kind() === 'ipv4' ? 96 : 0)];
}
