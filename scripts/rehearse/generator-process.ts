/** The generator as a process of its own with a clock that jumps, as `watch` keeps it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs } from '#core/time.ts';
import type { Order, Publication } from './publisher.ts';

const SHIFTED_CLOCK = new URL('../soak/shifted-clock.ts', import.meta.url).pathname;

/** A clock of processes that they read again on SIGUSR2. */
export class SharedClock {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'clock');
  }

  /** What a process needs in its environment to have this clock. */
  get environment(): Record<string, string> {
    return { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_FILE: this.#file };
  }

  set(at: EpochMs, processes: readonly ChildProcess[] = []): void {
    writeFileSync(this.#file, String(at - Date.now()));
    for (const one of processes) one.kill('SIGUSR2');
  }
}

export class GeneratorProcess {
  readonly child: ChildProcess;
  /** The end of its log. */
  #said = '';

  /** @param environment with `DATA_DIR`, `DIST_DIR` and a clock */
  constructor(environment: Record<string, string>) {
    this.child = spawn(process.execPath, [new URL('./publisher.ts', import.meta.url).pathname], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], OFFLINE: '1', ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr!.on('data', (text: Buffer) => (this.#said = `${this.#said}${String(text)}`.slice(-4000)));
  }

  /** @throws Error with the end of its log when the process ends */
  async publish(order: Order): Promise<Publication> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const ended = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`the generator ended with ${String(code)}: ${this.#said}`);
    });
    this.child.send(order);
    const [publication] = (await Promise.race([once(this.child, 'message', { signal }), ended])) as [Publication];
    waiting.abort();
    return publication;
  }
}
