import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert } from 'xmlbuilder2';
import { AGENCIES } from '#core/earthquake.ts';
import { EVENT_PARAMETERS } from '#core/fdsn/event-parameters.ts';
import { significance } from '#core/fdsn/geojson.ts';
import { STATION_PARAMETERS } from '#core/fdsn/station-parameters.ts';
import { Refused } from '#core/parameter.ts';
import { DAY, HOUR } from '#core/time.ts';
import { fdsnFiles } from '../../generator/outputs/fdsn.ts';
import { feedFiles } from '../../generator/outputs/feeds.ts';
import { earthquake, TIME } from '../support/earthquake.ts';

const settings = { serviceName: 'Depremler', baseUrl: 'https://quakes.example/app' };
const files = fdsnFiles(settings, AGENCIES);

interface Param {
  '@name': string;
  '@type': string;
  '@default'?: string;
  '@style': string;
  option?: { '@value': string } | { '@value': string }[];
}

function readWadl(path: string): { base: string; params: Param[] } {
  const { application } = convert(files[path]!, { format: 'object' }) as unknown as {
    application: {
      resources: {
        '@base': string;
        resource: { '@path': string; method: { '@id': string; '@name': string; request: { param: Param[] } } };
      };
    };
  };
  const { '@base': base, resource } = application.resources;
  assert.deepEqual([resource['@path'], resource.method['@id'], resource.method['@name']], ['/query', 'query', 'GET']);
  return { base, params: resource.method.request.param };
}

/** What readers of WADL in the wild make of a type. */
const VALID: Record<string, RegExp> = {
  'xs:dateTime': /^\d{4}-/,
  'xs:double': /^-?\d+(?:\.\d+)?$/,
  'xs:int': /^\d+$/,
  'xs:boolean': /^(?:true|false)$/,
  'xs:string': /^./,
};

for (const [name, parameters] of [
  ['event', EVENT_PARAMETERS],
  ['station', STATION_PARAMETERS],
] as const)
  test(`the WADL of the ${name} service lists every parameter that it accepts, with defaults and options that are valid`, () => {
    const { base, params } = readWadl(`fdsnws/${name}/1/application.wadl`);
    assert.equal(base, `https://quakes.example/app/fdsnws/${name}/1/`);
    assert.deepEqual(
      params.map((param) => param['@name']),
      parameters.map((one) => one.name),
    );
    for (const [index, param] of params.entries()) {
      const { parse } = parameters[index]!;
      const options = [param.option ?? []].flat().map((option) => option['@value']);
      for (const value of [...(param['@default'] === undefined ? [] : [param['@default']]), ...options]) {
        assert.match(value, VALID[param['@type']]!, param['@name']);
        assert.ok(!(parse(value) instanceof Refused), `${param['@name']}=${value}`);
      }
      assert.equal(param['@style'], 'query');
    }
  });

test('catalogues and contributors are the agencies in use, without anything around their names', () => {
  const own = fdsnFiles(settings, ['afad', 'usgs']);
  assert.equal(
    own['fdsnws/event/1/catalogs'],
    '<?xml version="1.0" encoding="UTF-8"?><Catalogs><Catalog>AFAD</Catalog><Catalog>USGS</Catalog></Catalogs>',
  );
  assert.match(own['fdsnws/event/1/contributors']!, /<Contributors><Contributor>AFAD<\/Contributor><Contributor>USGS</);
  assert.match(own['fdsnws/event/1/application.wadl']!, /<option value="USGS"\/>/);
  assert.doesNotMatch(own['fdsnws/event/1/application.wadl']!, /KANDILLI/);
  for (const name of ['event', 'station']) assert.match(files[`fdsnws/${name}/1/version`]!, /^\d+\.\d+\.\d+$/);
});

const AFAD = earthquake().solutions[0]!;
const AS_OF = Date.UTC(2026, 6, 1, 12);
/** Magnitudes around the thresholds, at ages around the windows. */
const MAGNITUDES = [null, 0.94, 0.95, 2.44, 2.45, 4.44, 4.45, 6.2, 6.3];
const AGES = [0, HOUR - 1, HOUR, DAY - 1, DAY, 7 * DAY - 1, 7 * DAY, 30 * DAY - 1, 30 * DAY];
const earthquakes = AGES.flatMap((age, row) =>
  MAGNITUDES.map((magnitude, column) =>
    earthquake({
      ...{ id: 1 + row * 10 + column, eventId: `a${String(row * 10 + column).padStart(15, '0')}`, magnitude },
      time: AS_OF - age,
      locationEn: 'Off Bodrum',
      solutions: [{ ...AFAD, magnitudes: magnitude === null ? [] : [{ type: 'Mw', value: magnitude }] }],
      magnitudeType: magnitude === null ? null : 'Mw',
    }),
  ),
);
const feeds = feedFiles({ earthquakes, asOf: AS_OF, settings });

interface Feed {
  type: string;
  metadata: { generated: number; url: string; title: string; status: number; count: number };
  features: {
    id: string;
    properties: { mag: number | null; time: number; title: string; detail: string; sig: number };
  }[];
  bbox: number[];
}

test('there are twenty feeds, each with what is new and large enough when rounded', () => {
  const least: Record<string, number> = { all: -Infinity, '1.0': 0.95, '2.5': 2.45, '4.5': 4.45, significant: 6.3 };
  const lengths: Record<string, number> = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY };
  assert.equal(Object.keys(feeds).length, 20);
  for (const [level, low] of Object.entries(least))
    for (const [window, length] of Object.entries(lengths)) {
      const path = `feed/v1.0/summary/${level}_${window}.geojson`;
      const { type, metadata, features, bbox } = JSON.parse(feeds[path]!) as Feed;
      const due = earthquakes.filter(
        ({ time, magnitude }) => time > AS_OF - length && (level === 'all' || (magnitude !== null && magnitude >= low)),
      );
      assert.deepEqual(new Set(features.map(({ id }) => id)), new Set(due.map(({ eventId }) => eventId)), path);
      assert.deepEqual([type, metadata.count, metadata.status], ['FeatureCollection', due.length, 200]);
      assert.equal(metadata.url, `https://quakes.example/app/${path}`);
      assert.equal(metadata.generated, TIME + 60_000);
      assert.equal(bbox.length, 6);
      for (const [index, { id, properties }] of features.entries()) {
        const { mag } = properties;
        assert.equal(properties.title, mag === null ? 'Off Bodrum' : `M ${mag.toFixed(1)} - Off Bodrum`);
        assert.ok(level === 'all' || mag! >= low, id);
        assert.ok(index === 0 || properties.time <= features[index - 1]!.properties.time);
        assert.equal(properties.detail, `https://quakes.example/app/fdsnws/event/1/query?eventid=${id}&format=geojson`);
      }
    }
});

test('the significance is 650 (M / 6.5)², and none without a magnitude', () => {
  for (const [magnitude, sig] of [
    [null, 0],
    [-1, 0],
    [2.5, 96],
    [4.5, 312],
    [6.5, 650],
    [7.8, 936],
  ] as const)
    assert.equal(significance(magnitude), sig);
});

test('an empty catalogue has empty feeds', () => {
  const empty = feedFiles({ earthquakes: [], asOf: AS_OF, settings });
  const { features, metadata } = JSON.parse(empty['feed/v1.0/summary/all_month.geojson']!) as Feed;
  assert.deepEqual([features, metadata.count, metadata.generated], [[], 0, AS_OF - 12 * HOUR]);
});
