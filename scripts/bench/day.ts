/**
 * The first day after the M 7.8 of 2023-02-06 against a catalogue of many earthquakes, with readers beside it. The
 * hours pass as fast as the generator publishes them: nothing waits between two publications.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { DAY, formatInstant, HOUR, MINUTE, parseCivil, type EpochMs } from '#core/time.ts';
import { freePort } from '../../test/hosting/host.ts';
import { startNginx, WITHOUT_NGINX } from '../../test/hosting/nginx.ts';
import { readCopiedRows } from '../../test/support/kandilli-xml.ts';
import { scrape } from '../../test/support/metrics.ts';
import { startGatewayChild } from '../../test/support/gateway-child.ts';
import { cpuSeconds, median } from '../measure.ts';
import { isRealFolder } from '../real-data/read-folder.ts';
import { trueEvents } from '../synthetic/seismicity.ts';
import { livePage, type LiveRow } from '../synthetic/wire/live-page.ts';
import type { BenchOptions } from './figures.ts';
import { startPublisher, type Documents, type Publication } from './publisher.ts';
import { withServers } from './servers.ts';
import { ingestSynthetic } from './catalogue.ts';

/** A minute before the M 7.8. */
const BEGIN = parseCivil('2023-02-06 01:16:00')!;
/** From one publication to the next. */
const EVERY = 30 * MINUTE;
/** Shocks of a synthetic day: as many as the agencies listed together. */
const SYNTHETIC_SHOCKS = 750;
/** Rows of Kandilli's page. */
const PAGE = 500;
/** Assumed times from a shock to its row. */
const DELAYS = { kandilli: 3 * MINUTE, afad: 5 * MINUTE, usgs: 20 * MINUTE };
const KANDILLI = 'kandilli/monthly_xml_json/2023.json.gz';
/** Queries as CSV: the first column is the time in UTC. */
const QUERIES = {
  afad: 'afad/afad_api_csv_M4_1990_2023-02-19_UTC.csv.gz',
  usgs: 'usgs/usgs_query_csv_turkey_2023-02_07.csv.gz',
} as const;
/** Of the readers, together. */
const [REQUESTS_PER_SECOND, CONNECTIONS] = [300, 50];
/** What a visit of the home page and its repetition each minute request, and programs beside them. */
const PATHS: readonly (readonly [path: string, times: number])[] = [
  ['/', 4],
  ['/recent/week.json', 4],
  ['/status.json', 10],
  ['/recent/changes.json', 10],
  ['/api.php', 3],
  ['/rss', 1],
  ['/manifest.json', 1],
  // To the gateway.
  ['/api.php?min_magnitude=4&limit=100', 2],
  ['/api.php?latitude=37.2&longitude=37&max_radius_km=100&limit=50', 1],
  ['/deprem_api.php?id=1', 1],
  ['/stats_api.php?days=7', 1],
];

type DocumentsAt = (at: EpochMs) => Documents;

const liveRow = (row: Pick<LiveRow, 'time' | 'latitude' | 'longitude' | 'depthKm' | 'ml' | 'place'>): LiveRow => ({
  ...row,
  ...{ md: null, mw: null, revision: null },
});

const pageOf = (rows: readonly LiveRow[], at: EpochMs): [string, Uint8Array] => [
  `kandilli-${at}.html`,
  livePage(
    rows
      .filter(({ time }) => time <= at - DELAYS.kandilli)
      .toSorted((a, b) => b.time - a.time)
      .slice(0, PAGE),
    at,
  ),
];

function syntheticDocuments(): DocumentsAt {
  const options = { events: SYNTHETIC_SHOCKS, seed: 1, from: BEGIN, until: BEGIN + DAY, scenario: 'sequence' } as const;
  const rows = [...trueEvents(options)].map(({ time, latitude, longitude, depthKm, magnitude }) =>
    liveRow({ time, latitude, longitude, depthKm, ml: magnitude, place: 'SENTETIK (KAHRAMANMARAS)' }),
  );
  return (at) => [pageOf(rows, at)];
}

