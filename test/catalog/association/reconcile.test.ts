import assert from 'node:assert/strict';
import test from 'node:test';
import { reconcile, type ClaimRank, type Founder } from '../../../generator/catalog/association/reconcile.ts';
import type { Candidate } from '../../../generator/catalog/association/score.ts';
import { candidate } from '../../support/catalog.ts';
import fc from '../../support/property.ts';

/** Clusters of agency events numbered from 1, by the former id of each. */
function clustersOf(...ids: (number | null)[][]): Candidate[][] {
  let agencyEvent = 0;
  return ids.map((cluster) => cluster.map((earthquake) => candidate({ agencyEvent: ++agencyEvent, earthquake })));
}

const CASES: [name: string, clusters: (number | null)[][], ids: (number | null)[], merged: [number, number][]][] = [
  ['nothing known', [[null], [null, null]], [null, null], []],
  ['as before', [[1, 1], [2]], [1, 2], []],
  ['a new report joins', [[1, null]], [1], []],
  ['two become one: the older id survives', [[7, 3]], [3], [[7, 0]]],
  ['… though more threads have the younger one', [[7, 7, 3]], [3], [[7, 0]]],
  [
    'three become one',
    [[9, 4, 6]],
    [4],
    [
      [6, 0],
      [9, 0],
    ],
  ],
  ['a split: the larger part keeps the id', [[1], [1, 1]], [null, 1], []],
  ['a split in halves: the first one keeps it', [[1], [1]], [1, null], []],
  ['a split in halves: the one that no other id is in keeps it', [[1, 2], [1]], [2, 1], []],
  [
    'a swap of partners',
    [
      [1, 2],
      [2, 1],
    ],
    [1, 2],
    [],
  ],
  [
    'a report moves over',
    [
      [1, 1],
      [2, 1],
    ],
    [1, 2],
    [],
  ],
  ['the younger id finds a free part', [[1, 2, 2], [2]], [1, 2], []],
];

for (const [name, clusters, ids, merged] of CASES)
  test(`ids: ${name}`, () => {
    assert.deepEqual(reconcile(clustersOf(...clusters)), { ids, merged: merged.map(([id, into]) => ({ id, into })) });
  });

test('an earthquake is merged with the one that its only agency event joins, and the older id survives', () => {
  const clusters = clustersOf([5], [8]);
  assert.deepEqual(reconcile(clusters, { claims: new Map([[1, [6]]]) }), { ids: [5, 8], merged: [{ id: 6, into: 0 }] });
  assert.deepEqual(reconcile(clusters, { claims: new Map([[1, [2]]]) }), { ids: [2, 8], merged: [{ id: 5, into: 0 }] });
});

test('a present agency event outweighs those merged into others', () => {
  assert.deepEqual(reconcile(clustersOf([null], [3]), { claims: new Map([[1, [3]]]) }), { ids: [null, 3], merged: [] });
});

test('a returning agency event neither takes the id of a present one, nor keeps it when that one moved', () => {
  const claimRank = ({ agencyEvent }: Candidate): ClaimRank => (agencyEvent === 1 ? 'absent' : 'published');
  assert.deepEqual(reconcile(clustersOf([3], [3]), { claimRank }), { ids: [null, 3], merged: [] });
  assert.deepEqual(reconcile(clustersOf([3], [3, 2]), { claimRank }), { ids: [null, 2], merged: [{ id: 3, into: 1 }] });
  assert.deepEqual(reconcile(clustersOf([3], [2]), { claimRank }), { ids: [3, 2], merged: [] });
});

test('the id stays with the published solution, but two of an agency are more than one of another', () => {
  const claimRank = ({ agencyEvent }: Candidate): ClaimRank => (agencyEvent === 1 ? 'secondary' : 'published');
  assert.deepEqual(reconcile(clustersOf([3], [3]), { claimRank }).ids, [null, 3]);
  assert.deepEqual(reconcile(clustersOf([3, 3], [3]), { claimRank }).ids, [3, null]);
});

test('of equal parts the one with the founder keeps the id, and of two ids the one founded first survives', () => {
  const named =
    (...founders: [id: number, version: number, agencyEvent: number][]) =>
    (one: number): Founder | undefined => {
      const [, version, agencyEvent] = founders.find(([id]) => id === one) ?? [];
      return version === undefined ? undefined : { version, agencyEvent: agencyEvent! };
    };
  assert.deepEqual(reconcile(clustersOf([1], [1]), { founderOf: named([1, 5, 2]) }).ids, [null, 1]);
  assert.deepEqual(reconcile(clustersOf([1], [1, 1]), { founderOf: named([1, 5, 1]) }).ids, [null, 1]);
  const both = named([7, 3, 1], [3, 4, 2]);
  assert.deepEqual(reconcile(clustersOf([7, 3]), { founderOf: both }), { ids: [7], merged: [{ id: 3, into: 0 }] });
  // Of an earlier program: older than all that are founded since.
  const former = named([7, 3, 1]);
  assert.deepEqual(reconcile(clustersOf([7, 8]), { founderOf: former }), { ids: [8], merged: [{ id: 7, into: 0 }] });
  const claimRank = ({ agencyEvent }: Candidate): ClaimRank => (agencyEvent === 1 ? 'secondary' : 'published');
  assert.deepEqual(reconcile(clustersOf([3], [3]), { claimRank, founderOf: named([3, 1, 1]) }).ids, [3, null]);
});

test('no id is assigned twice or lost, and a merged id leads to an older one', () => {
  const anyIds = fc.array(fc.array(fc.option(fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(anyIds, (all) => {
      const { ids, merged } = reconcile(clustersOf(...all));
      const kept = ids.filter((id) => id !== null);
      const known = new Set(all.flat().filter((id) => id !== null));
      assert.equal(ids.length, all.length);
      assert.deepEqual([...kept, ...merged.map(({ id }) => id)].sort(), [...known].sort());
      for (const { id, into } of merged) assert.ok(ids[into]! < id, `${id} into ${ids[into]}`);
    }),
  );
});
