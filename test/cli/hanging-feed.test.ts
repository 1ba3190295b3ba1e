/** Rounds of asking while the reading of one feed's document does not end by itself. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { readConfig } from '../../generator/cli/config.ts';
import { finishIngest } from '../../generator/ingest.ts';
import type { PollContext } from '../../generator/polling/poll.ts';
import { createAlerts } from '../../generator/polling/alerts.ts';
import { createSchedule, type Schedule } from '../../generator/polling/schedule.ts';
import { REGION } from '../../generator/sources/parsing/admit.ts';
import { createReader } from '../../generator/sources/reader/reader.ts';
import { replayServer } from '../support/replay-server.ts';

const STUBBORN = new URL('../support/stubborn-thread.ts', import.meta.url);

interface Desk {
  asking: PollContext;
  rhythm: Schedule;
  lines: string[];
  stop: AbortController;
  /** Resolves when the document that hangs is to be read. */
  begun: Promise<void>;
}

/** A replayed world in which Kandilli's live list hangs whoever reads it. */
async function desk(t: TestContext, deadlineMs: number): Promise<Desk> {
  const replay = await replayServer();
  replay.modes.live = 'given';
  replay.given.live = Buffer.from('STUBBORN-HANG');
  const lines: string[] = [];
  const stop = new AbortController();
  const reader = createReader({ thread: STUBBORN, deadlineMs });
  stop.signal.addEventListener('abort', () => reader.close());
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const line = (text: string): void => void lines.push(text);
  const asking: PollContext = {
    db: openCatalog(':memory:'),
    now: Date.now,
    region: REGION,
    agencies: AGENCIES,
    placeName: () => null,
    addresses: readConfig(replay.environment).addresses,
    userAgent: 'hiposantr-test/1 (+http://quakes.example)',
    line,
    alerts: createAlerts(line),
    onDocument: ({ feed }) => line(`read ${feed}`),
    signal: stop.signal,
    sessions: new Map(),
    retryNotBefore: new Map(),
    reader: {
      stations: (...list) => reader.stations(...list),
      close: () => reader.close(),
      parse: (bytes, ...more) => {
        if (Buffer.from(bytes).includes('STUBBORN-HANG')) begin();
        return reader.parse(bytes, ...more);
      },
    },
  };
  const rhythm = createSchedule(asking, 60_000);
  t.after(async () => {
    stop.abort();
    await rhythm.settled();
    await replay.close();
    asking.db.close();
  });
  return { asking, rhythm, lines, stop, begun };
}

test('a document over its deadline is told, and all other feeds are read in the same round', async (t) => {
  const { asking, rhythm, lines } = await desk(t, 1000);
  await rhythm.round();
  const said = lines.join('\n');
  for (const feed of ['afad-api', 'usgs-fdsn', 'kandilli-xml']) assert.match(said, new RegExp(`^read ${feed}$`, 'm'));
  assert.match(said, /^kandilli-live is down: http:\S+ given up: to parse it took longer than the deadline of 1 s$/m);
  assert.equal(finishIngest(asking).created, 2);
});

test('asking is stopped at once while a document hangs', async (t) => {
  const { rhythm, lines, stop, begun } = await desk(t, 600_000);
  const round = rhythm.round();
  await begun;
  stop.abort();
  await round;
  await rhythm.settled();
  assert.doesNotMatch(lines.join('\n'), /kandilli-live|deadline/);
});
