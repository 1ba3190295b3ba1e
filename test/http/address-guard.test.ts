import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '#http/address-guard.ts';

const PUBLIC = [
  ...['193.140.203.11', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::6810:84e5', '2001:4860:4860::8888'],
  // An IPv4 address behind a NAT64 gateway.
  '64:ff9b::c18c:cb0b',
];

const REFUSED: [kind: string, addresses: string[]][] = [
  ['this host', ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
  ['link-local', ['169.254.1.1', 'fe80::1', 'fe80::1%eth0']],
  ['metadata', ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254']],
  ['shared', ['100.64.0.1', '100.127.255.255']],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['reserved', ['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '2001:db8::1', '4000::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:10.0.0.1']],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::a00:1', '64:ff9b:1::808:808']],
  ['tunnels', ['2002:7f00:1::1', '2001:0:7f00:1::1']],
  ['no address', ['', 'localhost', '1.2.3', '1.2.3.4.5', 'x::1', '999.1.1.1']],
];

test('addresses of the public internet are accepted', () => {
  for (const address of PUBLIC) assert.ok(isPublicAddress(address), address);
});

for (const [kind, addresses] of REFUSED)
  test(`not public: ${kind}`, () => {
    for (const address of addresses) assert.ok(!isPublicAddress(address), address);
  });
