/** The day replayed: a catalogue, the generator, the gateway and nginx as processes of their own, and readers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatInstant, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { freePort } from '../../test/hosting/host.ts';
import { startNginx, WITHOUT_NGINX } from '../../test/hosting/nginx.ts';
import { scrape } from '../../test/support/metrics.ts';
import { ingestSynthetic } from '../bench/speed/catalogue.ts';
import { cpuSeconds, median } from '../measure.ts';
import { SoakService, type Gateway } from '../soak/service.ts';
import { BEGIN, type Day } from './documents.ts';
import type { Order, Publication } from './publisher.ts';
import { startReaders, type Reading, type ReadersOptions } from './readers.ts';

export interface RehearsalOptions extends ReadersOptions {
  folder: string;
  /** Earthquakes of the catalogue before that day. */
  count: number;
  /** Hours of that day. */
  hours: number;
  /** Minutes of that day from one publication to the next. */
  every: number;
  day: Day;
}

/** CPU seconds of each process. */
type Spent = Record<'publisher' | 'gateway' | 'nginx', number>;

export interface HourOfTheDay extends Reading, Pick<Publication, 'rows' | 'held' | 'earthquakes'> {
  /** From 1. */
  hour: number;
  /** How long it took, in seconds. */
  seconds: number;
  builds: number;
  /** Median and longest, in seconds. */
  build: number;
  longestBuild: number;
  /** Bytes that the builds wrote. */
  written: number;
  /** Requests that reached the gateway. */
  atGateway: number;
  spent: Spent;
}

interface Cleanup {
  after(work: () => Promise<void> | void): void;
}

/** Readers of a real day come from as many addresses as there are. */
const PLAN_LIMITS = 'free.daily=none,free.burst=none,uncounted.burst=none';
/** Settings of the operator's environment that are tried; none that leads to other servers. */
const TRIED = ['ANSWER_MEGABYTES', 'BULK', 'DETAIL_FILES', 'PREVIEW_PICTURES', 'WORKERS'];
const UPSTREAM = 'max_fails=0; keepalive 16;';

export class Rehearsal {
  readonly #options: RehearsalOptions;
  readonly #service: SoakService;
  readonly #clock: string;
  readonly #environment: Record<string, string>;
  #publisher!: ChildProcess;
  /** The end of its log. */
  #said = '';
  #gateway!: Gateway;
  /** Undefined where nginx is not installed. */
  #nginx: number | undefined;
  #url = '';

  constructor(options: RehearsalOptions) {
    const { folder } = options;
    this.#options = options;
    mkdirSync(folder, { recursive: true });
    this.#clock = join(folder, 'clock');
    const tried = TRIED.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
    this.#environment = {
      ...(Object.fromEntries(tried) as Record<string, string>),
      NODE_OPTIONS: `--import=${new URL('../soak/shifted-clock.ts', import.meta.url).pathname}`,
      CLOCK_FILE: this.#clock,
      PLAN_LIMITS,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PORT: '0',
    };
    this.#service = new SoakService(folder, { earthquakes: 0, environment: this.#environment });
  }

  /** @returns the build of the whole catalogue */
  async start(t: Cleanup): Promise<Publication> {
    const { folder, count } = this.#options;
    this.#setClock(BEGIN);
    ingestSynthetic(folder, { events: count, until: formatInstant(BEGIN), environment: this.#environment });
    // The clock went on meanwhile.
    this.#setClock(BEGIN);
    this.#publisher = spawn(process.execPath, [new URL('./publisher.ts', import.meta.url).pathname], {
      env: {
        ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], ...this.#environment },
        ...{ DATA_DIR: join(folder, 'data'), DIST_DIR: this.#service.dist, OFFLINE: '1' },
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#publisher.stderr!.on('data', (text: Buffer) => (this.#said = `${this.#said}${String(text)}`.slice(-4000)));
    t.after(() => void this.#publisher.kill('SIGKILL'));
    t.after(() => this.#service.killAll());
    const first = await this.#publish(this.#options.day.write(this.#documents, BEGIN), BEGIN);
    this.#gateway = await this.#service.startGateway();
    this.#url = this.#gateway.url;
    if (WITHOUT_NGINX === false) await this.#startNginx(t);
    return first;
  }

  async #startNginx(t: Cleanup): Promise<void> {
    const folder = join(this.#options.folder, 'nginx');
    const upstream = `server ${new URL(this.#url).host} ${UPSTREAM}`;
    this.#url = await startNginx(t, { dist: this.#service.dist, folder, port: await freePort(), upstream });
    this.#nginx = Number(readFileSync(join(folder, 'nginx.pid'), 'utf8'));
  }

  get #documents(): string {
    return join(this.#options.folder, 'pages');
  }

  get front(): string {
    return this.#nginx === undefined
      ? 'the gateway alone (nginx is not installed)'
      : 'nginx, and the gateway behind it';
  }

  async *run(): AsyncGenerator<HourOfTheDay> {
    for (let hour = 1; hour <= this.#options.hours; hour += 1) yield await this.#hour(hour);
  }

  async #hour(hour: number): Promise<HourOfTheDay> {
    const { every, day } = this.#options;
    const [before, reached, begun] = [this.#spent(), await this.#atGateway(), performance.now()];
    const endReading = startReaders(this.#url, this.#options);
    const publications: Publication[] = [];
    for (let at = BEGIN + (hour - 1) * HOUR + every * MINUTE; at <= BEGIN + hour * HOUR; at += every * MINUTE) {
      this.#setClock(at);
      for (const child of [this.#publisher, this.#gateway.child]) child.kill('SIGUSR2');
      publications.push(await this.#publish(day.write(this.#documents, at), at));
    }
    const reading = await endReading();
    const [after, times] = [this.#spent(), publications.map(({ seconds }) => seconds)];
    const sum = (key: 'rows' | 'held' | 'bytes'): number => publications.reduce((total, one) => total + one[key], 0);
    return {
      ...reading,
      ...{ hour, seconds: (performance.now() - begun) / 1000, rows: sum('rows'), held: sum('held') },
      ...{ builds: times.length, build: median(times), longestBuild: Math.max(...times), written: sum('bytes') },
      earthquakes: publications.at(-1)!.earthquakes,
      atGateway: (await this.#atGateway()) - reached,
      spent: {
        publisher: after.publisher - before.publisher,
        gateway: after.gateway - before.gateway,
        nginx: after.nginx - before.nginx,
      },
    };
  }

  #setClock(at: EpochMs): void {
    writeFileSync(this.#clock, String(at - Date.now()));
  }

  async #publish(documents: string[], at: EpochMs): Promise<Publication> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const ended = once(this.#publisher, 'exit', { signal }).then(([code]) => {
      throw new Error(`the generator ended with ${String(code)}: ${this.#said}`);
    });
    const order: Order = { at, documents };
    this.#publisher.send(order);
    const [publication] = (await Promise.race([once(this.#publisher, 'message', { signal }), ended])) as [Publication];
    waiting.abort();
    return publication;
  }

  #spent(): Spent {
    return {
      publisher: cpuSeconds(this.#publisher.pid!),
      gateway: cpuSeconds(this.#gateway.child.pid!),
      nginx: this.#nginx === undefined ? 0 : cpuSeconds(this.#nginx),
    };
  }

  async #atGateway(): Promise<number> {
    return (await scrape(this.#gateway)).sum('hiposantr_requests_total', /./);
  }
}
