/**
 * Queue of password hashes. Clients with the fewest recent hashes go first. Among equals the oldest and the newest
 * request alternate, and a client that is turned away keeps its place. So a new client is served at once during a
 * flood, while fewer new clients come than hashes are computed. All others wait for each client once.
 */
import { LRUCache } from 'lru-cache';
import { type EpochMs, MINUTE, SECOND } from '#core/time.ts';
import { entryLimit } from '../http/loading-cache.ts';
import { Problem } from './problems.ts';

export interface HashQueueLimits {
  concurrency: number;
  maxQueued: number;
  maxWaitMs: number;
}

export interface HashClient {
  name: string;
  /** Whether it goes before all others. */
  first?: boolean;
}

export type HashQueue = ReturnType<typeof createHashQueue>;

interface History {
  /** Hashes, begun or waiting, halved every {@link HALF_LIFE}. */
  hashes: number;
  at: EpochMs;
  /** Number of the first request since the last hash. */
  place: number | undefined;
}

interface Turn {
  rank: number;
  place: number;
}

interface Waiting extends Turn {
  history: History;
  timer: NodeJS.Timeout;
  start(): void;
  reject(problem: Problem): void;
}

const HALF_LIFE = 30 * MINUTE;
/** Clients that are remembered. */
const REMEMBERED = 50_000;
/** One at a time, so that of two processors one keeps serving. Proxies end what waits for a minute. */
const LIMITS: HashQueueLimits = { concurrency: 1, maxQueued: 500, maxWaitMs: 25 * SECOND };

const busy = (): Problem => new Problem('busy', { headers: { 'Retry-After': '10' } });

export function createHashQueue(limits = LIMITS, now: () => EpochMs = Date.now) {
  const { concurrency, maxQueued, maxWaitMs } = limits;
  const historyOf = clientHistories(now);
  const queue = new TurnList();
  let running = 0;
  let lastPlace = 0;

  const turnOf = (history: History, { first = false }: HashClient): Turn => ({
    rank: first ? -1 : Math.round(history.hashes),
    place: (history.place ??= lastPlace += 1),
  });

  const isFullFor = (turn: Turn): boolean =>
    running >= concurrency && queue.size >= maxQueued && queue.isInTheMiddle(turn);

  const enter = (client: HashClient): Promise<void> => {
    const history = historyOf(client.name);
    const turn = turnOf(history, client);
    if (isFullFor(turn)) return Promise.reject(busy());
    history.hashes += 1;
    const begin = (): void => void (history.place = undefined);
    if (running < concurrency) {
      running += 1;
      begin();
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => turnAway(queue.remove(waiting)), maxWaitMs).unref();
      const waiting: Waiting = { ...turn, history, timer, start: () => (begin(), resolve()), reject };
      queue.add(waiting);
      if (queue.size > maxQueued) turnAway(queue.takeMiddle());
    });
  };

  return {
    /** Before any other cost of a request. @throws Problem when the queue is full of others that go before */
    admit(client: HashClient): void {
      if (isFullFor(turnOf(historyOf(client.name), client))) throw busy();
    },

    /** @throws Problem when the queue is full of others that go before, or the wait is too long */
    async take<T>(client: HashClient, work: () => Promise<T>): Promise<T> {
      await enter(client);
      try {
        return await work();
      } finally {
        const next = queue.takeNext();
        if (next) {
          clearTimeout(next.timer);
          next.start();
        } else running -= 1;
      }
    },
  };
}

function clientHistories(now: () => EpochMs): (name: string) => History {
  const histories = new LRUCache<string, History>(entryLimit(REMEMBERED));
  return (name) => {
    const history = histories.get(name) ?? { hashes: 0, at: now(), place: undefined };
    history.hashes *= 0.5 ** ((now() - history.at) / HALF_LIFE);
    history.at = now();
    histories.set(name, history);
    return history;
  };
}

function turnAway({ history, place, timer, reject }: Waiting): void {
  clearTimeout(timer);
  history.hashes = Math.max(0, history.hashes - 1);
  history.place = Math.min(place, history.place ?? place);
  reject(busy());
}

const isBefore = (one: Turn, other: Turn): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.place < other.place);

/** Turns by rank, then place. */
class TurnList {
  readonly #waiting: Waiting[] = [];
  #isNewestNext = false;

  get size(): number {
    return this.#waiting.length;
  }

  add(waiting: Waiting): void {
    this.#waiting.splice(this.#indexOf(waiting), 0, waiting);
  }

  remove(waiting: Waiting): Waiting {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    return waiting;
  }

  /** The oldest and the newest of the lowest rank alternate. */
  takeNext(): Waiting | undefined {
    const isNewest = this.#isNewestNext;
    this.#isNewestNext = !isNewest;
    const lowest = this.#waiting[0]?.rank ?? 0;
    const index = isNewest && lowest >= 0 ? this.#waiting.findLastIndex(({ rank }) => rank === lowest) : 0;
    return this.#waiting.splice(index, 1)[0];
  }

  /** The middle one of the highest rank, so that the oldest and the newest stay. */
  takeMiddle(): Waiting {
    const { from, middle } = this.#highest();
    return this.#waiting.splice(Math.floor(from + middle), 1)[0]!;
  }

  /** Whether somebody who comes now would be turned away, or soon. */
  isInTheMiddle(turn: Turn): boolean {
    const highest = this.#waiting.at(-1)?.rank ?? -Infinity;
    if (turn.rank !== highest) return turn.rank > highest;
    const { from, middle } = this.#highest();
    return Math.abs(this.#indexOf(turn) - from - middle) <= middle / 2;
  }

  #indexOf(turn: Turn): number {
    const index = this.#waiting.findIndex((other) => isBefore(turn, other));
    return index < 0 ? this.#waiting.length : index;
  }

  /** Index of the first turn of the highest rank, and half the number of those turns. */
  #highest(): { from: number; middle: number } {
    const highest = this.#waiting.at(-1)?.rank;
    const from = this.#waiting.findIndex(({ rank }) => rank === highest);
    return { from, middle: (this.#waiting.length - from) / 2 };
  }
}
