/** A service in a folder of its own: documents that change earthquakes, and its commands as real processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node');
const FIRST_TIME = Date.UTC(2025, 0, 1);
const HOUR = 3_600_000;
const START_MS = 60_000;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What it wrote to both streams. */
  output: string;
}

interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  output(): string;
}

export interface Gateway extends Running {
  url: string;
}

interface ServiceOptions {
  earthquakes: number;
  /** One of so many earthquakes is in each document after the first; all of them by default. */
  share?: number;
  environment?: Record<string, string>;
}

export class SoakService {
  readonly folder: string;
  readonly dist: string;
  readonly catalogue: string;
  readonly earthquakes: number;
  readonly #share: number;
  readonly #environment: Record<string, string>;
  readonly #running = new Set<ChildProcess>();

  constructor(folder: string, { earthquakes, share = 1, environment = {} }: ServiceOptions) {
    this.#share = share;
    this.folder = folder;
    this.dist = join(folder, 'dist');
    this.catalogue = join(folder, 'data/catalog.db');
    this.earthquakes = earthquakes;
    this.#environment = environment;
    mkdirSync(join(folder, 'documents'), { recursive: true });
  }

  /** Starts a program. @param limitKb greatest size of a file that it may write */
  start(
    program: 'generator' | 'gateway',
    args: string[],
    { environment = {}, nodeArgs = [], limitKb }: Start = {},
  ): Running {
    const command = [process.execPath, ...nodeArgs, join(ROOT, program, 'main.ts'), ...args];
    // The shell counts in blocks of 512 bytes.
    const limited = limitKb === undefined ? [] : ['sh', '-c', `ulimit -f ${limitKb * 2}; exec "$@"`, 'sh'];
    const [executable, ...rest] = [...limited, ...command];
    const child = spawn(executable!, rest, {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'], NODE_COMPILE_CACHE },
        ...{ DATA_DIR: join(this.folder, 'data'), DIST_DIR: this.dist, OFFLINE: '1' },
        ...this.#environment,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += String(text)));
    const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]): Ended => {
      this.#running.delete(child);
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, output };
    });
    return { child, ended, output: () => output };
  }

  /** Runs a command of the generator to its end. @throws Error with its output when it fails */
  async run(...args: string[]): Promise<Ended> {
    const ended = await this.start('generator', args).ended;
    if (ended.code !== 0) throw new Error(`${args.join(' ')}: ${ended.code ?? ended.signal}\n${ended.output}`);
    return ended;
  }

  /** @param port 0 for a free one */
  async startGateway(port = 0, start: Start = {}): Promise<Gateway> {
    const environment = { PORT: String(port), HOST: '127.0.0.1', LOG_REQUESTS: '0', ...start.environment };
    const running = this.start('gateway', [], { ...start, environment });
    for (const until = performance.now() + START_MS; performance.now() < until; await wait(10)) {
      const url = /at (http:[^\s"]+)/.exec(running.output())?.[1];
      if (url !== undefined) return { ...running, url };
      if (running.child.exitCode !== null || running.child.signalCode !== null) break;
    }
    throw new Error(`the gateway does not start:\n${running.output()}`);
  }

  /** Path of a document of the USGS in which earthquakes have other values than in the former rounds. */
  document(round: number): string {
    const path = join(this.folder, 'documents', `${String(round).padStart(6, '0')}.geojson`);
    const numbers = Array.from({ length: this.earthquakes }, (_, n) => n);
    const stated = numbers.filter((n) => round === 1 || n % this.#share === round % this.#share);
    const features = stated.map((n) => featureOf(n, round));
    const metadata = { generated: Date.now(), url: 'https://example.org/', title: 'SYNTHETIC', status: 200 };
    writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', metadata, features }));
    return path;
  }

  ingest = (round: number): string[] => ['ingest', '--file', this.document(round)];

  /** Another one of the same documents and settings. @param folder what is there already is its data */
  anew = (folder: string): SoakService =>
    new SoakService(folder, { earthquakes: this.earthquakes, share: this.#share, environment: this.#environment });

  /** A copy of its data and files, while nothing writes to them. */
  copyTo(folder: string): SoakService {
    for (const name of ['data', 'dist', 'documents'])
      cpSync(join(this.folder, name), join(folder, name), { recursive: true });
    return this.anew(folder);
  }

  killAll(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}

interface Start {
  environment?: Record<string, string>;
  nodeArgs?: string[];
  limitKb?: number;
}

function featureOf(n: number, round: number): object {
  // One in six has another magnitude and depth: a document with more changes would be held back.
  const phase = n % 6 === 0 ? round : 0;
  const time = FIRST_TIME + n * 3 * HOUR;
  const properties = {
    ...{ mag: 2 + ((n + phase) % 40) / 10, magType: 'mb', place: '20 km N of Pazarcık, Turkey', type: 'earthquake' },
    ...{ time, updated: FIRST_TIME + 365 * 24 * HOUR + round * 1000, status: 'reviewed', net: 'us' },
    ...{ code: `7000${n}`, ids: `,us7000${n},`, sources: ',us,', types: ',origin,' },
  };
  const coordinates = [27 + ((n * 7) % 1600) / 100, 36.5 + ((n * 11 + round) % 450) / 100, 5 + (phase % 20)];
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates }, id: `us7000${n}` };
}
