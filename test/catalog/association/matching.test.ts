import assert from 'node:assert/strict';
import test from 'node:test';
import { bestMatching, type Edge } from '../../../generator/catalog/association/matching.ts';
import fc from '../../support/property.ts';

const weightOf = (edges: Edge[][], matching: Int32Array): number =>
  edges.reduce((sum, own, left) => sum + (own.find(({ right }) => right === matching[left])?.weight ?? 0), 0);

/** The weight of the heaviest matching, by exhaustive search. */
function greatestWeight(edges: Edge[][], left = 0, used = new Set<number>()): number {
  if (left === edges.length) return 0;
  let best = greatestWeight(edges, left + 1, used);
  for (const { right, weight } of edges[left]!) {
    if (used.has(right)) continue;
    used.add(right);
    best = Math.max(best, weight + greatestWeight(edges, left + 1, used));
    used.delete(right);
  }
  return best;
}

const graph = fc.array(
  fc.uniqueArray(fc.record({ right: fc.nat(6), weight: fc.double({ min: 0.01, max: 10, noNaN: true }) }), {
    selector: ({ right }) => right,
    maxLength: 5,
  }),
  { maxLength: 7 },
);

test('a matching weighs as much as the heaviest of all, and uses nothing twice', () => {
  fc.assert(
    fc.property(graph, (edges) => {
      const matching = bestMatching(edges);
      const rights = [...matching].filter((right) => right >= 0);
      assert.equal(new Set(rights).size, rights.length);
      matching.forEach((right, left) => assert.ok(right < 0 || edges[left]!.some((edge) => edge.right === right)));
      assert.ok(Math.abs(weightOf(edges, matching) - greatestWeight(edges)) < 1e-9);
    }),
    { numRuns: 1000 },
  );
});

test('the best edge is dropped where two others weigh more together', () => {
  const edges = [
    [
      { right: 0, weight: 10 },
      { right: 1, weight: 9 },
    ],
    [{ right: 0, weight: 5 }],
  ];
  assert.deepEqual([...bestMatching(edges)], [1, 0]);
});

test('a left stays unmatched where its only right is worth more to another', () => {
  assert.deepEqual([...bestMatching([[{ right: 0, weight: 1 }], [{ right: 0, weight: 2 }], []])], [-1, 0, -1]);
  assert.deepEqual([...bestMatching([])], []);
});

test('a long chain of competing edges is resolved', () => {
  const edges = Array.from({ length: 400 }, (_, left) => [
    { right: left, weight: 1 },
    { right: left + 1, weight: 2 },
  ]).reverse();
  assert.equal(weightOf(edges, bestMatching(edges)), 800);
});
