/** `Link` headers and `next`, the terms of the agencies, and unknown sources. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENCIES, type Agency } from '#core/earthquake.ts';
import { type ListBody, testGateway } from '../support/gateway.ts';
import { header } from './service.ts';
import { dataset } from './table.ts';

const gateway = testGateway(dataset.files);
const { get } = gateway;

const PAGED = [
  '/api.php',
  '/api.php?limit=100&utm_source=x',
  '/api.php?limit=3',
  '/api.php?limit=7&q=izmir',
  '/api.php?limit=9&updated_after=1970-01-01T00:00:00Z',
];

const nextOf = (response: Response): string | undefined =>
  /<([^>]*)>; rel="next"/.exec(header(response, 'Link') ?? '')?.[1];

for (const path of PAGED)
  for (const basePath of ['', '/quakes', '/a/b'])
    test(`the next page of ${path} is in body and header, below "${basePath}"`, async () => {
      const here = testGateway(dataset.files, { basePath });
      for (const warm of ['/list.json', path]) await here.get(warm);
      const response = await here.get(path);
      const { next, truncated } = (await response.json()) as ListBody;
      assert.equal(truncated, true);
      assert.ok(next !== undefined && next.startsWith(`${basePath}/api.php?`), String(next));
      assert.equal(nextOf(response), next);
      const following = await here.get(next.slice(basePath.length));
      assert.equal(following.status, 200);
      assert.equal(nextOf(await here.get('/list.json')), undefined);
    });

test('a truncated export links to its next page, below the base path', async () => {
  const here = testGateway(dataset.files, { basePath: '/quakes' });
  assert.match(nextOf(await here.get('/export.php?limit=5'))!, /^\/quakes\/export\.php\?format=csv&limit=5&cursor=/);
});

test('the same page below another path has another ETag', async () => {
  const elsewhere = testGateway(dataset.files, { basePath: '/quakes' });
  for (const path of PAGED) {
    assert.notEqual(header(await elsewhere.get(path), 'ETag'), header(await get(path), 'ETag'));
    assert.equal((await elsewhere.get(path, { 'If-None-Match': header(await get(path), 'ETag')! })).status, 200);
  }
});

const LICENSED: [path: string, agencies: readonly Agency[] | undefined][] = [
  ['/api.php', undefined],
  ['/api.php?limit=5', undefined],
  ['/api.php?updated_after=1970-01-01T00:00:00Z&limit=5', undefined],
  ['/api.php?date_from=9999-01-01', []],
  ['/export.php?limit=5', undefined],
];
const HOLDERS: Partial<Record<Agency, RegExp>> = {
  kandilli: /KOERI\): attribution, no commercial use/,
  afad: /\(AFAD\): attribution/,
  usgs: /Geological Survey: public domain/,
  turhec: /TURHEC/,
  historical: /EPICA/,
};

for (const [path, agencies = AGENCIES] of LICENSED)
  test(`${path} names the terms of ${agencies.join(', ') || 'no agency'}`, async () => {
    const link = header(await get(path), 'Link')!;
    assert.match(link, /<https:\/\/www\.geonames\.org>; rel="license"; title="GeoNames: /);
    assert.doesNotMatch(link, /EMSC|GEOFON|INGV|Athens|ISC Bulletin/);
    for (const agency of AGENCIES) assert.equal(HOLDERS[agency]!.test(link), agencies.includes(agency), agency);
  });

test('the status names the service as a source and the terms of the agencies', async () => {
  const { attribution, terms } = (await (await get('/status')).json()) as {
    attribution: string;
    terms: { name: string; terms: string; url: string }[];
  };
  assert.equal(attribution, 'Data source: synthetic (localhost:8787)');
  assert.deepEqual(
    terms.map(({ name }) => name),
    [...AGENCIES, 'places'],
  );
  for (const { terms: text, url } of terms) assert.ok(text !== '' && URL.canParse(url));
});

const IGNORED: [sources: string, ignored: string[] | undefined][] = [
  ['afad', undefined],
  ['afad,,AFAD', undefined],
  ['afad,NOA,EMSC, gfz ,noa', ['NOA', 'EMSC', 'gfz']],
  ['%5B%5D,usgs', ['[]']],
  [`usgs,${'x'.repeat(100)}`, [`${'x'.repeat(57)}...`]],
  ['usgs,__proto__,%22%0A', ['__proto__', '"']],
  ['usgs,sk_s3creT', ['***']],
];

const ANSWERS = [
  '/api.php',
  '/api.php?updated_after=2026-06-01T00:00:00Z',
  '/export.php?format=json',
  '/export.php?format=geojson',
];

for (const [sources, ignored] of IGNORED)
  for (const path of ANSWERS)
    test(`${path} of the sources ${sources.slice(0, 40)} ignores ${ignored ?? 'none'}`, async () => {
      const getSources = async (names: string) =>
        get(`${path}${path.includes('?') ? '&' : '?'}limit=20&sources=${names}`);
      const [actual, expected] = [
        await getSources(sources),
        await getSources(sources.includes('afad') ? 'afad' : 'usgs'),
      ];
      const [body, plain] = [(await actual.json()) as ListBody, (await expected.json()) as ListBody];
      assert.deepEqual(body['ignored_sources' as keyof ListBody], ignored);
      assert.deepEqual({ ...body, ignored_sources: 0 }, { ...plain, ignored_sources: 0 });
      assert.equal(nextOf(actual), nextOf(expected));
      // Other bytes are another representation.
      assert.equal(header(actual, 'ETag') === header(expected, 'ETag'), ignored === undefined);
    });

test('CSV and NDJSON cannot report ignored sources, and stay the same', async () => {
  for (const format of ['csv', 'ndjson']) {
    const [actual, expected] = [
      await get(`/export.php?format=${format}&sources=afad,emsc`),
      await get(`/export.php?format=${format}&sources=afad`),
    ];
    assert.equal(await actual.text(), await expected.text());
    assert.equal(header(actual, 'ETag'), header(expected, 'ETag'));
  }
});

test('sources that are all unknown match nothing, and are named', async () => {
  // Tombstones come with any filter.
  for (const path of ANSWERS.filter((one) => !one.includes('updated_after'))) {
    const response = await get(`${path}${path.includes('?') ? '&' : '?'}sources=noa,EMSC`);
    const { count, ignored_sources } = (await response.json()) as { count: number; ignored_sources: string[] };
    assert.deepEqual([response.status, count, ignored_sources], [200, 0, ['noa', 'EMSC']]);
  }
});

test('sources without any name are a 400 that lists the known ones', async () => {
  for (const path of ANSWERS) {
    const response = await get(`${path}${path.includes('?') ? '&' : '?'}sources=,%20,`);
    const { message } = (await response.json()) as { message: string };
    assert.deepEqual([response.status, message.includes(AGENCIES.join(', '))], [400, true]);
  }
});

test('features of a map have a title', async () => {
  const { features } = (await (await get('/export.php?format=geojson&limit=50')).json()) as {
    features: {
      properties: { title: string; magnitude: number | null; magnitude_doubtful?: true; location: string };
    }[];
  };
  const withoutMagnitude = features.filter(({ properties }) => properties.magnitude === null);
  assert.ok(withoutMagnitude.length > 0 && features.length > withoutMagnitude.length);
  for (const { properties } of features) {
    const { title, magnitude, location, magnitude_doubtful: isDoubtful } = properties;
    const doubt = isDoubtful ? ' (doğrulanmamış: tek kurum veriyor)' : '';
    assert.equal(title, magnitude === null ? location : `M ${magnitude.toFixed(1)} - ${location}${doubt}`);
  }
});
