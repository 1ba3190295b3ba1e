/** Each rule of docs/operations/alerts.yml, by Prometheus' own `promtool`, over series that a gateway exports. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ENDPOINT_PATHS } from '#core/endpoints.ts';
import { DecisionCounts } from '../gateway/access/quota/meter.ts';
import { Dataset } from '../gateway/dataset/dataset.ts';
import { AnswerMemory } from '../gateway/http/answer-memory.ts';
import { processMetrics } from '../gateway/metrics/process-metrics.ts';
import { RequestCounts } from '../gateway/metrics/request-counts.ts';
import { memoryReader, syntheticDataset } from './support/dataset.ts';
import { temporaryFolder } from './support/temporary.ts';

const RULES = join(import.meta.dirname, '../docs/operations/alerts.yml');
const TARGET = 'instance="127.0.0.1:9461",job="hiposantr"';
/** Rules and series start at time 0; one value a minute, four hours. */
const MINUTES = 240;

/** Values of each series, in the notation of promtool. */
type Series = ReadonlyMap<string, string>;

const skip = spawnSync('promtool', ['--version']).status === 0 ? false : 'promtool (of prometheus) is not there';

/** What a gateway without a fault exports: each value stays, the times of success go on with the clock. */
async function healthySeries(): Promise<Series> {
  const dataset = new Dataset(memoryReader(syntheticDataset({ count: 50 }).files), { pollIntervalMs: Infinity });
  await dataset.refresh();
  const requests = new RequestCounts(ENDPOINT_PATHS);
  for (const path of ['/api.php', '/export.php']) requests.add(path, 200, 3);
  const registry = processMetrics({
    ...{ requests, decisions: new DecisionCounts(), dataset, answers: new AnswerMemory(), connections: { open: 0 } },
    folders: { DIST_DIR: import.meta.dirname },
  });
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const series = lines.map((line): [string, string] => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
    const values = /as_of|last_success/.test(name!) ? `0+60x${MINUTES}` : constant(Number(value) || 0);
    return [`${name}{${labels}${labels && ','}${TARGET}}`, values];
  });
  return new Map([[`up{${TARGET}}`, constant(1)], ...series]);
}

const constant = (value: number): string => `${value}+0x${MINUTES}`;
const growing = (aMinute: number): string => `0+${aMinute}x${MINUTES}`;

/** @param name the start of the names of series; undefined as values: they are not exported. */
function changed(series: Series, name: RegExp, values: string | undefined): Series {
  const names = [...series.keys()].filter((one) => name.test(one));
  assert.ok(names.length > 0, `${name} is exported`);
  const others = [...series].filter(([one]) => !names.includes(one));
  return new Map([...others, ...(values === undefined ? [] : names.map((one): [string, string] => [one, values]))]);
}

const AGENCIES = 3;

/** What happens, and the alerts of four hours later with their number. */
const CASES: [event: string, change: (series: Series) => Series, firing: Record<string, number>][] = [
  ['nothing', (series) => series, {}],
  ['the gateway is gone', (series) => changed(series, /^up/, constant(0)), { GatewayDown: 1 }],
  ['no dataset', (series) => changed(series, /^hiposantr_dataset_as_of/, undefined), { NoDataset: 1 }],
  ['no new dataset', (series) => changed(series, /^hiposantr_dataset_as_of/, constant(0)), { DatasetStale: 1 }],
  ['another catalogue', (series) => changed(series, /^hiposantr_publication/, constant(1)), { PublicationRefused: 1 }],
  ['damaged files', (series) => changed(series, /^hiposantr_dataset_faults/, constant(2)), { DatasetDamaged: 1 }],
  ['a faulty earthquake', (series) => changed(series, /^hiposantr_faulty/, constant(1)), { FaultyEarthquakes: 1 }],
  ['a clock behind', (series) => changed(series, /^hiposantr_clock/, constant(3600)), { ClockWrong: 1 }],
  ['a clock ahead', (series) => changed(series, /^hiposantr_clock/, constant(-400)), { ClockWrong: 1 }],
  [
    'an agency silent since the start',
    (series) => changed(series, /last_success.*kandilli/, constant(0)),
    { SourceSilent: 1 },
  ],
  [
    'every agency silent',
    (series) => changed(series, /last_success/, constant(0)),
    { SourceSilent: AGENCIES, AllSourcesSilent: 1 },
  ],
  [
    'documents quarantined',
    (series) => changed(series, /^hiposantr_source_quarantined.*afad/, constant(1)),
    { SourceQuarantined: 1 },
  ],
  [
    'a changed format: a third of the rows are unusable',
    (series) => changed(changed(series, /rows_read.*afad/, growing(30)), /rows_rejected.*afad/, growing(10)),
    { SourceRejects: 1 },
  ],
  [
    'a tenth of the rows are unusable',
    (series) => changed(changed(series, /rows_read.*afad/, growing(30)), /rows_rejected.*afad/, growing(3)),
    {},
  ],
  [
    'errors of the server',
    (series) => new Map([...series, [`hiposantr_requests_total{route="/rss",status="503",${TARGET}}`, growing(1)]]),
    { ServerErrors: 1 },
  ],
  [
    'the count of requests cannot be written',
    (series) => changed(series, /quota_decisions.*unavailable/, growing(1)),
    { QuotaUnavailable: 1 },
  ],
  ['answers that nobody reads', (series) => changed(series, /answers_refused/, growing(1)), { AnswersRefused: 1 }],
  [
    'slow lists',
    (series) => changed(series, /seconds_bucket\{le="(?:\+Inf|10)",route="\/api.php/, growing(9)),
    { SlowAnswers: 1 },
  ],
  ['slow exports', (series) => changed(series, /seconds_bucket\{le="(?:\+Inf|10)",route="\/export/, growing(9)), {}],
  ['a full disk', (series) => changed(series, /disk_free/, constant(0.05)), { DiskNearlyFull: 1 }],
  ['a busy process', (series) => changed(series, /eventloop_lag_p99/, constant(0.7)), { EventLoopBlocked: 1 }],
];

test('each alert fires for its event and for no other', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  cpSync(RULES, join(folder, 'alerts.yml'));
  const healthy = changed(await healthySeries(), /disk_free/, constant(0.5));
  const tests = CASES.map(([event, change, firing]) => ({
    ...{ name: event, interval: '1m' },
    input_series: [...change(healthy)].map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '4h',
        exp_samples: Object.entries(firing).map(([alertname, value]) => ({
          labels: `{alertname="${alertname}"}`,
          value,
        })),
      },
    ],
  }));
  // JSON is YAML.
  writeFileSync(
    join(folder, 'test.yml'),
    JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '5m', tests }),
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'test.yml'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
  const provoked = new Set(CASES.flatMap(([, , firing]) => Object.keys(firing)));
  const names = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  assert.deepEqual([...provoked].sort(), names.sort(), 'each rule has an event');
});
