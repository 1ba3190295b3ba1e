/** `format=json` of the event service, as applications written for EMSC's request and read it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earthquakes, get } from '../../../support/fdsn-dataset.ts';

interface Feature {
  type: string;
  id: string;
  geometry: { type: string; coordinates: [number, number, number] };
  properties: Record<string, string | number | boolean | null>;
}

const EVENTS = '/fdsnws/event/1/query';

async function featuresOf(query: string): Promise<Feature[]> {
  const response = await get(`${EVENTS}?${query}`);
  assert.equal(response.status, 200, query);
  return ((await response.json()) as { features: Feature[] }).features;
}

const byUnid = new Map(earthquakes.map((one) => [one.eventId, one]));

test('a map in Python: day and hour of the text, depth from the third coordinate, the region', async () => {
  const features = await featuresOf('format=json&limit=500');
  assert.equal(features.length, 500);
  for (const { geometry, properties } of features) {
    const { time, mag, flynn_region: region, unid } = properties;
    const [date, clock] = String(time).split('T') as [string, string];
    const [longitude, latitude, height] = geometry.coordinates;
    const due = byUnid.get(String(unid))!;
    assert.deepEqual(
      { day: date, minute: clock.slice(0, 5), latitude, longitude, depth: 0 - height, mag },
      {
        day: new Date(due.time).toISOString().slice(0, 10),
        minute: new Date(due.time).toISOString().slice(11, 16),
        ...{ latitude: due.latitude, longitude: due.longitude, depth: due.depthKm ?? 0, mag: due.magnitude },
      },
    );
    assert.ok(typeof region === 'string' && region !== '');
  }
});

test('a server in JavaScript: the order "time-desc", instants of requests, an identifier of each', async () => {
  const features = await featuresOf(
    'format=json&limit=100&orderby=time-desc&starttime=2015-01-01T10:00:00.000Z&endtime=2026-07-01T10:00:00.000Z',
  );
  assert.equal(features.length, 100);
  let last = Infinity;
  for (const { id, geometry, properties } of features) {
    const time = new Date(properties['time'] as string).getTime();
    assert.equal(time, byUnid.get(id)!.time);
    assert.ok(time <= last);
    last = time;
    assert.equal(properties['unid'], id);
    assert.equal(Math.abs(geometry.coordinates[2]), properties['depth']);
  }
});

test('a typed reader: numbers are numbers, instants end in Z and have a fraction', async () => {
  for (const { properties } of await featuresOf('limit=300&format=json&orderby=time')) {
    for (const name of ['lat', 'lon', 'depth']) assert.equal(typeof properties[name], 'number', name);
    for (const name of ['time', 'lastupdate'])
      assert.match(String(properties[name]), /^[\d-]{10}T[\d:]{8}\.\d+Z$/, name);
    for (const name of ['unid', 'source_id', 'source_catalog', 'magtype', 'evtype', 'auth', 'flynn_region'])
      assert.equal(typeof properties[name], 'string', name);
    assert.equal(Date.parse(String(properties['lastupdate'])), properties['updated']);
  }
});

test("EMSC's own example: one event by its unid is a feature", async () => {
  const [first] = await featuresOf('format=json&limit=1');
  const response = await get(`${EVENTS}?eventid=${first!.id}&format=json`);
  assert.equal(response.headers.get('Content-Type'), 'application/json; charset=utf-8');
  const { type, properties } = (await response.json()) as Feature;
  assert.equal(type, 'Feature');
  assert.deepEqual({ ...properties, products: undefined }, { ...first!.properties, products: undefined });
});

test('what reads it as GeoJSON of the USGS finds every field, but a time as text and a negative depth', async () => {
  for (const query of ['limit=400', 'limit=400&catalog=USGS', 'limit=400&magnitudetype=mb']) {
    const [plain, emsc] = [await featuresOf(`format=geojson&${query}`), await featuresOf(`format=json&${query}`)];
    assert.equal(emsc.length, plain.length);
    for (const [index, { geometry, properties, ...rest }] of plain.entries()) {
      const own = emsc[index]!;
      const kept = Object.fromEntries(Object.keys(properties).map((name) => [name, own.properties[name]]));
      assert.deepEqual({ ...kept, time: Date.parse(String(own.properties['time'])) }, properties);
      const [longitude, latitude, depth] = geometry.coordinates;
      assert.deepEqual(own.geometry.coordinates, [longitude, latitude, 0 - depth]);
      assert.deepEqual({ type: own.type, id: own.id }, rest);
    }
  }
  const count = await (await get('/fdsnws/event/1/count?format=json')).json();
  assert.deepEqual(count, { count: earthquakes.length, maxAllowed: 20_000 });
  assert.equal((await get(`${EVENTS}?format=json&eventid=afad:0`)).status, 404);
});
