/** Documents into the catalogue: parse, admit, store; then, once for a run, link, associate and publish. */
import { createHash } from 'node:crypto';
import type { Agency } from '#core/earthquake.ts';
import { isDiskFault } from '#core/expected-error.ts';
import { findingText, type Finding } from '#core/finding.ts';
import type { Box } from '#core/geo.ts';
import type { BlastProbability } from '#seismology/blasts/probability.ts';
import type { EpochMs } from '#core/time.ts';
import { commitChanges, type CommitSummary } from './catalog/publication/commit.ts';
import type { Db } from './catalog/database.ts';
import type { PlaceName } from './catalog/publication/location.ts';
import type { Prove } from './catalog/publication/publish-clusters.ts';
import { silent, type Progress } from './catalog/pieces.ts';
import { captureOf, type CaptureInfo } from './catalog/documents/captures.ts';
import { storeDocument } from './catalog/documents/store-document.ts';
import { timeOfKey } from './catalog/documents/agency-event-keys.ts';
import { updateAgencyEvents } from './catalog/documents/agency-events.ts';
import { markAgencyChanges, unusedFeedGroups } from './catalog/documents/recompute.ts';
import { forgetQuarantined, quarantine, readQuarantined } from './catalog/quality-control/quarantine.ts';
import { judge } from './catalog/quality-control/judge.ts';
import { admit, isOutsideRegion } from './sources/parsing/admit.ts';
import { feedDefinition, givesReports } from './sources/agencies.ts';
import { ALL_FEEDS, isUsual } from './sources/registry.ts';
import { inTurn } from './sources/reader/in-turn.ts';
import { expandPaths, readDocument } from './sources/parsing/read-document.ts';
import { createReader, type KnownTime, type ReaderOptions } from './sources/reader/reader.ts';
import { fetchedFrom, maxBytesForHead, readParsed } from './sources/reader/perform.ts';
import { DocumentError, type FeedDocument, type FeedName, type Parsed, type Reject } from './sources/feed.ts';

export interface IngestOptions {
  db: Db;
  now: () => EpochMs;
  region: Box;
  agencies: readonly Agency[];
  /** Names epicentres for which no agency gives a readable place. */
  placeName: PlaceName;
  /** Says what may be a quarry blast; without it nothing is. */
  blastProbability?: BlastProbability;
  /** Renders records in every form; an earthquake that cannot be rendered stays as it was. */
  prove?: Prove;
  /** Progress of {@link finishIngest}. */
  progress?: Progress;
}

/** Counts of one document. rows = fresh + known + repeated + products + rejects, unless it is quarantined. */
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
  /** Why nothing of it was applied, and the name under which it is kept; null for a sound document. */
  quarantined: { id: string; finding: Finding } | null;
  parsed: Parsed;
}

/** What is kept of a document: no list of summaries may hold every report of a run. */
export type DocumentCounts = Omit<DocumentSummary, 'parsed'>;

export function countsOf(summary: DocumentSummary): DocumentCounts {
  const counted: DocumentCounts & { parsed?: unknown } = { ...summary };
  delete counted.parsed;
  return counted;
}

export interface FailedDocument {
  name: string;
  reason: string;
}

/** For the operator. */
export const quarantineText = (label: string, { id, finding }: NonNullable<DocumentSummary['quarantined']>): string =>
  `${label} is not accepted: ${findingText(finding)}. The document ${id} is quarantined and nothing of it applied. ` +
  `If it is right after all: npm run ingest -- --accept ${id}`;

/** Reads a document that ships with the program, in this thread: it is accepted. @throws DocumentError */
export function ingestDocument(options: IngestOptions, document: FeedDocument): DocumentSummary {
  const parsed = readParsed(document.bytes, {}, { knownTime: knownTimeIn(options.db) });
  return ingestParsed(options, document, parsed, { accepted: true });
}

/**
 * Stores a parsed document, or holds it back.
 * @param options accepted: it is taken in whatever it says
 * @throws DocumentError when its agency is not in use
 */
