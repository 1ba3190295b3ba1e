/** The accounts' tables in a SQLite file. Statements run synchronously; promises are only the common interface. */
import type { Statement } from 'better-sqlite3';
import { type AccountsDb, durably, isLocked, isUnwritable } from './database.ts';
import { fileWatch } from './file-watch.ts';
import { questionMarks } from './named-parameters.ts';
import type { Result, SqliteEngine, Values, Work } from './sql-database.ts';

export function sqliteEngine(db: AccountsDb): SqliteEngine {
  const check = fileWatch(db);
  const execute = executor(db);
  return {
    kind: 'sqlite',
    db,
    query: async <Row>(sql: string, values: Values = {}) => execute(sql, values) as Result<Row>,
    async transaction(work) {
      check();
      return durably(db, () => complete(work(), execute));
    },
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

type Execute = (sql: string, values: Values) => Result;

interface Prepared {
  statement: Statement<unknown[]>;
  names: string[];
}

function executor(db: AccountsDb): Execute {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const { text, names } = questionMarks(sql);
    return { statement: db.prepare(text), names };
  };
  return (sql, values) => {
    const { statement, names } = prepared.getOrInsertComputed(sql, prepare);
    // Bound by position, which is faster than by name.
    const bound = names.map((name) => values[name]);
    if (!statement.reader) return { rows: [], changes: statement.run(bound).changes };
    const rows = statement.all(bound);
    return { rows, changes: rows.length };
  };
}

function complete<T>(work: Work<T>, execute: Execute): T {
  for (let step = work.next(); ;) {
    if (step.done) return step.value;
    step = work.next(execute(step.value.sql, step.value.values));
  }
}
