import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake, Magnitude, Solution } from '#core/earthquake.ts';
import { insideBox } from '#core/geo.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { REGION } from '#core/region.ts';
import { compare, readGreat, recordOf, sharesOf, type Great } from '../../scripts/bench/great.ts';
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

test('each rule has the share of earthquakes within 0.3, none where it chooses nothing', () => {
  const found = record({
    afad: [
      { type: 'Ms', value: 6.1 },
      { type: 'mb', value: 7.1 },
    ],
    kandilli: [{ type: 'ML', value: 6.4 }],
  });
  const [before, since, all] = sharesOf(compare([GREAT], [found]));
  assert.deepEqual([before?.count, since?.count, all?.count], [0, 1, 1]);
  const { 'Largest of all': largest, 'Median of the agencies': median, 'USGS alone': usgs } = since!.shares;
  assert.deepEqual([largest, median, usgs], [0, 0, undefined]);
  assert.deepEqual([since!.shares['Fixed order'], since!.shares['Best value']], [1, 1]);
});
