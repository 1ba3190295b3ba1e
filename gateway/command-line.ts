/** Command line and start messages of `npm run serve`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { MANIFEST } from '#core/paths.ts';

const SETTINGS = `
Settings come from the environment, among them:
  PORT       where to listen (8787; 0 lets the system choose)
  HOST       address to listen on (every one of the machine)
  DIST_DIR   the dataset, written by npm start (dist)
  DIST_URL   an address to read it from instead, as npm run publish wrote it
  DATA_DIR   where accounts.db is (data)
  BASE_URL   the address under which the service is known
docs/operations.md lists all of them.`;

/** Exits for `--help`, and with code 1 for any other argument. */
export function readCommandLine(argv: readonly string[]): void {
  new Command('serve')
    .description('The gateway alone: answers from DIST_DIR, accounts and keys.')
    .addHelpText('after', SETTINGS)
    .allowExcessArguments(false)
    .parse(argv);
}

/** A warning when there is no dataset yet. */
export const missingDataset = (distDir: string): string | undefined =>
  existsSync(join(distDir, MANIFEST))
    ? undefined
    : `There is no dataset in ${resolve(distDir)} (DIST_DIR): npm start creates one. ` +
      `Until then, data requests get 503.`;

/** Suggested first requests. */
export const firstSteps = (url: string): string =>
  `Try ${url}/api.php?min_magnitude=4&limit=5 in a browser; keys and usage: ${url}/account/`;
