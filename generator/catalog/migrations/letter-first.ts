/** Version 3 to 4: event_ids begin with a letter, records know their place in English, and everything is named anew. Never changed once released. */
import { contentHash } from '#core/etag.ts';
import type { Db } from '#core/sqlite.ts';
import { withLetterFirst } from '../event-id.ts';

/** What the step must know of a record, as version 3 wrote it. */
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
    const record = carriedOver(JSON.parse(read.get(id)!) as Record3);
    // Without an English name it is revised when it is composed again: the change that tells its new event_id to those who follow.
    if (state === 'current') delete record.locationEn;
    write.run(record.eventId, JSON.stringify(record), id);
  }
  buildAnew(db);
}

/** The English name of what may never be composed again is the one that stands there. Key order is that of new records. */
function carriedOver(record: Record3): Record3 {
  const entries = Object.entries({ ...record, eventId: withLetterFirst(record.eventId) });
  const next = entries.findIndex(([name]) => name === 'location') + 1;
  const named = Object.fromEntries(entries.toSpliced(next, 0, ['locationEn', record.location]));
  const revisions = record.revisions.map((revision) =>
    revision.merged ? { ...revision, merged: revision.merged.map(carriedOver) } : revision,
  );
  return { ...(named as unknown as Record3), revisions };
}

/** Every earthquake is composed again, and no build goes on from one of before. */
function buildAnew(db: Db): void {
  db.exec(`INSERT OR IGNORE INTO dirty_threads
    SELECT t.thread FROM threads t JOIN earthquakes e ON e.id = t.earthquake WHERE e.state = 'current'`);
  const chain = db.prepare('UPDATE changes SET history = ? WHERE sequence = ?');
  for (const { sequence, history } of db
    .prepare<[], { sequence: number; history: string }>('SELECT sequence, history FROM changes')
    .all())
    chain.run(contentHash(history, 'version 4'), sequence);
}
