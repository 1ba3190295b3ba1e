/** Queue of password hashes, ordered by the number of attempts of their clients. */
import { Problem } from './problems.ts';

export interface HashQueueLimits {
  concurrency: number;
  maxQueued: number;
}

export type HashQueue = ReturnType<typeof createHashQueue>;

interface Waiting {
  rank: number;
  start(): void;
  reject(problem: Problem): void;
}

const busy = (): Problem => new Problem('busy', { headers: { 'Retry-After': '30' } });

/** One at a time, so that of two processors one keeps serving. The last of 500 waits about half a minute. */
export function createHashQueue({ concurrency, maxQueued }: HashQueueLimits = { concurrency: 1, maxQueued: 500 }) {
  let running = 0;
  const queue: Waiting[] = [];

  const enter = (rank: number): Promise<void> => {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((start, reject) => {
      const index = queue.findIndex((other) => other.rank > rank);
      queue.splice(index < 0 ? queue.length : index, 0, { rank, start, reject });
      if (queue.length > maxQueued) queue.pop()?.reject(busy());
    });
  };

  return {
    /**
     * @param rank lower ones first
     * @throws Problem when the queue is full of lower ranks
     */
    async take<T>(rank: number, work: () => Promise<T>): Promise<T> {
      await enter(rank);
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next.start();
        else running -= 1;
      }
    },
  };
}
