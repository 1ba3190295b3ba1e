import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#core/time.ts';
import { readPlanLimits } from '../../../gateway/access/quota/limits.ts';
import { Connections, type StreamTimes } from '../../../gateway/live/connections.ts';
import { EventReader, type StreamEvent } from '../../support/event-stream.ts';
import { allPages, replaceFiles, testGateway, type TestGateway } from '../../support/gateway.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { countsOf, testMetering } from '../../support/metering.ts';
import { naiveChanges } from '../../support/naive-list.ts';

const dataset = syntheticDataset();
const { sequence } = dataset.manifest;
const LIMITS = { caller: 20, all: 100 };

const connections = (times: Partial<StreamTimes> = {}, limits = LIMITS): Connections =>
  new Connections(limits, { beat: 20, renewal: HOUR, ...times });
const gatewayOf = (times: Partial<StreamTimes> = {}): TestGateway =>
  testGateway(dataset.files, { connections: connections(times) });

async function open(gateway: TestGateway, query = '', headers: Record<string, string> = {}): Promise<EventReader> {
  const response = await gateway.get(`/events${query}`, headers);
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text());
  return new EventReader(response.body!);
}

const numbersOf = (events: StreamEvent[]): number[] => events.map(({ id }) => Number(id));
const itemsOf = (events: StreamEvent[]): unknown[] => events.map(({ data }) => JSON.parse(data) as unknown);

/** The whole log. */
async function logOf(gateway: TestGateway, query = ''): Promise<StreamEvent[]> {
  const reader = await open(gateway, `?since=0${query}`);
  const events = await reader.until(sequence);
  await reader.close();
  return events;
}

test('a stream has the headers that proxies and browsers need, no entity tag, and is never compressed', async () => {
  const response = await gatewayOf().get('/events', { 'Accept-Encoding': 'br, gzip', 'If-None-Match': '*' });
  assert.equal(response.status, 200);
  const names = ['Content-Type', 'Cache-Control', 'X-Accel-Buffering', 'Access-Control-Allow-Origin'];
  assert.deepEqual(
    [...names, 'Content-Encoding', 'ETag'].map((name) => response.headers.get(name)),
    ['text/event-stream; charset=utf-8', 'no-store, no-transform', 'no', '*', null, null],
  );
  const reader = new EventReader(response.body!);
  await reader.advance();
  assert.equal(reader.lastId, String(sequence));
  assert.match(reader.retry, /^[234]\d{3}$/);
  await reader.close();
});

for (const filter of ['', '&min_magnitude=4', '&q=igdir', '&sources=afad&max_depth=20', '&province=34', '&max_age=1h'])
  test(`since=0${filter} gives the log as updated_after does, in order, each number once`, async () => {
    const events = await logOf(gatewayOf(), filter);
    const texts = Object.fromEntries(new URLSearchParams(filter.replace('&max_age=1h', '')));
    const expected = naiveChanges(dataset.earthquakes, dataset.changes, {
      ...texts,
      updated_after: '0001-01-01T00:00:00Z',
    });
    assert.ok(expected.length > 0);
    assert.deepEqual(itemsOf(events), expected);
    const numbers = numbersOf(events);
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
    );
  });

test('a stream and the pages of updated_after have the same items', async () => {
  const gateway = gatewayOf();
  const pages = await allPages(gateway, '/api.php?updated_after=2026-06-01T00:00:00Z&limit=500');
  const items = pages.flatMap((page) => page.earthquakes);
  assert.deepEqual(itemsOf(await logOf(gateway)).slice(-items.length), items);
});

test('a client that comes back goes on after the number that it has, wherever the stream broke', async () => {
  const gateway = gatewayOf();
  const whole = await logOf(gateway);
  for (const taken of [1, 37, 500, whole.length - 1]) {
    const lastId = whole[taken - 1]!.id;
    const reader = await open(gateway, '', { 'Last-Event-ID': lastId });
    const rest = await reader.until(sequence);
    await reader.close();
    assert.deepEqual(numbersOf(rest), numbersOf(whole.slice(taken)), lastId);
  }
});

test('Last-Event-ID precedes since; other words than numbers are 400', async () => {
  const gateway = gatewayOf();
  const reader = await open(gateway, '?since=0', { 'Last-Event-ID': String(sequence) });
  await reader.advance();
  assert.equal(reader.lastId, String(sequence));
  await reader.close();
  const wrong: [string, Record<string, string>, string][] = [
    ['?since=-1', {}, 'since'],
    ['?since=x', {}, 'since'],
    ['?since=99999999999999999999', {}, 'since'],
    ['', { 'Last-Event-ID': '1e3' }, 'Last-Event-ID'],
    ['?revisions=some', {}, 'revisions'],
    ['?min_magnitude=x', {}, 'min_magnitude'],
  ];
  for (const [query, headers, parameter] of wrong) {
    const response = await gateway.get(`/events${query}`, headers);
    assert.equal(response.status, 400, query);
    assert.equal(((await response.json()) as { parameter: string }).parameter, parameter);
  }
});

