import assert from 'node:assert/strict';
import test from 'node:test';
import { NO_VALUE, POINT_BYTES, readPoints, writePoints, type PointRow } from '#core/points.ts';
import { parseDay, SECOND } from '#core/time.ts';
import fc from '../support/property.ts';

const DAYS = { min: parseDay('0001-01-01')! / SECOND, max: parseDay('9999-12-31')! / SECOND };

const hundredths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100);

const rowsOf = (times: fc.Arbitrary<number>): fc.Arbitrary<PointRow[]> =>
  fc
    .array(
      fc.record({
        id: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
        time: times,
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        depthKm: fc.option(hundredths(-5, 700)),
        magnitude: fc.option(hundredths(-2, 10)),
        agencies: fc.integer({ min: 0, max: 255 }),
        isEarthquake: fc.boolean(),
        isBlast: fc.boolean(),
        province: fc.integer({ min: 0, max: 81 }),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((rows) => rows.toSorted((a, b) => b.time - a.time));

const seconds = fc.integer(DAYS).map((value) => value * SECOND);
const thisCentury = fc.integer({ min: 946684800, max: 4102444800 }).map((value) => value * SECOND);

test('what is written is read, each value within half a step of its own', () => {
  for (const times of [seconds, thisCentury])
    fc.assert(
      fc.property(rowsOf(times), (rows) => {
        const file = writePoints(rows);
        assert.ok(file.byteLength <= 56 + POINT_BYTES * rows.length + 8 * 8);
        const read = readPoints(new Uint8Array(file).buffer);
        assert.equal(read.rows, rows.length);
        if (times === thisCentury) assert.equal(read.timeStep, SECOND);
        rows.forEach((row, index) => {
          const time = read.firstTime + read.time[index]! * read.timeStep;
          assert.ok(row.time - time >= 0 && row.time - time < read.timeStep);
          const east = read.west + read.longitude[index]! * read.longitudeStep;
          const north = read.south + read.latitude[index]! * read.latitudeStep;
          assert.ok(Math.abs(east - row.longitude) <= read.longitudeStep * 0.5 + 1e-9);
          assert.ok(Math.abs(north - row.latitude) <= read.latitudeStep * 0.5 + 1e-9);
          assert.equal(read.id[index], row.id);
          const magnitude = read.magnitude[index]! === NO_VALUE ? null : read.magnitude[index]! / 100;
          assert.equal(magnitude, row.magnitude);
          const depth = read.depth[index]!;
          if (row.depthKm === null) assert.equal(depth, NO_VALUE);
          else assert.ok(Math.abs(depth / 10 - row.depthKm) <= 0.05 + 1e-9);
          assert.equal(read.agencies[index], row.agencies);
          assert.equal(read.kind[index], Number(!row.isEarthquake) + 2 * Number(row.isBlast));
          assert.equal(read.province[index], row.province);
        });
      }),
      { numRuns: 60 },
    );
});

test('damaged files are refused', () => {
  const [rows] = fc.sample(rowsOf(thisCentury), { numRuns: 1, seed: 3 }) as [PointRow[]];
  const file = writePoints(rows);
  assert.throws(() => readPoints(new Uint8Array(file.subarray(0, -1)).buffer), RangeError);
  assert.throws(() => readPoints(new Uint8Array([0, ...file.subarray(1)]).buffer), /hipopnt2/);
  assert.throws(() => readPoints(new ArrayBuffer(0)), RangeError);
});
