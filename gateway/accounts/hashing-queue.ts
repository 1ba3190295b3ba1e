/** Whose password is hashed next: a few at once, some wait, and who has tried least goes first. */
import { Problem } from './problems.ts';

export interface HashQueueLimits {
  concurrency: number;
  maxQueued: number;
}

export type HashQueue = ReturnType<typeof createHashQueue>;

interface Waiting {
  rank: number;
  go(): void;
  refuse(problem: Problem): void;
}

const busy = (): Problem => new Problem('busy', { headers: { 'Retry-After': '30' } });

/** One at once: on two processors the other one goes on serving. Half a minute is what the last one waits. */
export function createHashQueue(
  { concurrency: atOnce, maxQueued: waiting }: HashQueueLimits = { concurrency: 1, maxQueued: 500 },
) {
  let running = 0;
  /** The next one first. */
  const queue: Waiting[] = [];

  const enter = (rank: number): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((go, refuse) => {
      const place = queue.findIndex((other) => other.rank > rank);
      queue.splice(place < 0 ? queue.length : place, 0, { rank, go, refuse });
      // Who has tried most makes room.
      if (queue.length > waiting) queue.pop()?.refuse(busy());
    });
  };

  return {
    /**
     * @param rank the lower, the sooner
     * @throws Problem when too many wait who have tried less
     */
    async take<T>(rank: number, work: () => Promise<T>): Promise<T> {
      await enter(rank);
      try {
        return await work();
      } finally {
        // The place goes to the next one, or becomes free.
        const next = queue.shift();
        if (next) next.go();
        else running -= 1;
      }
    },
  };
}
