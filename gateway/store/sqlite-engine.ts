/** The accounts' tables in a SQLite file. Statements run synchronously behind the common interface. */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { ownValue } from '#core/own-value.ts';
import { type AccountsDb, durably, isLocked, isUnwritable } from './database.ts';
import { PARAMETER, parametersOf, type Result, type SqliteEngine, type Values, type Work } from './sql-database.ts';

/** How long another process's lock is awaited, in ms, and the first pause of the attempts, which doubles. */
const LOCK_WAIT_MS = 500;
const FIRST_PAUSE_MS = 20;

export function sqliteEngine(db: AccountsDb): SqliteEngine {
  const check = fileWatch(db);
  const execute = executor(db);
  const count = db.transaction((work: () => Work<unknown>) => complete(work(), execute)).immediate;
  return {
    kind: 'sqlite',
    db,
    query: <Row>(sql: string, values: Values = {}) => whenUnlocked(() => execute(sql, values) as Result<Row>),
    transaction: <T>(work: () => Work<T>, kind = 'accounts') =>
      whenUnlocked(() => {
        check();
        return kind === 'accounts' ? durably(db, () => complete(work(), execute)) : (count(work) as T);
      }),
    hasTable: async (name) =>
      db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== undefined,
    // Each migration locks the file for itself.
    exclusively: (work) => work(),
    check,
    isUnavailable: isLocked,
    isUnwritable,
    close: async () => void db.close(),
  };
}

/** Others are answered during the pauses. */
async function whenUnlocked<T>(work: () => T): Promise<T> {
  const since = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2)
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() - since > LOCK_WAIT_MS) throw error;
      await sleep(pause);
    }
}

type Execute = (sql: string, values: Values, rows?: readonly Values[]) => Result;

interface Prepared {
  statement: Statement<unknown[]>;
  names: string[];
}

function executor(db: AccountsDb): Execute {
  const prepared = new Map<string, Prepared>();
  // Bound by position, which is faster than by name.
  const prepare = (sql: string): Prepared => ({
    statement: db.prepare(sql.replace(PARAMETER, '?')),
    names: parametersOf(sql),
  });
  return (sql, values, many) => {
    const { statement, names } = prepared.getOrInsertComputed(sql, prepare);
    if (many) {
      for (const row of many) statement.run(names.map((name) => ownValue(row, name)));
      return { rows: [], changes: many.length };
    }
    const bound = names.map((name) => ownValue(values, name));
    if (!statement.reader) return { rows: [], changes: statement.run(bound).changes };
    const rows = statement.all(bound);
    return { rows, changes: rows.length };
  };
}

function complete<T>(work: Work<T>, execute: Execute): T {
  for (let step = work.next(); ;) {
    if (step.done) return step.value;
    step = work.next(execute(step.value.sql, step.value.values, step.value.rows));
  }
}

class FileReplaced extends Error {
  override name = 'FileReplaced';
}

const identityOf = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}-${stats.ino}`;
};

/**
 * Writes to a file that was removed or replaced would be lost silently.
 * @returns a check that throws FileReplaced then; in-memory databases always pass
 */
function fileWatch({ memory, name }: AccountsDb): () => void {
  if (memory || name === '' || name === ':memory:') return () => {};
  const opened = identityOf(name);
  return () => {
    const current = identityOf(name);
    if (current === opened) return;
    throw new FileReplaced(
      `${name} was ${current === undefined ? 'removed' : 'replaced'}; put the opened file back or restart the gateway`,
    );
  };
}
