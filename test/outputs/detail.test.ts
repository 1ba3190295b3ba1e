import assert from 'node:assert/strict';
import test from 'node:test';
import type { FocalMechanism } from '#core/earthquake.ts';
import { MINUTE } from '#core/time.ts';
import { detailBody, goneBody, nearbyQuake, nearbyStation } from '../../generator/outputs/detail.ts';
import { STATIONS } from '../support/build.ts';
import { TIME, earthquake } from '../support/earthquake.ts';

type Json = Record<string, unknown>;

function detail(...[of, near]: [Parameters<typeof detailBody>[0], Partial<Parameters<typeof detailBody>[1]>?]): Json {
  const body = detailBody(of, { nearbyStations: [], nearbyQuakes: [], ...near });
  const { status, earthquake: record } = JSON.parse(body) as { status: string; earthquake: Json };
  assert.equal(status, 'success');
  return record;
}

test('a detail has the list fields, and the agencies in full', () => {
  const body = detail(earthquake());
  assert.deepEqual(body, {
    id: 12,
    event_id: '0123456789abcdef',
    occurred_at: '2023-02-06 01:17:32',
    latitude: 37.288,
    longitude: 37.043,
    depth_km: 8.6,
    magnitude: 7.7,
    magnitude_type: 'Mw',
    magnitude_mw: 7.7,
    location: 'Pazarcık (Kahramanmaraş)',
    location_en: 'Pazarcık (Kahramanmaraş)',
    province: 'Kahramanmaraş',
    province_code: '46',
    district: 'Pazarcık',
    source: 'afad',
    quality: 'reviewed',
    updated_at: '2023-02-06T01:18:32.670Z',
    slug: 'pazarcik-kahramanmaras-m7-7',
    occurred_at_utc: '2023-02-06T01:17:32.670Z',
    sources: body['sources'],
    nearby_stations: [],
    nearby_quakes: [],
    focal_mechanism: null,
    shakemap: null,
    revisions: [{ at: '2023-02-06T01:18:32.670Z', agencies: ['afad', 'usgs'], changed: ['created'] }],
  });
  assert.deepEqual((body['sources'] as Json[])[1], {
    name: 'usgs',
    event_id: 'us6000jllz',
    occurred_at: '2023-02-06 01:17:34',
    occurred_at_utc: '2023-02-06T01:17:34.370Z',
    latitude: 37.288,
    longitude: 37.043,
    depth_km: null,
    magnitude: 7.8,
    magnitude_type: 'Mww',
    magnitudes: [
      { magnitude: 7.8, magnitude_type: 'Mww' },
      { magnitude: 7.1, magnitude_type: 'mb' },
    ],
    quality: 'reviewed',
    location: '26 km ENE of Nurdağı, Turkey',
    updated_at: '2023-02-06T02:17:32.670Z',
  });
});

test('an unknown value is null where the key is required, and omitted where it is optional', () => {
  const [first] = earthquake().solutions;
  const body = detail(
    earthquake({
      magnitude: null,
      magnitudeType: null,
      depthKm: null,
      quality: null,
      precision: 'day',
      eventType: 'quarry blast',
      solutions: [{ ...first!, magnitudes: [], place: null }],
    }),
  );
  assert.deepEqual([body['magnitude'], body['depth_km']], [null, null]);
  for (const name of ['magnitude_type', 'magnitude_mw', 'quality']) assert.ok(!(name in body), name);
  assert.deepEqual([body['date_precision'], body['event_type']], ['day', 'quarry blast']);
  const [source] = body['sources'] as Json[];
  assert.deepEqual([source!['magnitude'], source!['magnitudes'], source!['location']], [null, [], null]);
});

