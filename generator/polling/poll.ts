/** Asking the agencies: one feed that is down never keeps the others from being read. */
import type { Station } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { sql } from '../catalog/database.ts';
import { noteAttempt } from '../catalog/documents/feed-states.ts';
import type { DocumentSummary, IngestOptions } from '../ingest.ts';
import { ingestParsed } from '../ingest.ts';
import type { Alerts } from './alerts.ts';
import type { ValidatorStore, Validators } from '../sources/fetching/client.ts';
import { createFeedClient } from '../sources/fetching/client.ts';
import { redactedUrl } from '../sources/fetching/errors.ts';
import type { FeedAddresses } from '../sources/registry.ts';
import { ALL_FEEDS, stationSources } from '../sources/registry.ts';
import type { Reader } from '../sources/reader/reader.ts';
import type { Feed, FeedDocument, Fetcher, FetchSession, Parsed, Window } from '../sources/feed.ts';
import { DocumentError, FeedUnavailable } from '../sources/feed.ts';
import type { StationFetcher } from '../sources/stations/fetchers.ts';
import { detailRequests, usgsDetails, type DetailRequest } from '../sources/usgs/fetcher.ts';

export interface PollContext extends IngestOptions {
  addresses: FeedAddresses;
  /** Who asks, and where the operator is found. Printable ASCII, as a header is. */
  userAgent: string;
  line(text: string): void;
  /** Says once what every round meets. */
  alerts: Alerts;
  /** Called with every document that went in. */
  onDocument(summary: DocumentSummary): void;
  /** Ends every question at once. */
  signal: AbortSignal;
  /** One a feed, made when it is first asked: what it remembers outlives a round. */
  sessions: Map<string, Session>;
  /** By host: the instant before which it asked to be left alone, whoever asks. */
  retryNotBefore: Map<string, EpochMs>;
  /** Reads what is answered, away from this thread. */
  reader: Reader;
}

export type FeedOutcome = 'answered' | 'down' | 'stopped';

export interface PollOptions {
  /** For older years, beside the asking for what is recent: told apart in messages and states. */
  archive?: boolean;
  /** Further tries after the first. */
  retries?: number;
}

export const feedOf = (fetcher: Fetcher): Feed => ALL_FEEDS.find(({ name }) => name === fetcher.feed)!;

/** Mechanisms are products about earthquakes, not an agency's catalogue: they are asked whoever is in use. */
export const isEnabled = ({ agencies }: PollContext, fetcher: Fetcher): boolean =>
  fetcher.feed === 'gcmt-ndk' || agencies.includes(feedOf(fetcher).agency);

/** Asks one feed for a window; whatever arrives before a failure is kept. */
export async function pollFeed(
  asking: PollContext,
  fetcher: Fetcher,
  window: Window,
  { archive = false, retries }: PollOptions = {},
): Promise<FeedOutcome> {
  const feed = feedOf(fetcher);
  const name = archive ? `archive:${feed.name}` : feed.name;
  const session = sessionOf(asking, name, retries);
  const wanted = new Map<string, DetailRequest>();
  const outcome = await attempt(asking, name, async () => {
    session.discardValidators();
    for await (const document of fetcher.fetch(window, session)) {
      const { parsed } = await session.ingest(document, feed);
      if (feed.name === 'usgs-fdsn') for (const wish of detailRequests(parsed)) wanted.set(wish.id, wish);
      if (asking.signal.aborted) return;
    }
  });
  if (wanted.size > 0 && !asking.signal.aborted) await askDetails(asking, session, [...wanted.values()]);
  return outcome;
}

/** Mechanisms and shakemaps of single events: their failure is not the feed's. */
function askDetails(asking: PollContext, session: Session, wishes: DetailRequest[]): Promise<FeedOutcome> {
  return attempt(asking, 'usgs-details', async () => {
    session.discardValidators();
    for await (const document of usgsDetails({ wishes, base: asking.addresses.usgs }, session)) {
      await session.ingest(document);
      if (asking.signal.aborted) return;
    }
  });
}

/** Stations do not run away: they are asked for again soon enough. */
const STATION_RETRIES = 1;

/** Asks the agencies in use for their station lists; what is not reachable stays as it was. @returns whether any answered */
export async function pollStations(asking: PollContext): Promise<boolean> {
  const sources = stationSources(asking.addresses).filter(({ name }) =>
    asking.agencies.some((agency) => name.startsWith(agency)),
  );
  const outcomes = await Promise.all(sources.map((source) => askStationList(asking, source)));
  return outcomes.includes('answered');
}

function askStationList(asking: PollContext, source: StationFetcher): Promise<FeedOutcome> {
  const session = sessionOf(asking, source.name, STATION_RETRIES);
  return attempt(asking, source.name, async () => {
    session.discardValidators();
    const bytes = await source.fetch(session.client);
    if (bytes === 'unchanged') return;
    const { stations, rejects } = await named(source.url, () =>
      asking.reader.stations(source.name, bytes, asking.now()),
    );
    putStations(asking.db, stations);
    session.commitValidators();
    const refused = rejects.length > 0 ? `, ${rejects.length} rejects` : '';
    asking.line(`${source.name}: ${stations.length} stations${refused}`);
  });
}

