/** Random operations on a catalogue of few earthquakes, near each other and around a midnight. */
import { AGENCIES } from '#core/earthquake.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { moveStation } from './build.ts';
import { at, confirmed, everything, report, type TestCatalog } from './catalog.ts';
import fc from './property.ts';

/** All origin times lie around this midnight. */
export const MIDNIGHT = at('2024-03-11 00:00:00');
/** One change of the catalogue. `event` picks one of few identifiers, so that most operations are revisions. */
export type Operation =
  | { kind: 'reported'; agency: 'afad' | 'usgs'; event: number; report: Partial<SourceReport> }
  | { kind: 'agreed'; event: number; with: number }
  | { kind: 'withdrawn'; event: number }
  | { kind: 'dropped'; events: number[] }
  | { kind: 'station'; latitude: number }
  | { kind: 'agencies'; without: 'usgs' | null };

const EVENTS = 9;
const events = fc.integer({ min: 0, max: EVENTS - 1 });
const magnitudes = fc.constantFrom(1.9, 2, 3.4, 4, 5.9, 6, 7.7, null);
const reports = fc
  .record({
    time: fc.oneof(
      // Near midnight on both sides, the same second included; and far enough for the nearby lists to lose them.
      fc.integer({ min: -20, max: 20 }).map((seconds) => MIDNIGHT + seconds * 997),
      fc.constantFrom(-31 * DAY, -29 * DAY, -HOUR, -MINUTE, HOUR, 30 * DAY).map((away) => MIDNIGHT + away),
    ),
    latitude: fc.constantFrom(37, 37.05, 37.5, 37.9, 39),
    longitude: fc.constantFrom(37, 37.04, 38.1, 30),
    magnitude: magnitudes,
    place: fc.constantFrom('Pazarcık (Kahramanmaraş)', 'Nurdağı (Gaziantep)', null),
  })
  .map(({ magnitude, ...where }) => ({
    ...where,
    magnitudes: magnitude === null ? [] : [{ type: 'ML', value: magnitude }],
  }));
export const operations: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom('afad' as const, 'usgs' as const), events, reports)
      .map(([agency, event, reported]): Operation => ({ kind: 'reported', agency, event, report: reported })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(events, events).map(([event, other]): Operation => ({ kind: 'agreed', event, with: other })),
  },
  { weight: 3, arbitrary: events.map((event): Operation => ({ kind: 'withdrawn', event })) },
  {
    weight: 2,
    arbitrary: fc.array(events, { maxLength: 4 }).map((dropped): Operation => ({ kind: 'dropped', events: dropped })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(36, 37.01).map((latitude): Operation => ({ kind: 'station', latitude })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('usgs' as const, null).map((without): Operation => ({ kind: 'agencies', without })),
  },
);

/** Enough neighbours for full nearby lists: a nearer earthquake displaces another. */
export const POPULATION = Array.from({ length: 12 }, (_, n) =>
  report({
    key: `us-fixed-${n}`,
    time: MIDNIGHT + (n - 6) * 3 * HOUR,
    latitude: 37.01 + 0.07 * n,
    longitude: 37.02 + 0.03 * (n % 5),
    magnitudes: [{ type: 'mb', value: 3 + n / 10 }],
  }),
);

/** The latest AFAD report of each event: a complete document withdraws the events that it omits. */
export type Known = Map<number, SourceReport>;

export function applyOperation(catalog: TestCatalog, known: Known, operation: Operation): void {
  catalog.now += MINUTE;
  const asOf = catalog.now;
  const usgs = (reported: Partial<SourceReport>, event: number): void =>
    void catalog.store({ feed: 'usgs-fdsn', asOf, reports: [report({ ...reported, key: `us${event}` })] });
  switch (operation.kind) {
    case 'reported': {
      if (operation.agency === 'usgs') return usgs(operation.report, operation.event);
      const reported = report({ key: String(700_000 + operation.event), ...operation.report });
      known.set(operation.event, reported);
      catalog.store({ feed: 'afad-api', asOf, reports: [reported] });
      return;
    }
    case 'agreed':
      // USGS moves its event onto one of AFAD: the two earthquakes are merged.
      return usgs(known.get(operation.with) ?? {}, operation.event);
    case 'withdrawn':
      return usgs({ withdrawn: true }, operation.event);
    case 'dropped': {
      const remaining = [...known]
        .filter(([event]) => !operation.events.includes(event))
        .map(([, reported]) => reported);
      const coverage = everything(MIDNIGHT, 60 * DAY);
      for (const document of confirmed({ feed: 'afad-api', asOf, reports: remaining, coverage }))
        catalog.store(document);
      catalog.now += 10 * MINUTE;
      return;
    }
    case 'station':
      return moveStation(catalog.db, 'GAZ', operation.latitude);
    case 'agencies':
      catalog.agencies = AGENCIES.filter((agency) => agency !== operation.without);
  }
}
