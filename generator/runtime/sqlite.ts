/**
 * Opens the program's databases: identified by `application_id`, migrated by ordered steps in one transaction, and
 * copied before the first step.
 */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from './folder.ts';

export type Db = Database.Database;

/** SQL, or work that SQL cannot do. */
export type Step = string | ((db: Db) => void);

export interface DatabaseKind {
  /** For messages: `x.db is not …`. */
  name: string;
  /** SQLite's `application_id`. */
  application: number;
  /** The oldest version that is upgraded. */
  firstVersion: number;
  /** Each takes a file one version further; without `schema` the first an empty one. Never changed once released. */
  steps: readonly Step[];
  /** Tables of the newest version, for an empty file. */
  schema?: string;
  /** The release that upgrades older versions to `firstVersion`. */
  upgradedBy?: string;
  /** Thrown with a message for the operator. */
  failure: new (message: string, options?: ErrorOptions) => Error;
}

interface OpenOptions extends Database.Options {
  /** Only the owner may read created files and copies. */
  ownerOnly?: boolean;
}

/** The version of this program. */
const versionOf = ({ firstVersion, steps, schema }: DatabaseKind): number =>
  firstVersion + steps.length - (schema === undefined ? 1 : 0);

const numberOf = (db: Db, pragma: 'user_version' | 'application_id'): number =>
  db.pragma(pragma, { simple: true }) as number;

/**
 * Opens a file at this program's version; creates it if it does not exist.
 * @param path a file, or `:memory:`
 * @throws `kind.failure` when it is newer, another program's, damaged, or cannot be created or written
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
      makeFolder(dirname(path));
      createFile(path, mode);
    }
    db = new Database(path, options);
    migrate(db, { path, kind, mode });
    db.pragma('journal_mode = WAL');
    // A killed process loses no commit; a power cut may lose the last ones but does not damage the file.
    db.pragma('synchronous = NORMAL');
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof kind.failure) throw error;
    throw new kind.failure(
      `${path} cannot be opened as ${kind.name}: ${(error as Error).message}. ` +
        'The folder (DATA_DIR) and the file must be writable.',
      { cause: error },
    );
  }
}

/** Opens a file read-only; another process may write to it. @throws `kind.failure` */
export function readDatabase(path: string, kind: DatabaseKind): Db {
  let db: Db | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    const version = checkedVersion(db, path, kind);
    if (version === versionOf(kind)) return db;
    throw new kind.failure(
      `${path} has version ${version}; this program reads ${versionOf(kind)}. ` +
        'npm run generate upgrades it and keeps a copy.',
    );
  } catch (error) {
    db?.close();
    if (error instanceof kind.failure) throw error;
    throw new kind.failure(`${path} cannot be read as ${kind.name}: ${(error as Error).message}`);
  }
}

/** Pages of 4 KiB copied between two reports of progress. */
const COPIED_PAGES = 4096;

/**
 * Copies a database that others may write to meanwhile: the copy is its state at the beginning.
 * @param to a file that does not exist yet; only its owner may read it
 * @throws Error when it cannot be read or written, or the copy is not sound
 */
export async function copyOnline(
  from: string,
  to: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<void> {
  createFile(to, 0o600);
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    // An open read transaction keeps one state: otherwise each write of another process would start the copy anew.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        progress(totalPages - remainingPages, totalPages);
        return COPIED_PAGES;
      },
    });
  } finally {
    source.close();
  }
  checkSound(to);
}

/** Does something with a file, which is then closed. */
function inDatabase(path: string, options: Database.Options, work: (db: Db) => void): void {
  const db = new Database(path, options);
  try {
    work(db);
  } finally {
    db.close();
  }
}

/** @throws Error when a database is damaged */
const checkSound = (path: string): void =>
  inDatabase(path, {}, (db) => {
    // A copy is one file, without a journal beside it.
    db.pragma('journal_mode = DELETE');
    const found = db.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Error(`${path} is damaged: ${String(found)}`);
  });

/** Writes the journal back into the database. @throws Error while another process has it open */
export const closeJournal = (path: string): void =>
  inDatabase(path, { timeout: 0, fileMustExist: true }, (db) => void db.pragma('journal_mode = DELETE'));

/**
 * Creates an empty file if it does not exist. @returns whether it was created
 *
 * An existing file is not opened: closing it would release every lock that this process holds on it (fcntl,
 * POSIX.1-2017), and another process closing the database would then delete the journal that this one writes.
 */
function createFile(path: string, mode: number): boolean {
  try {
    closeSync(openSync(path, 'wx', mode));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param mode of the copy */
function migrate(db: Db, { path, kind, mode }: { path: string; kind: DatabaseKind; mode: number }): void {
  const { application, steps, schema } = kind;
  const wanted = versionOf(kind);
  let copy: string | undefined;
  try {
    db.transaction(() => {
      const version = checkedVersion(db, path, kind);
      if (version !== wanted) {
        if (version > 0) copy = keepCopy(path, version, mode);
        const due = version === 0 && schema !== undefined ? [schema] : steps.slice(version && version - wanted);
        for (const step of due)
          if (typeof step === 'string') db.exec(step);
          else step(db);
        db.pragma(`user_version = ${wanted}`);
      }
      if (numberOf(db, 'application_id') !== application) db.pragma(`application_id = ${application}`);
    }).immediate();
  } catch (error) {
    // Nothing was changed, so no copy is needed.
    if (copy !== undefined) rmSync(copy);
    throw error;
  }
}

/** The version of a file of this kind that is not newer; 0 for an empty one. @throws `kind.failure` */
function checkedVersion(db: Db, path: string, kind: DatabaseKind): number {
  const version = numberOf(db, 'user_version');
  const mark = numberOf(db, 'application_id');
  const table = db.prepare<[], string>('SELECT name FROM sqlite_schema LIMIT 1').pluck().get();
  if (mark === 0 && version === 0 && table === undefined) return 0;
  if (mark !== kind.application)
    throw new kind.failure(
      `${path} is another program's database (it has ${table ?? 'another application_id'}), not ${kind.name}: ` +
        'choose another folder with DATA_DIR.',
    );
  if (version > versionOf(kind))
    throw new kind.failure(
      `${path} has version ${version}, from a newer program; this one reads up to ${versionOf(kind)}. ` +
        `Start the newer program, or restore the copy that it kept (${path}.v${versionOf(kind)}).`,
    );
  if (version < kind.firstVersion)
    throw new kind.failure(
      `${path} has version ${version}, which is no longer supported: ` +
        (kind.upgradedBy ? `hiposantr ${kind.upgradedBy} upgrades it, or ` : '') +
        'move it away to start with a new one.',
    );
  return version;
}

const MAX_COPIES = 20;

/** Copies the file to a free name: `x.db.v3`, or `x.db.v3-2` if a killed process left the first. */
function keepCopy(path: string, version: number, mode: number): string {
  for (let n = 1; n <= MAX_COPIES; n += 1) {
    const copy = `${path}.v${version}${n === 1 ? '' : `-${n}`}`;
    if (!createFile(copy, mode)) continue;
    try {
      copyInto(path, copy);
      return copy;
    } catch (error) {
      rmSync(copy);
      throw error;
    }
  }
  throw new Error(`There are ${MAX_COPIES} copies of version ${version} already; move them away`);
}

/** On a second connection: VACUUM cannot run in the transaction that locks out other writers. */
function copyInto(path: string, copy: string): void {
  inDatabase(path, { readonly: true }, (source) => void source.prepare('VACUUM INTO ?').run(copy));
  const file = openSync(copy, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
