/**
 * The association benchmark itself: scores and windows on cases worked out by hand, and small synthetic catalogues
 * through the whole path.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, SECOND, parseInstant } from '#core/time.ts';
import type { Agency } from '#core/earthquake.ts';
import { unmatchedReason } from '../../scripts/bench/association/unmatched-reason.ts';
import { farApart } from '../../scripts/bench/association/distant-reports.ts';
import { agencyShares, histogram } from '../../scripts/bench/association/agency-shares.ts';
import type { KnownReport } from '../../scripts/bench/association/reports.ts';
import { scoreOf, type Labelled } from '../../scripts/bench/association/score.ts';
import { benchSpeed, syntheticCandidates } from '../../scripts/bench/association/speed.ts';
import { associated, oneAnAgency } from '../../scripts/bench/association/synthetic.ts';
import { associateByWindow, type Report, type Variant, type Window } from '../../scripts/bench/association/windows.ts';

const NOON = parseInstant('2023-02-06T12:00:00Z')!;

/** `a3`: AFAD's report of event 3; k, u and t are the other agencies. */
function labelled(text: string): Labelled[] {
  const agencies: Record<string, Agency> = { a: 'afad', k: 'kandilli', u: 'usgs', t: 'turhec' };
  return text.split(' ').map((word) => ({ agency: agencies[word[0]!]!, event: Number(word.slice(1)) }));
}

const SCORES: [string, string[], [truePairs: number, foundPairs: number, rightPairs: number]][] = [
  ['all right', ['a1 k1 u1', 'a2 k2', 'k3'], [4, 4, 4]],
  ['nothing joined', ['a1', 'k1', 'u1'], [3, 0, 0]],
  ['one left out', ['a1 k1', 'u1'], [3, 1, 1]],
  ['two events in one', ['a1 k1 u2', 'a2'], [2, 3, 1]],
  ['exchanged', ['a1 k2', 'a2 k1'], [2, 2, 0]],
  ['an agency twice in an earthquake is one report', ['a1 a1 k1 k1'], [1, 1, 1]],
  ['two events of one agency are no pair', ['a1 a2', 'k3'], [0, 0, 0]],
  ['a second listing apart from the first', ['a1 k1', 'k1'], [1, 1, 1]],
  ['no reports', [], [0, 0, 0]],
];

test('precision, recall and F1 of clusters counted by hand', () => {
  for (const [name, clusters, [truePairs, foundPairs, rightPairs]] of SCORES) {
    const score = scoreOf(clusters.map(labelled));
    assert.deepEqual([score.truePairs, score.foundPairs, score.rightPairs], [truePairs, foundPairs, rightPairs], name);
    assert.equal(score.earthquakes, clusters.length, name);
  }
  const { precision, recall, f1, events } = scoreOf(['a1 k1 u2', 'a2', 'k3', 'u3'].map(labelled));
  assert.deepEqual([precision, recall, f1, events], [1 / 3, 1 / 3, 1 / 3, 3]);
  assert.deepEqual([scoreOf([]).f1, scoreOf([labelled('a1')]).f1], [1, 1]);
});

type Told = Report & { name: string };

/** Seconds after noon, km north of 38 N. */
function table(
  name: string,
  seconds: number,
  { km = 0, magnitude = 4 }: { km?: number; magnitude?: number | null } = {},
): Told {
  const [{ agency }] = labelled(name) as [Labelled];
  return { name, agency, time: NOON + seconds * SECOND, latitude: 38 + km / 111.195, longitude: 38, magnitude };
}

const named = (reports: Told[], window: Window, variant: Variant): string[] =>
  associateByWindow(reports, window, variant)
    .map((group) =>
      group
        .map(({ name }) => name)
        .sort()
        .join(' '),
    )
    .sort();

const WINDOW: Window = { seconds: 30, km: 100 };

