/** One earthquake with everything that can be published of it, to be changed by each test. */
import type { Earthquake, Solution } from '#core/earthquake.ts';
import { parseCivil } from '#core/time.ts';

export const TIME = parseCivil('2023-02-06 01:17:32.670')!;

const solution: Solution = {
  agency: 'afad',
  eventId: '543428',
  time: TIME,
  precision: 'second',
  latitude: 37.288,
  longitude: 37.043,
  depthKm: 8.6,
  magnitudes: [{ type: 'Mw', value: 7.7 }],
  quality: null,
  place: 'Pazarcık (Kahramanmaraş)',
  eventType: 'earthquake',
  updatedAt: null,
};

const usgs: Solution = {
  ...solution,
  agency: 'usgs',
  eventId: 'us6000jllz',
  time: TIME + 1700,
  depthKm: null,
  magnitudes: [
    { type: 'Mww', value: 7.8 },
    { type: 'mb', value: 7.1 },
  ],
  quality: 'reviewed',
  place: '26 km ENE of Nurdağı, Turkey',
  updatedAt: TIME + 3_600_000,
};

export const earthquake = (values: Partial<Earthquake> = {}): Earthquake => ({
  id: 12,
  eventId: '0123456789abcdef',
  slug: 'pazarcik-kahramanmaras-m7-7',
  time: TIME,
  precision: 'second',
  latitude: 37.288,
  longitude: 37.043,
  depthKm: 8.6,
  magnitude: 7.7,
  magnitudeType: 'Mw',
  location: 'Pazarcık (Kahramanmaraş)',
  locationEn: 'Pazarcık (Kahramanmaraş)',
  provinceCode: '46',
  district: 'Pazarcık',
  source: 'afad',
  quality: 'reviewed',
  eventType: 'earthquake',
  updatedAt: TIME + 60_000,
  solutions: [solution, usgs],
  mechanism: null,
  shakemap: null,
  revisions: [{ at: TIME + 60_000, agencies: ['afad', 'usgs'], changed: ['created'] }],
  ...values,
});
