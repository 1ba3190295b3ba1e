/**
 * Version 4 to 5: of Kandilli's reviewed catalogue before 1977 `Mw` is a proxy, and several full minutes of a day are
 * the precision, as the parser reads both since. All is associated and composed again. Released: never changed.
 */
import { contentHash } from '#core/etag.ts';
import type { Db } from '#core/sqlite.ts';
import { MINUTE } from '#core/time.ts';

const MW_MEASURED_SINCE = Date.UTC(1977, 0);
const DAY = 86_400_000;
const MINUTE_RECORDS = 3;

interface Version {
  time: number;
  precision: string;
  magnitudes: { type: string | null; value: number }[];
}

interface StoredSolution {
  observation: number;
  key: string;
  time: number;
  thread: number | null;
  content: string;
}

export function earlyZeqdb(db: Db): void {
  const rows = db
    .prepare<[number], StoredSolution>(
      `SELECT observation, key, time, thread, content FROM observations
       WHERE feed = 'kandilli-zeqdb' AND (time < ? OR time % ${MINUTE} = 0)`,
    )
    .all(MW_MEASURED_SINCE);
  const onDay = new Map<number, Set<string>>();
  for (const { key, time } of rows.filter(isWholeMinute)) {
    const day = Math.floor(time / DAY);
    onDay.set(day, (onDay.get(day) ?? new Set()).add(key));
  }
  const write = db.prepare('UPDATE OR IGNORE observations SET content = ?, hash = ? WHERE observation = ?');
  const mark = db.prepare('INSERT OR IGNORE INTO dirty_threads (thread) VALUES (?)');
  for (const row of rows) {
    const isMinute = isWholeMinute(row) && onDay.get(Math.floor(row.time / DAY))!.size >= MINUTE_RECORDS;
    const content = migrated(row, isMinute);
    if (content === row.content) continue;
    write.run(content, contentHash(content), row.observation);
    if (row.thread !== null) mark.run(row.thread);
  }
  composeAgain(db);
}

const isWholeMinute = ({ time }: StoredSolution): boolean => time % MINUTE === 0;

function migrated({ content }: StoredSolution, isMinute: boolean): string {
  const version = JSON.parse(content) as Version;
  if (isMinute && version.precision === 'second') version.precision = 'minute';
  if (version.time < MW_MEASURED_SINCE)
    for (const magnitude of version.magnitudes) if (magnitude.type === 'Mw') magnitude.type = 'Mw*';
  return JSON.stringify(version);
}

/** Also associated again, by the rules of this version. */
const composeAgain = (db: Db): void =>
  void db.exec('INSERT OR IGNORE INTO dirty_threads (thread) SELECT thread FROM threads WHERE observation IS NOT NULL');
