import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert } from 'xmlbuilder2';
import { AGENCIES } from '#core/earthquake.ts';
import { EVENT_PARAMETERS } from '#core/fdsn/event-parameters.ts';
import { significance } from '#core/fdsn/geojson.ts';
import { STATION_PARAMETERS } from '#core/fdsn/station-parameters.ts';
import { Refused } from '#core/parameter.ts';
import { fdsnFiles } from '../../generator/outputs/fdsn.ts';

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
