/** Asking the agencies: one feed that is down never keeps the others from being read. */
import type { Station } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from './catalog/database.ts';
import { sql } from './catalog/database.ts';
import { noteAttempt } from './catalog/feed-states.ts';
import type { DocumentSummary, IngestOptions } from './ingest.ts';
import { ingestDocument } from './ingest.ts';
import type { ValidatorStore, Validators } from './sources/client.ts';
import { createFeedClient } from './sources/client.ts';
import type { FeedAddresses } from './sources/feeds.ts';
import { ALL_FEEDS, stationSources } from './sources/feeds.ts';
import type { FeedClient, FeedDocument, Fetcher, Window } from './sources/report.ts';
import { DocumentError, FeedUnavailable } from './sources/report.ts';
import { mergeStations } from './sources/stations.ts';
import { detailIds, usgsDetails } from './sources/usgs-fetch.ts';
import { allStations } from './catalog/read.ts';

export interface Asking extends IngestOptions {
  addresses: FeedAddresses;
  /** Who asks, and where the operator is found. */
  userAgent: string;
  line(text: string): void;
  /** Called with every document that went in. */
  onDocument(summary: DocumentSummary): void;
  signal: AbortSignal;
}

export type FeedOutcome = 'answered' | 'down';

/** Asks one feed for a window; whatever arrives before a failure is kept. */
export async function askFeed(asking: Asking, fetcher: Fetcher, window: Window): Promise<FeedOutcome> {
  const agency = ALL_FEEDS.find(({ name }) => name === fetcher.feed)!.agency;
  // Mechanisms are products about earthquakes, not an agency's catalogue: they are asked whoever is in use.
  if (fetcher.feed !== 'gcmt-ndk' && !asking.agencies.includes(agency)) return 'answered';
  const session = createSession(asking);
  const wanted = new Set<string>();
  return attempt(asking, fetcher.feed, async () => {
    for await (const document of fetcher.fetch(window, session.client)) {
      const summary = session.keep(document);
      if (summary.feed === 'usgs-fdsn') for (const id of detailIds(summary.parsed)) wanted.add(id);
      if (asking.signal.aborted) return;
    }
    if (wanted.size === 0) return;
    const details = usgsDetails({ ids: [...wanted], base: asking.addresses.usgs }, session.client);
    for await (const document of details) {
      session.keep(document);
      if (asking.signal.aborted) return;
    }
  });
}

/** Asks for the agencies' station lists; what is not reachable stays as it was. */
export async function askStations(asking: Asking): Promise<void> {
  const session = createSession(asking);
  for (const source of stationSources(asking.addresses)) {
    await attempt(asking, source.name, async () => {
      const bytes = await source.fetch(session.client);
      if (bytes === 'unchanged') return;
      const { stations, rejects } = source.parse(bytes, { now: asking.now() });
      putStations(asking.db, stations);
      session.confirm();
      asking.line(
        `${source.name}: ${stations.length} stations${rejects.length > 0 ? `, ${rejects.length} rejects` : ''}`,
      );
    });
  }
}

/** Stations of these lists take the place of those known under the same network and code. */
export function putStations(db: Db, stations: Station[]): void {
  db.transaction(() => {
    const put = sql(db, 'INSERT OR REPLACE INTO stations (network, code, station) VALUES (?, ?, ?)');
    for (const station of mergeStations(stations, allStations(db)))
      put.run(station.network, station.code, JSON.stringify(station));
  })();
}

async function attempt(asking: Asking, feed: string, work: () => Promise<void>): Promise<FeedOutcome> {
  const at = asking.now();
  try {
    await work();
    noteAttempt(asking.db, feed, at, null);
    return 'answered';
  } catch (error) {
    if (!(error instanceof FeedUnavailable) && !(error instanceof DocumentError)) throw error;
    noteAttempt(asking.db, feed, at, error.message);
    asking.line(`${feed} is down: ${error.message}`);
    return 'down';
  }
}

interface Session {
  client: FeedClient;
  keep(document: Omit<FeedDocument, 'fetchedAt'>): DocumentSummary;
  /** What was asked conditionally is in the catalogue: from now on only ask for what is newer. */
  confirm(): void;
}

function createSession(asking: Asking): Session {
  const store = pendingValidators(asking.db);
  const client = createFeedClient({ userAgent: asking.userAgent, validators: store.validators });
  return {
    client,
    keep(document) {
      const summary = ingestDocument(asking, { ...document, fetchedAt: asking.now() });
      asking.onDocument(summary);
      store.confirm();
      return summary;
    },
    confirm: store.confirm,
  };
}

/** Validators count only once their document is in the catalogue: a crash in between must not hide it for ever. */
function pendingValidators(db: Db): { validators: ValidatorStore; confirm(): void } {
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
  };
}

/** A value that outlives the process, by name. */
export const readSetting = (db: Db, name: string): string | undefined =>
  sql<unknown[], string>(db, 'SELECT value FROM settings WHERE name = ?').pluck().get(name);

export const writeSetting = (db: Db, name: string, value: string | EpochMs): void => {
  sql(db, 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, String(value));
};
