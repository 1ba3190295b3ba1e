/**
 * `nearby_stations` and `nearby_quakes` of whole published details, against a plain look at everything in other
 * formulas than the program's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Station } from '#core/earthquake.ts';
import { datedPathOf, detailPath } from '#core/paths.ts';
import { DAY, formatDay, parseCivil } from '#core/time.ts';
import { detailBody, nearbyStation } from '../../generator/outputs/detail.ts';
import { putStations } from '../../generator/catalog/stations.ts';
import { buildInto, jsonOf, STATIONS } from '../support/build.ts';
import { NOON, records, report, testCatalog } from '../support/catalog.ts';
import { earthquake } from '../support/earthquake.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Point {
  latitude: number;
  longitude: number;
}
type Vector = [number, number, number];

/** Synthetic: the same numbers in every run (a linear congruential generator, Numerical Recipes). */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const vector = ({ latitude, longitude }: Point): Vector => {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
};
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** By the angle between two vectors. */
const km = (a: Point, b: Point): number => {
  const [one, other] = [vector(a), vector(b)];
  return 6371.0088 * Math.atan2(Math.hypot(...cross(one, other)), dot(one, other));
};

/** By the parts of the way that point to the east and to the north. */
const bearing = (from: Point, to: Point): number => {
  const [here, there] = [vector(from), vector(to)];
  const lambda = (from.longitude * Math.PI) / 180;
  const east: Vector = [-Math.sin(lambda), Math.cos(lambda), 0];
  return ((Math.atan2(dot(there, east), dot(there, cross(here, east))) * 180) / Math.PI + 360) % 360;
};

interface Quake extends Point {
  id: number;
  occurred_at: string;
  distance_km: number;
  slug: string;
  magnitude: number | null;
  location: string;
  location_en: string;
  depth_km: number | null;
}
interface Detail extends Quake {
  nearby_quakes: Quake[];
  nearby_stations: (Point & { network: string; code: string; distance_km: number; azimuth: number })[];
}

test('every detail names the ten nearest earthquakes within 100 km and 30 days, and the ten nearest stations', (t) => {
  const roll = dice(7);
  const catalog = testCatalog();
  const stations = Array.from({ length: 40 }, (_, n): Station => {
    return { ...STATIONS[0]!, code: `S${n}`, latitude: 36 + 4 * roll(), longitude: 34 + 6 * roll() };
  });
  putStations(catalog.db, stations);
  catalog.run({
    feed: 'usgs-fdsn',
    reports: Array.from({ length: 250 }, (_, n) =>
      report({
        key: `us${n}`,
        time: NOON - Math.round(500 * DAY * roll()),
        latitude: 36.5 + 2 * roll(),
        longitude: 36 + 2.5 * roll(),
      }),
    ),
  });
  const dist = temporaryFolder(t);
  buildInto(dist, catalog.db);
  const all = records(catalog.db).map(({ id }) => jsonOf<{ earthquake: Detail }>(dist, detailPath(id)).earthquake);
  assert.equal(all.length, 250);
  const time = new Map(records(catalog.db).map((record) => [record.id, record.time]));
  let [full, some] = [0, 0];
  for (const self of all) {
    const due = all
      .filter((other) => other.id !== self.id && Math.abs(time.get(other.id)! - time.get(self.id)!) <= 30 * DAY)
      .map((other) => ({ other, far: km(self, other) }))
      .filter(({ far }) => far <= 100)
      .sort((a, b) => a.far - b.far)
      .slice(0, 10);
    if (due.length === 10) full += 1;
    else some += 1;
    assert.deepEqual(
      self.nearby_quakes,
      due.map(({ other, far }) => ({
        id: other.id,
        occurred_at: other.occurred_at,
        latitude: other.latitude,
        longitude: other.longitude,
        depth_km: other.depth_km,
        magnitude: other.magnitude,
        location: other.location,
        location_en: other.location_en,
        slug: other.slug,
        distance_km: Math.round(far * 10) / 10,
      })),
    );
    const nearest = stations.map((station) => ({ station, far: km(self, station) })).sort((a, b) => a.far - b.far);
    assert.deepEqual(
      self.nearby_stations.map(({ network, code, distance_km, azimuth }) => [network, code, distance_km, azimuth]),
      nearest
        .slice(0, 10)
        .map(({ station, far }) => [
          station.network,
          station.code,
          Math.round(far * 10) / 10,
          Math.round(bearing(self, station)) % 360,
        ]),
    );
    const dated = datedPathOf(formatDay(parseCivil(self.occurred_at)!), self.slug);
    assert.deepEqual(jsonOf<{ earthquake: Detail }>(dist, dated).earthquake, self);
  }
  assert.ok(full > 20 && some > 20, `${full} with ten, ${some} with fewer`);
});

/**
 * By hand on a sphere of 6371.0088 km, on the parallel of 35°, 90° of longitude apart. cos d = sin² 35°, so d = 70.79°,
 * 7871.8 km. The tangent of the azimuth is 1 / sin 35°, so it is 60.2°. Along the equator two degrees are 222.4 km.
 */
const BY_HAND: [from: Point, to: Point, distance: number, azimuth: number][] = [
  [{ latitude: 35, longitude: 45 }, { latitude: 35, longitude: 135 }, 7871.8, 60],
  [{ latitude: 35, longitude: 135 }, { latitude: 35, longitude: -135 }, 7871.8, 60],
  [{ latitude: 35, longitude: -135 }, { latitude: 35, longitude: 135 }, 7871.8, 300],
  [{ latitude: -35, longitude: -135 }, { latitude: -35, longitude: 135 }, 7871.8, 240],
  [{ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 }, 222.4, 90],
  [{ latitude: 0, longitude: -179 }, { latitude: 0, longitude: 179 }, 222.4, 270],
];

for (const [from, to, distance, azimuth] of BY_HAND)
  test(`from ${from.latitude} ${from.longitude} a station at ${to.latitude} ${to.longitude} lies ${distance} km away at ${azimuth}°`, () => {
    const body = detailBody(earthquake(from), {
      nearbyStations: [nearbyStation({ ...STATIONS[0]!, ...to })],
      nearbyQuakes: [],
    });
    const [station] = (JSON.parse(body) as { earthquake: Detail }).earthquake.nearby_stations;
    assert.deepEqual([station!.distance_km, station!.azimuth], [distance, azimuth]);
  });