test('a window as a stream: the latest earthquake takes the report, bounds inclusive, one report per agency', () => {
  const stream = (reports: Told[], window = WINDOW): string[] => named(reports, window, 'stream');
  assert.deepEqual(stream([table('a1', 0), table('k1', 30)]), ['a1 k1']);
  assert.deepEqual(stream([table('a1', 0), table('k1', 30.01)]), ['a1', 'k1']);
  assert.deepEqual(stream([table('a1', 0), table('k1', 0, { km: 99.9 })]), ['a1 k1']);
  assert.deepEqual(stream([table('a1', 0), table('k1', 0, { km: 100.1 })]), ['a1', 'k1']);
  assert.deepEqual(stream([table('k1', 3), table('a1', 0)]), ['a1 k1'], 'order of reports does not matter');
  assert.deepEqual(stream([table('a1', 0), table('a2', 5), table('k1', 6), table('k2', 7)]), ['a1 k2', 'a2 k1']);
  assert.deepEqual(
    stream([table('a1', 0), table('k1', 29), table('u1', 31)]),
    ['a1 k1', 'u1'],
    'nearness to the first',
  );
  const narrow = { ...WINDOW, magnitude: 0.8 };
  assert.deepEqual(stream([table('a1', 0), table('k1', 1, { magnitude: 3.2 })], narrow), ['a1 k1']);
  assert.deepEqual(stream([table('a1', 0), table('k1', 1, { magnitude: 3.1 })], narrow), ['a1', 'k1']);
  assert.deepEqual(stream([table('a1', 0), table('k1', 1, { magnitude: null })], narrow), ['a1 k1']);
});

test('a window by nearest pairs: the nearest in units of the window first, and all within the window of all', () => {
  const pairs = (reports: Told[], window = WINDOW): string[] => named(reports, window, 'nearest pairs');
  assert.deepEqual(pairs([table('a1', 0), table('a2', 5), table('k1', 1), table('k2', 6)]), ['a1 k1', 'a2 k2']);
  assert.deepEqual(
    pairs([table('a1', 0), table('k2', 3, { km: 60 }), table('k1', 9)]),
    ['a1 k1', 'k2'],
    '0.3 of the window is nearer than 0.1 and 0.6',
  );
  assert.deepEqual(pairs([table('a1', 0), table('k1', 20), table('u1', 45)]), ['a1 k1', 'u1'], '45 s from one of them');
  assert.deepEqual(pairs([table('a1', 0), table('k1', 30.01)]), ['a1', 'k1']);
  assert.deepEqual(pairs([]), []);
});

test('an adaptive window grows with the larger magnitude', () => {
  const window: Window = { seconds: 16, km: 200, adaptive: true };
  for (const [magnitude, km] of [
    [2.9, 25],
    [3, 50],
    [4.9, 100],
    [5, 200],
  ] as const) {
    const pair = (far: number): Told[] => [table('a1', 0, { magnitude: 2 }), table('k1', 0, { km: far, magnitude })];
    assert.deepEqual(named(pair(km - 0.1), window, 'nearest pairs'), ['a1 k1'], String(magnitude));
    assert.deepEqual(named(pair(km + 0.1), window, 'nearest pairs'), ['a1', 'k1'], String(magnitude));
  }
});

test('in the space of network errors time, distance and magnitude count together', () => {
  const window: Window = { seconds: 30, km: 200, errors: 8 };
  const near = (reports: Told[]): string[] => named(reports, window, 'nearest pairs');
  assert.deepEqual(near([table('a1', 0), table('k1', 9.5)]), ['a1 k1']);
  assert.deepEqual(near([table('a1', 0), table('k1', 9.7)]), ['a1', 'k1']);
  assert.deepEqual(near([table('a1', 0), table('k1', 7, { km: 50 })]), ['a1', 'k1'], 'each alone would do');
  assert.deepEqual(near([table('a1', 0), table('k1', 1), table('k2', 2, { magnitude: 2.5 })]), ['a1 k1', 'k2']);
});

function known(
  name: string,
  earthquake: number,
  report: Partial<KnownReport> & { seconds?: number } = {},
): KnownReport {
  const { seconds = 0, ...values } = report;
  const base = table(name, seconds);
  return { ...base, earthquake, feedGroup: 0, key: name, feed: base.agency, alternativeTime: null, ...values };
}

test('the reason for a single report is derived from the other reports', () => {
  const alone = known('a1', 1, { magnitude: 5.4 });
  const reason = (...others: KnownReport[]): string => unmatchedReason(alone, 'kandilli', [alone, ...others]);
  assert.match(reason(), /say nothing within 12 hours/);
  assert.match(reason(known('k2', 2, { seconds: 700 })), /nothing within 10 min and 300 km/);
  assert.match(
    reason(known('k2', 2, { seconds: 40, magnitude: 5.2 })),
    /12:00:40, M 5.2\) is 40.0 s, 0.0 km, ΔM -0.2 away; it stands alone too: too far in time$/,
  );
  assert.match(reason(known('k1', 2, { magnitude: 4 }), known('u1', 2)), /it is with usgs: too far in magnitude$/);
  assert.match(reason(known('k1', 2, { magnitude: 5 })), /near in all, and yet apart$/);
  assert.match(
    reason(known('k2', 2, { seconds: 6 }), known('a2', 2, { seconds: 5, magnitude: 5 })),
    /it is with afad's 2023-02-06 12:00:05, 1.0 s, 0.0 km, ΔM -1 away$/,
  );
});

