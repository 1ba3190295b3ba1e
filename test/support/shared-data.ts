/** Where real Kandilli documents are, for tests that run only where the folder is there. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The folder of real data: SHARED_DATA, else `../shared/data` beside the repository. */
export const sharedData = process.env['SHARED_DATA'] ?? join(repository, '..', 'shared', 'data');

/** For `test(name, { skip })`: false, or the reason. */
export const withoutSharedData = existsSync(join(sharedData, 'kandilli'))
  ? false
  : 'the folder of real data is not here';

export const kandilliPath = (name: string): string => join(sharedData, 'kandilli', name);
