/** An earthquake of the point files as list and card show it: the files have no names of places. */
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import { NO_VALUE } from '#core/points.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import type { Earthquake } from '../earthquake.ts';
import { statedPrecision } from '../time-facts.ts';
import type { Picked } from './selection.ts';
import { say } from './words.ts';

export function earthquakeOf({ band, row }: Picked): Earthquake {
  const [time, depth, magnitude, province] = [
    band.time[row]!,
    band.depth[row]!,
    band.magnitude[row]!,
    band.province[row]!,
  ];
  return {
    ...{ id: band.id[row]!, time, precision: statedPrecision(time), eventType: undefined },
    ...{ latitude: band.latitude[row]!, longitude: band.longitude[row]!, province },
    depthKm: depth === NO_VALUE ? null : depth / 10,
    magnitude: magnitude === NO_VALUE ? null : magnitude / 100,
    ...{ magnitudeType: '', magnitudeDoubtful: false, otherMagnitude: undefined },
    ...{ place: provinceWords(PROVINCES[province - 1]), searched: '' },
    agencies: KNOWN_AGENCIES.filter((_, bit) => band.agencies[row]! & (1 << bit)),
  };
}

/** That of the epicentre, which is often not the place that an earthquake is known by. */
const provinceWords = (province: Province | undefined): string =>
  province ? say('inProvince', province.name) : say('elsewhere');
