/**
 * Opening a database file of ours, the same for generator and gateway: known by its mark, brought to this program's version by ordered steps, all or
 * nothing, and copied before the first of them. The one file of core with effects; the pure ones may not import it.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

export type Db = Database.Database;

/** SQL, or work that SQL cannot do. */
export type Step = string | ((db: Db) => void);

export interface DatabaseKind {
  /** As in `x.db is not …`. */
  name: string;
  /** SQLite's application_id of such a file. */
  application: number;
  /** The version that the first step makes of an empty file; each further step makes the next one. A released step is never changed. */
  firstVersion: number;
  steps: readonly Step[];
  /** Recognises a file written before files were marked. */
  unmarked?: (db: Db, version: number) => boolean;
  /** What is thrown, with a sentence for an operator. */
  failure: new (message: string) => Error;
}

interface OpenOptions extends Database.Options {
  /** Only the owner may read a file that is made here, its copies included. */
  ownerOnly?: boolean;
}

/** The version that this program reads and writes. */
const versionOf = ({ firstVersion, steps }: DatabaseKind): number => firstVersion + steps.length - 1;

const numberOf = (db: Db, pragma: 'user_version' | 'application_id'): number =>
  db.pragma(pragma, { simple: true }) as number;

/**
 * Opens a file, made where there is none, at this program's version.
 * @param path a file, or `:memory:`
 * @throws `kind.failure` when it is of a newer program, of something else, broken, or cannot be made or written
 */
export function openDatabase(
  path: string,
  kind: DatabaseKind,
  { ownerOnly = false, ...options }: OpenOptions = {},
): Db {
  const mode = ownerOnly ? 0o600 : 0o644;
  let db: Db | undefined;
  try {
    if (path !== ':memory:') {
      mkdirSync(dirname(path), { recursive: true });
      makeFile(path, mode);
    }
    db = new Database(path, options);
    migrate(db, { path, kind, mode });
    db.pragma('journal_mode = WAL');
    // The end of the process loses no commit; a power cut may lose the last ones, never the file.
    db.pragma('synchronous = NORMAL');
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof kind.failure) throw error;
    throw new kind.failure(
      `${path} cannot be opened as ${kind.name}: ${(error as Error).message}. The folder (DATA_DIR) and the file must be writable.`,
    );
  }
}

/** Opens a file to look into, while another process may write to it. @throws `kind.failure` */
export function readDatabase(path: string, kind: DatabaseKind): Db {
  let db: Db | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    const version = checkedVersion(db, path, kind);
    if (version === versionOf(kind)) return db;
    throw new kind.failure(
      `${path} has version ${version}; this program reads ${versionOf(kind)}. npm run generate brings it there, and keeps a copy.`,
    );
  } catch (error) {
    db?.close();
    if (error instanceof kind.failure) throw error;
    throw new kind.failure(`${path} cannot be read as ${kind.name}: ${(error as Error).message}`);
  }
}

/**
 * An empty file, where there is none. @returns whether it was made
 *
 * One that is there is not opened: to close it would end every lock that this process holds on it (fcntl, POSIX.1-2017), and another
 * process that closes the database would then remove the journal that this one goes on to write.
 */
function makeFile(path: string, mode: number): boolean {
  try {
    closeSync(openSync(path, 'wx', mode));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

interface Migration {
  path: string;
  kind: DatabaseKind;
  /** Of the copy. */
  mode: number;
}

function migrate(db: Db, { path, kind, mode }: Migration): void {
  const { firstVersion, steps, application } = kind;
  const wanted = versionOf(kind);
  let copy: string | undefined;
  try {
    db.transaction(() => {
      const version = checkedVersion(db, path, kind);
      if (version !== wanted) {
        if (version > 0) copy = keepCopy(path, version, mode);
        for (const step of steps.slice(version === 0 ? 0 : version - firstVersion + 1)) run(db, step);
        db.pragma(`user_version = ${wanted}`);
      }
      if (numberOf(db, 'application_id') !== application) db.pragma(`application_id = ${application}`);
    }).immediate();
  } catch (error) {
    // Nothing was changed, so nothing has to be kept.
    if (copy !== undefined) rmSync(copy);
    throw error;
  }
}

function run(db: Db, step: Step): void {
  if (typeof step === 'string') db.exec(step);
  else step(db);
}

/** The version of a file that is ours and not from a newer program; 0 for an empty one. @throws `kind.failure` */
function checkedVersion(db: Db, path: string, kind: DatabaseKind): number {
  const version = numberOf(db, 'user_version');
  const mark = numberOf(db, 'application_id');
  const table = db.prepare<[], string>('SELECT name FROM sqlite_schema LIMIT 1').pluck().get();
  if (mark === 0 && version === 0 && table === undefined) return 0;
  if (mark !== kind.application && !(mark === 0 && kind.unmarked?.(db, version)))
    throw new kind.failure(
      `${path} is a database of something else (it has ${table ?? 'another mark'}), not ${kind.name}: choose another folder with DATA_DIR.`,
    );
  if (version > versionOf(kind))
    throw new kind.failure(
      `${path} has version ${version}, from a newer program; this one reads up to ${versionOf(kind)}. ` +
        `Start the newer program, or put the copy that it kept (${path}.v${versionOf(kind)}) in its place.`,
    );
  if (version < kind.firstVersion)
    throw new kind.failure(
      `${path} has version ${version}, which no program carries on any more; move it away, and a new one is made.`,
    );
  return version;
}

const MOST_COPIES = 20;

/** A copy of the file as it is, under a name that was free: `x.db.v3`, or `x.db.v3-2` beside one that an ended process left. */
function keepCopy(path: string, version: number, mode: number): string {
  for (let n = 1; n <= MOST_COPIES; n += 1) {
    const copy = `${path}.v${version}${n === 1 ? '' : `-${n}`}`;
    if (!makeFile(copy, mode)) continue;
    try {
      copyInto(path, copy);
      return copy;
    } catch (error) {
      rmSync(copy);
      throw error;
    }
  }
  throw new Error(`${MOST_COPIES} copies of version ${version} stand beside it already; move them away`);
}

/** By a connection of its own: VACUUM cannot run in the transaction that keeps other writers out meanwhile. */
function copyInto(path: string, copy: string): void {
  const source = new Database(path, { readonly: true });
  try {
    source.prepare('VACUUM INTO ?').run(copy);
  } finally {
    source.close();
  }
  const file = openSync(copy, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
