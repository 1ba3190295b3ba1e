/** Documents into the catalogue: parse, admit, store; then, once for a run, link, associate and publish. */
import { createHash } from 'node:crypto';
import type { Agency } from '#core/earthquake.ts';
import type { Box } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import type { CommitSummary } from './catalog/publication/commit.ts';
import { commitChanges } from './catalog/publication/commit.ts';
import type { Db } from './catalog/database.ts';
import type { PlaceName } from './catalog/publication/location.ts';
import type { Progress } from './catalog/pieces.ts';
import { silent } from './catalog/pieces.ts';
import { storeDocument } from './catalog/documents/observations.ts';
import { timeOfKey } from './catalog/documents/agency-event-keys.ts';
import { updateAgencyEvents } from './catalog/documents/agency-events.ts';
import { markAgencyChanges, unusedFeedGroups } from './catalog/documents/recompute.ts';
import { admit } from './sources/parsing/admit.ts';
import { ALL_FEEDS } from './sources/registry.ts';
import { inTurn } from './sources/reader/in-turn.ts';
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
  /** Names epicentres for which no agency gives a readable place. */
  placeName: PlaceName;
  /** Of the steps of {@link finishIngest}. */
  progress?: Progress;
}

/** Counts of one document. rows = fresh + known + repeated + products + rejects. */
export interface DocumentSummary {
  name: string;
  feed: FeedName;
  agency: Agency;
  rows: number;
  /** Reports new to the catalogue. */
  fresh: number;
  /** Reports already in the catalogue. */
  known: number;
  /** Rows that repeat another row of the document. */
  repeated: number;
  products: number;
  rejects: Reject[];
  warnings: string[];
  parsed: Parsed;
}

export interface FailedDocument {
  name: string;
  reason: string;
}

/** Reads a document in this thread, for those that ship with the program. @throws DocumentError */
export function ingestDocument(options: IngestOptions, document: FeedDocument): DocumentSummary {
  return ingestParsed(options, document, readParsed(document.bytes, {}, { knownTime: knownTimeIn(options.db) }));
}

/** Stores a parsed document. @throws DocumentError when its agency is not in use */
export function ingestParsed(options: IngestOptions, document: FeedDocument, unchecked: Parsed): DocumentSummary {
  const { db, now, region, agencies } = options;
  const parsed = admit(
    { ...unchecked, coverage: document.coverage ?? unchecked.coverage },
    { now: now(), region, agencies },
  );
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

const knownTimeIn =
  (db: Db): KnownTime =>
  (agency, key) =>
    timeOfKey(db, agency, key);

interface FilesResult {
  documents: DocumentSummary[];
  failed: FailedDocument[];
}

interface FilesOptions {
  agency?: Agency | undefined;
  onDocument?: (summary: DocumentSummary) => void;
  /** Deadline and memory of a document. */
  readerOptions?: ReaderOptions;
}

/**
 * Saved files by path or glob, recognised by the agency's feeds only if one is given. A bad file does not stop the
 * others.
 */
export async function ingestFiles(
  options: IngestOptions,
  patterns: readonly string[],
  { agency, onDocument, readerOptions }: FilesOptions = {},
): Promise<FilesResult> {
  const feeds = ALL_FEEDS.filter((feed) => agency === undefined || feed.agency === agency).map(({ name }) => name);
  const result: FilesResult = { documents: [], failed: [] };
  const reader = createReader(readerOptions);
  const open = (path: string): Promise<FeedDocument> => readDocument(path, { sizeLimit: maxBytesForHead });
  const read = (document: FeedDocument, stored: Promise<unknown>): Promise<Parsed> =>
    reader.parse(
      document.bytes,
      { feeds },
      stored.then(() => knownTimeIn(options.db)),
    );
  const store = (document: FeedDocument, parsed: Parsed): void => {
    const summary = ingestParsed(options, document, parsed);
    result.documents.push(summary);
    onDocument?.(summary);
  };
  try {
    await inTurn(await expandPaths(patterns), { open, read, store }, (path, error) => {
      if (!(error instanceof DocumentError)) throw error;
      result.failed.push({ name: path, reason: error.message });
    });
  } finally {
    reader.close();
  }
  return result;
}

/** Links, associates and publishes what was stored. */
export function finishIngest({ db, now, agencies, placeName, progress = silent }: IngestOptions): CommitSummary {
  markAgencyChanges(db, agencies);
  updateAgencyEvents(db, { unused: unusedFeedGroups(agencies), progress });
  return commitChanges(db, now(), { placeName, progress });
}
