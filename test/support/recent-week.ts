/** A made-up week of earthquakes with as many different names as a real one. */
import { readFileSync } from 'node:fs';
import type { Earthquake } from '#core/earthquake.ts';
import { DAY } from '#core/time.ts';
import { earthquake } from './earthquake.ts';
import { AS_OF, random } from './synthetic-earthquakes.ts';

/** Evenly over the week before {@link AS_OF}, newest first. */
export function recentWeek(count: number): Earthquake[] {
  const draw = random(3);
  const places = readFileSync(new URL('../../data/places.csv', import.meta.url), 'utf8').split('\n');
  return Array.from({ length: count }, (_, index) => {
    const [, name, district, province] = places[1 + Math.floor(draw() ** 3 * 900)]!.split(',');
    return earthquake({
      ...{ id: 10_000 + count - index, time: AS_OF - Math.floor(((index + 1) * 7 * DAY) / (count + 1)) },
      ...{ latitude: Number((37 + draw()).toFixed(4)), longitude: Number((36 + draw()).toFixed(4)) },
      ...{ magnitude: Math.round(10 - 30 * Math.log10(1 - draw())) / 10, depthKm: Math.round(draw() * 300) / 10 },
      ...{ location: `${name}, ${district} (${province}) 12 km KB`, provinceCode: '46' },
      locationEn: `12 km NW of ${name}, ${district} (${province})`,
    });
  });
}
