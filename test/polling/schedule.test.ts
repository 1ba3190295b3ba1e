import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { DAY, HOUR, MINUTE, formatDay, parseInstant } from '#core/time.ts';
import { feedsOf } from '../../generator/catalog/documents/feed-states.ts';
import { allStations } from '../../generator/catalog/read.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { readConfig } from '../../generator/cli/config.ts';
import { finishIngest } from '../../generator/ingest.ts';
import type { PollContext } from '../../generator/polling/poll.ts';
import { createAlerts } from '../../generator/polling/alerts.ts';
import type { Schedule } from '../../generator/polling/schedule.ts';
import { createSchedule } from '../../generator/polling/schedule.ts';
import { REGION } from '../../generator/sources/parsing/admit.ts';
import { createReader } from '../../generator/sources/reader/reader.ts';
import type { ReplayServer } from '../support/replay-server.ts';
import { replayServer } from '../support/replay-server.ts';

interface Setup {
  replay: ReplayServer;
  context: PollContext;
  schedule: Schedule;
  lines: string[];
  clock: { now: number };
  stop: AbortController;
  /** A round and all polls that it starts. @returns their requests */
  round(): Promise<ReplayServer['requests']>;
}

/** A schedule in this process that polls a replayed world; only the test moves its clock. */
async function setUp(t: TestContext, more: Partial<PollContext> = {}): Promise<Setup> {
  const clock = { now: parseInstant('2026-03-15T12:00:00Z')! };
  const replay = await replayServer(clock.now);
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const stop = new AbortController();
  const db = openCatalog(':memory:');
  const context: PollContext = {
    db,
    now: () => clock.now,
    region: REGION,
    agencies: AGENCIES,
    placeName: () => null,
    addresses: readConfig(replay.environment).addresses,
    userAgent: 'hiposantr-test/1 (+http://quakes.example)',
    line,
    alerts: createAlerts(line),
    onDocument: () => undefined,
    signal: stop.signal,
    sessions: new Map(),
    retryNotBefore: new Map(),
    reader: createReader(),
    ...more,
  };
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

const asked = (requests: ReplayServer['requests'], feed: string): string[] =>
  requests.filter((request) => request.feed === feed).map(({ url }) => url);

/** The first instant that a request to AFAD asks for. */
const startOf = (url: string): string => new URL(url, 'http://x').searchParams.get('start')!.slice(0, 10);

test('rounds poll the last weeks first, then the last days, and the weeks again after a day', async (t) => {
  const { round, clock, context } = await setUp(t);
  const first = await round();
  assert.ok(asked(first, 'afad').map(startOf).includes('2026-02-13'));
  assert.ok(asked(first, 'monthly').length > 0);
  assert.equal(asked(first, 'stations').length, 2);
  assert.deepEqual(finishIngest(context), { created: 2, revised: 0, merged: 0, withdrawn: 0 });
  assert.equal(allStations(context.db).length, 2);

  const second = await round();
  assert.ok(!asked(second, 'afad').map(startOf).includes('2026-02-13'));
  assert.ok(asked(second, 'afad').map(startOf).includes('2026-03-13'));
  assert.deepEqual(asked(second, 'stations'), []);
  assert.deepEqual(finishIngest(context), { created: 0, revised: 0, merged: 0, withdrawn: 0 });

  clock.now += DAY;
  assert.ok(
    asked(await round(), 'afad')
      .map(startOf)
      .includes('2026-02-14'),
  );
  // A clock that was wrong by years must not stop the daily reading until it catches up.
  clock.now -= 1000 * DAY;
  const weeksBefore = formatDay(clock.now - 30 * DAY);
  assert.ok(
    asked(await round(), 'afad')
      .map(startOf)
      .includes(weeksBefore),
  );
});

test('older years are polled one a round, newest first, down to 1900', async (t) => {
  const { round } = await setUp(t);
  const years = async (): Promise<Set<string>> =>
    new Set(asked(await round(), 'zeqdb').map((url) => new URL(url, 'http://x').searchParams.get('bYear')!));
  assert.deepEqual(await years(), new Set(['2026']));
  assert.deepEqual(await years(), new Set(['2025']));
  assert.deepEqual(await years(), new Set(['2024']));
});

test('a feed that is down is reported once, and once when it answers again', async (t) => {
  const { replay, round, lines, context } = await setUp(t, { agencies: ['afad', 'usgs'] });
  await round();
  const said = (): string[] => lines.splice(0).filter((line) => /^usgs-fdsn (?:is|answers)/.test(line));
  said();
  replay.modes.usgs = 'page';
  await round();
  assert.match(said().join('\n'), /^usgs-fdsn is down: http:\S+ not recognised: .*Out of service[^\n]*$/);
  await round();
  await round();
  assert.deepEqual(said(), []);
  assert.match(feedsOf(context.db, 'usgs').error!, /Out of service/);
  replay.modes.usgs = 'events';
  await round();
  await round();
  assert.deepEqual(said(), ['usgs-fdsn answers again']);
  assert.equal(feedsOf(context.db, 'usgs').error, null);
});

test('a failed daily poll is repeated after growing pauses; the last days are polled meanwhile', async (t) => {
  const { replay, round, clock } = await setUp(t, { agencies: ['kandilli', 'afad'] });
  replay.modes.monthly = replay.modes.afad = replay.modes.stations = 'page';
  const counts = { monthly: 0, weeks: 0, days: 0, stations: 0, rounds: 0 };
  const rounds = async (span: number): Promise<typeof counts> => {
    Object.assign(counts, { monthly: 0, weeks: 0, days: 0, stations: 0, rounds: 0 });
    for (const end = clock.now + span; clock.now < end; counts.rounds += 1) {
      const requests = await round();
      if (asked(requests, 'monthly').length > 0) counts.monthly += 1;
      if (asked(requests, 'stations').length > 0) counts.stations += 1;
      const starts = asked(requests, 'afad').map(startOf);
      if (starts.includes('2026-02-13')) counts.weeks += 1;
      if (starts.includes('2026-03-13')) counts.days += 1;
    }
    return counts;
  };
  // At 0, 5, 15 and 35 minutes.
  assert.deepEqual(await rounds(HOUR), { monthly: 4, weeks: 4, days: 56, stations: 4, rounds: 60 });
  replay.modes.monthly = replay.modes.afad = replay.modes.stations = 'events';
  // At 75 minutes, and then not before tomorrow; the monthly lists are polled for older years meanwhile.
  const { weeks, days, stations } = await rounds(HOUR);
  assert.deepEqual({ weeks, days, stations }, { weeks: 1, days: 59, stations: 1 });
});

test('a feed that hangs delays no other, and is not polled again meanwhile', async (t) => {
  const { replay, context, clock } = await setUp(t);
  replay.modes.live = 'hanging';
  const schedule = createSchedule(context, 1500);
  await schedule.round();
  clock.now += MINUTE;
  await schedule.round();
  assert.equal(replay.requests.filter(({ feed }) => feed === 'live').length, 1);
  assert.ok(replay.requests.filter(({ feed }) => feed === 'afad').length >= 2);
  assert.equal(finishIngest(context).created, 2);
  assert.equal(feedsOf(context.db, 'kandilli').lastAttempt, null);
});

test('stopping ends every request at once, and is no failure of a feed', async (t) => {
  const { replay, schedule, lines, stop, context } = await setUp(t);
  for (const feed of ['live', 'monthly', 'zeqdb', 'afad', 'usgs', 'gcmt', 'stations'] as const)
    replay.modes[feed] = 'hanging';
  const round = schedule.round();
  while (replay.requests.length < 6) await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort();
  await round;
  await schedule.settled();
  assert.deepEqual(lines, []);
  assert.equal(feedsOf(context.db, 'afad').lastAttempt, null);
});

test('Retry-After holds in the next rounds too', async (t) => {
  const { replay, round, clock } = await setUp(t, { agencies: ['afad'] });
  replay.modes.afad = 'later';
  assert.equal(asked(await round(), 'afad').filter((url) => startOf(url) === '2026-02-13').length, 1);
  assert.deepEqual(asked(await round(), 'afad'), []);
  replay.modes.afad = 'events';
  clock.now += 2 * HOUR;
  // The pause is kept by the clock of this computer, which the test does not move.
  assert.deepEqual(asked(await round(), 'afad'), []);
});

test('a year that fails is repeated later, and at last left until all years are read again', async (t) => {
  const { replay, round, clock, lines } = await setUp(t, { agencies: ['usgs'] });
  const archive = async (): Promise<number> =>
    asked(await round(), 'usgs').filter((url) => url.includes('starttime=2026-01-01')).length;
  replay.modes.usgs = 'page';
  assert.equal(await archive(), 1);
  assert.equal(await archive(), 0);
  for (const pause of [HOUR, 6 * HOUR, DAY]) {
    clock.now += pause;
    assert.equal(await archive(), 1);
  }
  assert.ok(lines.includes('usgs-fdsn: the year 2026 could not be had and is left for later'));
  assert.equal(await archive(), 0);
});

test('agencies not in use are not polled, nor their stations', async (t) => {
  const { round } = await setUp(t, { agencies: ['usgs', 'historical'] });
  const feeds = new Set((await round()).map(({ feed }) => feed));
  assert.deepEqual([...feeds].sort(), ['gcmt', 'usgs']);
});

test('another region makes every document new', async (t) => {
  const { round, context } = await setUp(t);
  await round();
  await round();
  const known = (): number =>
    context.db.prepare<[], number>(`SELECT count(*) FROM settings WHERE name LIKE 'archive:%'`).pluck().get()!;
  createSchedule(context);
  assert.ok(known() >= 4);
  createSchedule({ ...context, region: { ...REGION, north: 47 } });
  assert.equal(known(), 0);
});

test('an answer of no bytes from AFAD means that there is nothing', async (t) => {
  const { replay, round, context, lines } = await setUp(t, { agencies: ['afad'] });
  replay.modes.afad = 'nothing';
  await round();
  assert.equal(feedsOf(context.db, 'afad').error, null);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('afad-api')),
    [],
  );
});

test('a defect in one feed is reported, and the others go on', async (t) => {
  const { round, lines, context } = await setUp(t, {
    onDocument({ feed }) {
      if (feed === 'afad-api') throw new TypeError('synthetic defect');
    },
  });
  await round();
  await round();
  const told = lines.filter((line) => /^afad-api is down: TypeError: synthetic defect\n +at /.test(line));
  assert.equal(told.length, 1);
  assert.equal(feedsOf(context.db, 'afad').error, 'its answer could not be taken in');
  assert.ok(feedsOf(context.db, 'kandilli').lastSuccess);
});

test('a catalogue that cannot be written is reported, not thrown', async (t) => {
  const { round, lines, context } = await setUp(t);
  await round();
  context.db.pragma('query_only = 1');
  await round();
  await round();
  context.db.pragma('query_only = 0');
  assert.equal(lines.filter((line) => /^the catalogue cannot be written: /.test(line)).length, 1);
});
