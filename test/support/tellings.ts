/** Random rounds of what agencies say about few earthquakes, near each other and around a midnight. */
import { AGENCIES } from '#core/earthquake.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { moveStation } from './build.ts';
import type { TestCatalog } from './catalog.ts';
import { at, everything, report } from './catalog.ts';
import fc from './property.ts';

/** Everything happens around this midnight. */
export const MIDNIGHT = at('2024-03-11 00:00:00');
/** What a round tells the catalogue. `event` picks one of few identifiers, so that most tellings revise something. */
export type Telling =
  | { tell: 'said'; agency: 'afad' | 'usgs'; event: number; report: Partial<SourceReport> }
  | { tell: 'agreed'; event: number; with: number }
  | { tell: 'withdrawn'; event: number }
  | { tell: 'dropped'; events: number[] }
  | { tell: 'station'; latitude: number }
  | { tell: 'agencies'; without: 'usgs' | null };

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
export const tellings: fc.Arbitrary<Telling> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom('afad' as const, 'usgs' as const), events, reports)
      .map(([agency, event, said]): Telling => ({ tell: 'said', agency, event, report: said })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(events, events).map(([event, other]): Telling => ({ tell: 'agreed', event, with: other })),
  },
  { weight: 3, arbitrary: events.map((event): Telling => ({ tell: 'withdrawn', event })) },
  {
    weight: 2,
    arbitrary: fc.array(events, { maxLength: 4 }).map((dropped): Telling => ({ tell: 'dropped', events: dropped })),
  },
  { weight: 1, arbitrary: fc.constantFrom(36, 37.01).map((latitude): Telling => ({ tell: 'station', latitude })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('usgs' as const, null).map((without): Telling => ({ tell: 'agencies', without })),
  },
);

/** Neighbours enough for full lists: whoever comes nearer pushes another one out. */
export const POPULATION = Array.from({ length: 12 }, (_, n) =>
  report({
    key: `us-fixed-${n}`,
    time: MIDNIGHT + (n - 6) * 3 * HOUR,
    latitude: 37.01 + 0.07 * n,
    longitude: 37.02 + 0.03 * (n % 5),
    magnitudes: [{ type: 'mb', value: 3 + n / 10 }],
  }),
);

/** What AFAD last said of each of its events: a document that promises to be whole drops what it leaves out. */
export type Known = Map<number, SourceReport>;

export function tell(catalog: TestCatalog, known: Known, telling: Telling): void {
  catalog.now += MINUTE;
  const asOf = catalog.now;
  const usgs = (said: Partial<SourceReport>, event: number): void =>
    void catalog.put({ feed: 'usgs-fdsn', asOf, reports: [report({ ...said, key: `us${event}` })] });
  switch (telling.tell) {
    case 'said': {
      if (telling.agency === 'usgs') return usgs(telling.report, telling.event);
      const said = report({ key: String(700_000 + telling.event), ...telling.report });
      known.set(telling.event, said);
      catalog.put({ feed: 'afad-api', asOf, reports: [said] });
      return;
    }
    case 'agreed':
      // USGS now says of its event what AFAD says of one: two earthquakes turn out to be one.
      return usgs(known.get(telling.with) ?? {}, telling.event);
    case 'withdrawn':
      return usgs({ withdrawn: true }, telling.event);
    case 'dropped': {
      const left = [...known].filter(([event]) => !telling.events.includes(event)).map(([, said]) => said);
      catalog.put({ feed: 'afad-api', asOf, reports: left, coverage: everything(MIDNIGHT, 60 * DAY) });
      return;
    }
    case 'station':
      return moveStation(catalog.db, 'GAZ', telling.latitude);
    case 'agencies':
      catalog.agencies = AGENCIES.filter((agency) => agency !== telling.without);
  }
}
