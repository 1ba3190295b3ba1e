import assert from 'node:assert/strict';
import test from 'node:test';
import { formatInstant } from '#core/time.ts';
import { usgsFdsn } from '../../../generator/sources/usgs/list.ts';
import type { ProductReport } from '../../../generator/sources/feed.ts';
import { assertAccounted, knowsNothing, parseText, realDocument, withoutFolder } from '../../support/feed-data.ts';

const PLANES = {
  'nodal-plane-1-strike': '312',
  'nodal-plane-1-dip': '11',
  'nodal-plane-1-rake': '311',
  'nodal-plane-2-strike': '-270',
  'nodal-plane-2-dip': '81',
  'nodal-plane-2-rake': '-97',
};

const TENSOR = {
  'tensor-mrr': '-5.88E+16',
  'tensor-mtt': '5.837E+16',
  'tensor-mpp': '4.3E+14',
  'tensor-mrt': '-1.978E+17',
  'tensor-mrp': '-2.16E+15',
  'tensor-mtp': '-2.652E+16',
};

const product = (fields: object, properties: object = {}): object => ({
  code: 'us_1',
  source: 'us',
  status: 'UPDATE',
  preferredWeight: 100,
  updateTime: 1,
  contents: {},
  ...fields,
  properties,
});

/** Synthetic: a detail document. */
const detail = (products: object, status = 'reviewed'): string =>
  JSON.stringify({
    type: 'Feature',
    id: 'us1',
    geometry: { type: 'Point', coordinates: [37, 38, 10] },
    properties: {
      mag: 5.5,
      magType: 'mww',
      time: 1e12,
      updated: 2e12,
      status,
      ids: ',us1,',
      url: 'https://earthquake.usgs.gov/earthquakes/eventpage/us1',
      products,
    },
  });

const parseProducts = (products: object) => {
  const parsed = parseText(usgsFdsn, detail(products));
  assertAccounted(parsed);
  return parsed;
};

const mechanismOf = (report: ProductReport | undefined) => {
  assert.ok(report?.product.kind === 'mechanism');
  return report.product.mechanism;
};

test('the moment tensor of the highest weight is preferred to others and to focal mechanisms', () => {
  const parsed = parseProducts({
    'focal-mechanism': [product({ type: 'focal-mechanism', preferredWeight: 999 }, PLANES)],
    'moment-tensor': [
      product(
        { type: 'moment-tensor', code: 'us_1_mwb', preferredWeight: 50 },
        { ...PLANES, 'derived-magnitude': '5.1' },
      ),
      product(
        { type: 'moment-tensor', code: 'us_1_mww' },
        {
          ...PLANES,
          ...TENSOR,
          'scalar-moment': '2.08E+17',
          'derived-magnitude': '5.5',
          'derived-latitude': '38.39',
          'derived-longitude': '37.1',
          'derived-depth': '13.5',
          'derived-eventtime': '2016-12-28T08:22:16.000Z',
        },
      ),
    ],
  });
  assert.equal(parsed.products.length, 1);
  assert.equal(parsed.products[0]!.agencyKey, 'usgs:us1');
  const mechanism = mechanismOf(parsed.products[0]);
  assert.deepEqual(mechanism.nodalPlanes, [
    { strike: 312, dip: 11, rake: -49 },
    { strike: 90, dip: 81, rake: -97 },
  ]);
  assert.equal(mechanism.momentTensor!.mtp, -2.652e16);
  assert.deepEqual([mechanism.mw, mechanism.scalarMoment, mechanism.source], [5.5, 2.08e17, 'USGS']);
  assert.equal(formatInstant(mechanism.centroid!.time!), '2016-12-28T08:22:16Z');
});

test('a position of 0 0 and the year 1970 are no centroid, five components no tensor', () => {
  const five = { ...TENSOR, 'tensor-mtp': null };
  const parsed = parseProducts({
    'moment-tensor': [
      product(
        { type: 'moment-tensor' },
        {
          ...PLANES,
          ...five,
          'derived-latitude': '0.0000',
          'derived-longitude': '0.0000',
          'derived-depth': '12',
          'derived-eventtime': '1970-01-01T00:00:00.000Z',
          'scalar-moment': '2.55E+17',
        },
      ),
    ],
  });
  const mechanism = mechanismOf(parsed.products[0]);
  assert.deepEqual([mechanism.centroid, mechanism.mw], [null, 5.54]);
  assert.deepEqual(mechanism.computed, ['moment_tensor', 'mw']);
});

test('a tensor alone gives the planes, one plane the other; a detail document is complete', () => {
  const tensorOnly = parseProducts({ 'moment-tensor': [product({ type: 'moment-tensor' }, TENSOR)] });
  assert.equal(tensorOnly.complete, true);
  assert.equal(tensorOnly.products[0]!.updatedAt, 2e12);
  const mechanism = mechanismOf(tensorOnly.products[0]);
  assert.deepEqual(mechanism.nodalPlanes, [
    { strike: 312, dip: 11, rake: -49 },
    { strike: 90.5, dip: 81.7, rake: -97.3 },
  ]);
  assert.deepEqual(mechanism.computed, ['nodal_planes', 'scalar_moment', 'mw']);
  const first = Object.fromEntries(Object.entries(PLANES).filter(([name]) => name.includes('plane-1')));
  const onePlane = mechanismOf(parseProducts({ 'focal-mechanism': [product({}, first)] }).products[0]);
  assert.deepEqual([onePlane.nodalPlanes, onePlane.computed], [mechanism.nodalPlanes, ['nodal_planes']]);
  const half = parseProducts({ 'focal-mechanism': [product({}, { ...PLANES, 'nodal-plane-2-dip': null })] });
  assert.match(half.rejects[0]!.reason, /nodal-plane-2 angle is missing/);
});

