/** A gateway over HTTP against the rules of ObsPy's FDSN client. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startServer } from '../../../../gateway/http/server.ts';
import * as real from '../../../support/fdsn-dataset.ts';
import { naiveEvents } from '../../../support/naive-fdsn.ts';
import {
  children,
  namesIn,
  parametersOf,
  readable,
  rootOf,
  textIn,
  textRows,
  type WadlType,
  written,
  type XmlElement,
} from '../../../support/obspy.ts';

await real.dataset.refresh();
const server = await startServer({ app: real.app, port: 0, host: '127.0.0.1', log: () => undefined });
after(() => server.stop(100));

const HEADERS = { 'User-Agent': 'ObsPy/1.4.1 (Linux, Python 3.11)', 'Accept-encoding': 'gzip' };
const at = (service: string, resource: string): string => `${server.url}/fdsnws/${service}/1/${resource}`;

async function download(url: string, body?: string): Promise<{ status: number; text: string }> {
  const post = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(url, { headers: HEADERS, redirect: 'error', ...post });
  assert.match(response.headers.get('Content-Encoding') ?? 'gzip', /^gzip$/, 'it unpacks gzip alone');
  return { status: response.status, text: await response.text() };
}

async function found(url: string, body?: string): Promise<string> {
  const { status, text } = await download(url, body);
  assert.equal(status, 200, `${url}\n${text}`);
  return text;
}

const discover = async (service: 'event' | 'station') => parametersOf(await found(at(service, 'application.wadl')));

/** A request by keyword arguments, as the client writes them. */
async function urlOf(
  service: 'event' | 'station',
  values: Record<string, string | number | boolean | Date>,
): Promise<string> {
  const parameters = await discover(service);
  const pairs = Object.entries(values).map(([name, value]): [string, string] => {
    const parameter = parameters.get(name);
    assert.ok(parameter, `${name} is not supported by the service`);
    return [name, written(value, parameter.type)];
  });
  return at(service, `query?${new URLSearchParams(pairs)}`);
}

test('services are found: event and station, no waveforms; versions, catalogues and contributors', async () => {
  assert.equal((await download(at('dataselect', 'application.wadl'))).status, 404);
  for (const service of ['event', 'station'] as const) {
    assert.ok((await discover(service)).size > 15);
    const version = await found(at(service, 'version'));
    for (const part of version.split('.')) readable('integer', part, 'version');
  }
  const names = new Set(['KANDILLI', 'AFAD', 'USGS', 'TURHEC', 'HISTORICAL']);
  for (const resource of ['catalogs', 'contributors'])
    assert.deepEqual(namesIn(await found(at('event', resource))), names);
});

/** A value of each type that a user passes; those of some names, and what they need beside them. */
const SAMPLES: Record<WadlType, (string | number | boolean | Date)[]> = {
  time: [new Date('2023-02-06T00:00:00Z'), new Date('2023-02-06T01:17:32.123Z')],
  float: [39, 3.5, 1e-5, 0],
  integer: [7],
  boolean: [true, false],
  text: ['*'],
};
const OWN: Record<string, (string | number | boolean)[]> = {
  ...{ catalog: ['AFAD', 'afad'], contributor: ['USGS'], eventtype: ['earthquake', 'quarry blast,earthquake'] },
  ...{ magnitudetype: ['Mw', 'ML'], eventid: ['us1x'], api_key: [], network: ['KO,TK', '*'], station: ['B*'] },
  ...{ location: ['--', '00,--'], channel: ['HH?', '*'], includeavailability: [false], matchtimeseries: [false] },
  ...{ nodata: [] },
};
const CIRCLE = { latitude: 39, longitude: 35, maxradius: 90 };
const COMPANIONS: Record<string, Record<string, number>> = {
  ...{ latitude: CIRCLE, longitude: CIRCLE, minradius: CIRCLE, maxradius: CIRCLE },
  minradiuskm: { latitude: 39, longitude: 35, maxradiuskm: 500 },
  maxradiuskm: { latitude: 39, longitude: 35 },
};

/** Few events: the answer's size is no part of what is asked. An identifier goes without a limit. */
const fewOf = (service: string, name: string) => (service === 'event' && name !== 'eventid' ? { limit: 20 } : {});

for (const service of ['event', 'station'] as const)
  test(`every parameter of the ${service} service takes what Python writes for its type`, async () => {
    for (const { name, type, options } of (await discover(service)).values())
      for (const value of OWN[name] ?? (options.length > 0 ? options : SAMPLES[type])) {
        const url = await urlOf(service, { ...fewOf(service, name), ...COMPANIONS[name], [name]: value });
        const { status, text } = await download(url);
        assert.ok(status === 200 || status === 204, `${url} ${status} ${text.slice(0, 300)}`);
      }
  });

test('a search finds what it should, whatever the form of its numbers', async () => {
  const texts = { starttime: '2000-01-01', endtime: '2026-01-01', minmagnitude: '3.5', maxlatitude: '41' };
  const url = await urlOf('event', {
    ...{ starttime: new Date('2000-01-01T00:00:00Z'), endtime: new Date('2026-01-01T00:00:00Z') },
    ...{ minmagnitude: 3.5, maxlatitude: 41, includeallorigins: false },
  });
  assert.match(url, /starttime=2000-01-01T00%3A00%3A00\.000000&.*maxlatitude=41\.0&includeallorigins=false/);
  const due = naiveEvents(real.earthquakes, texts).map(({ earthquake }) => earthquake.eventId);
  assert.ok(due.length > 10);
  assert.deepEqual(
    eventsIn(await found(url)).map((event) => event.getAttribute('publicID')!.split('/').at(-1)),
    due,
  );
});

