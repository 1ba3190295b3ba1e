/** Responses and their times by route. */
import { Counter, Histogram } from 'prom-client';
import { SECOND } from '#core/time.ts';

/** Upper bounds in ms, inclusive. */
export const LATENCY_BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000];

const ACCOUNT = '/account/';
/** Everything that is not an endpoint: the files of the dataset, and paths that do not exist. */
const FILES = 'files';

export class RequestCounts {
  readonly responses = new Counter({
    ...{ name: 'hiposantr_requests_total', help: 'Responses.', registers: [] },
    labelNames: ['route', 'status'],
  });
  readonly durations = new Histogram({
    ...{ name: 'hiposantr_request_duration_seconds', help: 'Time until an answer was ready.', registers: [] },
    ...{ labelNames: ['route'], buckets: LATENCY_BOUNDS.map((bound) => bound / SECOND) },
  });
  readonly #paths: ReadonlySet<string>;

  /** @param paths of the endpoints */
  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
  }

  /** @param target path and query @param took ms until the answer was ready */
  add(target: string, status: number, took: number): void {
    const route = this.routeOf(target);
    this.responses.inc({ route, status });
    this.durations.observe({ route }, took / SECOND);
  }

  routeOf(target: string): string {
    const path = target.split('?', 1)[0]!;
    if (this.#paths.has(path)) return path;
    return /^\/account(?:\/|$)/.test(path) ? ACCOUNT : FILES;
  }
}