function realDocuments(data: string): DocumentsAt {
  const rows = readCopiedRows(join(data, KANDILLI)).map(({ date, lat, lng, depth, mag, location }) =>
    liveRow({
      ...{ time: parseCivil(date)! - 3 * HOUR, latitude: lat, longitude: lng, depthKm: depth },
      ...{ ml: mag, place: location },
    }),
  );
  const queries = Object.entries(QUERIES).map(([agency, file]) => {
    const [head = '', ...lines] = gunzipSync(readFileSync(join(data, file)))
      .toString('utf8')
      .trimEnd()
      .split(/\r?\n/);
    const timed = lines.map((line) => ({ time: Date.parse(`${line.replace('"', '').slice(0, 19)}Z`), line }));
    return { agency: agency as keyof typeof QUERIES, head, lines: timed.filter(({ time }) => time >= BEGIN) };
  });
  return (at) => [
    pageOf(rows, at),
    ...queries.map(({ agency, head, lines }): [string, string] => {
      const known = lines.filter(({ time }) => time <= at - DELAYS[agency]).map(({ line }) => line);
      return [`${agency}-${at}.csv`, [head, ...known, ''].join('\n')];
    }),
  ];
}

/** @returns what ends the readers, and tells what they saw: ms and counts */
function startReaders(url: string) {
  const mixed = PATHS.flatMap(([path, times]) => Array.from({ length: times }, (_, turn) => ({ path, turn })));
  const requests = mixed
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ path }) => ({ path, headers: { 'Accept-Encoding': 'br, gzip' } }));
  const options = { url, requests, connections: CONNECTIONS, overallRate: REQUESTS_PER_SECOND, duration: 86_400 };
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const running = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  return async () => {
    running.stop();
    const { latency, requests: sent, errors, non2xx } = await promise;
    return [sent.total, latency.p50, latency.p99, errors + non2xx];
  };
}

const HEAD = [
  ...['Hour', 'Rows', 'Builds', 'Build, s: median, longest', 'MB a build', 'Requests', 'p50, ms', 'p99, ms', 'Errors'],
  ...['At gateway', 'CPU, s: generator, gateway'],
];

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** @param options with a folder of real data; without one the day is synthetic */
export const benchDay = ({ data, events = 2000, hours }: BenchOptions): AsyncGenerator<string> =>
  withServers(async function* (t) {
    const { path } = t;
    const isReal = isRealFolder(data);
    const documents = isReal ? realDocuments(data) : syntheticDocuments();
    const folder = path('day');
    const folders = { DATA_DIR: join(folder, 'data'), DIST_DIR: join(folder, 'dist') };
    ingestSynthetic(folder, { events, until: formatInstant(BEGIN) });
    const generator = startPublisher(t, folders);
    const publish = (at: EpochMs): Promise<Publication> => generator.publish(at, documents(at));
    const { earthquakes, seconds } = await publish(BEGIN);
    const limits = { PLAN_LIMITS: 'free.daily=none,free.burst=none,uncounted.burst=none' };
    const gateway = await startGatewayChild({ ...folders, ...limits, TRUSTED_PROXIES: '127.0.0.1', METRICS_PORT: '0' });
    t.after(() => gateway.child.kill('SIGKILL'));
    const upstream = `server ${new URL(gateway.url).host} max_fails=0; keepalive 16;`;
    const front = { dist: folders.DIST_DIR, folder: path('nginx'), port: await freePort(), upstream };
    const url = WITHOUT_NGINX === false ? await startNginx(t, front) : gateway.url;
    yield `${earthquakes} synthetic earthquakes before that day, a full build of ${seconds.toFixed(1)} s`;
    yield `The day: ${isReal ? 'real rows' : 'synthetic'}. Before the gateway: ${WITHOUT_NGINX || 'nginx'}`;
    yield line(HEAD);
    yield line(HEAD.map(() => '---'));
    const reached = async (): Promise<number> => (await scrape(gateway)).sum('hiposantr_requests_total', /./);
    const spent = (): number[] => [generator.pid, gateway.child.pid!].map(cpuSeconds);
    for (let hour = 1; hour <= hours; hour += 1) {
      const [before, atGateway, endReading] = [spent(), await reached(), startReaders(url)];
      const all: Publication[] = [];
      for (let at = EVERY; at <= HOUR; at += EVERY) all.push(await publish(BEGIN + (hour - 1) * HOUR + at));
      const [reading, times] = [await endReading(), all.map((one) => one.seconds)];
      const sum = (key: 'rows' | 'bytes'): number => all.reduce((total, one) => total + one[key], 0);
      yield line([
        ...[hour, sum('rows'), all.length, `${median(times).toFixed(1)}, ${Math.max(...times).toFixed(1)}`],
        (sum('bytes') / all.length / 1e6).toFixed(1),
        ...[...reading, (await reached()) - atGateway],
        spent()
          .map((one, index) => (one - before[index]!).toFixed(1))
          .join(', '),
      ]);
    }
  });
