/** The clock of this host against the `Date` of the agencies' answers. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { AgencyClocks, dateOffset, judgeClock, type ClockReading } from '../../generator/polling/agency-clocks.ts';
import { createSchedule } from '../../generator/polling/schedule.ts';
import { replayServer } from '../support/replay-server.ts';
import { pollContext } from '../support/test-schedule.ts';

const NOW = Date.UTC(2026, 2, 15, 12);

const dated = (ms: number, more: Record<string, string> = {}): Headers =>
  new Headers({ date: new Date(ms).toUTCString(), ...more });

test('an offset is that of the Date, with the age of a stored answer', () => {
  assert.equal(dateOffset(dated(NOW + HOUR), NOW), HOUR);
  assert.equal(dateOffset(dated(NOW - HOUR, { age: '3590' }), NOW), -10 * SECOND);
  for (const age of ['-5', 'x', '1e9', '', '99999999999']) assert.equal(dateOffset(dated(NOW, { age }), NOW), 0, age);
  const unreadable = [
    '',
    '0',
    'now',
    '2026-03-15T12:00:00Z',
    '-1',
    'Sun, 99 Mar 2026 12:00:00 GMT',
    'x'.repeat(10_000),
  ];
  for (const date of unreadable) assert.equal(dateOffset(new Headers({ date }), NOW), undefined, date);
  assert.equal(dateOffset(new Headers(), NOW), undefined);
});

const reading = (owner: string, offset: number, more: Partial<ClockReading> = {}): ClockReading => ({
  ...{ owner, offset, host: `${owner}.test`, at: NOW },
  ...more,
});

const CASES: [what: string, readings: ClockReading[], before: number | null, expected: number | null][] = [
  ['nothing is known', [], null, null],
  ['all agree', [reading('a', 0), reading('b', SECOND), reading('c', -MINUTE)], null, null],
  ['one agency is wrong', [reading('a', HOUR), reading('b', 0)], null, null],
  ['one agency alone', [reading('a', HOUR)], null, null],
  ['two agree against this host', [reading('a', HOUR), reading('b', HOUR + MINUTE)], null, HOUR + MINUTE / 2],
  ['two agree that it is ahead', [reading('a', -DAY), reading('b', -DAY)], null, -DAY],
  ['two are off, and disagree', [reading('a', HOUR), reading('b', 2 * HOUR)], null, null],
  ['the difference is no more than 5 minutes', [reading('a', 5 * MINUTE), reading('b', 5 * MINUTE)], null, null],
  ['two against one and this host', [reading('a', HOUR), reading('b', HOUR), reading('c', 0)], null, HOUR],
  [
    'two against two and this host',
    [reading('a', HOUR), reading('b', HOUR), reading('c', 0), reading('d', 0)],
    null,
    null,
  ],
  ['one server for two agencies', [reading('a', HOUR), reading('b', HOUR, { host: 'a.test' })], null, null],
  ['one reading is old', [reading('a', HOUR), reading('b', HOUR, { at: NOW - 11 * MINUTE })], null, null],
  ['one reading is from the future', [reading('a', HOUR), reading('b', HOUR, { at: NOW + DAY })], null, null],
  ['found before, nobody answers', [], HOUR, HOUR],
  ['found before, one says it again', [reading('a', HOUR)], HOUR, HOUR],
  ['found before, one agrees with this host', [reading('a', 0)], HOUR, null],
];

for (const [what, readings, before, expected] of CASES)
  test(`the clock is judged where ${what}`, () => {
    assert.equal(judgeClock(readings, NOW, before), expected);
    assert.equal(judgeClock(readings.toReversed(), NOW, before), expected);
  });

test('the first agency that disagrees waits for a second one before it is accepted', async () => {
  const { signal } = new AbortController();
  const clocks = new AgencyClocks({ now: () => NOW, patienceMs: 3_600_000 });
  clocks.note('afad', 'a.test', dated(NOW + HOUR));
  const admitted = clocks.admit('afad', signal);
  clocks.note('usgs', 'u.test', dated(NOW + HOUR));
  await assert.rejects(admitted, /^HostClockWrong: the clock of this host is wrong by 60 minutes$/);
  await assert.rejects(clocks.admit('kandilli', signal), /HostClockWrong/);
  for (const owner of ['afad', 'usgs']) clocks.note(owner, `${owner}.test`, dated(NOW));
  await clocks.admit('afad', signal);
  assert.equal(clocks.offset, null);
});

test('one agency alone is accepted in the end, also when stopped, and waited for only once', async () => {
  const stop = new AbortController();
  const impatient = new AgencyClocks({ now: () => NOW, patienceMs: 1 });
  impatient.note('afad', 'a.test', dated(NOW + HOUR));
  await impatient.admit('afad', stop.signal);
  const stopped = new AgencyClocks({ now: () => NOW, patienceMs: 3_600_000 });
  stopped.note('afad', 'a.test', dated(NOW + HOUR));
  const admitted = stopped.admit('afad', stop.signal);
  stop.abort();
  await admitted;
  await stopped.admit('afad', new AbortController().signal);
});

/** A host with a clock of its own, AFAD and all others at two servers with the right time. */
async function host(t: TestContext) {
  const [afad, others] = [await replayServer(), await replayServer()];
  const clock = { behind: 0 };
  const lines: string[] = [];
  const read: string[] = [];
  const stop = new AbortController();
  const now = (): number => Date.now() - clock.behind;
  const context = pollContext(others, {
    ...{ now, signal: stop.signal, clocks: new AgencyClocks({ now }) },
    line: (text) => void lines.push(text),
    onDocument: ({ feed }) => void read.push(feed),
  });
  context.addresses = new Map([...context.addresses, ['afad', afad.url]]);
  const schedule = createSchedule(context, 60_000);
  t.after(async () => {
    stop.abort();
    await schedule.settled();
    context.reader.close();
    await Promise.all([afad.close(), others.close()]);
    context.db.close();
  });
  const round = async (): Promise<string[]> => {
    await schedule.round();
    await schedule.settled();
    return read.splice(0);
  };
  const stored = (): unknown => context.db.prepare('SELECT count(*) FROM captures').pluck().get();
  return { context, clock, lines, round, stored, requests: () => afad.requests.length + others.requests.length };
}

test('while two agencies agree against this host nothing is taken in; when they agree with it, work goes on', async (t) => {
  const { context, clock, lines, round, stored, requests } = await host(t);
  clock.behind = 3 * HOUR;
  assert.deepEqual(await round(), []);
  assert.equal(stored(), 0);
  assert.ok(Math.abs(context.clocks!.offset! - 3 * HOUR) < MINUTE);
  assert.deepEqual(
    lines.filter((line) => /^(?:afad|usgs|kandilli).* is down/.test(line)),
    [],
    'no agency is to blame',
  );
  const before = requests();
  await round();
  assert.ok(requests() - before <= 4, 'the last days alone are requested meanwhile');
  clock.behind = 0;
  await round();
  const read = await round();
  for (const feed of ['afad-api', 'usgs-fdsn', 'kandilli-live', 'kandilli-xml']) assert.ok(read.includes(feed), feed);
  assert.equal(context.clocks!.offset, null);
});

test('a clock that is right takes everything in at once', async (t) => {
  const { round } = await host(t);
  const read = await round();
  for (const feed of ['afad-api', 'usgs-fdsn', 'kandilli-live']) assert.ok(read.includes(feed), feed);
});
