/** The address windows that a caller without a key is counted in. */
import ipaddr from 'ipaddr.js';
import { type AddressBlock, ipv6Block } from '../../http/client-address.ts';
import type { Window } from './meter.ts';
import type { Limits } from './limits.ts';

/** Limits of an IPv6 /48 block, or of a shared window, as a multiple of one address's. */
export const BLOCK_FACTOR = 100;

/** Shared by all addresses with neither their own window nor one of their block. */
const OTHERS = 'address:others';

export interface AddressWindows {
  own: Window;
  /** Counted as well: the /48 block of an IPv6 address. */
  wider?: Window;
  /** Counted instead when there are too many windows: first the enclosing /16 or /32, then one for all. */
  shared: Window[];
}

export function addressWindows(block: AddressBlock, limits: Limits): AddressWindows {
  const shared = { daily: times(limits.daily), burst: times(limits.burst) };
  const window = (name: string): Window => ({ name: `address:${name}`, limits: shared });
  const own = { name: `address:${block}`, limits };
  const others = { name: OTHERS, limits: shared };
  if (!ipaddr.IPv6.isValidCIDR(block))
    return { own, shared: [window(`${block.split('.').slice(0, 2).join('.')}.0.0/16`), others] };
  const [address] = ipaddr.IPv6.parseCIDR(block);
  return { own, wider: window(ipv6Block(address, 48)), shared: [window(ipv6Block(address, 32)), others] };
}

const times = (limit: number | null): number | null => (limit === null ? null : limit * BLOCK_FACTOR);
