/** A published dataset is replaced by a later state of its own catalogue alone: ids are never given twice. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExpectedError } from '#core/expected-error.ts';
import { readRoot } from '#core/manifest.ts';
import { MANIFEST, REFUSED } from '#core/paths.ts';
import { currentState, stateAt } from '../catalog/read.ts';
import type { CommandContext } from './context.ts';

class ForeignDatasetError extends ExpectedError {
  override name = 'ForeignDatasetError';
}

type Folders = Pick<CommandContext, 'db' | 'config'>;

/**
 * Before anything is committed or built. A refusal is left in the folder, where a gateway counts it.
 * @throws ForeignDatasetError when DIST_DIR has changes that the catalogue has not, unless it is forced
 */
export function requireOwnDataset({ db, config }: Folders, force = false): void {
  const reason = force ? undefined : foreignReason({ db, config });
  const mark = join(config.distDir, REFUSED);
  if (reason === undefined) return rmSync(mark, { force: true });
  writeFileSync(mark, `${reason}\n`);
  throw new ForeignDatasetError(reason);
}

/** For commands that write no dataset. @throws ForeignDatasetError when an empty catalogue would become another one */
export function requireCatalogue(context: Folders, force = false): void {
  if (currentState(context.db).sequence === 0) requireOwnDataset(context, force);
}

function foreignReason({ db, config: { dataDir, distDir } }: Folders): string | undefined {
  const there = publishedIn(distDir);
  const here = currentState(db);
  const [dist, catalogue] = [`${distDir} (DIST_DIR)`, `${join(dataDir, 'catalog.db')} (DATA_DIR)`];
  const advice = 'mount or restore its DATA_DIR, or replace the dataset and its ids for good with --force';
  if (there.sequence > here.sequence)
    return `nothing is published: ${dist} is at change ${there.sequence}, ${catalogue} only at ${here.sequence}; ${advice}`;
  if (there.history === undefined || stateAt(db, there.sequence)?.history === there.history) return undefined;
  return `nothing is published: ${dist} is of another catalogue than ${catalogue}; ${advice}`;
}

/** State of the dataset; of a damaged one, or one of another format, the number where it is legible. */
function publishedIn(distDir: string): { sequence: number; history?: string } {
  const text = textOf(join(distDir, MANIFEST));
  try {
    return readRoot(text);
  } catch {
    return { sequence: Number(/"sequence": ?(\d{1,15})\b/.exec(text)?.[1] ?? 0) };
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
