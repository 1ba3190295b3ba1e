/** The metrics of one serving process, read when they are asked for. */
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { ANSWERS } from '#core/paths.ts';
import { type EpochMs, parseInstant, SECOND } from '#core/time.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import type { AnswerMemory } from '../http/answer-memory.ts';
import { type RequestCounts, requestDurations } from './request-counts.ts';
import type { DecisionCounts } from '../access/quota/meter.ts';

export interface Measured {
  requests: RequestCounts;
  decisions: DecisionCounts;
  dataset: Pick<Dataset, 'peek' | 'loads' | 'requests' | 'cachedBytes'>;
  answers: Pick<AnswerMemory, 'answers' | 'bytes' | 'refused' | 'ended'>;
}

/** How values of several processes become one. */
type Aggregator = 'sum' | 'min' | 'max';

type Value = [labels: Record<string, string>, value: number];

interface Description {
  name: string;
  help: string;
  labelNames?: string[];
}

/** Metrics of the process itself too (`process_…`, `nodejs_…`). */
export function processMetrics(measured: Measured): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRequests(registry, measured);
  addAnswers(registry, measured);
  addDataset(registry, measured);
  return registry;
}

/** In one of several processes: answers the first one's requests for metrics, with none until they are set. */
export function answerForFirstProcess(): (measured: Measured) => void {
  AggregatorRegistry.setRegistries([]);
  void new AggregatorRegistry();
  return (measured) => AggregatorRegistry.setRegistries(processMetrics(measured));
}

function counter(registry: Registry, description: Description, read: () => Value[]): void {
  const metric = new Counter({
    ...{ labelNames: [], ...description, registers: [] },
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  });
  registry.registerMetric(metric);
}

function gauge(registry: Registry, description: Description & { aggregator: Aggregator }, read: () => Value[]): void {
  const metric = new Gauge({
    ...{ labelNames: [], ...description, registers: [] },
    collect() {
      this.reset();
      // Without labels, the reset leaves 0 behind.
      if (!description.labelNames) this.remove();
      for (const [labels, value] of read()) this.set(labels, value);
    },
  });
  registry.registerMetric(metric);
}

function addRequests(registry: Registry, { requests, decisions }: Measured): void {
  gauge(registry, { name: 'hiposantr_serving_processes', help: 'Processes that serve.', aggregator: 'sum' }, () => [
    [{}, 1],
  ]);
  counter(registry, { name: 'hiposantr_requests_total', help: 'Responses.', labelNames: ['route', 'status'] }, () =>
    [...requests.routes].flatMap(([route, { statuses }]) =>
      [...statuses.entries()].flatMap(([status, count]): Value[] =>
        count > 0 ? [[{ route, status: String(status) }, count]] : [],
      ),
    ),
  );
  registry.registerMetric(requestDurations(requests));
  counter(
    registry,
    { name: 'hiposantr_quota_decisions_total', help: 'Decisions about quotas.', labelNames: ['decision'] },
    () => Object.entries(decisions).map(([decision, count]): Value => [{ decision }, count as number]),
  );
}

function addAnswers(registry: Registry, { answers }: Measured): void {
  gauge(
    registry,
    { name: 'hiposantr_answers', help: 'Answers not yet taken by their clients.', aggregator: 'sum' },
    () => [[{}, answers.answers]],
  );
  gauge(registry, { name: 'hiposantr_answer_bytes', help: 'Memory that they hold.', aggregator: 'sum' }, () => [
    [{}, answers.bytes],
  ]);
  counter(registry, { name: 'hiposantr_answers_refused_total', help: 'Answers refused for want of memory.' }, () => [
    [{}, answers.refused],
  ]);
  counter(
    registry,
    { name: 'hiposantr_answers_ended_total', help: 'Answers ended because their clients were slow.' },
    () => [[{}, answers.ended]],
  );
}

