/** The reviewed pairs themselves, and what an association is counted by against them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agency } from '#core/earthquake.ts';
import { SECOND, parseInstant } from '#core/time.ts';
import type { KnownReport } from '../../scripts/bench/association/reports.ts';
import { FIRST_DAY, QUIET_DAYS, readReviewed, reviewedScore } from '../../scripts/bench/association/reviewed.ts';

const NOON = parseInstant('2023-02-06T12:00:00Z')!;
const AGENCIES: Record<string, Agency> = { a: 'afad', k: 'kandilli', u: 'usgs' };

function known(key: string, earthquake: number, { seconds = 0 } = {}): KnownReport {
  const agency = AGENCIES[key[0]!]!;
  const where = { latitude: 38, longitude: 38, magnitude: 4 };
  return {
    ...where,
    agency,
    key,
    earthquake,
    time: NOON + seconds * SECOND,
    feedGroup: 0,
    feed: agency,
  };
}

test('a reviewed list counts what it decides: right, missed, wrong partner, joined with what is none of it', () => {
  const list = [
    { afad: 'a1', agency: 'kandilli', partner: '20230206120001', open: false },
    { afad: 'a1', agency: 'usgs', partner: null, open: false },
    { afad: 'a2', agency: 'kandilli', partner: '20230206120009', open: false },
    { afad: 'a3', agency: 'kandilli', partner: '20230206120030', open: false },
    { afad: 'a4', agency: 'usgs', partner: null, open: true },
  ] as const;
  const score = reviewedScore(list, [
    [known('a1', 1), known('k1', 1, { seconds: 1.4 }), known('u1', 1)],
    [known('a2', 2), known('k3', 2, { seconds: 30 })],
    [known('a3', 3)],
    [known('a4', 4), known('u4', 4)],
  ]);
  assert.deepEqual(score, { pairs: 3, found: 3, right: 1, f1: 1 / 3 });
});

test('the reviewed lists name each report once an agency, a partner for each pair and a reason for each doubt', () => {
  for (const list of [FIRST_DAY, QUIET_DAYS]) {
    const pairs = readReviewed(list);
    assert.ok(pairs.length > 20);
    assert.equal(new Set(pairs.map(({ afad, agency }) => `${afad} ${agency}`)).size, pairs.length);
    for (const { afad, partner, open } of pairs) assert.ok(!open || partner === null, afad);
    const partners = pairs.flatMap(({ agency, partner }) => (partner === null ? [] : [`${agency} ${partner}`]));
    assert.equal(new Set(partners).size, partners.length, 'no report is the partner of two');
  }
});
