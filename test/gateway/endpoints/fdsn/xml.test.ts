import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatGregorian, formatInstant, parseCivil } from '#core/time.ts';
import * as real from '../../../support/fdsn-dataset.ts';
import { sharedData } from '../../../support/shared-data.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const { get, earthquakes } = real;
const EVENTS = '/fdsnws/event/1/query';
const STATIONS = '/fdsnws/station/1/query';

async function textOf(target: string): Promise<string> {
  const response = await get(target);
  assert.equal(response.status, 200, target);
  assert.equal(response.headers.get('Content-Type'), 'application/xml; charset=utf-8');
  return response.text();
}

const schema = (name: string): string => join(sharedData, 'schemas', name);
const reason = (name: string): string | false => {
  if (!existsSync(schema(name))) return 'the folder of schemas is not here';
  return spawnSync('xmllint', ['--version']).error ? 'xmllint is not installed' : false;
};

/** QuakeML answers that differ in what is included. */
const DOCUMENTS = [
  `${EVENTS}?limit=2000`,
  `${EVENTS}?includeallorigins=true`,
  `${EVENTS}?includeallmagnitudes=true`,
  `${EVENTS}?includeallorigins=true&includeallmagnitudes=true&includearrivals=true`,
  `${EVENTS}?catalog=USGS&includeallmagnitudes=true&includeallorigins=true`,
  `${EVENTS}?catalog=HISTORICAL`,
  `${EVENTS}?magnitudetype=mb`,
];

test(
  'QuakeML of all historical earthquakes and of a thousand others is valid',
  { skip: reason('QuakeML-1.2.rng') },
  async (t) => {
    const folder = temporaryFolder(t);
    assert.ok(earthquakes.length > 1000);
    const files = await Promise.all(
      DOCUMENTS.map(async (target, index) => {
        const file = join(folder, `${index}.xml`);
        writeFileSync(file, await textOf(target));
        return file;
      }),
    );
    for (const options of [
      ['--relaxng', schema('QuakeML-1.2.rng')],
      ['--schema', schema('QuakeML-1.2.xsd')],
    ]) {
      const { status, stderr } = spawnSync('xmllint', ['--noout', ...options, ...files], { encoding: 'utf8' });
      assert.equal(status, 0, stderr.slice(0, 2000));
    }
  },
);

test('StationXML of all stations and of networks is valid', { skip: reason('fdsn-station-1.2.xsd') }, async (t) => {
  const folder = temporaryFolder(t);
  for (const [index, target] of [STATIONS, `${STATIONS}?level=network`, `${STATIONS}?net=TK`].entries()) {
    const file = join(folder, `${index}.xml`);
    writeFileSync(file, await textOf(target));
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema('fdsn-station-1.2.xsd'), file], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr.slice(0, 2000));
  }
});

const eventsIn = (document: string): string[] => document.match(/<event [^]*?<\/event>/g) ?? [];

