/** Budgets of lines, then types and format beside lint, which takes as long as both. `--rooms` prints the budgets. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { checkBudgets } from './budgets.ts';

const TYPES = ['typescript-native/bin/tsc', '--noEmit'];

/** Each list one after the other; the lists side by side. */
const LISTS = [
  [
    [...TYPES, '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.json'],
    [...TYPES, '-p', 'generator/site/browser'],
    ['prettier/bin/prettier.cjs', '--check', '--cache', '--cache-location', 'node_modules/.cache/prettier.json', '.'],
  ],
  [['eslint/bin/eslint.js', '--cache', '--cache-location', 'node_modules/.cache/eslint/', '.']],
];

async function passes([tool, ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [`node_modules/${tool}`, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

async function allPass(list: readonly (readonly string[])[]): Promise<boolean> {
  for (const tool of list) if (!(await passes(tool))) return false;
  return true;
}

const isWithin = checkBudgets(process.argv.includes('--rooms'));
const results = await Promise.all(LISTS.map(allPass));
process.exitCode = isWithin && results.every(Boolean) ? 0 : 1;