export function ingestParsed(
  { db, now, region, agencies }: IngestOptions,
  document: FeedDocument,
  unchecked: Parsed,
  { accepted = false }: { accepted?: boolean } = {},
): DocumentSummary {
  const { name, bytes, fetchedAt, window = null } = document;
  const receivedAt = fetchedAt ?? now();
  const parsed = admit(
    { ...unchecked, coverage: unchecked.partial ? null : (document.coverage ?? unchecked.coverage) },
    { receivedAt, window, region, ...(givesReports(unchecked.feed) ? { agencies } : {}) },
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const info: CaptureInfo = { name, sha256, fetchedAt, now: now(), accepted };
  const outside = parsed.rejects.filter(isOutsideRegion).length;
  const { asOf } = captureOf(parsed, info);
  const { feed, agency, rows, repeated, products, rejects, warnings } = parsed;
  const judged = { reports: unchecked.reports, parsed, outside, window, region, asOf, receivedAt: fetchedAt };
  const summary = { name, feed, agency, rows, repeated, products: products.length, parsed };
  const takeIn = (): DocumentSummary => {
    const { finding, warnings: released } = judge(db, judged, accepted);
    if (finding) {
      const id = quarantine(db, document, { feed, sha256, receivedAt, finding });
      return { ...summary, rejects, warnings, fresh: 0, known: 0, quarantined: { id, finding } };
    }
    const { fresh, known, leftOut, warnings: full } = storeDocument(db, parsed, info);
    return {
      ...{ ...summary, fresh, known, quarantined: null },
      ...{ rejects: [...rejects, ...leftOut], warnings: [...warnings, ...released, ...full] },
    };
  };
  return db.transaction(takeIn).immediate();
}

/** Takes in a document that was quarantined. @throws ExpectedError when there is none of this id */
export async function ingestHeld(options: IngestOptions, id: string): Promise<DocumentSummary> {
  const { db } = options;
  const { feed, document } = readQuarantined(db, id);
  const reader = createReader();
  try {
    const parsed = await reader.parse(document.bytes, fetchedFrom(feed, document.bytes), knownTimeIn(db));
    const summary = ingestParsed(options, document, parsed, { accepted: true });
    forgetQuarantined(db, id);
    return summary;
  } finally {
    reader.close();
  }
}

const knownTimeIn =
  (db: Db): KnownTime =>
  (agency, key) =>
    timeOfKey(db, agency, key);

interface FilesResult {
  documents: DocumentCounts[];
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
  const feeds = ALL_FEEDS.filter((feed) => (agency === undefined ? isUsual(feed) : feed.agency === agency)).map(
    ({ name }) => name,
  );
  // A named agency with one feed leaves nothing to recognise: the parser says what the file lacks.
  const [only] = agency !== undefined && feeds.length === 1 ? feeds : [];
  const sizeLimit = only === undefined ? maxBytesForHead : (): number => feedDefinition(only)!.parser.maxBytes;
  const result: FilesResult = { documents: [], failed: [] };
  const reader = createReader(readerOptions);
  // Received together: the order of the paths says nothing.
  const receivedAt = options.now();
  const open = (path: string): Promise<FeedDocument> => readDocument(path, { sizeLimit });
  const read = (document: FeedDocument, stored: Promise<unknown>): Promise<Parsed> =>
    reader.parse(
      document.bytes,
      { feeds, as: only },
      stored.then(() => knownTimeIn(options.db)),
    );
  const store = (document: FeedDocument, parsed: Parsed): void => {
    const summary = ingestParsed({ ...options, now: () => receivedAt }, document, parsed);
    result.documents.push(countsOf(summary));
    onDocument?.(summary);
  };
  try {
    await inTurn(await expandPaths(patterns), { open, read, store }, (path, error) => {
      if (isDiskFault(error)) throw error;
      // An unexpected error is a defect: shown with its stack. The other files are read.
      const { message, stack = message } = error as Error;
      result.failed.push({ name: path, reason: error instanceof DocumentError ? message : stack });
    });
  } finally {
    reader.close();
  }
  return result;
}

/** Links, associates and publishes what was stored. */
export function finishIngest({ db, now, agencies, progress = silent, ...composing }: IngestOptions): CommitSummary {
  markAgencyChanges(db, agencies);
  updateAgencyEvents(db, { unused: unusedFeedGroups(agencies), progress });
  const { placeName, blastProbability, prove } = composing;
  return commitChanges(db, now(), {
    placeName,
    ...(blastProbability ? { blastProbability } : {}),
    ...(prove ? { prove } : {}),
    progress,
  });
}
