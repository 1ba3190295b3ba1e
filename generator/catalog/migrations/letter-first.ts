/**
 * Version 3 to 4: event_ids begin with a letter, records have an English place, and all are composed again. Released:
 * never changed.
 */
import { contentHash } from '#core/etag.ts';
import type { Db } from '#core/sqlite.ts';
import { withLetterFirst } from '../event-id.ts';

/** The fields of a version 3 record that the step reads. */
interface Record3 {
  eventId: string;
  location: string;
  locationEn?: string;
  revisions: { merged?: Record3[] }[];
}

export function letterFirst(db: Db): void {
  const rows = db.prepare<[], { id: number; state: string }>('SELECT id, state FROM earthquakes').all();
  const read = db.prepare<[number], string>('SELECT record FROM earthquakes WHERE id = ?').pluck();
  const write = db.prepare('UPDATE earthquakes SET event_id = ?, record = ? WHERE id = ?');
  for (const { id, state } of rows) {
    const record = migrated(JSON.parse(read.get(id)!) as Record3);
    // Without an English name it is revised when it is composed again, which publishes its new event_id as a change.
    if (state === 'current') delete record.locationEn;
    write.run(record.eventId, JSON.stringify(record), id);
  }
  forceRebuild(db);
}

/**
 * A record that may never be composed again takes its present name as the English one. Key order is that of new
 * records.
 */
function migrated(record: Record3): Record3 {
  const entries = Object.entries({ ...record, eventId: withLetterFirst(record.eventId) });
  const next = entries.findIndex(([name]) => name === 'location') + 1;
  const named = Object.fromEntries(entries.toSpliced(next, 0, ['locationEn', record.location]));
  const revisions = record.revisions.map((revision) =>
    revision.merged ? { ...revision, merged: revision.merged.map(migrated) } : revision,
  );
  return { ...(named as unknown as Record3), revisions };
}

/** Marks every earthquake to be composed again; changed history hashes force a full build. */
function forceRebuild(db: Db): void {
  db.exec(`INSERT OR IGNORE INTO dirty_threads
    SELECT t.thread FROM threads t JOIN earthquakes e ON e.id = t.earthquake WHERE e.state = 'current'`);
  const chain = db.prepare('UPDATE changes SET history = ? WHERE sequence = ?');
  for (const { sequence, history } of db
    .prepare<[], { sequence: number; history: string }>('SELECT sequence, history FROM changes')
    .all())
    chain.run(contentHash(history, 'version 4'), sequence);
}
