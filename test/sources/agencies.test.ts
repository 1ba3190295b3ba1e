import assert from 'node:assert/strict';
import test from 'node:test';
import { KNOWN_AGENCIES } from '#core/agencies.ts';
import { AGENCY_DEFINITIONS, feedGroups, FEED_DEFINITIONS, FEEDS, SOURCES } from '../../generator/sources/agencies.ts';

const definitions = Object.values(AGENCY_DEFINITIONS);

test('no two agencies have one rank, and each feed, group and address has a name of its own', () => {
  for (const order of ['inside', 'outside', 'early'] as const)
    assert.equal(new Set(definitions.map(({ ranks }) => ranks[order])).size, KNOWN_AGENCIES.length);
  const groups = definitions.flatMap((one) => one.groups.map(({ name }) => name));
  const addresses = SOURCES.flatMap(([, one]) => Object.keys(one.addresses));
  for (const names of [FEEDS, groups, addresses]) assert.equal(new Set(names).size, names.length);
});

test('each feed belongs to its agency, to groups of it, and is requested at one of its addresses', () => {
  for (const name of KNOWN_AGENCIES) {
    const { feeds, groups, addresses } = AGENCY_DEFINITIONS[name];
    for (const { parser, group, polling } of feeds) {
      assert.equal(parser.agency, name);
      const used = typeof group === 'function' ? [group(null), group('1')] : [group];
      for (const one of used) assert.ok(groups.some((known) => known.name === one));
      if (polling) assert.ok(polling.address in addresses);
    }
  }
  assert.equal(FEED_DEFINITIONS.length, FEEDS.length);
});

test('a number of a feed group that is left out or given twice ends the program at start', () => {
  const { afad, ...rest } = AGENCY_DEFINITIONS;
  assert.throws(() => feedGroups(rest), /the feed group usgs has the number 5: there are gaps before it/);
  assert.throws(() => feedGroups({ ...AGENCY_DEFINITIONS, other: afad }), /the feed group afad/);
});
