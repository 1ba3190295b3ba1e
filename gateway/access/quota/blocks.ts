/** The address windows that a caller without a key is counted in. */
import type { AddressBlock } from '../../http/client-address.ts';
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
  const many = { daily: times(limits.daily), burst: times(limits.burst) };
  const window = (name: string): Window => ({ name: `address:${name}`, bounds: many });
  const own = { name: `address:${block}`, bounds: limits };
  const groups = /^([0-9a-f:]+)::\/64$/.exec(block)?.[1]?.split(':');
  const others = { name: OTHERS, bounds: many };
  if (!groups) return { own, shared: [window(`${block.split('.').slice(0, 2).join('.')}.0.0/16`), others] };
  const [site, provider] = [3, 2].map((length) => groups.slice(0, length).join(':'));
  return { own, wider: window(`${site}::/48`), shared: [window(`${provider}::/32`), others] };
}

const times = (bound: number | null): number | null => (bound === null ? null : bound * BLOCK_FACTOR);
