import assert from 'node:assert/strict';
import test from 'node:test';
import { readPoints, writePoints, type PointRow } from '#core/points.ts';
import { reachKm } from '#seismology/aftershock-windows.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import {
  aftershocksIn,
  largestNear,
  largestOf,
  largerBeforeIn,
  lowestBand,
  dotsPath,
  periodsOf,
  PLOT,
  plotScale,
} from '../../generator/site/drawing/sequence-plot.ts';

const START = Date.UTC(2023, 1, 6, 1, 17, 32);
const MAIN = { id: 1, time: START, latitude: 37.28, longitude: 37.04, magnitude: 7.7 };

const row = (id: number, hours: number, magnitude: number | null, more: Partial<PointRow> = {}): PointRow => ({
  ...{ id, magnitude, time: START + hours * HOUR, latitude: 37.28, longitude: 37.04 },
  ...{ depthKm: 7, agencies: 1, isEarthquake: true, isBlast: false, province: 0, ...more },
});

/** As in a file of `dist/`: newest first. */
const filesOf = (...rows: PointRow[]) => {
  const bytes = writePoints(rows.toSorted((a, b) => b.time - a.time));
  return [readPoints(new Uint8Array(bytes).buffer)];
};

const ELBISTAN = { latitude: 38.08, longitude: 37.23 };

test('what follows a main shock is later, within a year and twice the window of distance, and an earthquake', () => {
  const files = filesOf(
    row(1, 0, 7.7),
    row(2, -1, 4),
    row(3, 0.2, 6.6),
    row(4, 9.1, 7.6, ELBISTAN),
    row(5, 24 * 364, 4.2),
    row(6, 24 * 366, 4.2),
    row(7, 5, 5, { latitude: 37.28 + 1.1 * (reachKm(7.7) / 111.2) }),
    row(8, 5, 3, { isEarthquake: false }),
    row(9, 5, null),
  );
  const aftershocks = aftershocksIn(files, MAIN);
  assert.deepEqual(
    aftershocks.map(({ id }) => id),
    [3, 4, 5],
  );
  // The M 7.6 lies beyond the window of Gardner and Knopoff itself.
  assert.ok(aftershocks[1]!.km > reachKm(7.7) / 2 && aftershocks[1]!.km < 95, String(aftershocks[1]!.km));
  assert.deepEqual(
    largestOf(aftershocks, 2).map(({ magnitude }) => magnitude),
    [7.6, 6.6],
  );
});

test('the largest near one are looked for from the highest band down, and no lower than ten are found', async () => {
  const asked: number[] = [];
  const bands = new Map([
    [6, filesOf(row(1, 0, 7.7), row(2, 1, 6.1))],
    [4, filesOf(...Array.from({ length: 12 }, (_, n) => row(10 + n, -n, 4 + n / 20)))],
    [3, filesOf(row(30, 1, 3.5), row(31, 24 * 31, 3.9), row(32, 1, 3.8, { latitude: 38.3 }))],
  ]);
  const read = async (band: number) => {
    asked.push(band);
    return bands.get(band) ?? [];
  };
  const found = await largestNear(read, MAIN);
  assert.deepEqual(
    [asked, found.map(({ id }) => id)],
    [
      [6, 5, 4],
      [2, 21, 20, 19, 18, 17, 16, 15, 14, 13],
    ],
  );
  bands.delete(4);
  const few = await largestNear(read, MAIN);
  assert.deepEqual(
    [asked.slice(3), few.map(({ id }) => id)],
    [
      [6, 5, 4, 3, 2, 1],
      [2, 30],
    ],
  );
});

test('the largerBefore is the largest earlier and larger earthquake in whose reach one lies', () => {
  const second = { ...MAIN, ...ELBISTAN, id: 4, time: START + 9.1 * HOUR, magnitude: 7.6 };
  const files = filesOf(row(1, 0, 7.7), row(3, 0.2, 6.6), row(4, 9.1, 7.6, ELBISTAN));
  assert.equal(largerBeforeIn(files, second)?.id, 1);
  assert.equal(largerBeforeIn(files, MAIN), undefined);
  const small = { ...MAIN, id: 9, time: START + 3 * HOUR, magnitude: 4, latitude: 30 };
  assert.equal(largerBeforeIn(files, small), undefined, 'too far from both');
});

test('four magnitudes below the main shock are read, and never below 2', () => {
  assert.deepEqual([7.7, 7, 6, 5, 4].map(lowestBand), [3, 3, 2, 2, 2]);
});

test('the plot has whole magnitudes around all shocks, and time from ten minutes on', () => {
  const scale = plotScale([{ magnitude: 3 }, MAIN], 365 * DAY);
  assert.deepEqual(scale.magnitudes, [3, 4, 5, 6, 7, 8]);
  assert.deepEqual([scale.y(8), scale.y(3)], [PLOT.top, PLOT.height - PLOT.bottom]);
  assert.deepEqual([scale.x(0), scale.x(10 * MINUTE)], [PLOT.left, PLOT.left]);
  assert.equal(scale.x(400 * DAY), PLOT.width - PLOT.right);
  assert.equal(
    dotsPath([
      { x: 1, y: 2.04 },
      { x: 3, y: 4 },
    ]),
    'M1.0 2.0h0M3.0 4.0h0',
  );
});

test('the numbers beside the plot count what is in it', () => {
  const shocks = [row(2, 1, 6.6), row(3, 23, 4.1), row(4, 25, 3.5)].map((one) => ({
    ...one,
    magnitude: one.magnitude!,
  }));
  const [day, week] = periodsOf(shocks, MAIN, { lengths: [DAY, 7 * DAY], least: [3, 4, 5] });
  assert.deepEqual(day, { length: DAY, counts: [2, 2, 1], largest: 6.6 });
  assert.deepEqual(week, { length: 7 * DAY, counts: [3, 2, 1], largest: 6.6 });
});
