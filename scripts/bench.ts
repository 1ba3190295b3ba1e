/**
 * Benchmarks: ratios measured side by side in one run, never a pass or fail.
 *
 *   npm run bench [-- NAME] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { benchAssociation } from './bench/association.ts';
import type { Finding } from './bench/comparison.ts';
import { comparisonFinding } from './bench/comparison.ts';
import { benchList } from './bench/list.ts';

const BENCHES: Record<string, () => Promise<Finding[]>> = {
  association: benchAssociation,
  list: async () => (await benchList()).map(comparisonFinding),
};

const program = new Command()
  .argument('[name]', `one of ${Object.keys(BENCHES).join(', ')}; all when left out`)
  .addOption(new Option('--json <file>', 'write the rows there as {name, ratio, spread, goal, met}'))
  .parse();

const [name] = program.args;
if (name !== undefined && !BENCHES[name])
  program.error(`there is no benchmark "${name}"; there is ${Object.keys(BENCHES).join(', ')}`);
const rows = [];
for (const [one, run] of Object.entries(BENCHES)) {
  if (name !== undefined && name !== one) continue;
  for (const { row, text } of await run()) {
    rows.push(row);
    process.stdout.write(`${text}\n`);
  }
}
const { json } = program.opts<{ json?: string }>();
if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, null, 1)}\n`);
