/** The map of all years, as far as it needs no browser. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES } from '#core/agencies.ts';
import { insideBox } from '#core/geo.ts';
import { NO_VALUE, readPoints, writePoints } from '#core/points.ts';
import { parseDay } from '#core/time.ts';
import { project, unproject } from '../../generator/site/drawing/mercator.ts';
import { largestOf, selectRows, windowOf, type Picked } from '../../generator/site/browser/all-years/selection.ts';
import { chosenIn, readState, spanShown } from '../../generator/site/browser/all-years/state.ts';
import { addRun, applyFilters, newBand, type Band } from '../../generator/site/browser/all-years/store.ts';
import fc from '../support/property.ts';

const at = (text: string): number => parseDay(text)!;

test('the least magnitude is that of the zoom, or all, unless one is chosen', () => {
  const leastOf = (search: string) => chosenIn(readState(search), 0, AGENCIES).least;
  const leasts = ['', '?min_magnitude=x', '?min_magnitude=all', '?min_magnitude=4.55'].map(leastOf);
  assert.deepEqual(leasts, ['zoom', 'zoom', -Infinity, 4.55]);
  assert.deepEqual(chosenIn(readState('?min_magnitude=all'), 0, AGENCIES).unapplied, []);
});

test('times are chosen with the window, and are no filters of rows', () => {
  const { values, ofRows } = chosenIn(readState('?date_from=1999-08-17&date_to=1999-11-12&max_depth=9'), 0, AGENCIES);
  assert.deepEqual(ofRows, { maxDepthKm: 9, blasts: 'exclude' });
  assert.deepEqual(spanShown(values, [0, at('1999-10-01')]), [at('1999-08-17'), at('1999-10-01')]);
  assert.deepEqual(spanShown({}, [0, 5]), [0, 5]);
});

const region = fc.record({
  latitude: fc.double({ min: 33, max: 44, noNaN: true }),
  longitude: fc.double({ min: 23, max: 47, noNaN: true }),
});

test('the plane of the map and back', () => {
  fc.assert(
    fc.property(region, (point) => {
      const back = unproject(project(point));
      assert.ok(Math.abs(back.latitude - point.latitude) < 1e-9 && back.longitude === point.longitude);
    }),
  );
});

const quake = fc.record({
  id: fc.integer({ min: 1, max: 1e6 }),
  time: fc.integer({ min: 0, max: 1_700_000_000 }).map((seconds) => seconds * 1000),
  latitude: fc.integer({ min: 350, max: 420 }).map((value) => value / 10),
  longitude: fc.integer({ min: 260, max: 450 }).map((value) => value / 10),
  depthKm: fc.option(fc.integer({ min: 0, max: 900 }).map((value) => value / 10)),
  magnitude: fc.option(fc.integer({ min: 0, max: 79 }).map((value) => value / 10)),
  agencies: fc.integer({ min: 1, max: 31 }),
  province: fc.integer({ min: 0, max: 81 }),
  isEarthquake: fc.boolean(),
  isBlast: fc.constant(false),
});

test('a selection is what a filter over every earthquake gives, and its largest are the largest', () => {
  const files = fc.array(fc.array(quake, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 });
  const seconds = fc.integer({ min: 0, max: 1_700_000_000 });
  const least = fc.constantFrom(-Infinity, 0, 2.5, 4);
  fc.assert(
    fc.property(files, least, fc.constantFrom(10, 40), seconds, (parts, least, maxDepthKm, from) => {
      const band = newBand(100);
      for (const part of parts) {
        const file = writePoints(part.toSorted((a, b) => b.time - a.time));
        const run = addRun(band, readPoints(new Uint8Array(file).buffer));
        applyFilters(band, run, { maxDepthKm });
      }
      const time: [number, number] = [from * 1000, from * 1000 + 3e11];
      // Between the tenths, where no quantised place lies.
      const box = { west: 30.05, east: 40.05, south: 36.05, north: 41.05 };
      const selection = selectRows([newBand(0), band], windowOf(time, least), box);
      const found: Picked[] = [...selection.rows[1]!].map((row) => ({ band, row }));
      const due = parts
        .flat()
        .filter(
          (one) =>
            one.isEarthquake &&
            one.time >= time[0] &&
            one.time <= time[1] &&
            (one.magnitude === null ? least === -Infinity : one.magnitude >= least) &&
            (one.depthKm ?? Infinity) <= maxDepthKm &&
            insideBox(one, box),
        );
      assert.deepEqual(found.map(({ row }) => band.id[row]!).sort(), due.map(({ id }) => id).sort());
      assert.equal(selection.count, due.length);
      const magnitudes = found.map(({ row }) => band.magnitude[row]!).sort((a, b) => b - a);
      const largest = largestOf(selection, 3, new Set()).map(({ row }) => band.magnitude[row]!);
      assert.deepEqual(largest, magnitudes.slice(0, 3));
      const doubtful = new Set(due.filter(({ magnitude }) => magnitude !== null && magnitude >= 4).map(({ id }) => id));
      for (const { band, row } of largestOf(selection, 3, doubtful)) assert.ok(!doubtful.has(band.id[row]!));
    }),
    { numRuns: 150 },
  );
});

test('blasts are left out, and a record without values says so', () => {
  const band: Band = newBand(2);
  const bare = {
    id: 7,
    time: 0,
    latitude: 38,
    longitude: 30,
    depthKm: null,
    magnitude: null,
    agencies: 1,
    province: 0,
    isBlast: false,
  };
  const file = writePoints([
    { ...bare, isEarthquake: true },
    { ...bare, id: 8, isEarthquake: false },
  ]);
  addRun(band, readPoints(new Uint8Array(file).buffer));
  assert.deepEqual([band.count, band.id[0], band.magnitude[0], band.depth[0]], [1, 7, NO_VALUE, NO_VALUE]);
});
