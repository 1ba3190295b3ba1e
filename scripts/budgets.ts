/**
 * Lines of each room of the program and what it may have at most. A number here may only fall; where one must rise, the
 * commit says why.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Room {
  name: string;
  /** Beginnings of paths; the first room that has a path counts it. */
  paths: readonly string[];
  /** Lines, inclusive. */
  most: number;
  /** What is aimed at. */
  goal: number;
}

export const ROOMS: readonly Room[] = [
  { name: 'tests', paths: ['test/'], most: 75_600, goal: 42_000 },
  {
    name: 'core, seismology, runtime',
    paths: ['generator/core/', 'generator/seismology/', 'generator/runtime/'],
    most: 11_195,
    goal: 5500,
  },
  { name: 'sources', paths: ['generator/sources/'], most: 6120, goal: 5800 },
  { name: 'HTTP client', paths: ['generator/http/'], most: 238, goal: 200 },
  { name: 'catalogue', paths: ['generator/catalog/'], most: 7620, goal: 6000 },
  { name: 'outputs and publish', paths: ['generator/outputs/', 'generator/publish/'], most: 7255, goal: 4200 },
  { name: 'site', paths: ['generator/site/'], most: 17_130, goal: 10_000 },
  { name: 'hosting', paths: ['generator/hosting/'], most: 867, goal: 700 },
  { name: 'rest of generator, bin', paths: ['generator/', 'bin/'], most: 3455, goal: 3000 },
  {
    name: 'accounts, access, store',
    paths: ['gateway/accounts/', 'gateway/access/', 'gateway/store/'],
    most: 7920,
    goal: 6000,
  },
  { name: 'alerts', paths: ['gateway/alerts/'], most: 3003, goal: 1900 },
  { name: 'rest of gateway', paths: ['gateway/'], most: 13_825, goal: 9900 },
  { name: 'scripts', paths: ['scripts/'], most: 10_282, goal: 5000 },
];

const COUNTED = /\.(?:ts|js|css|html|sql)$/;

/** Lines of each room, in the order of the table. @param files paths from the root, with their lines */
export function countRooms(files: Iterable<readonly [path: string, lines: number]>): number[] {
  const counts = ROOMS.map(() => 0);
  for (const [path, lines] of files) {
    const room = ROOMS.findIndex(({ paths }) => paths.some((start) => path.startsWith(start)));
    if (room >= 0 && COUNTED.test(path)) counts[room]! += lines;
  }
  return counts;
}

/** What is above its budget, a sentence a room. */
export const exceeded = (counts: readonly number[], rooms: readonly Room[] = ROOMS): string[] =>
  rooms.flatMap(({ name, most }, index) =>
    counts[index]! > most
      ? [`${name}: ${counts[index]} lines, at most ${most} (scripts/budgets.ts). Take something away, or say why not.`]
      : [],
  );

/** Files that git has or would add. @throws Error without git or outside of a repository */
function* listed(): Generator<readonly [string, number]> {
  const command = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const output = execFileSync('git', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  for (const path of output.split('\0').filter((one) => COUNTED.test(one)))
    yield [path, textOf(`${ROOT}${path}`).split('\n').length - 1];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Deleted, and not yet so in git.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Whether every room is within its budget. @param isWhole print the whole table */
export function checkBudgets(isWhole: boolean): boolean {
  let counts: number[];
  try {
    counts = countRooms(listed());
  } catch {
    process.stdout.write('The budgets of lines are not checked: this is no repository of git.\n');
    return true;
  }
  if (isWhole)
    for (const [index, { name, most, goal }] of ROOMS.entries())
      process.stdout.write(`${name.padEnd(26)}${counts[index]} lines, at most ${most}, goal ${goal}\n`);
  const sentences = exceeded(counts);
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  return sentences.length === 0;
}
