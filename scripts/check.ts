/** Budgets of lines, types, lint, look-ups and format. `--rooms` prints the budgets. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { checkBudgets } from './budgets.ts';
import { unsafeLookUps } from './lint/own-lookups.ts';

const PROJECTS = ['tsconfig.json', 'generator/site/browser/tsconfig.json'];

/** `--type-check` reports what `tsc` does. */
const TOOLS = [
  ['oxlint', '--type-aware', '--type-check', '--quiet'],
  ['oxfmt', '--check', '.'],
];

async function passes([tool, ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [`node_modules/${tool}/bin/${tool}`, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

function checkLookUps(): boolean {
  const found = PROJECTS.flatMap(unsafeLookUps);
  for (const each of found)
    process.stdout.write(`${each}: the word may be \`constructor\`: look it up in a Map or by ownValue.\n`);
  return found.length === 0;
}

const isWithin = checkBudgets(process.argv.includes('--rooms'));
const tools = TOOLS.map(passes);
const areSafe = checkLookUps();
process.exitCode = isWithin && areSafe && (await Promise.all(tools)).every(Boolean) ? 0 : 1;
