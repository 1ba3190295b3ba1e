/** What feeds sent is kept within bounds, and read again after a parser was corrected. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DAY, MINUTE, parseInstant } from '#core/time.ts';
import { readConfig } from '../../generator/cli/config.ts';
import { replay } from '../../generator/cli/replay.ts';
import { finishIngest } from '../../generator/ingest.ts';
import { pollFeed } from '../../generator/polling/poll.ts';
import { RawPages, rawPages } from '../../generator/polling/raw-pages.ts';
import { DocumentError, type Parsed } from '../../generator/sources/feed.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import type { Reader } from '../../generator/sources/reader/reader.ts';
import { recentFetchers } from '../../generator/sources/registry.ts';
import { records } from '../support/catalog.ts';
import { replayServer } from '../support/replay-server.ts';
import { pollContext } from '../support/test-schedule.ts';
import { temporaryFolder } from '../support/temporary.ts';

const NOW = parseInstant('2026-03-15T12:00:00Z')!;
const ALL = { from: -Infinity, to: Infinity };

const page = (fetchedAt: number) => ({ feed: 'afad-api' as const, name: 'http://x/', coverage: null, fetchedAt });

function keeper(t: TestContext, bounds: { days: number; bytes: number }) {
  const folder = temporaryFolder(t);
  const failures: string[] = [];
  const open = (): RawPages => new RawPages({ folder, ...bounds, onFailure: (reason) => failures.push(reason) });
  const read = () => [...rawPages(folder, ALL, (reason) => failures.push(reason))];
  return { folder, failures, open, read };
}

test('a page is kept as it was sent; one that is sent again only as its first and last fetch', async (t) => {
  const { folder, open, read, failures } = keeper(t, { days: 1, bytes: 1e6 });
  const pages = open();
  const bytes = Buffer.from('the same page '.repeat(100));
  for (let minute = 0; minute < 10; minute += 1) await pages.keep(page(NOW + minute * MINUTE), bytes);
  await pages.keep({ ...page(NOW + 5 * MINUTE), name: null }, Buffer.from('unreadable'));
  const [file] = readdirSync(join(folder, '2026-03-15')).filter((name) => name.endsWith('.gz'));
  assert.ok(gunzipSync(readFileSync(join(folder, '2026-03-15', file!))).length > 0);
  assert.deepEqual(
    read().map(({ name, fetchedAt, bytes: kept }) => [name, (fetchedAt - NOW) / MINUTE, Buffer.from(kept).toString()]),
    [
      ['http://x/', 0, bytes.toString()],
      [null, 5, 'unreadable'],
      ['http://x/', 9, bytes.toString()],
    ],
  );
  assert.deepEqual(failures, []);
});

test('the oldest days go when there are more, or when the bytes are used up, also after a restart', async (t) => {
  const { folder, open, failures } = keeper(t, { days: 2, bytes: 3000 });
  const noise = (seed: number): Buffer =>
    Buffer.concat(Array.from({ length: 25 }, (_, n) => createHash('sha256').update(`${seed} ${n}`).digest()));
  const pages = open();
  const days: string[][] = [];
  for (let day = 0; day < 4; day += 1) {
    await pages.keep(page(NOW + day * DAY), Buffer.from(`small ${day}`));
    days.push(readdirSync(folder).map((name) => name.slice(-2)));
  }
  assert.deepEqual(days, [['15'], ['15', '16'], ['15', '16', '17'], ['16', '17', '18']]);
  const again = open();
  for (let number = 1; number <= 4; number += 1) await again.keep(page(NOW + 3 * DAY + number), noise(number));
  assert.deepEqual(readdirSync(folder), ['2026-03-18'], 'older days made room');
  assert.match(failures[0]!, /0\.003 MB are used up by 2026-03-18 alone/);
  const kept = readdirSync(join(folder, '2026-03-18')).map((name) => readFileSync(join(folder, '2026-03-18', name)));
  assert.ok(kept.reduce((sum, { length }) => sum + length, 0) <= 3000);
  await again.keep(page(NOW + 4 * DAY), noise(9));
  assert.deepEqual(readdirSync(folder), ['2026-03-19'], 'the next day has room again');
});

test('damaged pages and a line that was cut off are reported, and the others are read', async (t) => {
  const { folder, open, read, failures } = keeper(t, { days: 2, bytes: 1e6 });
  const pages = open();
  for (const [index, text] of ['one', 'two', 'three'].entries()) await pages.keep(page(NOW + index), Buffer.from(text));
  const day = join(folder, '2026-03-15');
  appendFileSync(join(day, 'index.ndjson'), '{"feed":"afad-a');
  const [first] = readdirSync(day).filter((name) => name.endsWith('.gz'));
  writeFileSync(join(day, first!), 'not gzip');
  assert.equal(read().length, 2);
  assert.deepEqual(failures.map((reason) => reason.replace(/^.*\/2026-03-15\/(?:[0-9a-f]{24})?/, '')).sort(), [
    '.gz: incorrect header check',
    'index.ndjson: line 4 is cut off or damaged',
  ]);
  const full = new RawPages({
    folder: join(day, 'index.ndjson'),
    days: 1,
    bytes: 1,
    onFailure: () => failures.push(''),
  });
  await full.keep(page(NOW), Buffer.from('x'));
  assert.equal(failures.length, 3, 'a folder that cannot be written fails nothing');
});

test('a line of the index that names no page is reported, whatever it is', async (t) => {
  const { folder, open, read, failures } = keeper(t, { days: 2, bytes: 1e6 });
  await open().keep(page(NOW), Buffer.from('one'));
  const index = join(folder, '2026-03-15', 'index.ndjson');
  for (const line of ['null', '7', '[]', '{}', '{"hash":"../../../../etc/passwd","fetchedAt":1}', '{"hash":"x"}'])
    appendFileSync(index, `${line}\n`);
  assert.deepEqual(
    read().map(({ bytes }) => Buffer.from(bytes).toString()),
    ['one'],
  );
  assert.deepEqual(
    failures.map((reason) => reason.replace(/^.*: /, '')),
    [2, 3, 4, 5, 6, 7].map((line) => `line ${line} is cut off or damaged`),
  );
});

/** Parses in this thread, with a defect or without. */
const readerWith = (change: (parsed: Parsed) => Parsed): Reader => ({
  parse: (bytes, selection = {}) =>
    Promise.try(() => change(readParsed(bytes, selection, { knownTime: () => undefined }))),
  stations: () => Promise.reject(new Error('no station list is polled here')),
  close: () => undefined,
});

