import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DAY, parseInstant } from '#core/time.ts';
import { pollFeed, type PollContext } from '../../generator/polling/poll.ts';
import type { FeedName } from '../../generator/sources/feed.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { ALL_FEEDS, archiveFetchers, recentFetchers } from '../../generator/sources/registry.ts';
import { pollContext } from '../support/test-schedule.ts';
import { replayServer, type ReplayServer } from '../support/replay-server.ts';

const NOW = parseInstant('2026-03-15T12:00:00Z')!;

interface Setup {
  replay: ReplayServer;
  context: PollContext;
  ingested: FeedName[];
  lines: string[];
}

/** Polls the replay server; documents are parsed in this thread, where parser calls can be counted. */
async function setUp(t: TestContext): Promise<Setup> {
  const replay = await replayServer(NOW);
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const ingested: FeedName[] = [];
  const context = pollContext(replay, {
    now: () => NOW,
    line,
    onDocument: ({ feed }) => void ingested.push(feed),
    signal: new AbortController().signal,
    reader: {
      parse: (bytes, selection = {}, knownTime = () => undefined) =>
        Promise.try(async () => readParsed(bytes, selection, { knownTime: await knownTime })),
      stations: () => Promise.reject(new Error('no station list is polled here')),
      close: () => undefined,
    },
  });
  t.after(async () => {
    await replay.close();
    context.db.close();
  });
  return { replay, context, ingested, lines };
}

const fetcherOf = ({ addresses, region }: PollContext, feed: FeedName) =>
  [...recentFetchers(addresses, region), ...archiveFetchers(addresses, region)].find(
    (fetcher) => fetcher.feed === feed,
  )!;

const WINDOW = { from: NOW - 30 * DAY, to: NOW };

const POLLED = ['kandilli-live', 'kandilli-xml', 'kandilli-zeqdb', 'afad-api', 'usgs-fdsn'] as const;

for (const feed of POLLED) {
  test(`each page of ${feed} is parsed once, by its own parser only`, async (t) => {
    const { context, ingested } = await setUp(t);
    const parsers = ALL_FEEDS.map(({ name }) => name);
    const parses = ALL_FEEDS.map((one) => t.mock.method(one, 'parse'));
    const recognitions = ALL_FEEDS.map((one) => t.mock.method(one, 'recognise'));
    assert.equal(await pollFeed(context, fetcherOf(context, feed), WINDOW), 'answered');
    assert.ok(ingested.length > 0);
    assert.deepEqual(new Set(ingested), new Set([feed]));
    for (const [index, name] of parsers.entries()) {
      assert.equal(parses[index]!.mock.callCount(), name === feed ? ingested.length : 0, `parses by ${name}`);
      const offered = recognitions[index]!.mock.callCount();
      assert.ok(name === feed ? offered <= ingested.length : offered === 0, `${offered} offers to ${name}`);
    }
  });
}

test('a page of another feed is refused with its address and a reason, and nothing of it is stored', async (t) => {
  const { replay, context, ingested, lines } = await setUp(t);
  const monthly =
    '<?xml version="1.0"?><eqlist><earhquake name="2026.03.15 10:00:00" lokasyon="X" lat="38" lng="27" mag="2" depth="5"/></eqlist>';
  replay.modes.live = 'given';
  replay.bodies.live = Buffer.from(monthly);
  assert.equal(await pollFeed(context, fetcherOf(context, 'kandilli-live'), WINDOW), 'down');
  assert.match(lines.join('\n'), /^kandilli-live is down: http:\S+lst0\.asp: not recognised: XML of an unknown kind/m);
  replay.modes.afad = 'page';
  assert.equal(await pollFeed(context, fetcherOf(context, 'afad-api'), WINDOW), 'down');
  assert.match(lines.join('\n'), /^afad-api is down: http:\S+ not recognised: an HTML page .*Out of service/m);
  assert.deepEqual(ingested, []);
});

test("AFAD's answer of no bytes is a document without events", async (t) => {
  const { replay, context, ingested } = await setUp(t);
  replay.modes.afad = 'nothing';
  assert.equal(await pollFeed(context, fetcherOf(context, 'afad-api'), WINDOW), 'answered');
  assert.ok(ingested.length > 0);
});
