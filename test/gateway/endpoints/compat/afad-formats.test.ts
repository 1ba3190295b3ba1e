/** AFAD's formats as their public readers take them, over records with texts that need escaping. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import { create } from 'xmlbuilder2';
import type { FdsnEvent } from '#core/fdsn/event.ts';
import { AFAD_FORMATS } from '../../../../gateway/endpoints/compat/afad-formats.ts';
import { afadApi } from '../../../../generator/sources/afad/api.ts';
import { earthquakes, get } from '../../../support/fdsn-dataset.ts';
import { knowsNothing, realDocument, withoutFolder } from '../../../support/feed-data.ts';

type Texts = Record<string, string | boolean | null>;

const QUERY = '/apigateway/deprem/apiv2/event/filter?start=1900-1-1&end=2100-1-1&orderby=timedesc';
const answer = async (format: string, type: string, extension?: string): Promise<string> => {
  const response = await get(`${QUERY}&format=${format}`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('Content-Type'), type);
  const named = extension === undefined ? null : `inline; filename="afad-events.${extension}"`;
  assert.equal(response.headers.get('Content-Disposition'), named);
  return response.text();
};
const XML = 'application/xml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const items = JSON.parse(await answer('json', JSON_TYPE)) as Texts[];
const isDeep = (item: Texts): boolean => item['depth_unknown'] === undefined;

test("rms is the text of AFAD's own, null where AFAD gives none", () => {
  const own = earthquakes
    .flatMap(({ solutions }) => solutions)
    .filter(({ agency, magnitudes }) => agency === 'afad' && magnitudes.length > 0);
  const stated = own.filter(({ uncertainties }) => uncertainties?.rms !== undefined).length;
  assert.ok(stated > 20 && own.length - stated > 20);
  assert.equal(items.length, own.length);
  assert.equal(items.filter(({ rms }) => rms === '0.56').length, stated);
  assert.equal(items.filter(({ rms }) => rms === null).length, own.length - stated);
});

/** In the order of an application in R that shows all fifteen as columns. */
const NAMES = [
  ...['Country', 'Date', 'Depth', 'District', 'EventID', 'Latitude', 'Location', 'Longitude', 'Magnitude'],
  ...['Neighborhood', 'Province', 'Rms', 'Type', 'IsEventUpdate', 'LastUpdateDate'],
];
/** What the other formats have of an event, by the names of JSON. */
const valueOf = (item: Texts, name: string): string | boolean | null => {
  if (name === 'Depth' && !isDeep(item)) return null;
  return item[`${name[0]!.toLowerCase()}${name.slice(1)}`]!;
};

type Element = Record<string, string | object | undefined>;
const elementsOf = (text: string, root: string, name: string): [Element, Element[]] => {
  const document = create(text).end({ format: 'object' }) as Record<string, Element>;
  const parent = document[root]!;
  return [parent, [parent[name] ?? []].flat() as Element[]];
};

/** The parser leaves text escaped. */
const plain = (value: string | object | undefined): string | object | undefined =>
  typeof value === 'string' ? value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : value;

