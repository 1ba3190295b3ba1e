/** Random sets of documents, crowded so that reports compete, replace and contradict each other. */
import type { FocalMechanism } from '#core/earthquake.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { type Document, NOON, report } from './catalog.ts';
import fc from './property.ts';

const MAGNITUDES = [[], [{ type: 'ML', value: 4 }], [{ type: 'Mw', value: 4.4 }], [{ type: null, value: 5.1 }]];

/** A few origin times within some minutes, a few places within some tens of km: collisions are the rule. */
const origin = fc.record({
  time: fc
    .tuple(fc.nat({ max: 4 }), fc.nat({ max: 14 }))
    .map(([minute, second]) => NOON + minute * 20 * SECOND + second * SECOND),
  latitude: fc.constantFrom(37.3, 37.35, 37.6, 38.2),
  longitude: fc.constantFrom(37.1, 37.2),
  magnitudes: fc.constantFrom(...MAGNITUDES),
  place: fc.constantFrom('Pazarcık (Kahramanmaraş)', 'Nurdağı (Gaziantep)', null),
  quality: fc.constantFrom(null, 'automatic' as const, 'reviewed' as const),
});

const listOf = (element: fc.Arbitrary<SourceReport>): fc.Arbitrary<SourceReport[]> =>
  fc.array(element, { minLength: 1, maxLength: 6 });

const asOf = fc.nat({ max: 9 }).map((hours) => NOON + 60 * MINUTE * (1 + hours));
const coverage = fc.constantFrom(null, { from: NOON - 30 * MINUTE, to: NOON + 30 * MINUTE, minMagnitude: null });

/** Rows of one page are different rows: no two under one time and place. */
const rows = fc
  .uniqueArray(origin, {
    minLength: 1,
    maxLength: 6,
    selector: ({ time, latitude, longitude }) => `${time}|${latitude}|${longitude}`,
  })
  .map((all) => all.map(report));

const unkeyed = fc.record({
  feed: fc.constantFrom('kandilli-live' as const, 'kandilli-zeqdb' as const, 'kandilli-xml' as const),
  reports: rows.chain((all) =>
    fc
      .tuple(...all.map((one) => fc.constantFrom(null, one.time - 2 * SECOND, one.time - 9 * SECOND)))
      .map((stamps) => all.map((one, index) => ({ ...one, replacesTime: stamps[index]! }))),
  ),
  asOf,
  coverage,
});

const withKey = (keys: string[]): fc.Arbitrary<SourceReport[]> =>
  listOf(fc.tuple(origin, fc.constantFrom(...keys)).map(([values, key]) => report({ ...values, key })));

/** Some documents state when a row was changed last, or that it never was. */
const stampAfter = (minutes: number | null | undefined): Pick<SourceReport, 'stamp'> =>
  minutes === undefined ? {} : { stamp: minutes === null ? null : NOON + minutes * MINUTE };

const afad = fc.record({
  feed: fc.constantFrom('afad-api' as const, 'afad-site' as const),
  reports: withKey(['14172', '500001', '500002', '500003', '500004']).chain((all) =>
    fc
      .tuple(...all.map(() => fc.constantFrom(undefined, null, 0, 1, 90)))
      .map((minutes) => all.map((one, index) => ({ ...one, ...stampAfter(minutes[index]) }))),
  ),
  asOf,
  coverage,
});

const usgs = fc.record({
  feed: fc.constant('usgs-fdsn' as const),
  reports: listOf(
    fc
      .tuple(
        origin,
        fc.constantFrom('us1', 'us2', 'nc1'),
        fc.subarray(['us2', 'nc1']),
        fc.nat({ max: 9 }),
        fc.nat({ max: 5 }),
      )
      .map(([values, key, aliases, updated, fate]) =>
        report({
          ...values,
          key,
          aliases: aliases.filter((alias) => alias !== key),
          updatedAt: NOON + updated * MINUTE,
          withdrawn: fate === 0,
        }),
      ),
  ),
  asOf,
});

const historical = fc.record({
  feed: fc.constant('historical-file' as const),
  reports: fc
    .tuple(origin, fc.constantFrom('minute' as const, 'hour' as const, 'day' as const))
    .map(([values, precision]) => [report({ ...values, time: NOON, key: 'h1', precision })]),
  asOf,
});

export const documents: fc.Arbitrary<Document[]> = fc.array(
  fc.oneof({ arbitrary: unkeyed, weight: 4 }, { arbitrary: afad, weight: 3 }, usgs, historical),
  { minLength: 1, maxLength: 8 },
);

/** Mechanisms and shakemaps near those reports. */
export const productDocuments: fc.Arbitrary<Document> = fc
  .record({
    near: origin,
    mechanism: fc.option(fc.constantFrom('GCMT', 'USGS')),
    mw: fc.constantFrom(4.1, 4.4),
    asOf,
  })
  .map(({ near: { time, latitude, longitude }, mechanism, mw, asOf: made }) => ({
    feed: 'usgs-fdsn',
    reports: [],
    asOf: made,
    products: [
      {
        line: 1,
        agencyKey: mechanism ? null : 'usgs:us1',
        time,
        latitude,
        longitude,
        magnitude: null,
        updatedAt: null,
        product: mechanism
          ? { kind: 'mechanism', mechanism: mechanismOf(mechanism, mw) }
          : { kind: 'shakemap', source: 'USGS', maxMmi: mw, url: 'https://quakes.example/us1' },
      },
    ],
  }));

const mechanismOf = (source: string, mw: number): FocalMechanism => ({
  source,
  nodalPlanes: [
    { strike: 10, dip: 80, rake: -5 },
    { strike: 100, dip: 85, rake: -170 },
  ],
  momentTensor: null,
  scalarMoment: null,
  mw,
  centroid: null,
});

/** The same documents in another order, cut into runs. */
export const otherRuns = (all: Document[]): fc.Arbitrary<Document[][]> =>
  fc
    .tuple(
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
    )
    .map(([shuffled, cuts]) => {
      const runs: Document[][] = [[]];
      shuffled.forEach((document, index) => {
        runs.at(-1)!.push(document);
        if (cuts[index]) runs.push([]);
      });
      return runs;
    });

/** Documents, and the same by {@link otherRuns}. */
export const withOtherRuns = (documents: fc.Arbitrary<Document[]>): fc.Arbitrary<[Document[], Document[][]]> =>
  documents.chain((all) => fc.tuple(fc.constant(all), otherRuns(all)));
