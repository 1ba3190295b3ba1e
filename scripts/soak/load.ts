/** Mixed load for minutes while the dataset is made anew every few seconds: no error, and memory that stays flat. */
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf, quantile } from '../measure.ts';
import { Reader } from './reader.ts';
import { wholeDataset } from './integrity.ts';
import { SoakService } from './service.ts';

const EARTHQUAKES = 5000;
const SHARE = 50;
const CLIENTS = 8;
const PAUSE_MS = 50;
const SLOW_CLIENTS = 5;
const REGENERATE_MS = 5000;
const SAMPLE_MS = 1000;
/** The median of the last third may be so much above that of the second. */
const FLAT = 1.1;
const SETTINGS = { PLAN_LIMITS: 'free.daily=100000000,free.burst=100000000,uncounted.burst=none' };

interface LoadFigures {
  requests: number;
  /** By status; of 5xx there are none. */
  statuses: Record<number, number>;
  builds: number;
  datasets: number;
  /** Lists and details that were found equal. */
  compared: number;
  /** Latency of all requests, in ms. */
  median: number;
  p99: number;
  /** Medians of the gateway's memory (RSS, MB) in each third of the time. */
  memory: number[];
}

interface LoadOptions {
  folder: string;
  /** In ms. */
  time: number;
  dice: () => number;
}

type Dice = () => number;
const whole = (dice: Dice, most: number): number => Math.floor(dice() * most);

/** Each kind of request, with the chance of one kind being that of any other. */
const REQUESTS: ((dice: Dice) => string)[] = [
  () => '/api.php',
  () => '/api.php?limit=100',
  (dice) => `/api.php?min_magnitude=${(2 + dice() * 3).toFixed(2)}&limit=${1 + whole(dice, 500)}`,
  (dice) => `/api.php?latitude=${(36 + dice() * 5).toFixed(3)}&longitude=30&max_radius_km=${10 + whole(dice, 300)}`,
  (dice) => `/api.php?q=paz%20${whole(dice, 1e6)}`,
  (dice) => `/api.php?updated_after=2026-01-${String(1 + whole(dice, 28)).padStart(2, '0')}T00:00:00Z&limit=50`,
  (dice) => `/deprem_api.php?id=${1 + whole(dice, EARTHQUAKES)}`,
  () => '/stats_api.php',
  () => '/status',
  () => '/rss',
  () => '/manifest.json',
  (dice) => `/export.php?format=${['csv', 'json', 'geojson', 'ndjson'][whole(dice, 4)]}&limit=${1 + whole(dice, 3000)}`,
  (dice) => `/fdsnws/event/1/query?format=${['text', 'xml'][whole(dice, 2)]}&limit=${1 + whole(dice, 100)}`,
  () => '/feed/v1.0/summary/2.5_month.geojson',
  () => '/catalogue/earthquakes-2025.parquet',
  (dice) => `/nothing/${whole(dice, 1000)}`,
];

/** @throws Error on an answer that is none, a build that fails, or memory that grows */
export async function mixedLoad({ folder, time, dice }: LoadOptions): Promise<LoadFigures> {
  const load = new Load(folder, dice);
  try {
    await load.run(time);
  } finally {
    await load.end();
  }
  return load.figures();
}

class Load {
  readonly #service: SoakService;
  readonly #dice: Dice;
  readonly #reader: Reader;
  readonly #latencies: number[] = [];
  readonly #statuses: Record<number, number> = {};
  readonly #datasets = new Set<string>();
  readonly #memory: number[] = [];
  readonly #faults: string[] = [];
  #builds = 0;
  #url = '';
  #over = false;
  #working: Promise<void>[] = [];

  constructor(folder: string, dice: Dice) {
    this.#service = new SoakService(folder, { earthquakes: EARTHQUAKES, share: SHARE, environment: SETTINGS });
    this.#dice = dice;
    this.#reader = new Reader(() => this.#url);
  }

  async run(time: number): Promise<void> {
    await this.#service.run(...this.#service.ingest(1));
    await this.#service.run('generate');
    const { url, child } = await this.#service.startGateway();
    this.#url = url;
    const until = performance.now() + time;
    this.#working = [
      this.#reader.run(this.#dice),
      this.#sample(child.pid!),
      ...Array.from({ length: CLIENTS }, () => this.#client()),
      ...Array.from({ length: SLOW_CLIENTS }, () => this.#slowClient()),
    ];
    for (let round = 2; performance.now() < until; round += 1) {
      const next = performance.now() + REGENERATE_MS;
      await this.#service.run(...this.#service.ingest(round));
      await this.#service.run('generate');
      this.#builds += 1;
      this.#datasets.add(wholeDataset(this.#service.dist));
      this.#check();
      await wait(Math.max(0, Math.min(next, until) - performance.now()));
    }
    this.#check();
    const [, before = 0, last = 0] = this.#thirds();
    if (last > before * FLAT) throw new Error(`memory grows: ${this.#thirds().join(', ')} MB`);
  }

  #check(): void {
    const faults = [...this.#faults, ...this.#reader.faults];
    if (this.#reader.unanswered > 0) faults.push(`${this.#reader.unanswered} requests without an answer`);
    if (faults.length > 0) throw new Error(faults.slice(0, 10).join('\n'));
  }

  async #client(): Promise<void> {
    for (; !this.#over; await wait(PAUSE_MS)) {
      const path = REQUESTS[whole(this.#dice, REQUESTS.length)]!(this.#dice);
      const from = performance.now();
      try {
        const response = await fetch(`${this.#url}${path}`);
        const text = await response.text();
        this.#latencies.push(performance.now() - from);
        this.#statuses[response.status] = (this.#statuses[response.status] ?? 0) + 1;
        if (/json/.test(response.headers.get('Content-Type') ?? '') && !path.includes('ndjson')) JSON.parse(text);
        const due = path.startsWith('/nothing') ? 404 : 200;
        if (response.status !== due) this.#faults.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
      } catch (error) {
        if (!this.#over) this.#faults.push(`${path}: ${(error as Error).message}`);
      }
    }
  }

  /** Reads an export by and by, without its end. */
  async #slowClient(): Promise<void> {
    while (!this.#over) {
      const socket = net.connect(Number(new URL(this.#url).port), '127.0.0.1').on('error', () => {});
      socket.write('GET /export.php?format=json HTTP/1.1\r\nHost: x\r\n\r\n');
      for (let read = 0; read < 20 && !this.#over && !socket.destroyed; read += 1) {
        socket.resume();
        await wait(20);
        socket.pause();
        await wait(1000);
      }
      socket.destroy();
    }
  }

  async #sample(pid: number): Promise<void> {
    for (; !this.#over; await wait(SAMPLE_MS)) this.#memory.push(memoryOf(pid));
  }

  /** Medians of the samples. */
  #thirds(): number[] {
    const size = Math.ceil(this.#memory.length / 3);
    return [0, 1, 2].map((third) => Math.round(quantile(this.#memory.slice(third * size, (third + 1) * size), 0.5)));
  }

  async end(): Promise<void> {
    this.#over = true;
    this.#reader.stop();
    this.#service.killAll();
    await Promise.all(this.#working);
  }

  figures(): LoadFigures {
    return {
      requests: this.#latencies.length,
      statuses: this.#statuses,
      builds: this.#builds,
      datasets: this.#datasets.size,
      compared: this.#reader.compared,
      median: tenths(quantile(this.#latencies, 0.5)),
      p99: tenths(quantile(this.#latencies, 0.99)),
      memory: this.#thirds(),
    };
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