function addDataset(registry: Registry, { dataset }: Measured): void {
  const of = (read: (snapshot: Snapshot) => Value[]) => (): Value[] => {
    const snapshot = dataset.peek();
    return snapshot ? read(snapshot) : [];
  };
  counter(registry, { name: 'hiposantr_shard_requests_total', help: 'Shards and segments asked for.' }, () => [
    [{}, dataset.requests],
  ]);
  counter(registry, { name: 'hiposantr_shard_loads_total', help: 'Shards that no cache held.' }, () => [
    [{}, dataset.loads],
  ]);
  gauge(
    registry,
    { name: 'hiposantr_dataset_cache_bytes', help: 'Memory of cached files of the dataset.', aggregator: 'sum' },
    () => [[{}, dataset.cachedBytes]],
  );
  gauge(
    registry,
    { name: 'hiposantr_dataset_as_of_seconds', help: 'When the served dataset was built.', aggregator: 'min' },
    of(({ manifest }) => [[{}, manifest.asOf / SECOND]]),
  );
  gauge(
    registry,
    { name: 'hiposantr_dataset_earthquakes', help: 'Earthquakes of the served dataset.', aggregator: 'min' },
    of(({ manifest }) => [[{}, manifest.shards.reduce((sum, { count }) => sum + count, 0)]]),
  );
  gauge(
    registry,
    { name: 'hiposantr_dataset_faults', help: 'Files that are missing or damaged.', aggregator: 'max' },
    of(({ faults }) => [[{}, faults.length]]),
  );
  gauge(
    registry,
    {
      name: 'hiposantr_clock_offset_seconds',
      help: 'By which the clock of the updater is behind the agencies, from 5 minutes on; else 0.',
      aggregator: 'max',
    },
    of((snapshot) => [[{}, statusOf(snapshot)?.clock_offset_seconds ?? 0]]),
  );
  addSources(registry, of);
}

function addSources(registry: Registry, of: (read: (snapshot: Snapshot) => Value[]) => () => Value[]): void {
  const labelNames = ['source'];
  const live = (read: (source: Source) => number | undefined) =>
    of((snapshot) =>
      sourcesOf(snapshot).flatMap((source): Value[] => {
        const value = source.live ? read(source) : undefined;
        return value === undefined ? [] : [[{ source: source.name }, value]];
      }),
    );
  gauge(
    registry,
    {
      name: 'hiposantr_source_last_success_seconds',
      help: 'Last sound answer of a feed; 0: none yet.',
      labelNames,
      aggregator: 'min',
    },
    live(({ last_success }) => secondsOf(last_success) ?? 0),
  );
  gauge(
    registry,
    { name: 'hiposantr_source_failing', help: '1: the last attempt failed.', labelNames, aggregator: 'max' },
    live(({ error }) => (error === null ? 0 : 1)),
  );
  gauge(
    registry,
    { name: 'hiposantr_source_quarantined', help: '1: documents are held back.', labelNames, aggregator: 'max' },
    live(({ quarantine = [] }) => (quarantine.length > 0 ? 1 : 0)),
  );
  const totals = [
    ['rows_read', 'Rows of documents.'],
    ['rows_rejected', 'Rows that could not be used.'],
    ['documents_quarantined', 'Documents that were held back.'],
  ] as const;
  // Every process reads these counters from the same dataset, so they are not summed.
  for (const [field, help] of totals)
    gauge(
      registry,
      { name: `hiposantr_source_${field}_total`, help, labelNames, aggregator: 'max' },
      live((source) => source[field]),
    );
}

interface Source {
  name: string;
  live: boolean;
  last_success: string | null;
  error: string | null;
  quarantine?: unknown[];
  rows_read?: number;
  rows_rejected?: number;
  documents_quarantined?: number;
}

interface Status {
  clock_offset_seconds?: number;
  sources: Source[];
}

function statusOf(snapshot: Snapshot): Status | undefined {
  const status = snapshot.stored(ANSWERS.status);
  return status && (JSON.parse(Buffer.from(status.bytes).toString('utf8')) as Status);
}

const sourcesOf = (snapshot: Snapshot): Source[] => statusOf(snapshot)?.sources ?? [];

/** Unix time; undefined for a feed that has never given a sound answer. */
function secondsOf(instant: string | null): number | undefined {
  const at: EpochMs | undefined = instant === null ? undefined : parseInstant(instant);
  return at === undefined ? undefined : at / SECOND;
}
