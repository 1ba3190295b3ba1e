/**
 * Benchmarks: ratios measured side by side in one run, never a pass or fail.
 *
 *   npm run bench [-- NAME] [--json FILE] [--data FOLDER] [--events N] [--dist FOLDER] [--catalogue FILE]
 *     [--against CHECKOUT [--against-dist FOLDER] [--against-catalogue FILE]] [--only TEXT]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sharedData } from '../test/support/shared-data.ts';
import { benchReal } from './bench/association/real.ts';
import { benchSynthetic } from './bench/association/synthetic-table.ts';
import { benchBuild } from './bench/build.ts';
import { benchBlasts } from './bench/blasts.ts';
import type { BenchOptions, Finding, BenchRow } from './bench/figures.ts';
import { benchDay } from './bench/day.ts';
import { benchForecasts } from './bench/forecasts.ts';
import { benchMagnitudes } from './bench/magnitudes.ts';
import { benchMinute } from './bench/minute.ts';
import { benchPages } from './bench/pages.ts';
import { benchWalk } from './bench/walk.ts';
import { syntheticDist } from './bench/catalogue.ts';
import { benchGatewaySpeed } from './bench/speed.ts';

/** Findings, and text that is only printed. */
type Bench = (options: BenchOptions) => AsyncIterable<Finding | string>;

const BENCHES: Record<string, Bench> = {
  /** Quality, on synthetic reports of known truth and on the agencies' real files. */
  association: async function* ({ data }) {
    yield* benchSynthetic();
    yield* benchReal(data);
  },
  speed: benchGatewaySpeed,
  /** Of great earthquakes, beside simpler rules. */
  magnitudes: benchMagnitudes,
  /** Fitted on half of the years, checked on the other half. */
  blasts: benchBlasts,
  /** Of aftershocks: fitted on some years, checked on the others. */
  forecasts: benchForecasts,
  /** First row and bytes of the site in Chromium. */
  pages: ({ dist, events = 20_000 }) => benchPages(dist ?? syntheticDist(events)),
  /** Files and functions that a request passes. */
  walk: ({ dist, events = 20_000 }) => benchWalk(dist ?? syntheticDist(events)),
  /** Bytes and CPU time of a build with some new rows. */
  minute: ({ events = 10_000, ...options }) =>
    benchMinute(options.catalogue ?? catalogueOf(events), {
      ...options,
      againstCatalogue:
        options.againstCatalogue ??
        options.catalogue ??
        (options.against === undefined ? undefined : catalogueOf(events, options.against)),
    }),
  /** The commands as processes: ingest, full build, no row, a dozen rows. */
  build: benchBuild,
  /** The day of an M 7.8, hour by hour, with readers beside it (docs/the-day.md). */
  day: benchDay,
};

const catalogueOf = (events: number, checkout?: string): string =>
  join(syntheticDist(events, checkout), '../data/catalog.db');

function manyEvents(text: string): number {
  if (!/^\d{4,8}$/.test(text)) throw new InvalidArgumentError('it must be a whole number from 1000 to 99999999.');
  return Number(text);
}

const program = new Command()
  .argument('[name]', `one of ${Object.keys(BENCHES).join(', ')}; all when left out`)
  .addOption(new Option('--json <file>', 'write the rows there as {name, ratio, spread, goal, met}'))
  .option('--data <folder>', "the agencies' real data, for association", sharedData)
  .option('--events <number>', 'how many earthquakes speed (1,000,000) and others are measured over', manyEvents)
  .option('--hours <number>', 'of the day', Number, 6)
  .option('--dist <folder>', 'a ready dataset; by default a synthetic one is made')
  .option('--against <checkout>', 'another checkout, of a version before, for speed, minute and build: both in turn')
  .option('--against-dist <folder>', 'its ready dataset; by default it makes a synthetic one')
  .option('--against-catalogue <file>', 'its catalog.db, for minute and build')
  .option('--documents <folder>', 'what build ingests, by default synthetic documents')
  .option('--only <text>', 'rows of speed whose name has it')
  .option(
    '--catalogue <file>',
    'catalog.db for minute and (with --dist) build, by default a synthetic one; of real data for magnitudes, blasts and forecasts',
  )
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
