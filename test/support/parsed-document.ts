/** Parsed documents as the admission tests change them, and the moment at which they are admitted. */
import { DAY, HOUR, parseCivil } from '#core/time.ts';
import type { Parsed, SourceReport } from '../../generator/sources/feed.ts';

export const now = parseCivil('2026-11-20 12:00:00')!;
export const YEAR = 365 * DAY;

export const report = (change: Partial<SourceReport> = {}): SourceReport => ({
  line: 1,
  key: null,
  aliases: [],
  time: now - DAY,
  precision: 'second',
  alternativeTime: null,
  replacesTime: null,
  latitude: 39,
  longitude: 30,
  depthKm: 7,
  magnitudes: [{ type: 'ML', value: 3 }],
  quality: null,
  place: 'PLACE',
  eventType: 'earthquake',
  updatedAt: null,
  withdrawn: false,
  url: null,
  ...change,
});

export const parsed = (reports: SourceReport[], change: Partial<Parsed> = {}): Parsed => ({
  feed: 'kandilli-live',
  agency: 'kandilli',
  rows: reports.length + (change.products?.length ?? 0),
  reports,
  products: [],
  rejects: [],
  repeated: 0,
  asOf: null,
  coverage: { from: now - 2 * DAY, to: now, minMagnitude: null },
  warnings: [],
  ...change,
});

export const GOOD = [1, 2, 3, 4, 5].map((hours) => report({ line: hours, time: now - hours * HOUR }));
