/** Whose address a request comes from, as far as it can be trusted. */
import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';

/** What one caller without a key is known by: an IPv4 address, or the /64 block of an IPv6 address. */
export type AddressBlock = string;

/** @returns the address's own block, given the peer of the connection and the `X-Forwarded-For` header */
export type AddressOf = (peer: string | undefined, forwarded: string | undefined) => AddressBlock;

/** An address that is not known: the connection is gone already. All of them together are one caller. */
const UNKNOWN = 'unknown';

/** The other end of the connection that a request came by, of what the server passes on with it. */
export const peerOf = (environment: unknown): string | undefined =>
  (environment as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;

/** Whether an error only says that the client went before all of its request had come. */
export const hasDisconnected = (error: unknown, environment: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET' &&
  (environment as Partial<HttpBindings> | undefined)?.incoming?.destroyed === true;

interface Address {
  version: 4 | 6;
  /** IPv4 in dotted form, also for IPv4-mapped IPv6; IPv6 as eight groups. */
  text: string;
}

/** @param trustedProxies IP addresses and CIDR blocks whose `X-Forwarded-For` is believed */
export function addressReader(trustedProxies: readonly string[]): AddressOf {
  const trusted = blockList(trustedProxies);
  const isTrusted = ({ version, text }: Address): boolean => trusted.check(text, version === 4 ? 'ipv4' : 'ipv6');
  return (peer, forwarded) => {
    let nearest = parseAddress(peer ?? '');
    if (!nearest) return UNKNOWN;
    // Each proxy appends whom it was asked by: from the right, the first that is no proxy of ours is the client.
    const hops = forwarded?.split(',') ?? [];
    while (hops.length > 0 && isTrusted(nearest)) {
      const before = parseAddress(hops.pop()!);
      // What is no address tells nothing: the proxy that passed it on answers for it.
      if (!before) break;
      nearest = before;
    }
    return blockOf(nearest);
  };
}

function blockOf({ version, text }: Address): AddressBlock {
  return version === 4 ? text : `${text.split(':').slice(0, 4).join(':')}::/64`;
}

/** Reads an address, with or without a port, brackets or a zone. */
function parseAddress(text: string): Address | undefined {
  const trimmed = text.trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^(\d[\d.]*):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.split('%', 1)[0]!;
  const version = isIP(address);
  if (version === 4) return { version, text: address };
  return version === 6 ? normalised(groupsOf(address)) : undefined;
}

/** An IPv4-mapped address (`::ffff:a.b.c.d`, RFC 4291, 2.5.5.2) is the IPv4 address. */
function normalised(groups: number[]): Address {
  const [high, low] = [groups[6]!, groups[7]!];
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return { version: 4, text: [high >> 8, high & 255, low >> 8, low & 255].join('.') };
  return { version: 6, text: groups.map((group) => group.toString(16)).join(':') };
}

/** @param address IPv6 in any of its forms. @returns its eight groups */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a, b, c, d] = dotted ? dotted.slice(2).map(Number) : [];
  const plain = dotted ? `${dotted[1]}${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}` : address;
  const [head = [], tail = []] = plain.split('::').map((half) =>
    half
      .split(':')
      .filter((group) => group !== '')
      .map((group) => Number.parseInt(group, 16)),
  );
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [text = '', prefix] = block.split('/');
    const address = parseAddress(text)!;
    const most = address.version === 4 ? 32 : 128;
    // A block of IPv4-mapped addresses is a block of IPv4 addresses.
    const bits = prefix === undefined ? most : Number(prefix) - (address.version === 4 && isIP(text) === 6 ? 96 : 0);
    if (bits >= 0) list.addSubnet(address.text, bits, address.version === 4 ? 'ipv4' : 'ipv6');
    else list.addSubnet(text, Number(prefix), 'ipv6');
  }
  return list;
}
