/** The blocks of addresses that callers without a key are counted in, by name. */
import { type AddressBlock, siteOf } from '../../http/client-address.ts';

/** Limits of a block of addresses, as a multiple of one address's. */
export const BLOCK_FACTOR = 100;

/** Shared by all addresses with neither their own window nor one of their range. */
export const OTHERS = 'others';

/** Whether it is a range, all others, or a /48 block: not the address of one caller. */
export const isBlock = (block: AddressBlock): boolean => block === OTHERS || /\/(?:16|32|48)$/.test(block);

/** The /48 block of an IPv6 /64 block, counted as well. */
export function widerOf(block: AddressBlock): AddressBlock | undefined {
  const site = siteOf(block);
  return site === block ? undefined : site;
}

/** The enclosing IPv4 /16 or IPv6 /32 block, counted instead when there are too many windows. */
export const rangeOf = (block: AddressBlock): AddressBlock =>
  block.includes(':') ? `${block.split(':', 2).join(':')}::/32` : `${block.split('.', 2).join('.')}.0.0/16`;