test('the report of February counts each agency once, of its best feed', () => {
  const { shares, lines } = agencyShares([
    known('k1', 1, { feedGroup: 0, seconds: 1 }),
    known('k1', 1, { feedGroup: 1, seconds: 9 }),
    known('a1', 1, { feedGroup: 3 }),
    known('a2', 2, { feedGroup: 3, seconds: 400, magnitude: 5.1 }),
    known('u3', 3, { feedGroup: 5, seconds: 900, magnitude: 3.9 }),
    known('u4', 4, { feedGroup: 5, seconds: (-40 * DAY) / SECOND }),
    known('u5', 5, { feedGroup: 5, seconds: 4000 }),
  ]);
  assert.deepEqual(
    [shares.get('afad at kandilli'), shares.get('kandilli at afad'), shares.get('usgs at afad')],
    [1 / 2, 1, 0],
  );
  const text = lines.join('\n');
  assert.match(text, /kandilli − afad:\n {4}seconds .*≤0: 0 {2}≤1: 1 {2}≤2: 0/);
  assert.equal(
    lines.filter((line) => /afad 2023-02-06 12:06:40 38.00 38.00 M 5.1: nearest of kandilli/.test(line)).length,
    1,
  );
  assert.equal(histogram([-3, 0, 0.5, 7], [-1, 0, 1]), '≤-1: 1  ≤0: 1  ≤1: 1  >1: 1');
});

test('distant pairs are listed, with a reason only where the data shows one', () => {
  const hour = 3600;
  const pairs = farApart([
    known('k1', 1),
    known('a1', 1, { seconds: 60 }),
    known('k2', 2),
    known('a2', 2, { seconds: 61 }),
    known('k3', 3, { alternativeTime: NOON + hour * SECOND }),
    known('a3', 3, { seconds: hour + 2 }),
    known('k4', 4),
    known('a4', 4, { latitude: 39.5, seconds: 20 }),
    known('k5', 5),
    known('a5', 5, { latitude: 39.5, seconds: 10 }),
    known('k6', 6),
    known('a6', 6, { latitude: 43, seconds: 10 }),
  ]);
  assert.deepEqual(
    pairs.map(({ earthquake, reason }) => [earthquake, reason !== null]),
    [
      [2, false],
      [3, true],
      [4, false],
      [5, true],
      [6, false],
    ],
  );
});

test('a small quiet catalogue through the complete path: nearly every pair is right', async () => {
  const options = { scenario: 'quiet', events: 2000, until: parseInstant('2026-01-01T00:00:00Z')! } as const;
  const reports = await associated({ ...options, seed: 4 });
  const score = scoreOf(reports);
  assert.ok(score.truePairs > 500 && score.events > 1980, JSON.stringify(score));
  assert.ok(score.f1 >= 0.99, JSON.stringify(score));
  const single = oneAnAgency(reports);
  const names = single.map(({ agency, event }) => `${agency} ${event}`);
  assert.equal(new Set(names).size, names.length);
  assert.equal(scoreOf(single.map((report) => [report])).truePairs, score.truePairs, 'the windows get all of them');
});

test('the first 24 hours after a great shock through the complete path: F1 of all pairs at least 0.97', async () => {
  const until = parseInstant('2023-02-06T01:17:00Z')! + DAY;
  let [right, sum] = [0, 0];
  for (const seed of [31, 32, 33]) {
    const score = scoreOf(await associated({ scenario: 'sequence', events: 750, until, seed }));
    right += score.rightPairs;
    sum += score.foundPairs + score.truePairs;
  }
  assert.ok(sum > 2500, String(sum));
  assert.ok((2 * right) / sum >= 0.97, `F1 ${(2 * right) / sum}`);
});

test('speed: the candidates are as many as asked for, in order, and what is measured is measured', () => {
  const candidates = syntheticCandidates(3000, 7);
  assert.equal(candidates.length, 3000);
  assert.equal(new Set(candidates.map(({ agencyEvent }) => agencyEvent)).size, 3000);
  assert.ok(new Set(candidates.map(({ feedGroup }) => feedGroup)).size >= 4);
  const findings = benchSpeed(2000);
  assert.equal(findings.length, 3);
  for (const { row } of findings) assert.ok(row.ratio > 0 && Number.isFinite(row.ratio), row.name);
});
