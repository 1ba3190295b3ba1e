import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressReader, siteOf } from '../../../gateway/http/client-address.ts';
import fc from '../../support/property.ts';

const PROXIES = ['10.0.0.0/8', '2001:db8:ffff::/48', '::1'];

const CASES: [peer: string | undefined, forwarded: string | undefined, block: string][] = [
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['::ffff:c000:0201', undefined, '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', undefined, '2001:db8:1:2::/64'],
  ['2001:db8::', undefined, '2001:db8:0:0::/64'],
  ['::1', undefined, '0:0:0:0::/64'],
  ['fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  [undefined, undefined, 'unknown'],
  ['', '192.0.2.1', 'unknown'],
  ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::1', '198.51.100.1', '198.51.100.1'],
  ['2001:db8:ffff:1::9', '2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.1.1.1, 198.51.100.1 ,10.2.3.4,::ffff:10.9.9.9', '198.51.100.1'],
  ['10.0.0.1', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
  ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['10.0.0.1', '[2001:db8:1:2::5]:80', '2001:db8:1:2::/64'],
  ['10.0.0.1', '"[2001:db8:1:2::5]"', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, ', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, garbage, 10.2.3.4', '10.2.3.4'],
  ['10.0.0.1', '198.51.100.1.5', '10.0.0.1'],
  ['10.0.0.1', '0198.51.100.1', '10.0.0.1'],
];

for (const [peer, forwarded, block] of CASES)
  test(`${peer} with X-Forwarded-For: ${forwarded}`, () =>
    assert.equal(addressReader(PROXIES)(peer, forwarded), block));

test('blocks of IPv4-mapped addresses are IPv4 blocks, and never more than they say', () => {
  assert.equal(addressReader(['::ffff:10.0.0.0/104'])('10.9.9.9', '192.0.2.1'), '192.0.2.1');
  assert.equal(addressReader(['::ffff:10.0.0.0/104'])('11.0.0.1', '192.0.2.1'), '11.0.0.1');
  assert.equal(addressReader(['::ffff:10.0.0.0/90'])('2001:db8::1', '192.0.2.1'), '2001:db8:0:0::/64');
});

test('addresses before the one that the proxy appends are ignored', () => {
  const addressOf = addressReader(PROXIES);
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (before, client) => {
      fc.pre(!client.startsWith('10.'));
      assert.equal(addressOf('10.0.0.1', `${before},${client}`), client);
    }),
  );
});

test('every spelling of an IPv6 address is in the same block', () => {
  const addressOf = addressReader([]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
      const long = groups.map((group) => group.toString(16).padStart(4, '0').toUpperCase()).join(':');
      const short = new URL(`http://[${long}]/`).hostname.slice(1, -1);
      assert.equal(addressOf(short, undefined), addressOf(long, undefined));
    }),
  );
});

test('for what is shared fairly, all of a /48 block is one client', () => {
  const read = addressReader([]);
  const siteOfPeer = (peer: string): string => siteOf(read(peer, undefined));
  assert.equal(siteOfPeer('2001:db8:7:1::1'), siteOfPeer('2001:db8:7:ffff::2'));
  assert.notEqual(siteOfPeer('2001:db8:7::1'), siteOfPeer('2001:db8:8::1'));
  assert.equal(siteOfPeer('192.0.2.7'), '192.0.2.7');
  assert.equal(siteOf('unknown'), 'unknown');
});

test('a proxy that is not named is logged once; a client of the internet is none', () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const addressOf = addressReader([], log);
  addressOf('192.0.32.8', '198.51.100.1');
  addressOf('127.0.0.1', undefined);
  assert.deepEqual(lines, []);
  for (const client of ['198.51.100.1', '198.51.100.2']) addressOf('::ffff:172.18.0.5', client);
  assert.match(lines.join('\n'), /^::ffff:172\.18\.0\.5 sends X-Forwarded-For and TRUSTED_PROXIES is not set[^\n]*$/);
  addressReader(['10.0.0.1'], log)('127.0.0.1', '198.51.100.1');
  assert.equal(lines.length, 1);
});
