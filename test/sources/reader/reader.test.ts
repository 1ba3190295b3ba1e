import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { parseCivil, type EpochMs } from '#core/time.ts';
import { createReader, type Reader, type ReaderOptions } from '../../../generator/sources/reader/reader.ts';
import { readParsed } from '../../../generator/sources/reader/perform.ts';
import { DocumentError, FeedUnavailable } from '../../../generator/sources/feed.ts';
import { bytesOf, knowsNothing } from '../../support/feed-data.ts';
import { livePage } from '../../support/kandilli-page.ts';
import { windows1254 } from '../../support/kandilli-xml.ts';

const FAILING_THREAD = new URL('../../support/failing-reader-thread.ts', import.meta.url);
const PAGE = windows1254(livePage());

function reader(t: TestContext, options: ReaderOptions = {}): Reader {
  const created = createReader(options);
  t.after(() => created.close());
  return created;
}

/** A reader with a thread that can hang; the deadline is short where the test waits for it, else infinite. */
const failingReader = (t: TestContext, options: ReaderOptions = {}): Reader =>
  reader(t, { thread: FAILING_THREAD, deadlineMs: 600_000, ...options });

test('a document is read as without the thread', async (t) => {
  const documents = reader(t);
  assert.deepEqual(await documents.parse(PAGE), readParsed(PAGE, {}, knowsNothing));
  // A view in the middle of a larger buffer.
  const larger = new Uint8Array(PAGE.length + 200).fill(0x41);
  larger.set(PAGE, 100);
  assert.deepEqual(await documents.parse(larger.subarray(100, 100 + PAGE.length)), readParsed(PAGE, {}, knowsNothing));
  assert.equal(PAGE[0], 0x3c, 'the bytes stay with the asker');
  const list = await documents.stations('kandilli-stations', bytesOf('KO|AAAA|40|29|1||2005-01-01T00:00:00|'), 0);
  assert.deepEqual([list.rows, list.stations[0]?.code], [1, 'AAAA']);
});

test('a document that cannot be used is refused with the same message', async (t) => {
  const documents = reader(t);
  const refuses = (message: RegExp) => (error: unknown) =>
    error instanceof DocumentError && message.test(error.message);
  await assert.rejects(documents.parse(bytesOf('<html><title>Out</title>')), refuses(/^not recognised: .*titled Out/));
  await assert.rejects(documents.parse(PAGE, { feeds: ['afad-api'] }), refuses(/^not recognised/));
  await assert.rejects(documents.parse(bytesOf('[[['), { as: 'afad-api' }), refuses(/^broken or truncated JSON/));
  await assert.rejects(documents.stations('afad-stations', bytesOf('<html>'), 0), refuses(/^not JSON/));
});

test('times known only to the catalogue reach the thread', async (t) => {
  const documents = reader(t);
  const bytes = bytesOf(
    'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n"01/07/2026 15:00:00",37,38,8.6,1.9,"MW",4,"Yer",700001\n',
  );
  const lookups: string[] = [];
  const known = (agency: string, key: string): EpochMs => {
    lookups.push(`${agency} ${key}`);
    return parseCivil('2026-07-01 12:00:00')!;
  };
  const { reports } = await documents.parse(bytes, {}, known);
  assert.deepEqual([reports[0]!.time, lookups], [parseCivil('2026-07-01 12:00:00'), ['afad 700001']]);
  await assert.rejects(documents.parse(bytes), /the time zone of this export is unknown/);
});

test('a document over its deadline is abandoned, and the next one is read', async (t) => {
  const documents = failingReader(t, { deadlineMs: 1000 });
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 20);
  t.after(() => clearInterval(timer));
  const hanging = assert.rejects(documents.parse(bytesOf('FAILING-HANG')), (error: unknown) => {
    assert.ok(error instanceof DocumentError);
    assert.equal(error.message, 'given up: to parse it took longer than the deadline of 1 s');
    return true;
  });
  const next = documents.parse(PAGE);
  await hanging;
  assert.ok(ticks > 1, 'this thread went on meanwhile');
  assert.equal((await next).reports.length, 3);
});

test('a document that takes too much memory is abandoned, and the next one is read', async (t) => {
  const documents = failingReader(t, { memoryMb: 64 });
  await assert.rejects(documents.parse(bytesOf('FAILING-HOARD')), (error: unknown) => {
    assert.ok(error instanceof DocumentError);
    assert.equal(error.message, 'given up: to parse it took more than 64 MiB of memory');
    return true;
  });
  assert.equal((await documents.parse(PAGE)).reports.length, 3);
});

test('a thread that crashes is reported as a defect, and replaced', async (t) => {
  const documents = failingReader(t);
  await assert.rejects(documents.parse(bytesOf('FAILING-BREAK')), /the thread broke/);
  assert.equal((await documents.parse(PAGE)).reports.length, 3);
});

test('closing aborts running and waiting documents, and refuses later ones', async (t) => {
  const documents = failingReader(t);
  const stopped = (error: unknown) => error instanceof FeedUnavailable && /stopped/.test(error.message);
  await documents.parse(PAGE);
  const ends = [documents.parse(bytesOf('FAILING-HANG')), documents.parse(PAGE)].map((one) =>
    assert.rejects(one, stopped),
  );
  setImmediate(() => documents.close());
  await Promise.all(ends);
  await assert.rejects(documents.parse(PAGE), stopped);
});
