/** The vocabulary between parsers and the catalogue: what a feed's document says. */
import { ExpectedError } from '#core/expected-error.ts';
import type { FailureReason } from '#core/failure-reason.ts';
import type { Uncertainties } from '#core/record/uncertainties.ts';
import type { Agency, FocalMechanism, Magnitude, Quality } from '#core/earthquake.ts';
import { HOUR, type DatePrecision, type EpochMs } from '#core/time.ts';

/** A kind of document, named after who publishes it: `afad-api`. */
export type FeedName = `${Agency | 'gcmt'}-${string}`;

/** A clock that an agency does not name may be Türkiye's: ahead of UTC by no more than this. */
export const UNNAMED_CLOCK = 3 * HOUR;

/** One agency's statement about one earthquake, as one row of a document gives it. */
export interface SourceReport {
  /** 1-based line (or item number in JSON) in the document. */
  line: number;
  /** The agency's own identifier; null where the feed has none or one that changes with the origin time. */
  key: string | null;
  /** Further identifiers under which the agency has known the same earthquake. */
  aliases: string[];
  /** Origin time, UTC. */
  time: EpochMs;
  precision: DatePrecision;
  /** The other reading of a local time that a clock change made ambiguous. */
  alternativeTime: EpochMs | null;
  /** Origin time, UTC, of the agency's earlier solution that this row says it replaces (Kandilli REVIZEnn). */
  replacesTime: EpochMs | null;
  latitude: number;
  longitude: number;
  /** km below sea level, negative above; null where not given. */
  depthKm: number | null;
  /** Every magnitude given, the agency's preferred one first; empty where none is given. */
  magnitudes: Magnitude[];
  quality: Quality | null;
  /** The agency's own text, cleaned (`cleanText`). */
  place: string | null;
  /** The same in English; absent where the agency's words are of one language. */
  placeEn?: string;
  /** By which the earthquake is known, in Turkish and in English; absent where the agency names none. */
  eventName?: string;
  eventNameEn?: string;
  /** QuakeML event type. */
  eventType: string;
  /** Greatest intensity, 1 to 12, halves between two degrees; absent where not given. */
  maxIntensity?: number;
  /** Absent where not given. */
  deaths?: number;
  /** As the agency states them; absent for none. */
  uncertainties?: Uncertainties;
  /** When the agency last changed this solution, where it says so reliably. */
  updatedAt: EpochMs | null;
  /**
   * The agency's time of its last change of this row, by a clock that it does not name: it only tells which of two
   * versions is newer. Null where it says that it never changed the row; absent where the document does not say.
   */
  stamp?: EpochMs | null;
  /** The agency says that the event does not exist (any more). */
  withdrawn: boolean;
  /** The agency's page about the event, where the document names it. */
  url: string | null;
}

/** A line that could not be used, and why. */
export interface Reject {
  line: number;
  reason: string;
  /** The line itself, shortened and without control characters. */
  text: string;
  /** The stack of an error that a parser of ours should not have made. */
  fault?: string;
}

/** For an operator: rows that were lost by a fault of this program. */
export function faultWarnings(rejects: readonly Reject[]): string[] {
  const faults = rejects.filter(({ fault }) => fault !== undefined);
  const [first] = faults;
  return first ? [`${faults.length} rows met a fault of the parser, please report it: ${first.fault}`] : [];
}

/** A focal mechanism or shakemap, of the earthquake known under this key, else of the one near this time and place. */
export interface ProductReport {
  line: number;
  /**
   * The event's name at the source, `usgs:us7000abcd` or `gcmt:C202302060117A`: of the products of a kind under one
   * name only the latest counts. Null where the source gives none.
   */
  agencyKey: string | null;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  /** When the source created or changed it; null where that is not given, then the document's time is used. */
  updatedAt: EpochMs | null;
  product:
    | { kind: 'mechanism'; mechanism: FocalMechanism }
    | { kind: 'shakemap'; maxMmi: number; url: string; source: string };
}

/**
 * The range of time and magnitude in which a document lists everything that its feed has: an earlier report inside the
 * coverage of a later document and absent from it has been dropped by the agency.
 */
export interface Coverage {
  /** Inclusive. */
  from: EpochMs;
  /** Inclusive. */
  to: EpochMs;
  /** Inclusive; null for all magnitudes. */
  minMagnitude: number | null;
}