test('a quiet stream has comments, and its number advances past what a filter leaves out', async () => {
  const reader = await open(gatewayOf(), '?since=0&min_magnitude=9.9');
  await reader.until(sequence);
  for (let count = 0; count < 3; count += 1) await reader.advance();
  assert.ok(reader.comments >= 3);
  await reader.close();
});

test('a number beyond the log gets a reset to the end of the log', async () => {
  const reader = await open(gatewayOf({ lag: 30 }), `?since=${sequence + 1000}`);
  await reader.advance();
  assert.equal(reader.lastId, String(sequence + 1000));
  assert.deepEqual(await reader.next(), { id: String(sequence), event: 'reset', data: `{"sequence":${sequence}}` });
  for (let count = 0; count < 3; count += 1) await reader.advance();
  assert.deepEqual([reader.lastId, reader.events], [String(sequence), []]);
  await reader.close();
});

test('streams are bounded for a caller and in all; closed ones do not count', async () => {
  for (const [limits, count, status] of [
    [{ caller: 3, all: 10 }, 3, 429],
    [{ caller: 10, all: 4 }, 4, 503],
  ] as const) {
    const opened = connections({}, limits);
    const gateway = testGateway(dataset.files, { connections: opened });
    const readers: EventReader[] = [];
    const another = async (): Promise<void> => {
      const reader = await open(gateway);
      await reader.advance();
      readers.push(reader);
    };
    for (let index = 0; index < count; index += 1) await another();
    assert.equal(opened.open, count);
    const response = await gateway.get('/events');
    assert.equal(response.status, status);
    assert.ok(response.headers.get('Retry-After'));
    await readers.shift()!.close();
    await another();
    for (const reader of readers) await reader.close();
    assert.equal(opened.open, 0);
  }
});

test('of streams that begin at the same time those beyond the bound end without an error', async () => {
  const opened = connections({}, { caller: 2, all: 10 });
  const gateway = testGateway(dataset.files, { connections: opened });
  const readers = await Promise.all([1, 2, 3].map(() => open(gateway)));
  for (const reader of readers) assert.equal(await reader.advance(), true);
  const last = readers.pop()!;
  assert.deepEqual([await last.advance(), last.lastId, opened.open], [false, String(sequence), 2]);
  for (const reader of readers) await reader.close();
});

test('a stopping server ends its streams at once and opens no other', async () => {
  const opened = connections({ beat: HOUR });
  const gateway = testGateway(dataset.files, { connections: opened });
  const reader = await open(gateway);
  await reader.advance();
  const end = reader.next();
  opened.stop();
  assert.equal(await end, undefined);
  assert.equal((await gateway.get('/events')).status, 503);
});

test('a connection counts as one request, and again after each renewal, until the quota is spent', async () => {
  const metering = testMetering({ limits: readPlanLimits('free.daily=3') });
  const gateway = testGateway(dataset.files, { metering, connections: connections({ renewal: 1 }) });
  const { key } = await metering.keys.issue('a', 'x');
  const reader = await open(gateway, '', { Authorization: `Bearer ${key}` });
  assert.equal(await reader.next(), undefined, 'the stream ends');
  assert.equal((await countsOf(metering, 'account:a'))!.day_count, 3);
  assert.equal((await gateway.get('/events', { Authorization: `Bearer ${key}` })).status, 429);
});

test('a revoked key ends the stream at the next renewal', async () => {
  const metering = testMetering({ limits: readPlanLimits('free.daily=none,free.burst=none') });
  const gateway = testGateway(dataset.files, { metering, connections: connections({ renewal: 1 }) });
  const { key, id } = await metering.keys.issue('a', 'x');
  const reader = await open(gateway, '', { Authorization: `Bearer ${key}` });
  await reader.advance();
  await metering.keys.revoke('a', id);
  assert.equal(await reader.next(), undefined);
});

test('HEAD answers the headers and opens nothing', async () => {
  const opened = connections();
  const gateway = testGateway(dataset.files, { connections: opened });
  assert.equal((await gateway.get('/events', {}, 'HEAD')).status, 200);
  assert.equal(opened.open, 0);
});

test('without a dataset there is no stream; with its first one there is', async () => {
  const files = new Map<string, Uint8Array>();
  const gateway = testGateway(files, { connections: connections() });
  assert.equal((await gateway.get('/events')).status, 503);
  replaceFiles(files, dataset.files);
  await (await open(gateway)).close();
});
