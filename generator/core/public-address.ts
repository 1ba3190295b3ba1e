/** Which IP addresses belong to the public internet. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
