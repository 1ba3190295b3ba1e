import type { TestContext } from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { MINUTE, parseInstant } from '#core/time.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { readConfig } from '../../generator/cli/config.ts';
import type { PollContext } from '../../generator/polling/poll.ts';
import { Alerts } from '../../generator/polling/alerts.ts';
import { createSchedule, type Schedule } from '../../generator/polling/schedule.ts';
import { REGION } from '#core/region.ts';
import { createReader } from '../../generator/sources/reader/reader.ts';
import { type ReplayServer, replayServer } from './replay-server.ts';

export interface TestSchedule {
  replay: ReplayServer;
  context: PollContext;
  schedule: Schedule;
  lines: string[];
  clock: { now: number };
  stop: AbortController;
  /** A round and all polls that it starts. @returns their requests */
  round(): Promise<ReplayServer['requests']>;
}

type Varied = 'now' | 'line' | 'signal';

/** Polls a replay server into a catalogue in memory. */
export const pollContext = (
  replay: ReplayServer,
  { line, ...more }: Pick<PollContext, Varied> & Partial<PollContext>,
): PollContext => ({
  db: openCatalog(':memory:'),
  region: REGION,
  agencies: AGENCIES,
  placeName: () => null,
  addresses: readConfig(replay.environment).addresses,
  userAgent: 'hiposantr-test/1 (+http://quakes.example)',
  line,
  alerts: new Alerts(line),
  onDocument: () => undefined,
  sessions: new Map(),
  retryNotBefore: new Map(),
  reader: more.reader ?? createReader(),
  ...more,
});

/** A schedule in this process that polls a replayed world; only the test moves its clock. */
export async function startSchedule(t: TestContext, more: Partial<PollContext> = {}): Promise<TestSchedule> {
  const clock = { now: parseInstant('2026-03-15T12:00:00Z')! };
  const replay = await replayServer(clock.now);
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const stop = new AbortController();
  const db = openCatalog(':memory:');
  const context = pollContext(replay, { now: () => clock.now, line, signal: stop.signal, ...more });
  const schedule = createSchedule(context, 60_000);
  t.after(async () => {
    stop.abort();
    await schedule.settled();
    context.reader.close();
    await replay.close();
    db.close();
  });
  const round = async (): Promise<ReplayServer['requests']> => {
    const before = replay.requests.length;
    await schedule.round();
    await schedule.settled();
    clock.now += MINUTE;
    return replay.requests.slice(before);
  };
  return { replay, context, schedule, lines, clock, stop, round };
}

export const requestsTo = (requests: ReplayServer['requests'], feed: string): string[] =>
  requests.filter((request) => request.feed === feed).map(({ url }) => url);

/** The start of the window of a request to AFAD. */
export const startOf = (url: string): string => new URL(url, 'http://x').searchParams.get('start')!.slice(0, 10);
