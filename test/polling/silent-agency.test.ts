/** An agency that accepts connections and never answers: one bound for all its feeds in a run. */
import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { DAY } from '#core/time.ts';
import { isEnabled, pollFeed } from '../../generator/polling/poll.ts';
import { createSchedule } from '../../generator/polling/schedule.ts';
import { HostSilence } from '../../generator/sources/fetching/host-silence.ts';
import { archiveFetchers, recentFetchers } from '../../generator/sources/registry.ts';
import { replayServer } from '../support/replay-server.ts';
import { pollContext } from '../support/test-schedule.ts';

/** Kandilli and AFAD are silent; every other agency answers. */
async function setUp(t: TestContext, boundMs: number) {
  let requests = 0;
  const silent = createServer((socket) => {
    socket.on('data', () => (requests += 1)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const replay = await replayServer();
  const lines: string[] = [];
  const stop = new AbortController();
  const silence = new HostSilence({ boundMs });
  const line = (text: string): void => void lines.push(text);
  const context = pollContext(replay, { now: Date.now, line, signal: stop.signal, silence });
  const nobody = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  context.addresses = new Map([
    ...context.addresses,
    ...Object.entries({
      kandilli: nobody,
      'kandilli-monthly': nobody,
      'kandilli-stations': nobody,
      afad: nobody,
    }),
  ]);
  t.after(async () => {
    stop.abort();
    context.reader.close();
    silent.close();
    await replay.close();
    context.db.close();
  });
  return { context, silence, replay, lines, requests: () => requests };
}

test('a silent agency is given up after one bound, whatever the retries, and its other feeds are skipped', async (t) => {
  const { context, silence, lines, requests } = await setUp(t, 1000);
  const now = Date.now();
  const window = { from: now - DAY, to: now };
  const fetchers = recentFetchers(context.addresses, context.region).filter(
    (fetcher) => isEnabled(context, fetcher) && fetcher.feed !== 'gcmt-ndk',
  );
  const outcomes = await Promise.all(fetchers.map((fetcher) => pollFeed(context, fetcher, window)));
  assert.deepEqual(
    fetchers.map(({ feed }, index) => `${feed} ${outcomes[index]}`),
    ['kandilli-live down', 'afad-api down', 'usgs-fdsn answered', 'kandilli-xml down'],
  );
  assert.equal(requests(), 3, 'one request a feed: no retry fits into the bound');
  for (const feed of ['kandilli-live', 'afad-api', 'kandilli-xml'])
    assert.ok(
      lines.some((line) => new RegExp(`^${feed} is down: .*: timed out after [\\d.]+ s$`).test(line)),
      lines.join('\n'),
    );
  const [zeqdb] = archiveFetchers(context.addresses, context.region);
  assert.equal(await pollFeed(context, zeqdb!, window), 'down');
  assert.equal(requests(), 3, 'not requested any more');
  assert.match(lines.at(-1)!, /^kandilli-zeqdb is down: .*: not requested; its host has given no answer in this run$/);
  silence.beginRun();
  assert.equal(await pollFeed(context, fetchers[0]!, window), 'down');
  assert.equal(requests(), 4, 'requested again in the next run');
});

test('each round of polling is a run of its own', async (t) => {
  const { context, requests } = await setUp(t, 200);
  const { agencies } = { agencies: ['afad' as const] };
  const schedule = createSchedule({ ...context, agencies }, 60_000);
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = requests();
    await schedule.round();
    await schedule.settled();
    counts.push(requests() - before);
  }
  assert.ok(
    counts.every((count) => count >= 1 && count <= 3),
    counts.join(),
  );
});

test('a host that answers anything, an error too, is not silent any more', async (t) => {
  const { context, silence, replay, lines } = await setUp(t, 50);
  const now = Date.now();
  const fetchers = recentFetchers(context.addresses, context.region);
  replay.modes.usgs = 'hanging';
  const usgs = fetchers.find(({ feed }) => feed === 'usgs-fdsn')!;
  const gcmt = fetchers.find(({ feed }) => feed === 'gcmt-ndk')!;
  const host = new URL(usgs.base).host;
  assert.equal(await pollFeed(context, usgs, { from: now - DAY, to: now }, { retries: 0 }), 'down');
  assert.ok(silence.isSilent(host));
  silence.beginRun();
  await pollFeed(context, gcmt, { from: now - DAY, to: now });
  assert.match(lines.at(-1)!, /^gcmt-ndk is down: .*HTTP 404$/);
  assert.ok(silence.hasAnswered(host, 0) && !silence.isSilent(host));
});
