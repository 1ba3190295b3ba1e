/**
 * The association benchmark itself: scores and windows on cases worked out by hand, and small synthetic catalogues
 * through the whole path.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, SECOND, parseInstant } from '#core/time.ts';
import type { Agency } from '#core/earthquake.ts';
import { scoreOf, type Labelled } from '../../scripts/bench/association/score.ts';
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