test('a list says nothing of products', () => {
  const list = JSON.stringify({
    type: 'FeatureCollection',
    metadata: { generated: 2e12 },
    features: [JSON.parse(detail({}))],
  });
  assert.equal(parseText(usgsFdsn, list).complete, undefined);
});

test('old products call the rake slip', () => {
  const { 'nodal-plane-1-rake': one, 'nodal-plane-2-rake': two, ...rest } = PLANES;
  const parsed = parseProducts({
    'moment-tensor': [product({}, { ...rest, 'nodal-plane-1-slip': one, 'nodal-plane-2-slip': two })],
  });
  assert.deepEqual(
    mechanismOf(parsed.products[0]).nodalPlanes.map((plane) => plane.rake),
    [-49, -97],
  );
});

test('a deleted code is removed with its older versions, and an unreadable one is a reject', () => {
  const parsed = parseProducts({
    'moment-tensor': [
      product({ code: 'gone', preferredWeight: 300 }, PLANES),
      product({ code: 'gone', preferredWeight: 300, status: 'DELETE', updateTime: 2 }),
      product({ type: 'moment-tensor', code: 'flat', preferredWeight: 200 }, { ...PLANES, 'nodal-plane-1-dip': '91' }),
      product({ type: 'moment-tensor', code: 'bare', preferredWeight: 150 }),
    ],
    'focal-mechanism': [product({ code: 'gcmt1', preferredWeight: 3 }, { ...PLANES, eventsource: 'gcmt' })],
  });
  assert.deepEqual(
    parsed.rejects.map((reject) => reject.text),
    ['moment-tensor flat', 'moment-tensor bare'],
  );
  assert.match(parsed.rejects[0]!.reason, /not a plane/);
  assert.match(parsed.rejects[1]!.reason, /neither a nodal plane nor a tensor/);
  assert.equal(mechanismOf(parsed.products[0]).source, 'GCMT');
});

test('a shakemap takes its address from its contents, else from the event', () => {
  const url = 'https://earthquake.usgs.gov/product/shakemap/us1/us/1/download/intensity.jpg';
  const map = (contents: object, properties: object = { maxmmi: '6.81', 'event-type': 'ACTUAL' }) =>
    parseProducts({ shakemap: [product({ type: 'shakemap', contents }, properties)] });
  assert.deepEqual(map({ 'download/intensity.jpg': { url } }).products[0]!.product, {
    kind: 'shakemap',
    maxMmi: 6.81,
    url,
    source: 'USGS',
  });
  const fallback = map({ 'download/intensity.jpg': { url: 'ftp://x' } }).products[0]!.product;
  assert.ok(fallback.kind === 'shakemap' && fallback.url.endsWith('/eventpage/us1'));
  for (const [bad, reason] of [
    [{ maxmmi: '5', 'event-type': 'SCENARIO' }, /scenario/],
    [{}, /maximum intensity is missing/],
    [{ maxmmi: '50' }, /outside 0 to 12/],
  ] as const) {
    const parsed = map({}, bad);
    assert.equal(parsed.products.length, 0);
    assert.match(parsed.rejects[0]!.reason, reason);
  }
});

test('products of an unknown form are ignored', () => {
  for (const products of [{ 'moment-tensor': 'x' }, { 'moment-tensor': [null, 3] }, { shakemap: {} }, [], {}]) {
    assert.deepEqual(parseProducts(products).products, []);
  }
});

test('a deleted event brings no products', () => {
  const parsed = parseText(usgsFdsn, detail({ 'moment-tensor': [product({}, PLANES)] }, 'deleted'));
  assert.deepEqual([parsed.rows, parsed.products.length, parsed.reports[0]!.withdrawn], [1, 0, true]);
});

test('the real detail documents give the mechanisms that they prefer', { skip: withoutFolder('usgs/detail') }, () => {
  const expected: [string, string, number | null, boolean][] = [
    ['us2000ar20', 'USGS', 7.1, true],
    ['us1000778i', 'USGS', 7.8, true],
    ['us2000h8ty_superseded', 'USGS', 6.6, true],
    ['nn00570710_superseded', 'USGS', 5.5, true],
    ['usp0006dzc', 'DUPUTEL', 8.2, true],
    ['ci3144585', 'GCMT', null, false],
  ];
  for (const [name, source, mw, tensor] of expected) {
    const parsed = usgsFdsn.parse(realDocument(`usgs/detail/${name}.geojson.gz`), knowsNothing);
    assert.deepEqual(
      parsed.products.map((report) => report.product.kind),
      ['mechanism', 'shakemap'],
      name,
    );
    const mechanism = mechanismOf(parsed.products[0]);
    assert.deepEqual([mechanism.source, mechanism.mw, mechanism.momentTensor !== null], [source, mw, tensor], name);
  }
});
