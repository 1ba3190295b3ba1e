/** The `verify` command. */
import type { Environment } from '#runtime/environment.ts';
import { storedReleases } from '../publish/releases.ts';
import { verify } from '../publish/verify.ts';
import { withContext } from './context.ts';

const SHOWN = 20;

/** Exit code 1 when `dist/` differs from the catalogue. Locks both folders: nothing may be written meanwhile. */
export const verifyCommand = (env: Environment): Promise<void> =>
  withContext(env, async ({ db, config, console }) => {
    const { reason, files, differences } = verify({
      ...{ db, dist: config.distDir, settings: config.settings },
      ...{ detailFiles: config.detailFiles, agencies: config.agencies, bulk: config.bulk },
      releases: storedReleases(config.dataDir),
      progress: (step, done, total) => console.progress(step, done, total),
    });
    for (const { path, what } of differences.slice(0, SHOWN)) console.line(`${path}: ${what}`);
    if (differences.length > SHOWN) console.line(`… and ${differences.length - SHOWN} more`);
    console.line(reason ?? `${files} files compared with the catalogue: ${differences.length} differ`);
    if (differences.length > 0) console.line('npm run generate -- --full repairs dist/');
    if (reason !== undefined || differences.length > 0) process.exitCode = 1;
  });
