import assert from 'node:assert/strict';
import test from 'node:test';
import { windowKm, windowMs } from '#seismology/aftershock-windows.ts';
import { distanceKm } from '#core/geo.ts';
import { DAY } from '#core/time.ts';
import { decluster, LEAST_PARENT, type Shock } from '#seismology/declustering.ts';
import {
  DEPENDENT_BELOW,
  LEAST_NEIGHBOUR,
  type Neighbour,
  NEIGHBOUR_REACH,
  nearestNeighbours,
} from '#seismology/nearest-neighbour.ts';
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

/** Half of them near each other. */
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

/** The definition, word by word. */
function naiveNeighbour(shock: Shock, position: number, all: readonly Shock[]): Neighbour | undefined {
  const distances = all
    .slice(0, position)
    .filter((other) => other.magnitude >= LEAST_NEIGHBOUR && shock.time - other.time <= NEIGHBOUR_REACH)
    .map((other) => {
      const years = Math.max(shock.time - other.time, 1000) / (365.25 * DAY);
      const km = Math.max(distanceKm(other, shock), 0.1);
      return { id: other.id, distance: Math.log10(years * km ** 1.6 * 10 ** -other.magnitude) };
    });
  return distances.reduceRight<Neighbour | undefined>(
    (best, one) => (best && best.distance <= one.distance ? best : one),
    undefined,
  );
}

test('nearest neighbours are those of the definition, also across a cut in time', () => {
  for (const seed of [1, 2, 3]) {
    const all = sequence(seed, 900, 700).map((shock) => ({ ...shock, magnitude: shock.magnitude + 0.5 }));
    const found = nearestNeighbours(all, []);
    const late = nearestNeighbours(all.slice(500), all.slice(0, 500));
    all.forEach((shock, position) => {
      const expected = shock.magnitude < LEAST_NEIGHBOUR ? undefined : naiveNeighbour(shock, position, all);
      for (const own of position < 500 ? [found] : [found, late]) {
        assert.equal(own.get(shock.id)?.id, expected?.id, `${seed} ${shock.id}`);
        assert.ok(Math.abs((own.get(shock.id)?.distance ?? 0) - (expected?.distance ?? 0)) < 1e-9);
      }
    });
    assert.ok(found.size > 300);
  }
});

test('an aftershock is near, an earthquake of its own is not', () => {
  const main = { id: 1, time: NOON, latitude: 38, longitude: 38, magnitude: 6.5 };
  const distanceOf = (values: Partial<Shock>): number =>
    nearestNeighbours([{ ...main, id: 2, magnitude: 3, ...values }], [main]).get(2)!.distance;
  assert.ok(distanceOf({ time: NOON + DAY, latitude: 38.1 }) < DEPENDENT_BELOW);
  assert.ok(distanceOf({ time: NOON + 300 * DAY, latitude: 38.1 }) < DEPENDENT_BELOW);
  assert.ok(distanceOf({ time: NOON + 300 * DAY, latitude: 42 }) > DEPENDENT_BELOW);
  assert.equal(nearestNeighbours([{ ...main, id: 2, time: NOON + 366 * DAY }], [main]).get(2), undefined);
  assert.equal(nearestNeighbours([{ ...main, id: 2, magnitude: 2.9 }], [main]).get(2), undefined);
});
