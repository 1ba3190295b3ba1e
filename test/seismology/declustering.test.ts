import assert from 'node:assert/strict';
import test from 'node:test';
import { windowKm, windowMs } from '#seismology/aftershock-windows.ts';
import { distanceKm } from '#core/geo.ts';
import { DAY } from '#core/time.ts';
import { decluster, declusteredCsv, LEAST_PARENT, type Shock } from '#seismology/declustering.ts';
import { Random } from '../../scripts/synthetic/random.ts';

const NOON = Date.UTC(2023, 1, 6, 12);

test('windows are those of the table of Gardner and Knopoff', () => {
  // Magnitude, km and days as tabulated in 1974; the closed form is within a tenth of them.
  for (const [magnitude, km, days] of [
    [2.5, 19.5, 6],
    [4, 30, 42],
    [5, 40, 155],
    [6, 54, 510],
    [7, 70, 915],
    [8, 94, 985],
  ] as const) {
    assert.ok(Math.abs(windowKm(magnitude) / km - 1) < 0.1, `${magnitude}: ${windowKm(magnitude)} km`);
    assert.ok(
      Math.abs(windowMs(magnitude) / (days * DAY) - 1) < 0.1,
      `${magnitude}: ${windowMs(magnitude) / DAY} days`,
    );
  }
});

const sequence = (seed: number, count: number, days: number): Shock[] => {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, index) => {
    const isNear = random.chance(0.5);
    return {
      id: index + 1,
      time: NOON + Math.floor(random.between(0, days)) * DAY,
      latitude: isNear ? 38 + 0.3 * random.normal() : random.between(34, 43),
      longitude: isNear ? 38 + 0.3 * random.normal() : random.between(24, 46),
      magnitude: Math.round((2 + random.exponential(Math.LOG10E)) * 10) / 10,
    };
  }).sort((a, b) => a.time - b.time || a.id - b.id);
};

/** The definition, word by word. */
function naiveParent(shock: Shock, position: number, all: readonly Shock[]): number | undefined {
  return all
    .slice(0, position)
    .filter(
      (other) =>
        other.magnitude >= LEAST_PARENT &&
        other.magnitude >= shock.magnitude &&
        shock.time - other.time <= windowMs(other.magnitude) &&
        distanceKm(other, shock) <= windowKm(other.magnitude),
    )
    .toSorted((a, b) => b.magnitude - a.magnitude || a.time - b.time || a.id - b.id)[0]?.id;
}

test('parents are those of the definition, also across a cut in time', () => {
  for (const seed of [1, 2, 3]) {
    const all = sequence(seed, 1200, 700);
    const expected = new Map(all.map((shock, position) => [shock.id, naiveParent(shock, position, all)]));
    const { parents } = decluster(all, []);
    for (const { id } of all) assert.equal(parents.get(id), expected.get(id), `${seed} ${id}`);
    const [before, after] = [all.slice(0, 700), all.slice(700)];
    const later = decluster(after, before).parents;
    for (const { id } of after) assert.equal(later.get(id), expected.get(id), `${seed} ${id}`);
    assert.ok(parents.size > 200 && parents.size < 1100, String(parents.size));
  }
});

test('the work grows with the number of earthquakes, not with its square', () => {
  const work = (count: number): number => decluster(sequence(7, count, 365), []).comparisons / count;
  const [few, many] = [work(4000), work(32_000)];
  assert.ok(many < 2 * few + 10, `${few} comparisons an earthquake, then ${many}`);
});

test('the file has every id once, in order, the parent empty for the independent', () => {
  const shocks = [3, 1, 2].map((id) => ({ id, time: NOON + id, latitude: 38, longitude: 38, magnitude: 3 }));
  assert.equal(declusteredCsv(shocks, new Map([[3, 1]])), 'id,parent\n1,\n2,\n3,1\n');
});
