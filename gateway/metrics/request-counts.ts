/** Responses and their times by route, in plain arrays: cheap enough for answers that take a few microseconds. */
import { SECOND } from '#core/time.ts';
import type { Metric } from 'prom-client';

/** Upper bounds in ms, inclusive. */
export const LATENCY_BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000];

/** Statuses have three digits. */
const STATUSES = 1000;

export class RouteCounts {
  /** Responses by status. */
  readonly statuses = new Float64Array(STATUSES);
  /** Responses by the first bound that they do not exceed; the last ones exceed every bound. */
  readonly buckets = new Float64Array(LATENCY_BOUNDS.length + 1);
  /** Sum of all times, in ms. */
  total = 0;

  /** @param took ms until the answer was ready */
  add(status: number, took: number): void {
    let bucket = 0;
    while (bucket < LATENCY_BOUNDS.length && took > LATENCY_BOUNDS[bucket]!) bucket += 1;
    this.statuses[status]! += 1;
    this.buckets[bucket]! += 1;
    this.total += took;
  }
}

const ACCOUNT = '/account/';
/** Everything that is not an endpoint: the files of the dataset, and paths that do not exist. */
const FILES = 'files';

export class RequestCounts {
  readonly routes: ReadonlyMap<string, RouteCounts>;

  /** @param paths of the endpoints */
  constructor(paths: readonly string[]) {
    this.routes = new Map([...paths, ACCOUNT, FILES].map((route) => [route, new RouteCounts()]));
  }

  /** @param target path and query */
  of(target: string): RouteCounts {
    const path = target.split('?', 1)[0]!;
    return this.routes.get(path) ?? this.routes.get(/^\/account(?:\/|$)/.test(path) ? ACCOUNT : FILES)!;
  }
}

const NAME = 'hiposantr_request_duration_seconds';

interface Value {
  metricName: string;
  labels: Record<string, string>;
  value: number;
}

/** The histogram of times by route: prom-client's own takes one observation at a time. */
export function requestDurations({ routes }: RequestCounts): Metric {
  const get = () => ({
    name: NAME,
    help: 'Time until an answer was ready.',
    type: 'histogram',
    aggregator: 'sum',
    values: [...routes].flatMap(([route, counts]) => valuesOf(route, counts)),
  });
  // A registry calls nothing else.
  return { name: NAME, get } as unknown as Metric;
}

/** Cumulative, as the exposition format wants it. */
function valuesOf(route: string, { buckets, total }: RouteCounts): Value[] {
  let count = 0;
  const cumulative = [...buckets].map((bucket, index): Value => {
    const bound = LATENCY_BOUNDS[index];
    const le = bound === undefined ? '+Inf' : String(bound / SECOND);
    return { metricName: `${NAME}_bucket`, labels: { le, route }, value: (count += bucket) };
  });
  if (count === 0) return [];
  return [
    ...cumulative,
    { metricName: `${NAME}_sum`, labels: { route }, value: total / SECOND },
    { metricName: `${NAME}_count`, labels: { route }, value: count },
  ];
}