/** One feed misread, the other not read at all. */
function defective(parsed: Parsed): Parsed {
  if (parsed.feed === 'kandilli-live') throw new DocumentError('the table has another column');
  const wrong = parsed.reports.map((report) => ({
    ...report,
    magnitudes: report.magnitudes.map(({ value, ...rest }) => ({ ...rest, value: value - 1 })),
  }));
  return { ...parsed, reports: wrong };
}

async function polled(t: TestContext, change: (parsed: Parsed) => Parsed) {
  const server = await replayServer(NOW);
  const folder = temporaryFolder(t);
  const config = readConfig({ DATA_DIR: folder, DIST_DIR: join(folder, 'dist') });
  const clock = { now: NOW };
  const raw = new RawPages({ folder: join(folder, 'raw'), days: 14, bytes: 1e7, onFailure: assert.fail });
  const poll = pollContext(server, {
    ...{ now: () => clock.now, line: () => undefined, raw, reader: readerWith(change) },
    signal: new AbortController().signal,
  });
  t.after(async () => {
    await server.close();
    poll.db.close();
  });
  for (let round = 0; round < 2; round += 1, clock.now += MINUTE)
    for (const fetcher of recentFetchers(poll.addresses, poll.region))
      if (fetcher.feed === 'afad-api' || fetcher.feed === 'kandilli-live')
        await pollFeed(poll, fetcher, { from: NOW - DAY, to: clock.now });
  finishIngest(poll);
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const console = { line, progress: () => undefined };
  return { poll, config, console, lines, folder, server };
}

/** What is published, without what tells when. */
const published = (db: Parameters<typeof records>[0]) =>
  records(db).map(({ time, latitude, longitude, depthKm, magnitude, solutions }) =>
    JSON.stringify([time, latitude, longitude, depthKm, magnitude, solutions]),
  );

test('after a parser was corrected, a replay gives what it would have given at first', async (t) => {
  const right = await polled(t, (parsed) => parsed);
  const wrong = await polled(t, defective);
  const expected = published(right.poll.db);
  assert.ok(expected.length >= 2);
  assert.notDeepEqual(published(wrong.poll.db), expected);
  assert.ok(existsSync(join(wrong.folder, 'raw/2026-03-15')));
  const requests = wrong.server.requests.length;
  const ids = records(wrong.poll.db).map(({ id }) => id);
  const corrected = { ...wrong, poll: { ...wrong.poll, reader: right.poll.reader } };
  for (let times = 0; times < 2; times += 1) {
    const documents = await replay(corrected, {});
    finishIngest(corrected.poll);
    assert.ok(documents.length >= 2);
    assert.deepEqual(published(wrong.poll.db), expected, `replay ${times + 1}`);
  }
  assert.equal(wrong.server.requests.length, requests, 'nothing is requested');
  assert.ok(
    ids.every((id) => records(wrong.poll.db).some((record) => record.id === id)),
    'ids stay',
  );
  assert.equal((await replay(corrected, { source: 'usgs' })).length, 0);
  assert.equal((await replay(corrected, { to: NOW - DAY })).length, 0);
  // A further correction of the same rows counts again.
  await replay({ ...wrong, poll: { ...wrong.poll, reader: readerWith(defectiveAfad) } }, { source: 'afad' });
  finishIngest(wrong.poll);
  assert.notDeepEqual(published(wrong.poll.db), expected);
});

const defectiveAfad = (parsed: Parsed): Parsed => (parsed.feed === 'afad-api' ? defective(parsed) : parsed);

test('a replay goes on over pages that fail, for whatever reason, and fails at its end', async (t) => {
  const right = await polled(t, (parsed) => parsed);
  const before = process.exitCode;
  t.after(() => (process.exitCode = before));
  process.exitCode = 0;
  const all = (await replay(right, {})).length;
  assert.equal(process.exitCode, 0);
  let failing = 0;
  const reader = readerWith((parsed) => {
    if (parsed.feed !== 'kandilli-live') return parsed;
    failing += 1;
    throw new DOMException('() => {} could not be cloned.', 'DataCloneError');
  });
  const summaries = await replay({ ...right, poll: { ...right.poll, reader } }, {});
  assert.ok(failing > 0 && summaries.length > 0);
  assert.equal(summaries.length + failing, all);
  assert.ok(right.lines.some((line) => /^http:\S+lst0\.asp: not read: \(\) => \{\} could not be cloned\./.test(line)));
  assert.equal(process.exitCode, 1);
});
