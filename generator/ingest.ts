/** Documents into the catalogue: parse, admit, put down; then, once for the whole run, link, associate and publish. */
import { createHash } from 'node:crypto';
import type { Agency } from '#core/earthquake.ts';
import type { Box } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import type { CommitSummary } from './catalog/publication/commit.ts';
import { commitChanges } from './catalog/publication/commit.ts';
import type { Db } from './catalog/database.ts';
import { sql } from './catalog/database.ts';
import type { PlaceName } from './catalog/publication/location.ts';
import { storeDocument } from './catalog/documents/observations.ts';
import { agencyEventsNamed } from './catalog/documents/agency-event-keys.ts';
import { FEED_GROUPS } from './catalog/documents/feed-groups.ts';
import { settleAgencyEvents } from './catalog/documents/agency-events.ts';
import { admit } from './sources/parsing/admit.ts';
import { ALL_FEEDS } from './sources/registry.ts';
import { expandPaths, readDocument } from './sources/parsing/read-document.ts';
import { createReader, type KnownTime, type ReaderOptions } from './sources/reader/reader.ts';
import { maxBytesForHead, readParsed } from './sources/reader/perform.ts';
import type { FeedDocument, FeedName, Parsed, Reject } from './sources/feed.ts';
import { DocumentError } from './sources/feed.ts';

export interface IngestOptions {
  db: Db;
  now: () => EpochMs;
  region: Box;
  agencies: readonly Agency[];
  /** Names the epicentres for which no agency has readable words. */
  placeName: PlaceName;
}

/** What became of one document. rows = fresh + known + repeated + products + rejects. */
export interface DocumentSummary {
  name: string;
  feed: FeedName;
  agency: Agency;
  rows: number;
  /** Statements not known before. */
  fresh: number;
  /** Statements known before. */
  known: number;
  /** Rows that repeat another row of the document. */
  repeated: number;
  products: number;
  rejects: Reject[];
  warnings: string[];
  /** Agency keys of the fresh statements. */
  parsed: Parsed;
}

export interface FailedDocument {
  name: string;
  reason: string;
}

/** A document that ships with the program or was made by it, read here and now. @throws DocumentError when it cannot be used as a whole */
export function ingestDocument(options: IngestOptions, document: FeedDocument): DocumentSummary {
  return ingestParsed(options, document, readParsed(document.bytes, {}, { knownTime: knownTimeIn(options.db) }));
}

/** What a document said into the catalogue. @throws DocumentError when its agency is not in use */
export function ingestParsed(options: IngestOptions, document: FeedDocument, raw: Parsed): DocumentSummary {
  const { db, now, region, agencies } = options;
  const parsed = admit({ ...raw, coverage: document.coverage ?? raw.coverage }, { now: now(), region, agencies });
  const stored = storeDocument(db, parsed, {
    name: document.name,
    sha256: createHash('sha256').update(document.bytes).digest('hex'),
    fetchedAt: document.fetchedAt,
    now: now(),
  });
  return {
    name: document.name,
    feed: parsed.feed,
    agency: parsed.agency,
    rows: parsed.rows,
    ...stored,
    repeated: parsed.repeated,
    products: parsed.products.length,
    rejects: parsed.rejects,
    warnings: parsed.warnings,
    parsed,
  };
}

/** Origin times that the catalogue knows by the agencies' own names. */
const knownTimeIn =
  (db: Db): KnownTime =>
  (agency, key) => {
    const timeOf = sql<unknown[], EpochMs | null>(db, 'SELECT time FROM threads WHERE thread = ?').pluck();
    const times = agencyEventsNamed(db, agency, key).map((agencyEvent) => timeOf.get(agencyEvent));
    return times.find((time) => time !== undefined && time !== null) ?? undefined;
  };

export interface FilesResult {
  documents: DocumentSummary[];
  failed: FailedDocument[];
}

export interface FilesOptions {
  agency?: Agency | undefined;
  onDocument?: (summary: DocumentSummary) => void;
  /** Deadline and memory of a document. */
  readerOptions?: ReaderOptions;
}

/** Saved files by path or glob; `agency` narrows which feeds may recognise them. One bad file does not stop the others. */
export async function ingestFiles(
  options: IngestOptions,
  patterns: readonly string[],
  { agency, onDocument, readerOptions: reading }: FilesOptions = {},
): Promise<FilesResult> {
  const feeds = ALL_FEEDS.filter((feed) => agency === undefined || feed.agency === agency).map(({ name }) => name);
  const result: FilesResult = { documents: [], failed: [] };
  const reader = createReader(reading);
  try {
    for (const path of await expandPaths(patterns)) {
      try {
        const document = await readDocument(path, { bound: maxBytesForHead });
        const summary = ingestParsed(
          options,
          document,
          await reader.parse(document.bytes, { feeds }, knownTimeIn(options.db)),
        );
        result.documents.push(summary);
        onDocument?.(summary);
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error;
        result.failed.push({ name: path, reason: error.message });
      }
    }
  } finally {
    reader.close();
  }
  return result;
}

/** Links, associates and publishes what was put down. */
export function finishIngest({ db, now, agencies, placeName }: IngestOptions): CommitSummary {
  applyAgencies(db, agencies);
  settleAgencyEvents(db, new Set(FEED_GROUPS.flatMap(({ agency }, slot) => (agencies.includes(agency) ? [] : [slot]))));
  return commitChanges(db, now(), placeName);
}

/** An agency taken out of use leaves the published catalogue, and comes back when it is taken in again. */
function applyAgencies(db: Db, agencies: readonly Agency[]): void {
  const value = agencies.join(',');
  const former = sql<unknown[], string>(db, `SELECT value FROM settings WHERE name = 'agencies'`).pluck().get();
  if (former === value) return;
  const before = former?.split(',') ?? agencies;
  const toggled = FEED_GROUPS.flatMap(({ agency }, slot) =>
    agencies.includes(agency) === before.includes(agency) ? [] : [slot],
  );
  db.transaction(() => {
    for (const slot of toggled)
      sql(db, 'INSERT OR IGNORE INTO dirty_threads SELECT thread FROM threads WHERE slot = ?').run(slot);
    sql(
      db,
      `INSERT INTO settings (name, value) VALUES ('agencies', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    ).run(value);
  })();
}
