/**
 * Latency of a normal client during another one's expensive requests: alone, beside one address at its allowance, and
 * beside a thousand. The gateway, the attacker and the normal client are processes of their own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { syntheticDataset, writeDist } from '../../test/support/dataset.ts';
import { quantile } from '../measure.ts';
import { measured, type Finding, type Measured } from './figures.ts';
import { withServers } from './servers.ts';

/** In ms, of the normal client's p99. */
const GOAL = 50;
const SECONDS = 12;
/** Requests a second of the normal client. */
const NORMAL_RATE = 25;

interface Attack {
  name: string;
  addresses: number;
  /** Requests a second, sent so many at once. */
  rate: number;
  burst: number;
  method: 'GET' | 'HEAD';
  /** One after the other; `WORDS` and `DAY` are other ones each time. */
  paths: string[];
}

const SEARCH = '/api.php?limit=1000&q=WORDS';
const CHANGES = '/api.php?limit=1000&updated_after=2000-01-01T00:00:00Z&q=WORDS';
const COLD = '/api.php?limit=1000&q=WORDS&date_to=DAY';

const EXPORTS = ['/export.php?format=csv&date_to=DAY', '/export.php?format=geojson&q=WORDS'];

const ONE = { addresses: 1, rate: 10 };
const MANY = { addresses: 1000, rate: 1000, burst: 20 };

const ATTACKS: Attack[] = [
  { name: 'one address, 600 a minute, 50 at once', ...ONE, burst: 50, method: 'HEAD', paths: [SEARCH, CHANGES] },
  { name: 'one address, 100 exports at once', ...ONE, burst: 100, method: 'GET', paths: EXPORTS },
  { name: '1,000 addresses, 60 a minute each', ...MANY, method: 'HEAD', paths: [SEARCH, CHANGES] },
  { name: '1,000 addresses, 60 a minute each, all over the years', ...MANY, method: 'HEAD', paths: [COLD] },
];

export const benchFairness = ({ events = 200_000 }: { events?: number }): AsyncGenerator<Finding> =>
  withServers(async function* (t) {
    await writeDist(syntheticDataset({ count: events, shardRows: 4096 }).files, t.path('dist'));
    const { url } = await t.run('../../gateway/main.ts', {
      ...{ DIST_DIR: t.path('dist'), DATA_DIR: t.path('data'), TRUSTED_PROXIES: '127.0.0.1' },
      PLAN_LIMITS: 'free.daily=none,free.burst=100000,free.export_rows=100000',
    });
    const row = (name: string, ours: () => Promise<number>): Measured => ({
      ...{ name: `${events} earthquakes, p99 of a normal client ${name}`, goal: GOAL, unit: 'ms', ours },
    });
    const rows = ATTACKS.map((attack) =>
      row(`beside ${attack.name}`, async () => {
        const attacker = startAttack(url, attack);
        t.after(() => attacker.kill('SIGKILL'));
        await wait(3000);
        const p99 = await normalP99(url).finally(() => attacker.kill('SIGKILL'));
        await wait(5000);
        return p99;
      }),
    );
    yield* measured([row('alone', () => normalP99(url)), ...rows], 1);
  });

const startAttack = (url: string, { addresses, rate, burst, method, paths }: Attack) =>
  spawn(process.execPath, [new URL('./attacker.ts', import.meta.url).pathname], {
    env: {
      ...{ PATH: process.env['PATH'], URL: url, ADDRESSES: String(addresses), RATE: String(rate) },
      ...{ BURST: String(burst), METHOD: method, PATHS: paths.join(' ') },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const fraction = (whole: number, n: number): string => (whole + (n % 1e6) / 1e6).toFixed(6);

/** Requests of a normal client: the newest, by magnitude, place or day, never twice the same. */
const PATHS = [
  (n: number) => `/api.php?limit=100&min_magnitude=${fraction(2, n)}`,
  (n: number) => `/api.php?limit=50&q=izmir&max_depth=${fraction(100, n)}`,
  (n: number) => `/api.php?limit=100&min_latitude=36&max_latitude=42&min_longitude=${fraction(25, n)}`,
  (n: number) => `/api.php?limit=20&updated_after=2026-07-01T11:${String(n % 60).padStart(2, '0')}:00Z`,
];

/** In ms; each request is sent at its time, whether those before it were answered or not (autocannon sends bursts). */
async function normalP99(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const times = Array.from({ length: SECONDS * NORMAL_RATE }, async (_, number) => {
    await wait((number * 1000) / NORMAL_RATE);
    const sent = performance.now();
    const path = PATHS[number % PATHS.length]!(number + Math.floor(began));
    const request = get(`${url}${path}`, { agent, headers: { 'X-Forwarded-For': '192.0.2.1' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    if (response.statusCode !== 200) throw new Error(`a normal client was answered ${response.statusCode}`);
    return performance.now() - sent;
  });
  return quantile(await Promise.all(times), 0.99);
}
