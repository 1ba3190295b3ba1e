/** Made-up statistics for the page of statistics. */
import { AGENCIES } from '#core/earthquake.ts';
import type { Statistics } from '../../generator/site/site.ts';
import { AS_OF, makeHistory, random } from './synthetic-earthquakes.ts';

const DAY = 86_400_000;

export const STATISTICS: Statistics = {
  days: Array.from({ length: 60 }, (_, index) => ({ day: AS_OF - (59 - index) * DAY, total: index * 7, felt: index })),
  feltFrom: 4,
  bands: [null, 2, 3, 4, 5, 6].map((from, index) => ({
    from,
    count: Math.floor(9000 / 9 ** index),
    total: Math.floor(90_000 / 9 ** index),
    reports: AGENCIES.map((name, bit) => ({ name, count: Math.floor((90_000 / 9 ** index) * (0.9 - bit * 0.22)) })),
  })),
  total: 101_248,
  blasts: 1234,
  felt: makeHistory(random(7), 400).current.filter(({ magnitude }) => (magnitude ?? 0) >= 4),
  cellDegrees: 0.5,
  decades: [2010, 2020].map((from) => ({
    from,
    cells: Array.from({ length: 40 }, (_, index) => ({
      ...{ latitude: 37 + Math.floor(index / 10) / 2, longitude: 27 + (index % 10) / 2, count: 50 + index },
      mc: 1.8 + (index % 12) / 5,
    })),
  })),
  trend: Array.from({ length: 12 }, (_, index) => ({
    year: 2012 + index,
    mc: 1.5 + (index % 4) / 10,
    mcError: 0.05,
    b: index === 3 ? null : 0.9 + index / 50,
    bError: index === 3 ? null : 0.04,
    reason: index === 3 ? ('mixed_types' as const) : null,
  })),
  compared: {
    year: 2023,
    count: 4321,
    depths: { bin: 5, counts: [220, 2100, 900, 400, 200, 90, 30, 9, 5, 2, 1, 0, 3, 1], unknown: 7 },
    pairs: [
      {
        ...{ first: 'kandilli', second: 'afad', count: 3210 },
        ...{ magnitude: [-0.4, 0, 0.5], seconds: [-1.9, 0.2, 2.1], km: [0.8, 3.3, 14] },
      },
      {
        ...{ first: 'afad', second: 'usgs', count: 321 },
        ...{ magnitude: [-0.2, 0.2, 0.6], seconds: [-2.5, 0.4, 4], km: [3.1, 9.5, 31] },
      },
    ],
    delays: [{ agency: 'kandilli', count: 100, seconds: [180, 420, 2400] }],
  },
};
