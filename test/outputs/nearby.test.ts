import assert from 'node:assert/strict';
import test from 'node:test';
import { distanceKm, type Point } from '#core/geo.ts';
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import { NEARBY } from '#core/nearby.ts';
import { NearestIndex } from '#core/nearest.ts';
import { NearbyIndex } from '../../generator/outputs/nearby.ts';
import fc from '../support/property.ts';

/**
 * Distances closer than this (km) may come in either order: 1 mm is beyond double precision at a hundred km.
 */
const SAME = 1e-6;

/** Somewhere on Earth, or in one of few narrow places: at a pole, across 180°, in the region. */
const points: fc.Arbitrary<Point> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ latitude: between(-90, 90), longitude: between(-180, 180) }) },
  { weight: 6, arbitrary: around(37.5, 37) },
  { weight: 1, arbitrary: around(89.9, 0) },
  { weight: 1, arbitrary: around(0, 180) },
  { weight: 1, arbitrary: around(-60, -180) },
);

function between(least: number, most: number): fc.Arbitrary<number> {
  return fc.double({ min: least, max: most, noNaN: true });
}
function around(latitude: number, longitude: number): fc.Arbitrary<Point> {
  return fc.tuple(between(-0.9, 0.9), between(-1.2, 1.2)).map(([up, right]) => ({
    latitude: Math.max(-90, Math.min(90, latitude + up)),
    longitude: ((longitude + right + 540) % 360) - 180,
  }));
}

const near = (one: number, other: number): void =>
  assert.ok(Math.abs(one - other) < SAME, `${one} km where ${other} km is due`);

interface Quake extends Point {
  id: number;
  time: EpochMs;
}

const START = 1_700_000_000_000;
const times = fc.oneof(
  fc.integer({ min: 0, max: 90 * DAY }),
  fc.integer({ min: 0, max: 3 }).map((n) => n * 30 * DAY),
  fc.constant(45 * DAY),
);
const quakes: fc.Arbitrary<Quake[]> = fc
  .array(fc.tuple(points, times), { maxLength: 50 })
  .map((all) => inOrder(all.map(([point, time], index) => ({ ...point, id: index + 1, time: START + time }))));

const inOrder = (all: Quake[]): Quake[] => all.toSorted((a, b) => a.time - b.time || a.id - b.id);

const indexOf = (all: Quake[]): NearbyIndex =>
  new NearbyIndex((from, to) => all.filter(({ time }) => time >= from && time <= to));

/** Every other earthquake near enough in time and space, nearest first, by looking at all of them. */
function neighboursOf(all: Quake[], self: Quake): { id: number; km: number }[] {
  return all
    .filter((other) => other.id !== self.id && Math.abs(other.time - self.time) <= NEARBY.ms)
    .map((other) => ({ id: other.id, km: distanceKm(self, other), time: other.time }))
    .filter(({ km }) => km <= NEARBY.km)
    .sort((a, b) => a.km - b.km || a.time - b.time || a.id - b.id);
}

test('the nearest earthquakes are the first of all that are near in time and space', () => {
  fc.assert(
    fc.property(quakes, (all) => {
      const index = indexOf(all);
      for (const self of all) {
        const due = neighboursOf(all, self);
        const nearest = index.nearest(self);
        assert.equal(new Set(nearest).size, nearest.length);
        const most = Math.min(NEARBY.limit, due.length);
        // One exactly at 100 km may fall to either side.
        assert.ok(nearest.length === most || Math.abs((due.at(-1)?.km ?? 0) - NEARBY.km) < SAME);
        nearest.forEach((id, place) => near(due.find((one) => one.id === id)?.km ?? Infinity, due[place]!.km));
      }
    }),
    { numRuns: 150 },
  );
});

test('the bounds of "nearby" are inclusive, and equally near earthquakes come older first', () => {
  const here = { latitude: 37, longitude: 37 };
  const at = (id: number, time: number): Quake => ({ ...here, id, time: START + time });
  const all = inOrder([at(1, 0), at(2, NEARBY.ms), at(3, NEARBY.ms + 1), at(5, -HOUR), at(4, -HOUR)]);
  const index = indexOf(all);
  assert.deepEqual(index.nearest(at(1, 0)), [4, 5, 2]);
  assert.deepEqual(index.nearest(at(3, NEARBY.ms + 1)), [2]);
});

test('in order of time each period is read once, and those long past are not kept', () => {
  const periods = 100;
  const all = Array.from({ length: periods }, (_, n): Quake => ({
    ...{ id: n + 1, latitude: 37, longitude: 37 },
    time: START + n * NEARBY.ms,
  }));
  const read: EpochMs[] = [];
  const index = new NearbyIndex((from, to) => {
    read.push(from);
    return all.filter(({ time }) => time >= from && time <= to);
  });
  for (const quake of all) index.nearest(quake);
  assert.equal(read.length, periods + 2);
  assert.equal(new Set(read).size, read.length);
  assert.deepEqual(index.nearest(all[0]!), [2]);
  assert.equal(read.length, periods + 5);
});

interface Change {
  id: number;
  to: { point: Point; time: EpochMs } | null;
}

const changes = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 60 }), to: fc.option(fc.record({ point: points, time: times })) }),
  { minLength: 1, maxLength: 6 },
) satisfies fc.Arbitrary<Change[]>;

test('each of three periods is searched once', (t) => {
  const crowd = Array.from({ length: 12 }, (_, n) => ({ id: n + 1, time: START + n, latitude: 37, longitude: 37 }));
  const search = t.mock.method(NearestIndex.prototype, 'show');
  assert.equal(indexOf(crowd).nearest(crowd[5]!).length, NEARBY.limit);
  assert.equal(search.mock.callCount(), 3);
});

test('earthquakes that lost, gained or kept a changed neighbour are affected', () => {
  let affectedOnes = 0;
  let spared = 0;
  fc.assert(
    fc.property(quakes, changes, (before, some) => {
      const after = new Map(before.map((quake) => [quake.id, quake]));
      for (const { id, to } of some)
        if (to) after.set(id, { id, ...to.point, time: START + to.time });
        else after.delete(id);
      const changed = new Set(some.map(({ id }) => id));
      const now = inOrder([...after.values()]);
      const places = [...before, ...now].filter(({ id }) => changed.has(id));
      const affected = indexOf(now).affected(changed, places);
      const was = indexOf(before);
      const is = indexOf(now);
      for (const quake of now) {
        const { id } = quake;
        const former = before.find((one) => one.id === id);
        const lists = [is.nearest(quake), former ? was.nearest(former) : []];
        const concerned = !changed.has(id) && lists.some((list) => list.some((other) => changed.has(other)));
        if (concerned) assert.ok(affected.has(id), `${id} has or had a changed neighbour`);
        if (concerned) affectedOnes += 1;
        else if (!affected.has(id)) spared += 1;
      }
      for (const id of affected) assert.ok(after.has(id));
    }),
    { numRuns: 300 },
  );
  assert.ok(affectedOnes > 100 && spared > 100, `${affectedOnes} affected, ${spared} spared`);
});

test('with ten nearer ones that did not change, a change further away affects nobody', () => {
  const here = { latitude: 37, longitude: 37 };
  const crowd = Array.from({ length: 11 }, (_, n): Quake => ({
    ...here,
    latitude: 37 + n / 1000,
    id: n + 1,
    time: START + n,
  }));
  const moved: Quake = { latitude: 37.5, longitude: 37, id: 99, time: START + 50 };
  const affected = indexOf(inOrder([...crowd, moved])).affected(new Set([99]), [moved]);
  assert.deepEqual([...affected], [99]);
});