test('XML: a bot in Python that finds elements of a namespace, and a package in R that makes columns', async () => {
  const text = await answer('XML', XML, 'xml');
  const [root, rows] = elementsOf(text, 'ArrayOfEarthquake', 'Earthquake');
  assert.equal(root['@xmlns'], 'http://schemas.datacontract.org/2004/07/EventAPIv2.Model');
  assert.equal(rows.length, items.length);
  for (const [index, row] of rows.entries()) {
    assert.deepEqual(Object.keys(row), NAMES);
    for (const name of NAMES) {
      const value = valueOf(items[index]!, name);
      assert.deepEqual(plain(row[name]), value === null ? { '@i:nil': 'true' } : String(value), name);
    }
    assert.match(row['Date'] as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  }
});

test('CSV: a notebook in Python that selects columns', async () => {
  const text = await answer('csv', 'text/csv; charset=utf-8', 'csv');
  const [head, first] = text.split('\r\n');
  assert.equal(head, 'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID');
  assert.match(first!, /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d",\d+\.\d+,\d+\.\d+,[\d.]*,[\d.]*,"\w+",-?[\d.]+,".*",\d+$/);
  const rows = parseCsv<Record<string, string>>(text, { columns: true, record_delimiter: '\r\n' });
  assert.equal(rows.length, items.length);
  for (const [index, row] of rows.entries())
    for (const [name, value] of Object.entries(row)) {
      const expected = valueOf(items[index]!, name) ?? '';
      assert.equal(value, name === 'Magnitude' ? String(Number(expected)) : expected, name);
    }
});

test('GeoJSON: a map in Python and JavaScript that takes the collection out of an array', async () => {
  const [collection] = JSON.parse(await answer('GEOJSON', JSON_TYPE, 'geojson')) as {
    type: string;
    features: { type: string; geometry: object; properties: Record<string, unknown> }[];
  }[];
  assert.equal(collection!.type, 'FeatureCollection');
  assert.equal(collection!.features.length, items.length);
  for (const [index, { type, geometry, properties }] of collection!.features.entries()) {
    const item = items[index]!;
    assert.equal(type, 'Feature');
    const coordinates = [Number(item['longitude']), Number(item['latitude'])];
    assert.deepEqual(geometry, { type: 'Point', coordinates });
    for (const name of ['Depth', 'Magnitude', 'Rms']) {
      const value = valueOf(item, name);
      assert.equal(properties[name], value === null ? null : Number(value));
    }
    assert.deepEqual([properties['EventID'], properties['Type']], [item['eventID'], item['type']]);
  }
});

test("KML: OGC's, one placemark an event", async () => {
  const text = await answer('kml', 'application/vnd.google-earth.kml+xml', 'kml');
  const [root] = elementsOf(text, 'kml', 'Document');
  assert.equal(root['@xmlns'], 'http://www.opengis.net/kml/2.2');
  const { Placemark: rows } = root['Document'] as unknown as { Placemark: Element[] };
  assert.equal(rows.length, items.length);
  for (const [index, row] of rows.entries()) {
    const item = items[index]!;
    assert.deepEqual(Object.keys(row), ['name', 'TimeStamp', 'ExtendedData', 'Point']);
    assert.deepEqual(row['TimeStamp'], { when: `${item['date'] as string}Z` });
    assert.deepEqual(row['Point'], { coordinates: `${item['longitude'] as string},${item['latitude'] as string}` });
    const { Data: data } = row['ExtendedData'] as { Data: { '@name': string; value: string }[] };
    const stated = NAMES.filter((name) => valueOf(item, name) !== null);
    assert.deepEqual(
      data.map((one) => one['@name']),
      stated,
    );
  }
});

test('an answer without an event is an empty document of each format', async () => {
  const [EMPTY, counts] = ['/apiv2/event/filter?eventid=1&format=', [] as number[]];
  const texts = await Promise.all(['json', 'xml', 'csv', 'kml', 'geojson'].map((one) => get(`${EMPTY}${one}`)));
  for (const response of texts) counts.push(response.status);
  const [json, xml, csv, kml, geojson] = await Promise.all(texts.map((response) => response.text()));
  assert.deepEqual(counts, [200, 200, 200, 200, 200]);
  assert.deepEqual(JSON.parse(json!), []);
  assert.deepEqual(elementsOf(xml!, 'ArrayOfEarthquake', 'Earthquake')[1], []);
  assert.match(csv!, /^Date,.*\r\n$/);
  assert.ok(elementsOf(kml!, 'kml', 'Document')[0]['Document']);
  assert.deepEqual(JSON.parse(geojson!), [{ type: 'FeatureCollection', features: [] }]);
});

test('each format has an entity tag of its own', async () => {
  const tags = await Promise.all(
    ['json', 'xml', 'csv', 'kml', 'geojson'].map(async (format) =>
      (await get(`${QUERY}&limit=3&format=${format}`)).headers.get('ETag')!,
    ),
  );
  assert.equal(new Set(tags).size, 5);
  const again = await get(`${QUERY}&limit=3&format=csv`, { 'If-None-Match': tags[2]! });
  assert.equal(again.status, 304);
});

const refused = await get(`${QUERY}&format=shp`);
test('a format that is unknown is a 400 that names those there are', async () => {
  const { parameter, message } = (await refused.json()) as { parameter: string; message: string };
  assert.deepEqual([refused.status, parameter], [400, 'format']);
  assert.match(message, /json, xml, csv, kml, geojson/);
});

const EVENT = {
  ...{ time: Date.UTC(2024, 0, 6, 11, 53, 31), latitude: 38.82966, longitude: 26.88347, depthKm: 9.18, location: '' },
  magnitude: { value: 4.2, type: 'ML' },
  origin: { event_id: '615339', rms: 0.44, updated_at: null },
  fields: {},
} as unknown as FdsnEvent;

const placedAt = (location: string): Texts =>
  JSON.parse(AFAD_FORMATS.json.writer().row({ ...EVENT, origin: { ...EVENT.origin, location } })) as Texts;

const PLACES: [location: string, country: string | null, province: string | null, district: string | null][] = [
  ['Pazarcık (Kahramanmaraş)', 'Türkiye', 'Kahramanmaraş', 'Pazarcık'],
  ['Akdeniz - [05.64 km] Arsuz (Hatay)', 'Türkiye', 'Hatay', 'Arsuz'],
  ['Ege Denizi - Çandarlı Körfezi - [07.44 km] Aliağa (İzmir)', 'Türkiye', 'İzmir', 'Aliağa'],
  ['Akdeniz, Kekova Adası, Demre (Antalya)', 'Türkiye', 'Antalya', 'Demre'],
  ['Lori (Ermenistan) - [42.39 km] Akyaka (Kars)', 'Ermenistan', 'Kars', 'Akyaka'],
  ['Khoy, West Azarbaijan (İran) - [09.23 km] Başkale (Van)', 'İran', 'Van', 'Başkale'],
  ['Ege Denizi, Midilli Adası (Lesvos) - [15.82 km] Ayvacık (Çanakkale)', null, 'Çanakkale', 'Ayvacık'],
  ['Daquq, Kerkük (Irak)', 'Irak', null, null],
  ['Akdeniz', null, null, null],
  ['Marmara Denizi, Büyükçekmece (İstanbul) 28 km GB', null, null, null],
];
for (const [location, ...expected] of PLACES)
  test(`country, province and district of "${location}"`, () => {
    const { country, province, district } = placedAt(location);
    assert.deepEqual([country, province, district], expected);
  });

test("where AFAD names no place it is the record's", () => {
  const [fields, origin] = [
    { province: 'Van', district: 'Tuşba' },
    { ...EVENT.origin, location: null },
  ];
  const row = (event: object): Texts =>
    JSON.parse(AFAD_FORMATS.json.writer().row({ ...EVENT, origin, ...event } as FdsnEvent)) as Texts;
  const placed = row({ fields, location: 'Tuşba (Van) 3 km K' });
  assert.deepEqual(
    ['location', 'country', 'province', 'district'].map((name) => placed[name]),
    ['Tuşba (Van) 3 km K', 'Türkiye', 'Van', 'Tuşba'],
  );
  const abroad = row({ location: 'Girit Adası (Yunanistan)' });
  assert.deepEqual([abroad['country'], abroad['province']], ['Yunanistan', null]);
  assert.equal(row({})['country'], null);
});

test("our own reader of AFAD's JSON and CSV reads these", async () => {
  for (const format of ['json', 'csv']) {
    // It reads lines; no place of AFAD's has two.
    const text = (await (await get(`${QUERY}&format=${format}`)).text()).replaceAll('Y\nZ', 'Y Z');
    const { reports, rejects } = afadApi.parse(Buffer.from(text), knowsNothing);
    assert.deepEqual(rejects, []);
    assert.deepEqual(
      reports.map(({ key, uncertainties }) => [key, uncertainties?.rms ?? null]),
      items.map(({ eventID, rms }) => [eventID, rms === null ? null : Number(rms)]),
    );
  }
});

test("AFAD's real objects are made again from what we keep", { skip: withoutFolder('afad') }, () => {
  const bytes = realDocument('afad/afad_apiv2_json_samples_transcribed.json');
  const real = JSON.parse(Buffer.from(bytes).toString()) as Record<string, string | null>[];
  assert.equal(real.length, 6);
  for (const object of real) {
    const number = (name: string): number => Number(object[name]);
    const event = {
      ...{ time: Date.parse(`${object['date']}Z`), latitude: number('latitude'), longitude: number('longitude') },
      ...{ depthKm: number('depth'), magnitude: { value: number('magnitude'), type: object['type'] } },
      origin: { event_id: object['eventID'], location: object['location'], rms: number('rms'), updated_at: null },
    } as unknown as FdsnEvent;
    const made = JSON.parse(AFAD_FORMATS.json.writer().row(event)) as Record<string, string | null>;
    for (const [name, value] of Object.entries(object))
      if (!['neighborhood', 'isEventUpdate', 'lastUpdateDate'].includes(name))
        assert.equal(made[name], value, `${object['eventID']} ${name}`);
  }
});
