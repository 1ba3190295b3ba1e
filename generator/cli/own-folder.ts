/** Which folders a command may write into and clean: empty ones, and those that it made itself. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '#core/environment.ts';

/** Stands in every folder that a command made, and says what for. */
const MARKER = '.folder-kind';

/** What a lock, an ended build or a file system leaves in an otherwise empty folder. */
const NOTHING = new Set(['.lock', '.lock-journal', '.tmp', 'lost+found']);

export interface OwnFolder {
  /** What the folder is for: `dist`. */
  kind: string;
  /** The setting or option that chose it, for messages. */
  setting: string;
  /** A file by which a folder without a mark is known as one of these. */
  signature?: string;
}

/** @throws SettingError when it holds what this kind of command did not make */
export function requireOwnFolder(folder: string, { kind, setting, signature: sign }: OwnFolder): void {
  const there = entriesOf(folder);
  const own = isMarked(folder, kind) || (sign !== undefined && there.includes(sign));
  const foreign = there.find((name) => !NOTHING.has(name));
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

/** What cannot be listed is not there, or will be said by the first who writes. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