test('stations and earthquakes nearby come with distance and direction', () => {
  const other = earthquake({ id: 13, latitude: 38.288, time: TIME + MINUTE, slug: 'other', magnitude: null });
  const body = detail(earthquake(), {
    nearbyStations: STATIONS.slice(1, 2).map(nearbyStation),
    nearbyQuakes: [nearbyQuake(other)],
  });
  assert.deepEqual(body['nearby_stations'], [
    {
      network: 'KO',
      code: 'GAZ',
      name: 'Synthetic GAZ',
      source: 'kandilli',
      latitude: 37.1,
      longitude: 37.4,
      distance_km: 37.9,
      azimuth: 123,
    },
  ]);
  assert.deepEqual(body['nearby_quakes'], [
    {
      id: 13,
      occurred_at: '2023-02-06 01:18:32',
      latitude: 38.288,
      longitude: 37.043,
      depth_km: 8.6,
      magnitude: null,
      location: 'Pazarcık (Kahramanmaraş)',
      location_en: 'Pazarcık (Kahramanmaraş)',
      slug: 'other',
      distance_km: 111.2,
    },
  ]);
});

test('a direction is at least 0 and below 360', () => {
  const north = { ...STATIONS[0]!, latitude: 60, longitude: 37.043 - 1e-9 };
  const [station] = detail(earthquake(), { nearbyStations: [nearbyStation(north)] })['nearby_stations'] as Json[];
  assert.equal(station!['azimuth'], 0);
});

const mechanism: FocalMechanism = {
  source: 'GCMT',
  nodalPlanes: [
    { strike: 54, dip: 70, rake: 11 },
    { strike: 320, dip: 80, rake: 160 },
  ],
  momentTensor: { mrr: 1e20, mtt: -4e20, mpp: 3e20, mrt: 1e19, mrp: -2e20, mtp: 5e20 },
  scalarMoment: 5.5e20,
  mw: 7.8,
  centroid: { time: TIME, latitude: 37.56, longitude: 37.47, depthKm: 14.9 },
};

test('a mechanism and a shakemap have the fields of the contract', () => {
  const shakemap = { source: 'usgs', maxMmi: 9.1, url: 'https://quakes.example/shakemap' };
  const body = detail(earthquake({ mechanism, shakemap }));
  assert.deepEqual(body['focal_mechanism'], {
    source: 'GCMT',
    nodal_planes: mechanism.nodalPlanes,
    moment_tensor: mechanism.momentTensor,
    scalar_moment: 5.5e20,
    mw: 7.8,
    centroid: { occurred_at_utc: '2023-02-06T01:17:32.670Z', latitude: 37.56, longitude: 37.47, depth_km: 14.9 },
  });
  const computed: FocalMechanism['computed'] = ['moment_tensor', 'mw'];
  const json = detail(earthquake({ mechanism: { ...mechanism, computed } }))['focal_mechanism'] as Json;
  assert.deepEqual(json['computed'], computed);
  assert.deepEqual(body['shakemap'], { source: 'usgs', max_mmi: 9.1, url: 'https://quakes.example/shakemap' });
  const minimal = detail(
    earthquake({ mechanism: { ...mechanism, momentTensor: null, scalarMoment: null, mw: null, centroid: null } }),
  );
  assert.deepEqual(minimal['focal_mechanism'], {
    source: 'GCMT',
    nodal_planes: mechanism.nodalPlanes,
    moment_tensor: null,
    scalar_moment: null,
    mw: null,
    centroid: null,
  });
});

test('a withdrawn earthquake is an error body with every published change', () => {
  const withdrawn = { at: TIME + MINUTE, agencies: ['afad' as const], changed: ['withdrawn'], previous: {} };
  const { revisions } = earthquake();
  const body = goneBody(earthquake({ revisions: [...revisions, withdrawn] }));
  const { message, ...rest } = JSON.parse(body) as Json;
  assert.deepEqual(rest, {
    status: 'error',
    code: 'gone',
    id: 12,
    event_id: '0123456789abcdef',
    revisions: [
      { at: '2023-02-06T01:18:32.670Z', agencies: ['afad', 'usgs'], changed: ['created'] },
      { at: '2023-02-06T01:18:32.670Z', agencies: ['afad'], changed: ['withdrawn'], previous: {} },
    ],
  });
  assert.match(String(message), /\b12\b/);
});