test('statuses: no data, a bad request and too large a one each have a cause in ASCII', async () => {
  assert.deepEqual(await download(at('event', 'query?minmagnitude=9.9')), { status: 204, text: '' });
  assert.deepEqual(await download(at('station', 'query?network=XX')), { status: 204, text: '' });
  for (const [query, status, cause] of [
    ['minmagnitude=x', 400, /minmagnitude/],
    ['nothing=1', 400, /nothing/],
    ['offset=200002', 413, /divide/],
    ['minmagnitude=9.9&nodata=404', 404, /No event/],
  ] as const) {
    const answer = await download(at('event', `query?${query}`));
    assert.equal(answer.status, status, query);
    assert.match(answer.text, /^[\x20-\x7e\n]+$/);
    assert.match(answer.text, cause);
  }
});

/** Events of a QuakeML document, in the namespace of the root's first child. */
function eventsIn(document: string): XmlElement[] {
  const [parameters] = children(rootOf(document), 'eventParameters');
  assert.equal(parameters!.namespaceURI, 'http://quakeml.org/xmlns/bed/1.2');
  return children(parameters!, 'event');
}

/** What its resource identifiers must look like. */
const RESOURCE = /^(?:smi|quakeml):[\w\-.*()~']{3,}\/[\w\-.*()~'][\w\-.*()+?~'=,;#/&]*$/;

test('QuakeML: identifiers, times and numbers are readable, preferred ones are there, infos are single', async () => {
  const url = await urlOf('event', { includeallorigins: true, includeallmagnitudes: true, limit: 300 });
  const events = eventsIn(await found(url));
  assert.equal(events.length, 300);
  for (const event of events) {
    const all = [...event.getElementsByTagName('*')];
    for (const element of [event, ...all]) {
      const id = element.getAttribute('publicID');
      if (id !== null) assert.match(id, RESOURCE);
      assert.ok(children(element, 'creationInfo').length <= 1);
      if (/^(?:creationTime)$/.test(element.localName)) readable('time', element.textContent, element.localName);
    }
    for (const [kind, preferred] of [
      ['origin', 'preferredOriginID'],
      ['magnitude', 'preferredMagnitudeID'],
    ] as const) {
      const id = textIn(event, preferred);
      const own = children(event, kind).map((one) => one.getAttribute('publicID'));
      assert.ok(id === null ? own.length === 0 : own.includes(id), preferred);
    }
    for (const origin of children(event, 'origin')) {
      assert.match(textIn(children(origin, 'time')[0], 'value')!, /\.\d{3,6}Z$/);
      for (const name of ['latitude', 'longitude']) readable('float', textIn(children(origin, name)[0], 'value'), name);
      for (const depth of children(origin, 'depth')) readable('float', textIn(depth, 'value'), 'depth');
    }
    for (const magnitude of children(event, 'magnitude'))
      readable('float', textIn(children(magnitude, 'mag')[0], 'value'), 'mag');
    for (const comment of children(event, 'comment')) assert.ok(textIn(comment, 'text'));
    for (const description of children(event, 'description')) assert.ok(textIn(description, 'text'));
  }
});

test('StationXML: source, creation, codes, dates, and a number for every elevation', async () => {
  const document = await found(await urlOf('station', { level: 'station' }));
  const root = rootOf(document);
  assert.equal(`{${root.namespaceURI}}${root.localName}`, '{http://www.fdsn.org/xml/station/1}FDSNStationXML');
  assert.match(root.getAttribute('schemaVersion')!, /^1\.[012]$/);
  assert.ok(textIn(root, 'Source'));
  readable('time', textIn(root, 'Created'), 'Created');
  let count = 0;
  for (const network of children(root, 'Network')) {
    assert.ok(network.getAttribute('code'));
    for (const name of ['TotalNumberStations', 'SelectedNumberStations'])
      readable('integer', textIn(network, name), name);
    for (const station of children(network, 'Station')) {
      count += 1;
      assert.ok(station.getAttribute('code'));
      readable('time', station.getAttribute('startDate'), 'startDate');
      for (const name of ['Latitude', 'Longitude', 'Elevation']) readable('float', textIn(station, name), name);
      assert.ok(textIn(children(station, 'Site')[0], 'Name'));
      for (const comment of children(station, 'Comment')) assert.ok(textIn(comment, 'Value'));
    }
  }
  assert.ok(count > 400);
});

const STATION_TYPES: WadlType[] = ['text', 'text', 'float', 'float', 'float', 'text', 'time'];
const NETWORK_TYPES: WadlType[] = ['text', 'text', 'time'];

for (const [level, columns, types] of [
  ['station', 'network station latitude longitude elevation sitename starttime endtime', STATION_TYPES],
  ['network', 'network description starttime endtime totalstations', NETWORK_TYPES],
] as const)
  test(`station text at the level ${level}: the header's names, and cells of their types`, async () => {
    const { header, rows } = textRows(await found(await urlOf('station', { level, format: 'text' })));
    assert.deepEqual(header, columns.split(' '));
    assert.ok(rows.length >= 3);
    for (const row of rows) {
      assert.equal(row.length, header.length);
      for (const [index, type] of types.entries()) {
        assert.notEqual(row[index], '');
        readable(type, row[index]!, header[index]!);
      }
    }
  });

test('many stations at once by POST: settings, then lines with two dashes for no location', async () => {
  const lines = ['level=station', 'KO B* -- * 2020-01-01T00:00:00.000000 2021-01-01T00:00:00.000000'];
  const networks = children(rootOf(await found(at('station', 'query'), lines.join('\n'))), 'Network');
  assert.deepEqual(
    networks.map((network) => network.getAttribute('code')),
    ['KO'],
  );
  assert.ok(children(networks[0]!, 'Station').every((one) => one.getAttribute('code')!.startsWith('B')));
});
