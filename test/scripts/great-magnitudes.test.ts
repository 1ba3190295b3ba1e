import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake, Magnitude, Solution } from '#core/earthquake.ts';
import { insideBox } from '#core/geo.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { REGION } from '#core/region.ts';
import { greatMeasures, readGreat, recordOf, type Great } from '../../scripts/real-data/quality/great.ts';
import { at } from '../support/catalog.ts';
import { earthquake } from '../support/earthquake.ts';

const GREAT: Great = { time: at('1992-03-13 17:18:39'), latitude: 39.7, longitude: 39.6, mw: 6.7, source: 'ISC-GEM 1' };

function record(
  agencies: Partial<Record<Solution['agency'], Magnitude[]>>,
  values: Partial<Earthquake> = {},
): Earthquake {
  const place = { time: GREAT.time, latitude: GREAT.latitude, longitude: GREAT.longitude };
  const [template] = earthquake().solutions as [Solution];
  const solutions = Object.entries(agencies).map(([agency, magnitudes]): Solution => ({
    ...template,
    ...place,
    agency: agency as Solution['agency'],
    magnitudes,
  }));
  return earthquake({ ...place, solutions, ...values });
}

test('the list has 250 earthquakes or more of Mw 5.75 or more in the region, in order of time, each with its source', () => {
  const list = readGreat();
  assert.ok(list.length >= 250);
  for (const great of list) {
    assert.ok(insideBox(great, REGION) && great.mw >= 5.75 && great.mw < 8.2, great.source);
    assert.match(great.source, /^(?:ISC-GEM \d+|USGS us\w+)$/);
  }
  assert.ok(list.every(({ time }, index) => index === 0 || time >= list[index - 1]!.time));
});

test('the record of a listed earthquake is the nearest that is large enough', () => {
  const main = record({ usgs: [{ type: 'Mww', value: 6.6 }] }, { time: GREAT.time + 4 * SECOND });
  const aftershock = record({ usgs: [{ type: 'mb', value: 5.6 }] }, { time: GREAT.time + MINUTE });
  const small = record({ kandilli: [{ type: 'ML', value: 3 }] });
  assert.equal(recordOf(GREAT, [small, main, aftershock]), main);
  assert.equal(recordOf(GREAT, [small]), undefined);
  assert.equal(recordOf({ ...GREAT, latitude: 37 }, [main]), undefined);
});

test('a magnitude is wrong when it is more than 0.3 from the listed one, or missing', () => {
  const [place, mw] = [{ latitude: GREAT.latitude, longitude: GREAT.longitude }, [{ type: 'Mw', value: 6.4 }]];
  const old: Great = { ...GREAT, time: at('1960-03-13 17:18:39') };
  const ofOld = record({ afad: mw }, { ...place, time: old.time, magnitude: 6.3 });
  const measured = (magnitude: number | null): string[] =>
    greatMeasures([ofOld, record({ afad: mw }, { magnitude })], [old, GREAT]).map(([, figure]) => figure);
  assert.deepEqual(measured(6.4), ['2', '1', '1', '0']);
  assert.deepEqual(measured(7.1), ['2', '2', '1', '1']);
  assert.deepEqual(measured(null), ['2', '2', '1', '1']);
});
