/** `kill -9` of ingest, generate and gateway at random moments, while clients read. */
import { setTimeout as wait } from 'node:timers/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Reader } from './reader.ts';
import { wholeCatalogue, wholeDataset } from './integrity.ts';
import type { Gateway, SoakService } from './service.ts';

const READERS = 2;

interface KillOptions {
  /** Without a catalogue yet. */
  service: SoakService;
  kills: number;
  /** In ms: no further round begins after it. */
  time: number;
  dice: () => number;
  /** Also compares with `verify` and an uninterrupted run. */
  thorough: boolean;
}

interface KillFigures {
  rounds: number;
  /** Killed processes by command. */
  killed: Record<'ingest' | 'generate' | 'gateway', number>;
  /** Answers received whole, and how many lists and details were found equal. */
  answers: number;
  compared: number;
  /** Requests with a refused or interrupted connection. */
  unanswered: number;
  datasets: number;
}

/** @throws Error on the first answer or file that is not whole */
export async function killLoop(options: KillOptions): Promise<KillFigures> {
  const loop = new KillLoop(options);
  try {
    await loop.run();
  } finally {
    await loop.end();
  }
  return loop.figures();
}

class KillLoop {
  readonly #options: KillOptions;
  readonly #service: SoakService;
  readonly #readers: Reader[];
  readonly #killed = { ingest: 0, generate: 0, gateway: 0 };
  readonly #datasets = new Set<string>();
  /** How long a command took that was not killed, in ms. */
  readonly #duration = { ingest: 0, generate: 0 };
  #gateway: Gateway | undefined;
  #reading: Promise<void>[] = [];
  #rounds = 0;

  constructor(options: KillOptions) {
    this.#options = options;
    this.#service = options.service;
    this.#readers = Array.from({ length: READERS }, () => new Reader(() => this.#gateway!.url));
  }

  async run(): Promise<void> {
    const { kills, time, thorough, dice } = this.#options;
    const until = performance.now() + time;
    // It is learnt how long each command takes.
    await this.#update(false);
    this.#gateway = await this.#service.startGateway();
    this.#reading = this.#readers.map((reader) => reader.run(dice));
    const total = (): number => this.#killed.ingest + this.#killed.generate + this.#killed.gateway;
    while (total() < kills && performance.now() < until) {
      await this.#update(true);
      await this.#killGateway();
      const faults = this.#readers.flatMap((reader) => reader.faults);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    }
    await this.#service.run('generate');
    this.#datasets.add(wholeDataset(this.#service.dist));
    if (thorough) await endedAsUninterrupted(this.#service);
  }

  /** Another document into the catalogue, and into `dist/`. */
  async #update(mayKill: boolean): Promise<void> {
    const { catalogue, dist } = this.#service;
    this.#rounds += 1;
    const ingest = this.#service.ingest(this.#rounds);
    if (!(await this.#attempt('ingest', ingest, mayKill))) {
      wholeCatalogue(catalogue);
      // A supervisor starts it again, with the same document.
      await this.#attempt('ingest', ingest, false);
    }
    wholeCatalogue(catalogue);
    const isBuilt = await this.#attempt('generate', ['generate'], mayKill);
    this.#datasets.add(wholeDataset(dist));
    if (isBuilt || this.#options.dice() < 0.5) return;
    await this.#attempt('generate', ['generate'], false);
    this.#datasets.add(wholeDataset(dist));
  }

  /** Runs a command, or kills it somewhere on its way. @returns whether it ended by itself */
  async #attempt(name: 'ingest' | 'generate', args: string[], mayKill: boolean): Promise<boolean> {
    const from = performance.now();
    const { child, ended } = this.#service.start('generator', args);
    if (mayKill) {
      await Promise.race([wait(this.#options.dice() * this.#duration[name]), ended]);
      child.kill('SIGKILL');
    }
    const { code, signal, output } = await ended;
    if (signal === 'SIGKILL') this.#killed[name] += 1;
    else if (code !== 0) throw new Error(`${name}: ${code}\n${output}`);
    else this.#duration[name] = performance.now() - from;
    return signal !== 'SIGKILL';
  }

  async #killGateway(): Promise<void> {
    const { child, ended, url } = this.#gateway!;
    await wait(this.#options.dice() * 300);
    child.kill('SIGKILL');
    await ended;
    this.#killed.gateway += 1;
    this.#gateway = await this.#service.startGateway(Number(new URL(url).port));
  }

  async end(): Promise<void> {
    for (const reader of this.#readers) reader.stop();
    this.#service.killAll();
    await Promise.all(this.#reading);
  }

  figures(): KillFigures {
    const sum = (of: (reader: Reader) => number): number => this.#readers.reduce((all, one) => all + of(one), 0);
    return {
      rounds: this.#rounds,
      killed: this.#killed,
      answers: sum((reader) => reader.answers),
      compared: sum((reader) => reader.compared),
      unanswered: sum((reader) => reader.unanswered),
      datasets: this.#datasets.size,
    };
  }
}

/** `dist/` is what a full build gives, and the catalogue has the ids and values of a run without kills. */
async function endedAsUninterrupted(service: SoakService): Promise<void> {
  const { output } = await service.run('verify');
  if (!/ 0 differ/.test(output)) throw new Error(output);
  const quiet = join(service.folder, 'quiet');
  mkdirSync(quiet);
  const other = service.anew(quiet);
  await other.run('ingest', '--file', join(service.folder, 'documents/*'));
  const [ours, theirs] = [service, other].map(({ catalogue }) => JSON.stringify(wholeCatalogue(catalogue)));
  if (ours !== theirs) throw new Error('the catalogue is not that of an uninterrupted run');
}
