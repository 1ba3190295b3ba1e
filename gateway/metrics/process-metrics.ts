/** The metrics of a gateway, read when they are asked for. */
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from 'prom-client';
import { REFUSED } from '#core/paths.ts';
import { parseInstant, SECOND } from '#core/time.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import type { AnswerMemory } from '../http/answer-memory.ts';
import type { RequestCounts } from './request-counts.ts';
import type { DecisionCounts } from '../access/quota/meter.ts';
import type { AlertCounts } from '../alerts/alerts.ts';

export interface Measured {
  requests: RequestCounts | undefined;
  decisions: DecisionCounts;
  dataset: Pick<Dataset, 'builtAt' | 'files' | 'peek'>;
  answers: Pick<AnswerMemory, 'answers' | 'bytes' | 'refused' | 'ended'>;
  connections: { open: number };
  /** By the setting that names each. */
  folders: Readonly<Record<string, string>>;
  /** Of the alerts, where they run in this process. */
  alerts?: () => Promise<AlertCounts>;
}

type Value = [labels: Record<string, string>, value: number];

/** A number for a metric without labels; undefined: it has no value. */
type Read = () => Value[] | number | undefined | Promise<Value[] | number | undefined>;

/** One that ends in `_total` is a counter, as Prometheus' conventions have it; any other a gauge. */
type AddMetric = (about: [name: string, help: string, ...labelNames: string[]], read: Read) => void;

/** Metrics of the process itself too (`process_…`, `nodejs_…`). */
export function processMetrics(measured: Measured): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const add: AddMetric = ([name, help, ...labelNames], read) =>
    registry.registerMetric(metricOf({ name: `hiposantr_${name}`, help, labelNames, registers: [] }, read));
  if (measured.requests) registry.registerMetric(measured.requests.responses);
  if (measured.requests) registry.registerMetric(measured.requests.durations);
  addRequests(add, measured);
  addDataset(add, measured);
  if (measured.alerts) addAlerts(add, measured.alerts);
  const free = 'Part of the disk of a folder that is free, 0 to 1.';
  const refused = '1: the generator does not replace DIST_DIR, which is of another catalogue or a later state.';
  add(['publication_refused', refused], () => refusals(measured.folders));
  add(['disk_free_ratio', free, 'setting'], () => freeRatios(measured.folders));
  return registry;
}

/** No value without the folder of a generator. */
const refusals = ({ DIST_DIR: dist }: Measured['folders']): number | undefined =>
  dist === undefined ? undefined : Number(existsSync(join(dist, REFUSED)));

/** As `df` has it: without the blocks that are kept for root. A folder that is not there has no value. */
const freeRatios = (folders: Measured['folders']): Value[] =>
  Object.entries(folders).flatMap(([setting, folder]): Value[] => {
    if (!existsSync(folder)) return [];
    const { blocks, bfree, bavail } = statfsSync(folder);
    return [[{ setting }, bavail / (blocks - bfree + bavail)]];
  });

function metricOf(about: { name: string; help: string; labelNames: string[]; registers: [] }, read: Read): Metric {
  const values = async (): Promise<Value[]> => {
    const found = (await read()) ?? [];
    return typeof found === 'number' ? [[{}, found]] : found;
  };
  if (about.name.endsWith('_total'))
    return new Counter({
      ...about,
      async collect() {
        const found = await values();
        this.reset();
        for (const [labels, value] of found) this.inc(labels, value);
      },
    });
  return new Gauge({
    ...about,
    async collect() {
      const found = await values();
      this.reset();
      // Without labels, the reset leaves 0 behind.
      if (about.labelNames.length === 0) this.remove();
      for (const [labels, value] of found) this.set(labels, value);
    },
  });
}

function addRequests(add: AddMetric, { decisions, answers, connections }: Measured): void {
  add(['serving_processes', 'Processes that serve.'], () => 1);
  add(['quota_decisions_total', 'Decisions about quotas.', 'decision'], () =>
    Object.entries(decisions).map(([decision, count]): Value => [{ decision }, count as number]),
  );
  add(['answers', 'Answers not yet taken by their clients.'], () => answers.answers);
  add(['answer_bytes', 'Memory that they hold.'], () => answers.bytes);
  add(['streams', 'Connections that stay open.'], () => connections.open);
  add(['answers_refused_total', 'Answers refused for want of memory.'], () => answers.refused);
  add(['answers_ended_total', 'Answers ended because their clients were slow.'], () => answers.ended);
}

