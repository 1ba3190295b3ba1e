/** A seismology client of others: seisplotjs in a browser, in a page of another origin, asks the gateway over HTTP. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { startServer } from '../../gateway/http/server.ts';
import { openBrowser, WITHOUT_CHROMIUM } from '../support/chromium.ts';
import * as real from '../support/fdsn-dataset.ts';
import { naiveEvents } from '../support/naive-fdsn.ts';

const ENTRY = `import { fdsnevent, fdsnstation } from 'seisplotjs'; globalThis.client = { fdsnevent, fdsnstation };`;

async function clientScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: import.meta.dirname },
    ...{ bundle: true, format: 'iife', platform: 'browser', write: false, logLevel: 'silent' },
  });
  return outputFiles[0]!.text;
}

/** A page with the client on a port of its own. */
async function openPage(t: TestContext): Promise<Page> {
  const script = await clientScript();
  const server = createServer((request, response) => {
    const isScript = request.url === '/client.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : '<!doctype html><meta charset="utf-8"><script src="client.js"></script>');
  }).listen(0, '127.0.0.1');
  t.after(() => void server.close());
  const page = await (await openBrowser(t)).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

/** What the page sees of an event. */
interface SeenEvent {
  id: string;
  time: number;
  latitude: number;
  longitude: number;
  depth: number;
  magnitude: number;
  magnitudes: number;
  origins: number;
  mechanisms: number;
}

test(
  'seisplotjs reads events, QuakeML, catalogues and stations from another origin',
  { skip: WITHOUT_CHROMIUM },
  async (t) => {
    await real.dataset.refresh();
    const { port, stop } = await startServer({ app: real.app, port: 0, host: '127.0.0.1', log: () => undefined });
    t.after(() => stop(100));
    const page = await openPage(t);
    const events = (setUp: string): Promise<SeenEvent[]> =>
      page.evaluate(`(async () => {
      const query = new client.fdsnevent.EventQuery('127.0.0.1').protocol('http:').port(${port});
      const quakes = await query${setUp}.query();
      return quakes.map((quake) => ({
        id: quake.eventId, time: quake.time.toMillis(), latitude: quake.latitude, longitude: quake.longitude,
        depth: quake.depth, magnitude: quake.magnitude.mag, magnitudes: quake.magnitudeList.length,
        origins: quake.originList.length, mechanisms: quake.focalMechanismList.length,
      }));
    })()`);
    const compare = async (setUp: string, texts: Record<string, string>): Promise<SeenEvent[]> => {
      const seen = await events(setUp);
      const due = naiveEvents(real.earthquakes, texts);
      assert.ok(due.length > 10, setUp);
      assert.deepEqual(
        seen.map(({ id, time, latitude, longitude, magnitude }) => ({ id, time, latitude, longitude, magnitude })),
        due.map(({ earthquake, time, latitude, longitude, magnitude }) => ({
          ...{ id: earthquake.eventId, time, latitude, longitude, magnitude },
        })),
      );
      return seen;
    };
    await compare('.minMag(3.5).maxMag(8)', { minmagnitude: '3.5', maxmagnitude: '8' });
    await compare('.catalog("AFAD").minMag(3)', { catalog: 'AFAD', minmagnitude: '3' });
    await compare('.latitude(39).longitude(35).maxRadius(3).minMag(2).orderBy("time-asc")', {
      ...{ latitude: '39', longitude: '35', maxradius: '3', minmagnitude: '2', orderby: 'time-asc' },
    });
    const all = await compare('.minMag(0).includeAllOrigins(true).includeAllMagnitudes(true)', { minmagnitude: '0' });
    const solutions = new Map(real.earthquakes.map((one) => [one.eventId, one]));
    for (const { id, origins, magnitudes, mechanisms, depth } of all) {
      const { solutions: own, mechanism, depthKm, source } = solutions.get(id)!;
      const isOwnDepth = own.find(({ agency }) => agency === source)!.depthKm === depthKm;
      assert.equal(origins, own.length + (mechanism?.centroid ? 1 : 0) + (isOwnDepth ? 0 : 1));
      const isMeasured =
        typeof mechanism?.mw === 'number' && (mechanism.momentTensor ?? mechanism.scalarMoment) !== null;
      assert.equal(magnitudes, own.flatMap((one) => one.magnitudes).length + (isMeasured ? 1 : 0));
      assert.equal(mechanisms, mechanism ? 1 : 0);
      if (depthKm !== null) assert.equal(depth, Math.round(depthKm * 1000));
    }
    // The client asks for one event by the id that it found.
    assert.deepEqual(
      (await events(`.eventId(${JSON.stringify(all[0]!.id)})`)).map(({ id }) => id),
      [all[0]!.id],
    );
    assert.deepEqual(await events('.minMag(9.9)'), []);
    const others: unknown = await page.evaluate(`(async () => {
    const event = new client.fdsnevent.EventQuery('127.0.0.1').protocol('http:').port(${port});
    const station = () => new client.fdsnstation.StationQuery('127.0.0.1').protocol('http:').port(${port});
    const codes = (networks) => networks.map((one) => [one.networkCode, one.stations.length]);
    return {
      catalogs: await event.queryCatalogs(), contributors: await event.queryContributors(),
      version: await event.queryVersion(), networks: codes(await station().networkCode('KO,TK').queryNetworks()),
      stations: codes(await station().networkCode('KO').stationCode('B*').queryStations()),
      posted: codes(await station().postQueryStations(['TU * * * 2020-01-01T00:00:00 2021-01-01T00:00:00'])),
    };
  })()`);
    const names = ['KANDILLI', 'AFAD', 'USGS', 'TURHEC', 'HISTORICAL'];
    assert.deepEqual(others, {
      ...{ catalogs: names, contributors: names, version: '1.2.0' },
      networks: [
        ['KO', 0],
        ['TK', 0],
      ],
      stations: [['KO', 24]],
      posted: [['TU', 113]],
    });
  },
);
