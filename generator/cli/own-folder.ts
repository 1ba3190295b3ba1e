/** Which folders a command may write into and clean: empty ones, and those that it created itself. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST } from '#core/paths.ts';
import { SettingError } from '#runtime/environment.ts';

/** In every folder that a command created; its content is the kind of folder. */
const MARKER = '.folder-kind';

/** Left by a lock, an interrupted build or a file system in an otherwise empty folder. */
const IGNORED = new Set(['.lock', '.lock-journal', '.tmp', 'lost+found']);

export interface OwnFolder {
  /** What the folder is for: `dist`. */
  kind: string;
  /** The setting or option that chose it, for messages. */
  setting: string;
  /** A file that identifies a folder without the marker. */
  signature?: string;
}

export const DIST: OwnFolder = { kind: 'dist', setting: 'DIST_DIR', signature: MANIFEST };

/** @throws SettingError when it holds files that this kind of command did not create */
export function requireOwnFolder(folder: string, { kind, setting, signature }: OwnFolder): void {
  const entries = entriesOf(folder);
  const own = isMarked(folder, kind) || (signature !== undefined && entries.includes(signature));
  const foreign = entries.find((name) => !IGNORED.has(name));
  if (own || foreign === undefined) return;
  throw new SettingError(
    `${setting} is ${folder}, which is not empty (it has ${foreign}) and was not made by this command: ` +
      `name a new or empty folder; nothing was changed`,
  );
}

export const markFolder = (folder: string, { kind }: Pick<OwnFolder, 'kind'>): void => {
  if (!isMarked(folder, kind)) writeFileSync(join(folder, MARKER), `${kind}\n`);
};

const isMarked = (folder: string, kind: string): boolean =>
  existsSync(join(folder, MARKER)) && readFileSync(join(folder, MARKER), 'utf8').trim() === kind;

/** Empty for a folder that cannot be listed: it does not exist, or writing to it will fail. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
