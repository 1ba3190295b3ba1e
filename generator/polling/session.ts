/** What outlives a poll of one feed: its HTTP client, validators, and what its fetcher remembers. */
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { readValidators, writeValidators } from '../catalog/documents/poll-state.ts';
import { ingestParsed, type DocumentSummary, type IngestOptions } from '../ingest.ts';
import type { AgencyClocks } from './agency-clocks.ts';
import type { RawPage, RawPages } from './raw-pages.ts';
import { createFeedClient } from '../sources/fetching/client.ts';
import { redactedUrl } from '../sources/fetching/errors.ts';
import type { HostSilence } from '../sources/fetching/host-silence.ts';
import type { Reach } from '../sources/fetching/reach.ts';
import { reachOf, type FeedAddresses } from '../sources/registry.ts';
import { fetchedFrom } from '../sources/reader/perform.ts';
import type { Reader } from '../sources/reader/reader.ts';
import {
  DocumentError,
  type FeedClient,
  type FetchedPage,
  type FeedName,
  type FetchSession,
  type Parsed,
  type Validators,
} from '../sources/feed.ts';

export interface SessionContext extends IngestOptions {
  /** Service name and its operator's address, printable ASCII. */
  userAgent: string;
  /** Called with every ingested document. */
  onDocument(summary: DocumentSummary): void;
  /** Aborts every request. */
  signal: AbortSignal;
  /** By host: the instant before which no request may be sent, by any session. */
  retryNotBefore: Map<string, EpochMs>;
  addresses: FeedAddresses;
  /** Hosts that give no answer in this run. */
  silence?: HostSilence;
  /** What the agencies say of this host's clock. */
  clocks?: AgencyClocks;
  /** Parses in a thread of its own. */
  reader: Reader;
  /** Keeps pages before they are parsed. */
  raw?: RawPages | undefined;
}

/**
 * HTTP requests. New validators count only once their document is in the catalogue, so that a crash in between loses
 * nothing.
 */
export class RequestSession {
  readonly client: FeedClient;
  protected readonly reach: Reach;
  readonly #db: Db;
  readonly #pending = new Map<string, Validators>();

  /** @param retries after the first attempt; the client's own number by default */
  constructor(context: SessionContext, retries?: number) {
    const { db, userAgent, signal, retryNotBefore, silence, clocks } = context;
    this.#db = db;
    const reach = reachOf(context.addresses);
    this.reach = reach;
    const validators = {
      get: (url: string) => readValidators(db, url),
      set: (url: string, one: Validators) => void this.#pending.set(url, one),
    };
    this.client = createFeedClient({
      ...{ userAgent, signal, retryNotBefore, reach, validators },
      ...(retries === undefined ? {} : { retries }),
      ...(silence ? { silence } : {}),
      onHead: ({ url, headers }) => clocks?.note(reach.ownerOf(url), url.host, headers),
    });
  }

  commitValidators(): void {
    writeValidators(this.#db, this.#pending);
    this.#pending.clear();
  }

  /** What did not reach the catalogue is requested again. */
  discardValidators(): void {
    this.#pending.clear();
  }
}

export class FeedSession extends RequestSession implements FetchSession {
  readonly memory = new Map<string, EpochMs | null>();
  /** Kept for pages that a fetcher reads before they are ingested. */
  readonly #parsed = new WeakMap<Uint8Array, Promise<Parsed>>();
  readonly #context: SessionContext;
  readonly #feed: FeedName;

  constructor(context: SessionContext, { feed, retries }: { feed: FeedName; retries?: number | undefined }) {
    super(context, retries);
    this.#context = context;
    this.#feed = feed;
  }

  readonly parse = (bytes: Uint8Array): Promise<Parsed> => {
    const parsed = this.#parsed.get(bytes) ?? this.#keepAndParse(bytes, { name: null, coverage: null });
    this.#parsed.set(bytes, parsed);
    return parsed;
  };

  async #keepAndParse(bytes: Uint8Array, page: Omit<RawPage, 'feed' | 'fetchedAt'>): Promise<Parsed> {
    await this.#keep(bytes, page);
    return this.#context.reader.parse(bytes, fetchedFrom(this.#feed, bytes));
  }

  async #keep(bytes: Uint8Array, page: Omit<RawPage, 'feed' | 'fetchedAt'>): Promise<void> {
    const { raw, now, clocks } = this.#context;
    await raw?.keep({ feed: this.#feed, ...page, fetchedAt: now() + (clocks?.offset ?? 0) }, bytes);
  }

  /** @throws DocumentError with the page's address; HostClockWrong */
  async ingest(page: FetchedPage): Promise<DocumentSummary> {
    const fetchedAt = this.#context.now();
    const { bytes, coverage, window } = page;
    const kept = { name: redactedUrl(page.name), coverage, window };
    const known = this.#parsed.get(bytes);
    if (known) await this.#keep(bytes, kept);
    const parsed = known ?? this.#keepAndParse(bytes, kept);
    this.#parsed.set(bytes, parsed);
    const { clocks, signal } = this.#context;
    const summary = await withAddress(page.name, async () => {
      const content = await parsed;
      await clocks?.admit(this.reach.ownerOf(new URL(page.name)), signal);
      return ingestParsed(this.#context, { ...page, fetchedAt }, content);
    });
    // What is quarantined is requested again: a 304 would say that all is well.
    if (summary.quarantined) this.discardValidators();
    else {
      this.#context.onDocument(summary);
      this.commitValidators();
    }
    return summary;
  }
}

/** @throws DocumentError of the work, with the address in its message */
export async function withAddress<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new DocumentError(`${redactedUrl(url)}: ${error.message}`, { cause: error });
  }
}
