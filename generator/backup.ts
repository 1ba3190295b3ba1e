/** Back-ups of `DATA_DIR`: a folder each, with the databases, the secret of sessions, and a list of their hashes. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#runtime/folder.ts';
import { ExpectedError } from '#core/expected-error.ts';
import { closeJournal, copyOnline } from '#runtime/sqlite.ts';
import { formatInstant, type EpochMs } from '#core/time.ts';
import { flushPaths } from './publish/disk.ts';

/** A message for the operator. */
class BackupError extends ExpectedError {
  override name = 'BackupError';
}

export const PARTS = { catalogue: ['catalog.db'], accounts: ['accounts.db', 'auth-secret'] } as const;
export type Part = keyof typeof PARTS;

const LIST = 'backup.json';
/** Name of a complete back-up: the instant of its beginning, without colons. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?Z$/;

type Files = Record<string, { bytes: number; sha256: string }>;

interface BackupOptions {
  dataDir: string;
  /** Folder of back-ups. */
  to: string;
  now: EpochMs;
  /** So many are kept, this one included. */
  keep: number;
  progress?: (label: string, done: number, total: number) => void;
}

interface Backup {
  folder: string;
  files: Files;
  /** Names of older ones that were removed. */
  removed: string[];
}

/** Beside running gateways and generators. @throws BackupError */
export async function backUp({ dataDir, to, now, keep, progress }: BackupOptions): Promise<Backup> {
  const name = formatInstant(now).replaceAll(':', '-');
  const [folder, incomplete] = [join(to, name), join(to, `.${name}.incomplete`)];
  if (existsSync(folder)) throw new BackupError(`${folder} exists already`);
  const present = Object.values(PARTS)
    .flat()
    .filter((file) => existsSync(join(dataDir, file)));
  if (!present.some((file) => file.endsWith('.db'))) throw new BackupError(`there is no database in ${dataDir}`);
  makeFolder(incomplete, 0o700);
  try {
    const files: Files = {};
    for (const file of present) {
      const target = join(incomplete, file);
      const copy = file.endsWith('.db') ? copyOnline : async (from: string) => copyFileSync(from, target);
      await copy(join(dataDir, file), target, (done, total) => progress?.(file, done, total));
      files[file] = { bytes: statSync(target).size, sha256: await hashOf(target) };
    }
    writeFileSync(join(incomplete, LIST), `${JSON.stringify({ created_at: formatInstant(now), files }, null, 2)}\n`);
    flushPaths(
      [...present, LIST, '.'].map((file) => join(incomplete, file)),
      to,
    );
    renameSync(incomplete, folder);
    flushPaths([to], to);
    return { folder, files, removed: removeOld(to, keep) };
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true });
    if (error instanceof BackupError) throw error;
    throw new BackupError(`the back-up was not made: ${(error as Error).message}`, { cause: error });
  }
}

function removeOld(to: string, keep: number): string[] {
  const complete = readdirSync(to).filter((name) => NAME.test(name) && existsSync(join(to, name, LIST)));
  const old = complete.sort().slice(0, -keep);
  for (const name of old) rmSync(join(to, name), { recursive: true });
  return old;
}

interface RestoreOptions {
  dataDir: string;
  /** The folder of one back-up. */
  folder: string;
  parts: readonly Part[];
  now: EpochMs;
}

/**
 * Puts the files of a back-up in place; what was there is kept beside them. Nothing is changed unless all of them can
 * be restored. DATA_DIR must be locked.
 * @returns the restored files and the new names of what was there
 * @throws BackupError
 */
export async function restore({ dataDir, folder, parts, now }: RestoreOptions): Promise<[string, string | null][]> {
  const files = await checkedFiles(folder, parts);
  const suffix = formatInstant(now).replaceAll(':', '-');
  makeFolder(dataDir);
  const incoming = (file: string): string => join(dataDir, `.${file}.restoring`);
  const isThere = new Map(files.map((file) => [file, existsSync(join(dataDir, file))]));
  for (const file of files) if (isThere.get(file) && file.endsWith('.db')) requireUnused(join(dataDir, file));
  for (const file of files) copyFileSync(join(folder, file), incoming(file));
  flushPaths(files.map(incoming), dataDir);
  const restored = files.map((file): [string, string | null] => {
    const former = isThere.get(file) ? `${file}.before-${suffix}` : null;
    if (former) renameSync(join(dataDir, file), join(dataDir, former));
    renameSync(incoming(file), join(dataDir, file));
    return [file, former];
  });
  flushPaths([dataDir], dataDir);
  return restored;
}

function requireUnused(path: string): void {
  try {
    closeJournal(path);
  } catch (error) {
    // A damaged file is a reason to restore; another program's hold on it is not.
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return removeJournal(path);
    throw new BackupError(`${path} is in use: stop every gateway and generator first`);
  }
}

/** The journal of a damaged file would be applied to the restored one. */
function removeJournal(path: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

/** @throws BackupError when a file is missing or differs from the list */
async function checkedFiles(folder: string, parts: readonly Part[]): Promise<string[]> {
  const wanted = new Set<string>(parts.flatMap((part) => PARTS[part]));
  const listed = Object.entries(listOf(folder)).filter(([file]) => wanted.has(file));
  if (listed.length === 0) throw new BackupError(`${folder} has none of: ${[...wanted].join(', ')}`);
  for (const [file, { sha256 }] of listed) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new BackupError(`${path} is missing`);
    if ((await hashOf(path)) !== sha256) throw new BackupError(`${path} is damaged: its hash is not that of ${LIST}`);
  }
  return listed.map(([file]) => file);
}

function listOf(folder: string): Files {
  try {
    const { files } = JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as { files: Files };
    return Object.fromEntries(Object.entries(files));
  } catch (error) {
    throw new BackupError(`${folder} is no complete back-up: ${(error as Error).message}`);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