/** Stations of these lists take the place of those known under the same network and code. */
export function putStations(db: Db, stations: Station[]): void {
  db.transaction(() => {
    const put = sql(db, 'INSERT OR REPLACE INTO stations (network, code, station) VALUES (?, ?, ?)');
    for (const station of stations) put.run(station.network, station.code, JSON.stringify(station));
  })();
}

async function attempt(asking: PollContext, feed: string, work: () => Promise<void>): Promise<FeedOutcome> {
  const at = asking.now();
  const label = feed.replace(/^archive:(.*)$/, '$1 (older years)');
  try {
    await work();
    if (asking.signal.aborted) return 'stopped';
    noteAttempt(asking.db, feed, at, null);
    asking.alerts.resolve(feed, `${label} answers again`);
    return 'answered';
  } catch (error) {
    if (asking.signal.aborted) return 'stopped';
    asking.alerts.raise(feed, `${label} is down: ${told(error)}`);
    noteFailure(asking, feed, at, error);
    return 'down';
  }
}

const foreseen = (error: unknown): error is Error => error instanceof FeedUnavailable || error instanceof DocumentError;

/** What cannot be foreseen is a defect, or a disk that is full: told with its stack, and the other feeds go on. */
const told = (error: unknown): string =>
  foreseen(error) ? error.message : ((error as Error).stack ?? (error as Error).message);

function noteFailure(asking: PollContext, feed: string, at: EpochMs, error: unknown): void {
  try {
    noteAttempt(asking.db, feed, at, foreseen(error) ? error.message : 'its answer could not be taken in');
  } catch (failure) {
    asking.alerts.raise('catalogue', `the catalogue cannot be written: ${(failure as Error).message}`);
  }
}

export interface Session extends FetchSession {
  /** @param feed whose answer it is, where that is known before reading it */
  ingest(document: Omit<FeedDocument, 'fetchedAt'>, feed?: Feed): Promise<DocumentSummary>;
  /** What was asked conditionally is in the catalogue: from now on only ask for what is newer. */
  commitValidators(): void;
  /** What was asked and not confirmed did not reach the catalogue: it is asked for again. */
  discardValidators(): void;
}

function sessionOf(asking: PollContext, name: string, retries?: number): Session {
  const known = asking.sessions.get(name);
  if (known) return known;
  const { userAgent, signal } = asking;
  const store = pendingValidators(asking.db);
  const client = createFeedClient({
    userAgent,
    validators: store.validators,
    retryNotBefore: asking.retryNotBefore,
    signal,
    ...(retries === undefined ? {} : { retries }),
  });
  const parse = parsedOnce(asking.reader);
  const session: Session = {
    client,
    parse,
    measure: asking.reader.measure,
    memory: new Map(),
    async ingest(document, feed) {
      const fetchedAt = asking.now();
      const summary = await named(document.name, async () =>
        ingestParsed(asking, { ...document, fetchedAt }, await parse(document.bytes, feed)),
      );
      asking.onDocument(summary);
      store.confirm();
      return summary;
    },
    commitValidators: store.confirm,
    discardValidators: store.forget,
  };
  asking.sessions.set(name, session);
  return session;
}

/** A document that cannot be used is told with its address. */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentError)
      throw new DocumentError(`${redactedUrl(name)}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Reads each document once, also where a fetcher looks into it before it is kept. */
function parsedOnce(reader: Reader): (bytes: Uint8Array, feed?: Feed) => Promise<Parsed> {
  const known = new WeakMap<Uint8Array, Promise<Parsed>>();
  return (bytes, feed) => {
    // AFAD says "no events" with an answer that has nothing to be recognised by.
    const blank = feed?.name === 'afad-api' && isBlank(bytes);
    const parsed = known.get(bytes) ?? reader.parse(bytes, blank ? { as: feed.name } : {});
    known.set(bytes, parsed);
    return parsed;
  };
}

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.byteLength <= 8 && ['', 'null'].includes(new TextDecoder().decode(bytes).trim());

/** Validators count only once their document is in the catalogue: a crash in between must not hide it for ever. */
function pendingValidators(db: Db): { validators: ValidatorStore; confirm(): void; forget(): void } {
  const pending = new Map<string, Validators>();
  return {
    validators: {
      get: (url) =>
        sql<unknown[], Validators>(db, 'SELECT etag, last_modified AS lastModified FROM validators WHERE url = ?').get(
          url,
        ),
      set: (url, validators) => pending.set(url, validators),
    },
    confirm() {
      const put = sql(db, 'INSERT OR REPLACE INTO validators (url, etag, last_modified) VALUES (?, ?, ?)');
      for (const [url, { etag, lastModified }] of pending) put.run(url, etag, lastModified);
      pending.clear();
    },
    forget: () => pending.clear(),
  };
}

/** A value that outlives the process, by name. */
export const readSetting = (db: Db, name: string): string | undefined =>
  sql<unknown[], string>(db, 'SELECT value FROM settings WHERE name = ?').pluck().get(name);

export const writeSetting = (db: Db, name: string, value: string | EpochMs): void => {
  sql(db, 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, String(value));
};

/** Everything is asked for again, whatever was asked before and whether or not it changed since. */
export const clearPollState = (db: Db): void => {
  db.exec(
    `DELETE FROM validators; DELETE FROM settings WHERE name LIKE 'asked\\_%' ESCAPE '\\' OR name LIKE 'archive:%'`,
  );
};
