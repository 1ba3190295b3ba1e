/** Rounds of polling in which reading one feed's document does not end by itself. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { finishIngest } from '../../generator/ingest.ts';
import type { PollContext } from '../../generator/polling/poll.ts';
import { createSchedule, type Schedule } from '../../generator/polling/schedule.ts';
import { createReader } from '../../generator/sources/reader/reader.ts';
import { pollContext } from '../support/test-schedule.ts';
import { replayServer } from '../support/replay-server.ts';

const FAILING_THREAD = new URL('../support/failing-reader-thread.ts', import.meta.url);

interface Setup {
  context: PollContext;
  schedule: Schedule;
  lines: string[];
  stop: AbortController;
  /** Resolves when the document that hangs is to be read. */
  started: Promise<void>;
}

/** Replayed feeds where reading Kandilli's live list hangs. */
async function setUp(t: TestContext, deadlineMs: number): Promise<Setup> {
  const replay = await replayServer();
  replay.modes.live = 'given';
  replay.bodies.live = Buffer.from('FAILING-HANG');
  const lines: string[] = [];
  const stop = new AbortController();
  const reader = createReader({ thread: FAILING_THREAD, deadlineMs });
  stop.signal.addEventListener('abort', () => reader.close());
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const line = (text: string): void => void lines.push(text);
  const context = pollContext(replay, {
    now: Date.now,
    line,
    onDocument: ({ feed }) => line(`read ${feed}`),
    signal: stop.signal,
    reader: {
      stations: (...list) => reader.stations(...list),
      close: () => reader.close(),
      parse: (bytes, ...more) => {
        if (Buffer.from(bytes).includes('FAILING-HANG')) begin();
        return reader.parse(bytes, ...more);
      },
    },
  });
  const schedule = createSchedule(context, 60_000);
  t.after(async () => {
    stop.abort();
    await schedule.settled();
    await replay.close();
    context.db.close();
  });
  return { context, schedule, lines, stop, started };
}

test('a document over its deadline is reported, and all other feeds are read in the same round', async (t) => {
  const { context, schedule, lines } = await setUp(t, 1000);
  await schedule.round();
  const output = lines.join('\n');
  for (const feed of ['afad-api', 'usgs-fdsn', 'kandilli-xml']) assert.match(output, new RegExp(`^read ${feed}$`, 'm'));
  assert.match(output, /^kandilli-live is down: http:\S+ given up: to parse it took longer than the deadline of 1 s$/m);
  assert.equal(finishIngest(context).created, 2);
});

test('polling stops at once while a document hangs', async (t) => {
  const { schedule, lines, stop, started } = await setUp(t, 600_000);
  const round = schedule.round();
  await started;
  stop.abort();
  await round;
  await schedule.settled();
  assert.doesNotMatch(lines.join('\n'), /kandilli-live|deadline/);
});