/** The content of one document. `rows` = reports + rejects + products + repeated. */
export interface Parsed {
  feed: FeedName;
  agency: Agency;
  rows: number;
  reports: SourceReport[];
  products: ProductReport[];
  /** Whether the document lists all products of its events: one that it does not name no longer exists. */
  complete?: boolean;
  rejects: Reject[];
  /** Rows equal to an earlier row of the same document. */
  repeated: number;
  /** When the document was created, as it says itself; null where it does not. */
  asOf: EpochMs | null;
  coverage: Coverage | null;
  /** Whether the document has rows that were not read at all: what it lacks proves nothing. */
  partial?: boolean;
  /** About the document as a whole, for the summary. */
  warnings: string[];
}

/** A document cannot be used: an error page, a broken page, an unknown time zone. The message says what is wrong. */
export class DocumentError extends ExpectedError {
  override name = 'DocumentError';
}

/** What parsers may know besides the document. */
export interface ParseContext {
  /** Origin time of an event that the catalogue knows under an agency's identifier. */
  knownTime(agency: Agency, key: string): EpochMs | undefined;
}

export interface Feed {
  name: FeedName;
  agency: Agency;
  /** For a decompressed document, inclusive; above the largest real one. */
  maxBytes: number;
  /** Whether a document is of this kind, by its first 4,096 bytes as Latin-1. At most one feed recognises it. */
  recognise(head: string): boolean;
  /**
   * Single bad rows are rejects. Ranges, region and future dates are checked for all feeds later (`admit.ts`).
   * @throws DocumentError when the document as a whole cannot be used
   */
  parse(bytes: Uint8Array, context: ParseContext): Parsed;
}

/** A span of origin times, both inclusive. */
export interface Window {
  from: EpochMs;
  to: EpochMs;
}

/** One document as fetched or read. */
export interface FeedDocument {
  /** URL or path, for messages. */
  name: string;
  bytes: Uint8Array;
  /** Set by a fetcher that received everything in a window. */
  coverage: Coverage | null;
  /** What a fetcher asked for: rows far outside of it are not accepted. */
  window?: Window | null;
  /** Instant of the response by the client's clock; null for a saved file. */
  fetchedAt: EpochMs | null;
}

/** A document as a fetcher gives it. */
export type FetchedPage = Omit<FeedDocument, 'fetchedAt'>;

export interface FeedAnswer {
  status: number;
  bytes: Uint8Array;
  headers: Headers;
}

/** Validators of a response (RFC 9110, 8.8), for conditional requests. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FeedRequestOptions {
  conditional?: boolean;
  accept?: string;
  /** For the decoded body, inclusive. */
  maxBytes?: number;
  /** For one whole attempt: connection, redirects and body. */
  timeoutMs?: number;
  /** For a first answer, retries included: longer than usual where a server computes for long. */
  silenceMs?: number;
}

/** The HTTP client of fetchers: retries with back-off, time-outs, size limit, conditional requests, User-Agent. */
export interface FeedClient {
  /**
   * The response to a GET with a status of 2xx, or `'unchanged'` for 304 (only with `conditional`).
   * @throws FeedUnavailable after the last try, naming URL and cause.
   */
  get(url: string, options?: FeedRequestOptions): Promise<FeedAnswer | 'unchanged'>;
}

/** The message is the operator's: it may name the host, and quote an answer. */
export class FeedUnavailable extends Error {
  override name = 'FeedUnavailable';
  readonly reason: FailureReason;

  constructor(message: string, reason: FailureReason = 'the request failed') {
    super(message);
    this.reason = reason;
  }
}

/** What a fetcher works with, one for each feed. */
export interface FetchSession {
  client: FeedClient;
  /** Reads a page of the feed. A page that is ingested too is parsed once. @throws DocumentError */
  parse(bytes: Uint8Array): Promise<Parsed>;
  /** Instants that the fetcher keeps from one poll to the next. */
  memory: Map<string, EpochMs | null>;
}

/** Requests of a feed. Pages are yielded as they arrive, so that those before a failure are kept. */
export interface Fetcher {
  feed: FeedName;
  /** Agency host, for messages. `base` can be set by configuration (a mirror, a test server). */
  base: string;
  fetch(window: Window, session: FetchSession): AsyncIterable<FetchedPage>;
}
