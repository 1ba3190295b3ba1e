/** The files in docs/operations/ against the program. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createRequestGuard } from '../gateway/access/guard.ts';
import { ENDPOINT_PATHS } from '../gateway/app.ts';
import { openDataset } from '../gateway/dataset/dataset.ts';
import { processMetrics } from '../gateway/metrics/process-metrics.ts';
import { RequestCounts } from '../gateway/metrics/request-counts.ts';
import { memoryReader, syntheticDataset } from './support/dataset.ts';

const read = (name: string): string => readFileSync(new URL(`../docs/operations/${name}`, import.meta.url), 'utf8');

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

test('alert rules, the dashboard and the documentation name metrics that exist, and every one of ours', async () => {
  const dataset = openDataset(memoryReader(syntheticDataset({ count: 50 }).files), { pollIntervalMs: Infinity });
  await dataset.refresh();
  const requests = new RequestCounts(ENDPOINT_PATHS);
  const { decisions } = createRequestGuard({ metering: undefined, now: Date.now, log: () => {} });
  const registry = processMetrics({ requests, decisions, dataset });
  const exported = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  // Of Prometheus itself.
  exported.add('up');
  const { panels } = JSON.parse(read('grafana.json')) as Dashboard;
  const rules = [...read('alerts.yml').matchAll(/expr: (?:>-\n)?([\s\S]*?)\n +for:/g)].map(([, expr]) => expr!);
  assert.ok(rules.length >= 10 && panels.length >= 12);
  const inExpressions = namesIn([...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]);
  assert.deepEqual(
    [...inExpressions].filter((name) => !exported.has(name)),
    [],
  );
  const ours = [...exported].filter((name) => name.startsWith('hiposantr_'));
  const documented = namesIn([readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')]);
  assert.deepEqual(
    ours.filter((name) => !documented.has(name)),
    [],
  );
  assert.deepEqual(
    [...documented].filter((name) => !exported.has(name)),
    [],
  );
});

const namesIn = (texts: string[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\b(?:hiposantr|process|nodejs)_[a-z0-9]+(?:_[a-z0-9]+)*\b|\bup(?=\{)/g)].map(([name]) =>
        name.replace(/(?<=duration_seconds)_(?:bucket|sum|count)$/, ''),
      ),
    ),
  );
