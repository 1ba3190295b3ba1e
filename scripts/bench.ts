/**
 * Benchmarks: ratios measured side by side in one run, never a pass or fail.
 *
 *   npm run bench [-- NAME] [--json FILE] [--data FOLDER] [--reports N] [--events N] [--dist FOLDER]
 *     [--catalogue FILE] [--plots FOLDER]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sharedData } from '../test/support/shared-data.ts';
import { benchReal } from './bench/association/real.ts';
import { benchSpeed } from './bench/association/speed.ts';
import { benchSynthetic } from './bench/association/synthetic-table.ts';
import type { BenchOptions, Finding, BenchRow } from './bench/findings.ts';
import { benchAlerts } from './bench/alerts.ts';
import { benchFairness } from './bench/fairness.ts';
import { benchHeadline } from './bench/headline.ts';
import { benchMagnitudes } from './bench/magnitudes/magnitudes.ts';
import { benchMap } from './bench/map/map.ts';
import { benchMetering } from './bench/metering.ts';
import { benchMinute } from './bench/minute.ts';
import { benchStreams } from './bench/streams.ts';
import { benchSite } from './bench/site.ts';
import { syntheticDist } from './bench/speed/catalogue.ts';
import { benchGatewaySpeed } from './bench/speed/speed.ts';

/** Findings, and text that is only printed. */
type Bench = (options: BenchOptions) => AsyncIterable<Finding | string>;

const BENCHES: Record<string, Bench> = {
  /** Quality and speed, on synthetic reports of known truth and on the agencies' real files. */
  association: async function* ({ data, reports }) {
    yield* benchSynthetic();
    yield* benchSpeed(reports);
    yield* benchReal(data);
  },
  speed: benchGatewaySpeed,
  fairness: benchFairness,
  /** Frames of the map of all years in Chromium. */
  map: ({ dist, events = 1_000_000 }) => benchMap(dist ?? syntheticDist(events)),
  /** First row and bytes of the list's page on slow networks. */
  site: ({ dist, events = 20_000 }) => benchSite(dist ?? syntheticDist(events)),
  metering: benchMetering,
  /** Bytes and CPU time of a build with some new rows. */
  minute: ({ catalogue, events = 10_000 }) =>
    benchMinute(catalogue ?? join(syntheticDist(events), '../data/catalog.db')),
  magnitudes: benchMagnitudes,
  /** Headlines minute by minute on six real days. */
  headline: benchHeadline,
  streams: benchStreams,
  /** With `--dist` of real data also a day of February 2023. */
  alerts: benchAlerts,
};

function manyReports(text: string): number {
  if (!/^\d{4,8}$/.test(text)) throw new InvalidArgumentError('it must be a whole number from 1000 to 99999999.');
  return Number(text);
}

const program = new Command()
  .argument('[name]', `one of ${Object.keys(BENCHES).join(', ')}; all when left out`)
  .addOption(new Option('--json <file>', 'write the rows there as {name, ratio, spread, goal, met}'))
  .option('--data <folder>', "the agencies' real data, for association", sharedData)
  .option(
    '--events <number>',
    'how many earthquakes speed and map (1,000,000) and fairness (200,000) are measured over',
    manyReports,
  )
  .option('--dist <folder>', 'a dataset for map and site; by default a synthetic one is made')
  .option('--reports <number>', 'how many reports are associated for speed', manyReports, 1_000_000)
  .option('--catalogue <file>', 'catalog.db of a run of real-data for magnitudes, of any for minute')
  .option('--plots <folder>', 'where magnitudes and headline draw the plots of docs/magnitudes.md and docs/the-day.md')
  .parse();

const [name] = program.args;
if (name !== undefined && !BENCHES[name])
  program.error(`there is no benchmark "${name}"; there is ${Object.keys(BENCHES).join(', ')}`);
const { json, ...options } = program.opts<BenchOptions & { json?: string }>();
const rows: BenchRow[] = [];
for (const [one, run] of Object.entries(BENCHES)) {
  if (name !== undefined && name !== one) continue;
  for await (const finding of run(options)) {
    if (typeof finding !== 'string') rows.push(finding.row);
    process.stdout.write(`${typeof finding === 'string' ? finding : finding.text}\n`);
  }
}
if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, null, 1)}\n`);
