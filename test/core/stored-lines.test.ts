import assert from 'node:assert/strict';
import test from 'node:test';
import { DetailBucket, readDetailLine } from '#core/details.ts';
import { bucketHead, lineIn, readStationTable, STORED, wholeLine } from '#core/stored-lines.ts';
import { nearbyQuake, nearbyStation, stationTable, storedDetail } from '../../generator/outputs/detail.ts';
import { STATIONS } from '../support/build.ts';
import { earthquake } from '../support/earthquake.ts';
import fc from '../support/property.ts';

const stations = STATIONS.map(nearbyStation);
const table = readStationTable(Buffer.from(stationTable(stations)));

const HOSTILE = [
  '"',
  '\\',
  '\\"',
  '],',
  '"]],',
  '"nearby_stations":[',
  '],"nearby_quakes":[[',
  '0',
  ',',
  'ş',
  '\u2028',
  '\t',
];
const text = fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 3 })), { maxLength: 6 });
const place = text.map((parts) => parts.join(''));
const near = fc.record({
  id: fc.integer({ min: 1, max: 1e9 }),
  magnitude: fc.constantFrom(null, 4, -0.3, 7.25),
  depthKm: fc.constantFrom(null, 0, -1.5, 12.345),
  location: place,
  locationEn: fc.option(place, { nil: undefined }),
});

/** A detail as it is stored, and what its lists are. */
function detailOf(location: string, quakes: { location: string; locationEn: string | undefined }[], count: number) {
  const others = quakes.map((one) => earthquake({ ...one, locationEn: one.locationEn ?? one.location }));
  const inputs = { nearbyStations: stations.slice(0, count), nearbyQuakes: others.map(nearbyQuake) };
  return { line: Buffer.from(storedDetail(earthquake({ location }), inputs)), others };
}

test('a stored line has every field of its answer, whatever the texts are', () => {
  fc.assert(
    fc.property(place, fc.array(near, { maxLength: 3 }), fc.nat(STATIONS.length), (location, quakes, count) => {
      const { line, others } = detailOf(location, quakes, count);
      const whole = Buffer.from(wholeLine(line, table)).toString('utf8');
      const { earthquake: body } = JSON.parse(whole) as { earthquake: Record<string, Record<string, unknown>[]> };
      assert.ok(whole.startsWith('{"status":"success",') && whole.endsWith('}}\n'));
      assert.equal(whole, `${JSON.stringify(JSON.parse(whole))}\n`, 'numbers and texts as JSON writes them');
      assert.equal(body['location'], location);
      assert.deepEqual(
        body['nearby_stations']!.map(({ network, code, name }) => [network, code, name]),
        STATIONS.slice(0, count).map(({ network, code, name }) => [network, code, name]),
      );
      assert.deepEqual(
        body['nearby_quakes']!.map((one) => [
          one['id'],
          one['magnitude'],
          one['depth_km'],
          one['location'],
          one['location_en'],
        ]),
        others.map((one) => [
          one.id,
          one.magnitude === null ? null : one.magnitude,
          one.depthKm,
          one.location,
          one.locationEn,
        ]),
      );
    }),
  );
});

test('ten stations and ten earthquakes take a third of the bytes that they have in the answer', () => {
  const quakes = Array.from({ length: 10 }, (_, n) => ({ id: 100_000 + n, location: 'Pazarcık (Kahramanmaraş)' }));
  const ten = Array.from({ length: 10 }, () => stations[0]!);
  const others = quakes.map((one) => earthquake({ ...one, locationEn: one.location }));
  const [alone, full] = [
    [[], []],
    [ten, others.map(nearbyQuake)],
  ].map(([nearbyStations, nearbyQuakes]) =>
    Buffer.from(storedDetail(earthquake(), { nearbyStations, nearbyQuakes } as Parameters<typeof storedDetail>[1])),
  ) as [Buffer, Buffer];
  const stored = full.length - alone.length;
  const whole = wholeLine(full, table).length - wholeLine(alone, table).length;
  assert.ok(stored < whole * 0.42, `${stored} of ${whole} bytes`);
});

test('what is no stored line is an error, and never read for ever', () => {
  const { line } = detailOf(
    'Bolu',
    [
      { location: 'a"b', locationEn: 'c' },
      { location: 'd', locationEn: undefined },
    ],
    2,
  );
  for (let length = 0; length < line.length - 1; length += 1) {
    const cut = line.subarray(0, length);
    try {
      assert.ok(wholeLine(cut, table).length < 10_000);
    } catch (error) {
      assert.match((error as Error).message, /^not a stored line$|^no station/);
    }
  }
  assert.throws(() => wholeLine(line, table.slice(0, 1)), /no station 1/);
});

test('a line is found in the text of a bucket, and its answer made with the table that the bucket names', async () => {
  const { line } = detailOf('Bolu', [{ location: 'x', locationEn: 'y' }], 2);
  const bucket = Buffer.concat([Buffer.from(bucketHead('0123456789abcdef01234567')), line]);
  const { id } = earthquake();
  const asked: string[] = [];
  const tableOf = async (hash: string): Promise<Uint8Array> => (asked.push(hash), Buffer.from(stationTable(stations)));
  assert.equal(
    await lineIn(bucket.toString('utf8'), id, tableOf),
    Buffer.from(wholeLine(line, table)).toString('utf8'),
  );
  assert.equal(await lineIn(bucket.toString('utf8'), id + 1, tableOf), undefined);
  assert.deepEqual(asked, ['0123456789abcdef01234567']);
  const stored = readDetailLine(new DetailBucket(bucket).bytesOf(id)!);
  assert.deepEqual([stored.kind, line.toString('utf8').startsWith(STORED)], ['stored', true]);
});
