/** How many requests of one caller may be worked on at once: a few, a few more wait a little, and the rest is refused. */
import { GatewayError } from '../http/errors.ts';
import { ClientGone } from '../http/client-gone.ts';

export interface ConcurrencyLimits {
  /** Requests of one caller that are worked on at once. */
  concurrent: number;
  /** Requests of one caller that wait for a place. */
  waiting: number;
  /** How long they wait, in ms. */
  waitTimeoutMs: number;
}

interface Waiting {
  enter(): void;
}

interface Line {
  taken: number;
  readonly waiting: Set<Waiting>;
}

export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits;
  /** Callers that hold a place; those waiting included. */
  readonly #lines = new Map<string, Line>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** @throws GatewayError 429 when the caller has too many requests in progress, ClientGone */
  async take(caller: string, signal: AbortSignal): Promise<void> {
    const line = this.#lines.getOrInsertComputed(caller, () => ({ taken: 0, waiting: new Set() }));
    if (line.taken < this.#limits.concurrent) line.taken += 1;
    else if (line.waiting.size >= this.#limits.waiting) throw this.#tooMany();
    else await this.#wait(line, signal);
  }

  /** The place goes to the caller's request that waits longest. */
  release(caller: string): void {
    const line = this.#lines.get(caller)!;
    const [next] = line.waiting;
    if (next) return next.enter();
    line.taken -= 1;
    if (line.taken === 0) this.#lines.delete(caller);
  }

  #wait({ waiting }: Line, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (settle: () => void) => (): void => {
        waiting.delete(place);
        clearTimeout(timer);
        signal.removeEventListener('abort', gone);
        settle();
      };
      const place: Waiting = { enter: leave(resolve) };
      const gone = leave(() => reject(new ClientGone()));
      const timer = setTimeout(
        leave(() => reject(this.#tooMany())),
        this.#limits.waitTimeoutMs,
      );
      if (signal.aborted) return gone();
      waiting.add(place);
      signal.addEventListener('abort', gone);
    });
  }

  #tooMany(): GatewayError {
    const message = `More than ${this.#limits.concurrent} of your requests are being worked on at once; wait for their answers and ask again.`;
    return new GatewayError('rate_limited', message, { policy: 'burst', headers: { 'Retry-After': '1' } });
  }
}
