/** Random sets of documents with products in them, so crowded that earthquakes compete for mechanisms. */
import type { FocalMechanism } from '#core/earthquake.ts';
import { HOUR, SECOND } from '#core/time.ts';
import type { ProductReport } from '../../generator/sources/feed.ts';
import { type Document, NOON, report } from './catalog.ts';
import { documents } from './catalog-scenarios.ts';
import fc from './property.ts';

/** Synthetic; identified by its magnitude. */
export const mechanism = (source: string, mw = 4.3): FocalMechanism => ({
  source,
  nodalPlanes: [
    { strike: 10, dip: 80, rake: -5 },
    { strike: 100.9, dip: 85.1, rake: -170 },
  ],
  momentTensor: null,
  scalarMoment: null,
  mw,
  centroid: null,
});

/** A mechanism of an earthquake at Pazarcık at NOON by default. */
export const product = (source: string, values: Partial<ProductReport> = {}): ProductReport => ({
  line: 1,
  agencyKey: null,
  time: NOON + 3 * SECOND,
  latitude: 37.4,
  longitude: 37.2,
  magnitude: 4.3,
  updatedAt: null,
  product: { kind: 'mechanism', mechanism: mechanism(source) },
  ...values,
});

export const shakemap = (values: Partial<ProductReport> = {}): ProductReport =>
  product('USGS', {
    agencyKey: 'usgs:us1',
    magnitude: null,
    product: { kind: 'shakemap', maxMmi: 6.1, url: 'https://earthquake.example/us1', source: 'us' },
    ...values,
  });

/** The minutes and places of the reports of {@link documents}. */
const located = fc.record({
  time: fc.nat({ max: 100 }).map((second) => NOON + second * SECOND),
  latitude: fc.constantFrom(37.3, 37.35, 37.6, 38.2),
  longitude: fc.constantFrom(37.1, 37.2),
  magnitude: fc.constantFrom(null, 4, 4.4, 5.3),
  updatedAt: fc.constantFrom(null, NOON, NOON + 2 * HOUR, NOON + 5 * HOUR),
});

const asOf = fc.nat({ max: 9 }).map((hours) => NOON + HOUR * (1 + hours));

const gcmt: fc.Arbitrary<Document> = fc.record({
  feed: fc.constant('gcmt-ndk' as const),
  reports: fc.constant([]),
  asOf,
  products: fc.array(
    fc
      .tuple(located, fc.constantFrom(null, 'gcmt:A', 'gcmt:B', 'gcmt:C'), fc.nat({ max: 5 }))
      .map(([values, agencyKey, size]) =>
        product('GCMT', {
          ...values,
          agencyKey,
          product: { kind: 'mechanism', mechanism: mechanism('GCMT', 4 + size) },
        }),
      ),
    { minLength: 1, maxLength: 4 },
  ),
});

/** One event's detail document: with a mechanism, a shakemap, both, or neither any more. */
const detail: fc.Arbitrary<Document> = fc
  .tuple(located, fc.constantFrom('us1', 'us2', 'nc1', 'us9'), fc.subarray(['mechanism', 'shakemap'] as const), asOf)
  .map(([{ magnitude, ...at }, key, kinds, made]) => {
    const event = { ...at, agencyKey: `usgs:${key}` };
    const magnitudes = magnitude === null ? [] : [{ type: 'Mw', value: magnitude }];
    return {
      feed: 'usgs-fdsn',
      reports: [report({ ...at, key, magnitudes, withdrawn: kinds.length === 0 && key === 'us2' })],
      asOf: made,
      inFull: true,
      products: kinds.map((kind) => (kind === 'shakemap' ? shakemap(event) : product('USGS', { ...event, magnitude }))),
    };
  });

export const documentsWithProducts: fc.Arbitrary<Document[]> = fc
  .tuple(documents, fc.array(fc.oneof(gcmt, detail), { minLength: 1, maxLength: 4 }))
  .map(([reports, products]) => [...reports, ...products]);
