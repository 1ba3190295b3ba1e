/** The histogram of times by route, from counts: prom-client's own takes one observation at a time. */
import type { Metric } from 'prom-client';
import { SECOND } from '#core/time.ts';
import type { RequestCounts, RouteCounts } from './request-counts.ts';
import { LATENCY_BOUNDS } from './request-counts.ts';

const NAME = 'hiposantr_request_duration_seconds';

interface Value {
  metricName: string;
  labels: Record<string, string>;
  value: number;
}

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
