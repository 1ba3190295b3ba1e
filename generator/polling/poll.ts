/** Requests to the agencies: a feed that is down does not keep the others from being read. */
import type { FailureReason } from '#core/failure-reason.ts';
import type { Agency } from '#core/agencies.ts';
import type { EpochMs } from '#core/time.ts';
import { noteAttempt, noteQuarantined } from '../catalog/documents/feed-states.ts';
import { quarantineText, type DocumentSummary } from '../ingest.ts';
import { putStations } from '../catalog/stations.ts';
import { feedDefinition, givesReports } from '../sources/agencies.ts';
import type { DetailRequest } from '../sources/agency.ts';
import { DocumentError, FeedUnavailable, faultWarnings, type Fetcher, type Window } from '../sources/feed.ts';
import { stationSources } from '../sources/registry.ts';
import type { StationFetcher } from '../sources/stations/fetchers.ts';
import { HostClockWrong } from './agency-clocks.ts';
import type { Alerts } from './alerts.ts';
import { FeedSession, RequestSession, withAddress, type SessionContext } from './session.ts';

export interface PollContext extends SessionContext {
  line(text: string): void;
  /** Reports a condition once, however many polls meet it. */
  alerts: Alerts;
  /** By the name of a feed, with `archive:` before it for older years. */
  sessions: Map<string, FeedSession>;
}

type FeedOutcome = 'answered' | 'quarantined' | 'down' | 'stopped';

interface PollOptions {
  /** For older years, beside the poll of recent ones: named apart in messages and states. */
  archive?: boolean;
  /** After the first attempt. */
  retries?: number;
}

export const agencyOf = (fetcher: Fetcher): Agency => feedDefinition(fetcher.feed)!.parser.agency;

/** Products about earthquakes do not depend on the agencies in use. */
export const isEnabled = ({ agencies }: PollContext, fetcher: Fetcher): boolean =>
  !givesReports(fetcher.feed) || agencies.includes(agencyOf(fetcher));

/** Reads one feed for a window; whatever arrives before a failure is kept. */
export async function pollFeed(
  context: PollContext,
  fetcher: Fetcher,
  window: Window,
  { archive = false, retries }: PollOptions = {},
): Promise<FeedOutcome> {
  const { feed } = fetcher;
  const name = archive ? `archive:${feed}` : feed;
  const session = context.sessions.get(name) ?? new FeedSession(context, { feed, retries });
  context.sessions.set(name, session);
  const details = feedDefinition(feed)?.polling?.details;
  const requests = new Map<string, DetailRequest>();
  const allQuarantined: Quarantined[] = [];
  const outcome = await attempt(context, name, async () => {
    session.discardValidators();
    for await (const page of fetcher.fetch(window, session)) {
      const { parsed, quarantined } = await session.ingest(page);
      if (quarantined) {
        allQuarantined.push(quarantined);
        continue;
      }
      for (const request of details?.requestsIn(parsed) ?? []) requests.set(request.id, request);
      if (context.signal.aborted) return allQuarantined;
    }
    return allQuarantined;
  });
  if (!details || requests.size === 0 || context.signal.aborted) return outcome;
  // Mechanisms and shakemaps of single events: their failure is not the feed's.
  await attempt(context, details.name, async () => {
    session.discardValidators();
    for await (const page of details.fetch({ requests: [...requests.values()], base: fetcher.base }, session)) {
      await session.ingest(page);
      if (context.signal.aborted) return;
    }
  });
  return outcome;
}

/** Stations change rarely: the next poll is soon enough. */
const STATION_RETRIES = 1;

/** Reads the station lists of the agencies in use. @returns whether any answered */
export async function pollStations(context: PollContext): Promise<boolean> {
  const sources = stationSources(context.addresses).filter(({ name }) =>
    context.agencies.some((agency) => name.startsWith(agency)),
  );
  const outcomes = await Promise.all(sources.map((source) => pollStationList(context, source)));
  return outcomes.includes('answered');
}

function pollStationList(context: PollContext, source: StationFetcher): Promise<FeedOutcome> {
  const { name, url } = source;
  const session = new RequestSession(context, STATION_RETRIES);
  return attempt(context, name, async () => {
    const bytes = await source.fetch(session.client);
    if (bytes === 'unchanged') return;
    const list = await withAddress(url, () => context.reader.stations(name, bytes, context.now()));
    putStations(context.db, list.stations);
    session.commitValidators();
    const rejects = list.rejects.length > 0 ? `, ${list.rejects.length} rejects` : '';
    context.line(`${name}: ${list.stations.length} stations${rejects}`);
    for (const warning of faultWarnings(list.rejects)) context.line(`  note: ${warning}`);
  });
}

type Quarantined = NonNullable<DocumentSummary['quarantined']>;

/** @param work returns the documents that are quarantined */
async function attempt(
  context: PollContext,
  feed: string,
  work: () => Promise<readonly Quarantined[] | void>,
): Promise<FeedOutcome> {
  const at = context.now();
  const label = feed.replace(/^archive:(.*)$/, '$1 (older years)');
  try {
    const [quarantined] = (await work()) ?? [];
    if (context.signal.aborted) return 'stopped';
    if (quarantined) {
      noteQuarantined(context.db, feed, at, quarantined.finding);
      context.alerts.raise(feed, quarantineText(label, quarantined));
      return 'quarantined';
    }
    noteAttempt(context.db, feed, at, null);
    context.alerts.resolve(feed, `${label} answers again`);
    return 'answered';
  } catch (error) {
    if (context.signal.aborted || error instanceof HostClockWrong) return 'stopped';
    context.alerts.raise(feed, `${label} is down: ${failureText(error)}`);
    noteFailure(context, feed, at, error);
    return 'down';
  }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof FeedUnavailable || error instanceof DocumentError;

/** An unexpected error is a defect or a full disk: shown with its stack. */
const failureText = (error: unknown): string =>
  isExpected(error) ? error.message : ((error as Error).stack ?? (error as Error).message);

/** Anybody may read it: nothing of the answer, and no address. */
function publicReason(error: unknown): FailureReason {
  if (error instanceof FeedUnavailable) return error.reason;
  return error instanceof DocumentError ? 'its answer could not be read' : 'its answer could not be taken in';
}

function noteFailure(context: PollContext, feed: string, at: EpochMs, error: unknown): void {
  try {
    noteAttempt(context.db, feed, at, publicReason(error));
  } catch (failure) {
    context.alerts.raise('catalogue', `the catalogue cannot be written: ${(failure as Error).message}`);
  }
}
