import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { feedsOf } from '../../generator/catalog/documents/feed-states.ts';
import { finishIngest } from '../../generator/ingest.ts';
import { createSchedule } from '../../generator/polling/schedule.ts';
import { startSchedule, requestsTo, startOf } from '../support/test-schedule.ts';

test('a feed that is down is reported once, and once when it answers again', async (t) => {
  const { replay, round, lines, context } = await startSchedule(t, { agencies: ['afad', 'usgs'] });
  await round();
  const messages = (): string[] => lines.splice(0).filter((line) => /^usgs-fdsn (?:is|answers)/.test(line));
  messages();
  replay.modes.usgs = 'page';
  await round();
  assert.match(messages().join('\n'), /^usgs-fdsn is down: http:\S+ not recognised: .*Out of service[^\n]*$/);
  await round();
  await round();
  assert.deepEqual(messages(), []);
  assert.equal(feedsOf(context.db, 'usgs').error, 'its answer could not be read');
  replay.modes.usgs = 'events';
  await round();
  await round();
  assert.deepEqual(messages(), ['usgs-fdsn answers again']);
  assert.equal(feedsOf(context.db, 'usgs').error, null);
});

test('a failed daily poll is repeated after growing pauses; the last days are polled meanwhile', async (t) => {
  const { replay, round, clock } = await startSchedule(t, { agencies: ['kandilli', 'afad'] });
  replay.modes.monthly = replay.modes.afad = replay.modes.stations = 'page';
  const counts = { monthly: 0, weeks: 0, days: 0, stations: 0, rounds: 0 };
  const rounds = async (span: number): Promise<typeof counts> => {
    Object.assign(counts, { monthly: 0, weeks: 0, days: 0, stations: 0, rounds: 0 });
    for (const end = clock.now + span; clock.now < end; counts.rounds += 1) {
      const requests = await round();
      if (requestsTo(requests, 'monthly').length > 0) counts.monthly += 1;
      if (requestsTo(requests, 'stations').length > 0) counts.stations += 1;
      const starts = requestsTo(requests, 'afad').map(startOf);
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

test('a hanging feed delays no other, and is not polled again meanwhile', async (t) => {
  const { replay, context, clock } = await startSchedule(t);
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

test('stopping aborts every request at once, and is no failure of a feed', async (t) => {
  const { replay, schedule, lines, stop, context } = await startSchedule(t);
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

test('Retry-After applies to the next rounds too', async (t) => {
  const { replay, round, clock } = await startSchedule(t, { agencies: ['afad'] });
  replay.modes.afad = 'later';
  assert.equal(requestsTo(await round(), 'afad').filter((url) => startOf(url) === '2026-02-13').length, 1);
  assert.deepEqual(requestsTo(await round(), 'afad'), []);
  replay.modes.afad = 'events';
  clock.now += 2 * HOUR;
  // The pause is kept by the clock of this computer, which the test does not move.
  assert.deepEqual(requestsTo(await round(), 'afad'), []);
});

test('a year that fails is repeated later, and finally skipped until all years are read again', async (t) => {
  const { replay, round, clock, lines } = await startSchedule(t, { agencies: ['usgs'] });
  const archive = async (): Promise<number> =>
    requestsTo(await round(), 'usgs').filter((url) => url.includes('starttime=2026-01-01')).length;
  replay.modes.usgs = 'page';
  assert.equal(await archive(), 1);
  assert.equal(await archive(), 0);
  for (const pause of [HOUR, 6 * HOUR, DAY]) {
    clock.now += pause;
    assert.equal(await archive(), 1);
  }
  assert.ok(lines.includes('usgs-fdsn: the year 2026 was not answered and is left for later'));
  assert.equal(await archive(), 0);
});

test('a defect in one feed is reported, and the others continue', async (t) => {
  const { round, lines, context } = await startSchedule(t, {
    onDocument({ feed }) {
      if (feed === 'afad-api') throw new TypeError('synthetic defect');
    },
  });
  await round();
  await round();
  const defects = lines.filter((line) => /^afad-api is down: TypeError: synthetic defect\n +at /.test(line));
  assert.equal(defects.length, 1);
  assert.equal(feedsOf(context.db, 'afad').error, 'its answer could not be taken in');
  assert.ok(feedsOf(context.db, 'kandilli').lastSuccess);
});

test('a catalogue that cannot be written is reported, not thrown', async (t) => {
  const { round, lines, context } = await startSchedule(t);
  await round();
  context.db.pragma('query_only = 1');
  await round();
  await round();
  context.db.pragma('query_only = 0');
  assert.equal(lines.filter((line) => /^the catalogue cannot be written: /.test(line)).length, 1);
});