/** All are asked for at the same time, and answered by one message. */
function addAlerts(add: AddMetric, read: () => Promise<AlertCounts>): void {
  let reading: Promise<AlertCounts | undefined> | undefined;
  const of = (valueOf: (counts: AlertCounts) => Value[] | number) => async () => {
    const counts = await (reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
    return counts && valueOf(counts);
  };
  const queued = of((counts) => counts.queued);
  add(['alerts_queued', 'Messages that wait, of all gateways.'], queued);
  const attempts = of((counts) =>
    Object.entries(counts.attempts).map(([outcome, count]): Value => [{ outcome }, count as number]),
  );
  add(['alert_attempts_total', 'Attempts to deliver a message.', 'outcome'], attempts);
  const passedOver = of((counts) => counts.passedOver);
  add(['alert_unreadable_changes_total', 'Changes that were passed over.'], passedOver);
  const overBudget = of((counts) => counts.overBudget);
  add(['alert_over_budget_total', 'Earthquakes of one agency alone beyond its budget of urgent messages.'], overBudget);
}

function addDataset(add: AddMetric, { dataset }: Measured): void {
  const of = (read: (snapshot: Snapshot) => number | Value[]) => () => {
    const snapshot = dataset.peek();
    return snapshot && read(snapshot);
  };
  add(['shard_requests_total', 'Shards and segments asked for.'], () => dataset.files.requests);
  add(['shard_loads_total', 'Shards that no cache held.'], () => dataset.files.loads);
  add(['dataset_cache_bytes', 'Memory of cached files of the dataset.'], () => dataset.files.cachedBytes);
  const builtAt = (): number | undefined => dataset.peek() && dataset.builtAt && dataset.builtAt / SECOND;
  add(['dataset_as_of_seconds', 'When the served dataset was last built, also without a change.'], builtAt);
  const earthquakes = of(({ manifest }) => manifest.shards.reduce((sum, { count }) => sum + count, 0));
  add(['dataset_earthquakes', 'Earthquakes of the served dataset.'], earthquakes);
  add(
    ['dataset_faults', 'Files that are missing or damaged.'],
    of(({ faults }) => faults.length),
  );
  const offset = 'By which the clock of the updater is behind the agencies, from 5 minutes on; else 0.';
  const offsetOf = of((snapshot) => statusOf(snapshot)?.clock_offset_seconds ?? 0);
  add(['clock_offset_seconds', offset], offsetOf);
  add(
    ['faulty_earthquakes', 'Earthquakes that could not be composed or rendered, and are as they were.'],
    of((snapshot) => statusOf(snapshot)?.faulty_earthquakes ?? 0),
  );
  const live = (read: (source: Source) => number | undefined) =>
    of((snapshot) =>
      (statusOf(snapshot)?.sources ?? []).flatMap((source): Value[] => {
        const value = source.live ? read(source) : undefined;
        return value === undefined ? [] : [[{ source: source.name }, value]];
      }),
    );
  const lastSuccess = live(({ last_success: at }) => (at === null ? 0 : (parseInstant(at) ?? 0) / SECOND));
  add(['source_last_success_seconds', 'Last sound answer of a feed; 0: none yet.', 'source'], lastSuccess);
  const failing = live(({ error }) => (error === null ? 0 : 1));
  add(['source_failing', '1: the last attempt failed.', 'source'], failing);
  const quarantined = live(({ quarantine = [] }) => (quarantine.length > 0 ? 1 : 0));
  add(['source_quarantined', '1: documents are quarantined.', 'source'], quarantined);
  const totals = [
    ['rows_read', 'Rows of documents.'],
    ['rows_rejected', 'Rows that could not be used.'],
    ['documents_quarantined', 'Documents that were quarantined.'],
  ] as const;
  // A restored catalogue resets them.
  for (const [field, help] of totals)
    add(
      [`source_${field}_total`, help, 'source'],
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
  faulty_earthquakes?: number;
  clock_offset_seconds?: number;
  sources: Source[];
}

function statusOf(snapshot: Snapshot): Status | undefined {
  const { status } = snapshot;
  return status && (JSON.parse(Buffer.from(status.bytes).toString('utf8')) as Status);
}