for (const target of DOCUMENTS)
  test(`every reference resolves inside its event, and no identifier is there twice: ${target}`, async () => {
    const document = await textOf(target);
    const ids = [...document.matchAll(/publicID="([^"]+)"/g)].map(([, id]) => id!);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((id) => /^smi:tr\.hiposantr\/[\w\-.*~]+(?:\/[\w\-.*~]+)*$/.test(id)));
    const events = eventsIn(document);
    assert.ok(events.length > 100);
    let references = 0;
    for (const event of events) {
      const own = new Set([...event.matchAll(/publicID="([^"]+)"/g)].map(([, id]) => id!));
      for (const [, , id] of event.matchAll(/<(\w+ID)>(smi:[^<]+)</g)) {
        references += 1;
        assert.ok(own.has(id!), `${id!} in ${event.slice(0, 200)}`);
      }
    }
    assert.ok(references >= events.length);
  });

test('every agency is inside when all is asked for, with its own values, mode and status', async () => {
  const document = await textOf(`${EVENTS}?includeallorigins=true&includeallmagnitudes=true`);
  const byId = new Map(eventsIn(document).map((event) => [/\/event\/(\w+)"/.exec(event)![1]!, event]));
  const plain = new Map(eventsIn(await textOf(EVENTS)).map((event) => [/\/event\/(\w+)"/.exec(event)![1]!, event]));
  assert.equal(byId.size, earthquakes.length);
  let composed = 0;
  for (const { eventId, solutions, magnitude, mechanism, source, depthKm: preferredKm } of earthquakes) {
    const event = byId.get(eventId)!;
    const centroids = mechanism?.centroid ? 1 : 0;
    // The record's depth may be another agency's: its origin is one more.
    const ownKm = solutions.find(({ agency }) => agency === source)!.depthKm;
    const isComposed = ownKm !== preferredKm;
    composed += Number(isComposed);
    assert.equal(event.match(/<origin /g)!.length, solutions.length + centroids + Number(isComposed));
    const [, preferredId] = /<preferredOriginID>(.*?)</.exec(event)!;
    const origin = event.slice(event.indexOf(`<origin publicID="${preferredId}"`)).split('</origin>')[0]!;
    const [, metres] = /<depth><value>(.*?)</.exec(origin) ?? [];
    assert.equal(metres, preferredKm === null ? undefined : String(Math.round(preferredKm * 1000) + 0));
    assert.equal(/<comment><text>depth (?:of [A-Z]+|left out: in doubt)</.test(origin), isComposed);
    const moments =
      typeof mechanism?.mw === 'number' && (mechanism.momentTensor ?? mechanism.scalarMoment) !== null ? 1 : 0;
    assert.equal(event.match(/<magnitude /g)?.length ?? 0, solutions.flatMap((one) => one.magnitudes).length + moments);
    const [, moment] = /<momentMagnitudeID>(.*?)<\/momentMagnitudeID>/.exec(event) ?? [];
    assert.equal(moment !== undefined, moments === 1);
    if (moments === 1) assert.ok(event.includes(`publicID="${moment}"><mag><value>${mechanism!.mw}</value></mag>`));
    // test/catalog/uncertainties.test.ts has these.
    const certain = event.replace(/<(uncertainty|stationCount)>.*?<\/\1>/g, '');
    for (const { agency, latitude, depthKm, magnitudes, quality } of solutions) {
      assert.ok(event.includes(`<latitude><value>${latitude}</value></latitude>`));
      if (depthKm !== null) assert.ok(certain.includes(`<depth><value>${Math.round(depthKm * 1000)}</value></depth>`));
      for (const { value, type } of magnitudes)
        assert.ok(certain.includes(`<mag><value>${value}</value></mag>${type === null ? '' : `<type>${type}</type>`}`));
      assert.ok(event.includes(`<agencyID>${agency.toUpperCase()}</agencyID>`));
      if (quality === 'reviewed')
        assert.ok(
          event.includes('<evaluationMode>manual</evaluationMode><evaluationStatus>reviewed</evaluationStatus>'),
        );
    }
    assert.equal(plain.get(eventId)!.match(/<magnitude /g)?.length ?? 0, (magnitude === null ? 0 : 1) + moments);
    assert.equal(event.includes('<focalMechanism '), mechanism !== null);
  }
  assert.ok(earthquakes.filter(({ mechanism }) => mechanism).length > 20);
  assert.ok(composed > 10, String(composed));
});

test('an identifier changes with its content, that of the event never does', async () => {
  const [first] = earthquakes.filter(({ solutions }) => solutions.length === 3);
  const id = `smi:tr.hiposantr/event/${first!.eventId}`;
  const ids = async (target: string): Promise<string[]> =>
    [...(await textOf(target)).matchAll(/<(?:event|origin|magnitude) publicID="([^"]+)"/g)].map(([, one]) => one!);
  const own = await ids(`${EVENTS}?eventid=${id}&includeallorigins=true&includeallmagnitudes=true`);
  assert.ok(own.includes(id));
  for (const { agency } of first!.solutions) {
    const alone = await ids(`${EVENTS}?eventid=${id}&catalog=${agency}`);
    assert.ok(
      alone.every((one) => own.includes(one)),
      `${agency}: one solution has one identifier in every answer`,
    );
  }
});

test("the historical list's intensity and deaths are a comment of the event, and fields of the GeoJSON", async () => {
  const istanbul = 'starttime=1509-09-20&endtime=1509-09-20T23:59:59';
  const document = await textOf(`${EVENTS}?${istanbul}`);
  const comment = '<text>greatest intensity 10 (degrees 1 to 12); deaths 5000</text>';
  const info = '<creationInfo><agencyID>HISTORICAL</agencyID></creationInfo>';
  assert.ok(document.includes(`<comment>${comment}${info}</comment>`), document);
  const { features } = (await (await get(`${EVENTS}?format=geojson&${istanbul}`)).json()) as {
    features: { properties: Record<string, unknown> }[];
  };
  const { max_intensity: intensity, deaths, mmi } = features[0]!.properties;
  assert.deepEqual([intensity, deaths, mmi], [10, 5000, null]);
  assert.ok(!(await textOf(`${EVENTS}?catalog=USGS`)).includes('greatest intensity'));
});

test('old dates are proleptic Gregorian; partly known ones say which parts are known, and how much later it may be', async () => {
  const old = earthquakes.filter(({ precision }) => precision !== 'second');
  assert.ok(old.length > 400);
  const document = await textOf(`${EVENTS}?catalog=HISTORICAL`);
  const byId = new Map(eventsIn(document).map((event) => [/\/event\/(\w+)"/.exec(event)![1]!, event]));
  for (const { eventId, solutions } of old) {
    const { time, precision } = solutions.find(({ agency }) => agency === 'historical')!;
    const event = byId.get(eventId)!;
    assert.ok(event.includes(`<time><value>${formatGregorian(time)}.000Z</value>`));
    const parts = ['year', 'month', 'day', 'hour', 'minute'];
    const known = parts.slice(0, parts.indexOf(precision) + 1);
    const [, composite = ''] = /<compositeTime>(.*?)<\/compositeTime>/.exec(event) ?? [];
    assert.deepEqual(
      [...composite.matchAll(/<(\w+)><value>/g)].map(([, name]) => name),
      known,
    );
    if (precision === 'day') assert.ok(event.includes('<upperUncertainty>86400</upperUncertainty>'));
  }
  // 1509-09-10 in the Julian calendar of the sources.
  const istanbul = old.find(({ time }) => formatInstant(time).startsWith('1509-09-10'))!;
  assert.ok(
    byId
      .get(istanbul.eventId)!
      .includes('<year><value>1509</value></year><month><value>9</value></month><day><value>20</value></day>'),
  );
  assert.equal(formatGregorian(parseCivil('1500-02-29 00:00:00')!), '1500-03-10T00:00:00');
  const bounds = await get(`${EVENTS}?format=text&starttime=1509-09-20&endtime=1509-09-20T23:59:59`);
  assert.match(await bounds.text(), new RegExp(istanbul.eventId));
  assert.equal((await get(`${EVENTS}?starttime=1500-02-29`)).status, 400);
});
