/** The day replayed: a catalogue, the generator, the gateway and nginx as processes of their own, and readers. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatInstant, HOUR, SECOND } from '#core/time.ts';
import { freePort } from '../../test/hosting/host.ts';
import { startNginx, WITHOUT_NGINX } from '../../test/hosting/nginx.ts';
import { scrape } from '../../test/support/metrics.ts';
import { ingestSynthetic } from '../bench/speed/catalogue.ts';
import { cpuSeconds, median } from '../measure.ts';
import { SoakService, type Gateway } from '../soak/service.ts';
import { BEGIN, type Day } from './documents.ts';
import { GeneratorProcess, SharedClock } from './generator-process.ts';
import type { Publication } from './publisher.ts';
import { startReaders, type Reading, type ReadersOptions } from './readers.ts';

export interface RehearsalOptions extends ReadersOptions {
  folder: string;
  /** Earthquakes of the catalogue before that day. */
  count: number;
  /** Hours of that day. */
  hours: number;
  /** Seconds of that day from one publication to the next. */
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
  readonly #clock: SharedClock;
  readonly #environment: Record<string, string>;
  #publisher!: GeneratorProcess;
  #gateway!: Gateway;
  /** Undefined where nginx is not installed. */
  #nginx: number | undefined;
  #url = '';

  constructor(options: RehearsalOptions) {
    const { folder } = options;
    this.#options = options;
    mkdirSync(folder, { recursive: true });
    this.#clock = new SharedClock(folder);
    const tried = TRIED.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
    this.#environment = {
      ...(Object.fromEntries(tried) as Record<string, string>),
      ...this.#clock.environment,
      PLAN_LIMITS,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PORT: '0',
    };
    this.#service = new SoakService(folder, { earthquakes: 0, environment: this.#environment });
  }

  /** @returns the build of the whole catalogue */
  async start(t: Cleanup): Promise<Publication> {
    const { folder, count } = this.#options;
    this.#clock.set(BEGIN);
    ingestSynthetic(folder, { events: count, until: formatInstant(BEGIN), environment: this.#environment });
    // The clock went on meanwhile.
    this.#clock.set(BEGIN);
    const folders = { DATA_DIR: join(folder, 'data'), DIST_DIR: this.#service.dist };
    this.#publisher = new GeneratorProcess({ ...this.#environment, ...folders });
    t.after(() => void this.#publisher.child.kill('SIGKILL'));
    t.after(() => this.#service.killAll());
    const documents = this.#options.day.write(this.#documents, BEGIN);
    const first = await this.#publisher.publish({ at: BEGIN, documents });
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
    const step = every * SECOND;
    for (let at = BEGIN + (hour - 1) * HOUR + step; at <= BEGIN + hour * HOUR; at += step) {
      this.#clock.set(at, [this.#publisher.child, this.#gateway.child]);
      publications.push(await this.#publisher.publish({ at, documents: day.write(this.#documents, at) }));
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

  #spent(): Spent {
    return {
      publisher: cpuSeconds(this.#publisher.child.pid!),
      gateway: cpuSeconds(this.#gateway.child.pid!),
      nginx: this.#nginx === undefined ? 0 : cpuSeconds(this.#nginx),
    };
  }

  async #atGateway(): Promise<number> {
    return (await scrape(this.#gateway)).sum('hiposantr_requests_total', /./);
  }
}
