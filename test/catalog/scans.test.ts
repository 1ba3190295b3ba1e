/** A dozen new rows cost the same in a catalogue of any size: no statement reads through a table that grows with it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import { REGION } from '#core/region.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { newSuspects } from '../../generator/catalog/association/suspects.ts';
import { openCatalog, type Db } from '../../generator/catalog/database.ts';
import { readFaults } from '../../generator/catalog/publication/faults.ts';
import { currentState } from '../../generator/catalog/read.ts';
import { finishIngest, ingestFiles, type IngestOptions } from '../../generator/ingest.ts';
import { ingestShipped } from '../../generator/shipped.ts';
import { NOON } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROWS = 12;

/** Read from end to end: what waits or is faulty, and one row a feed or a station. */
const SMALL = [
  ...['dirty_agency_events', 'dirty_earthquakes', 'dirty_products', 'faulty_reports', 'f', 'unconfirmed_reports'],
  ...['stations', 'sqlite_sequence', 'latest', '\\w+ VIRTUAL TABLE INDEX \\d:'],
];
/** Indexes of few rows of their table: new captures, reports of an uncertain time. */
const PARTIAL = ['captures_unassessed', 'agency_events_inexact'].map((name) => `\\w+ USING INDEX ${name}`);
const ALLOWED = new RegExp(`^SCAN (?:${[...SMALL, ...PARTIAL].join('|')})$`);

const fileOf = (folder: string, first: number): string => {
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    ...{ eventID: String(first + n), latitude: '38.1', longitude: String(36 + n / 10), depth: '7', type: 'ML' },
    ...{
      magnitude: String(3 + n / 10),
      date: new Date(NOON + ((first + n) % 1000) * MINUTE).toISOString().slice(0, 19),
    },
  }));
  const path = join(folder, `${first}.json`);
  writeFileSync(path, JSON.stringify(rows));
  return path;
};

/** As the command does. @returns how many are new */
async function ingest(options: IngestOptions, path: string): Promise<number> {
  currentState(options.db);
  const shipped = ingestShipped(options);
  const { documents } = await ingestFiles(options, [path]);
  finishIngest(options);
  readFaults(options.db);
  assert.ok([...newSuspects(options.db)].length > 0);
  return [...shipped, ...documents].reduce((sum, { fresh, known }) => sum + fresh + known, 0);
}

/** Adds the text of each statement that is prepared. */
function watchStatements(db: Db): Set<string> {
  const texts = new Set<string>();
  const prepare = db.prepare.bind(db);
  db.prepare = ((text: string) => {
    texts.add(text);
    return prepare(text);
  }) as typeof db.prepare;
  return texts;
}

function planOf(db: Db, text: string): string[] {
  const names = [...text.matchAll(/@(\w+)/g)].map(([, name]) => [name!, null]);
  const values = names.length > 0 ? [Object.fromEntries(names)] : [...text.matchAll(/\?/g)].map(() => null);
  return db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
    .all(...values)
    .map(({ detail }) => detail);
}

test('the ingest of a dozen rows scans no table that grows, and reads no shipped table again', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'catalog.db');
  const optionsOf = (db: Db): IngestOptions => ({
    ...{ db, now: () => NOON + 2 * DAY, region: REGION, agencies: KNOWN_AGENCIES, placeName: () => null },
  });
  const former = openCatalog(path);
  assert.ok((await ingest(optionsOf(former), fileOf(folder, 700_000))) > ROWS);
  former.close();
  const db = openCatalog(path);
  t.after(() => db.close());
  const texts = watchStatements(db);
  assert.equal(await ingest(optionsOf(db), fileOf(folder, 700_100)), ROWS);
  const statements = [...texts].filter((text) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text));
  assert.ok(statements.length > 40, String(statements.length));
  for (const text of statements)
    for (const detail of planOf(db, text).filter((line) => line.startsWith('SCAN'))) {
      // The last change and those of the last publication.
      const isNewest = detail === 'SCAN changes' && text.includes('ORDER BY sequence DESC LIMIT 1');
      assert.ok(isNewest || ALLOWED.test(detail), `${detail}: ${text}`);
    }
  // Where other rows of it are within the region, it is read again.
  assert.equal(ingestShipped({ ...optionsOf(db), region: { ...REGION, south: REGION.south + 1 } }).length, 1);
});
