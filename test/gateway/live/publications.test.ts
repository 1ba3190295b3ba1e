/** Streams over a dataset that is published anew: what reaches them, and as what. */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MINUTE, SECOND } from '#core/time.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { Connections } from '../../../gateway/live/connections.ts';
import { type Document, documentOf, NOON, report } from '../../support/catalog.ts';
import { EventReader, type StreamEvent } from '../../support/event-stream.ts';
import { testGateway } from '../../support/gateway.ts';
import { magnitude, numbered, publisher } from '../../support/publisher.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** A catalogue, its dataset, and a gateway over it. */
function service(t: TestContext, lag = 30) {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  const published = publisher(dist);
  const connections = new Connections({ caller: 20, all: 20 }, { beat: 20, lag });
  const gateway = testGateway(new Map(), { reader: folderReader(dist), connections });
  const readers: EventReader[] = [];
  t.after(async () => {
    for (const reader of readers) await reader.close();
    assert.equal(connections.open, 0);
    published.catalog.close();
  });
  const refresh = (): Promise<void> => gateway.dataset.refresh();
  return {
    catalog: published.catalog,
    async build(): Promise<void> {
      published.build();
      await refresh();
    },
    async publish(...reports: Partial<SourceReport>[]): Promise<void> {
      published.publish(...reports);
      await refresh();
    },
    keep: (name: string): void => cpSync(dist, join(folder, name), { recursive: true }),
    async restore(name: string): Promise<void> {
      rmSync(dist, { recursive: true });
      cpSync(join(folder, name), dist, { recursive: true });
      await refresh();
    },
    async open(query = '', lastId?: string): Promise<EventReader> {
      const response = await gateway.get(`/events${query}`, lastId === undefined ? {} : { 'Last-Event-ID': lastId });
      const reader = new EventReader(response.body!);
      readers.push(reader);
      await reader.advance();
      return reader;
    },
  };
}

const told = ({ event, data }: StreamEvent): string => {
  const { id, magnitude: value } = JSON.parse(data) as { id: number; magnitude?: number };
  return `${event} ${id}${value === undefined ? '' : ` M${value}`}`;
};
const takes = async (reader: EventReader, count: number): Promise<string[]> => {
  const events: string[] = [];
  for (let index = 0; index < count; index += 1) events.push(told((await reader.next())!));
  return events;
};

test('created, revised and withdrawn reach an open stream, each once', async (t) => {
  const { open, publish } = service(t);
  await publish(numbered(4));
  const [all, major] = [await open(), await open('?revisions=major')];
  const moved = { ...magnitude(4.8), latitude: 37.6 };
  const steps: [Partial<SourceReport>, string, isMajor: boolean][] = [
    [{}, 'created 2 M4.2', true],
    [magnitude(4.3), 'revised 2 M4.3', false],
    [magnitude(4.6), 'revised 2 M4.6', true],
    [magnitude(4.8), 'revised 2 M4.8', false],
    [moved, 'revised 2 M4.8', true],
    [{ ...moved, depthKm: 30 }, 'revised 2 M4.8', false],
    [{ ...moved, ...magnitude(3.8), eventType: 'quarry blast' }, 'revised 2 M3.8', true],
    [{ ...moved, withdrawn: true }, 'withdrawn 2', true],
  ];
  for (const [values, expected, isMajor] of steps) {
    await publish(values);
    assert.deepEqual(await takes(all, 1), [expected]);
    if (isMajor) assert.deepEqual(await takes(major, 1), [expected]);
  }
  await publish(numbered(5, 2));
  assert.deepEqual([await takes(all, 1), await takes(major, 1)], [['created 3 M2'], ['created 3 M2']]);
});

test('a client that is slow to read gets the last state of each earthquake, as new', async (t) => {
  const { open, publish } = service(t);
  await publish(numbered(4));
  const reader = await open();
  for (const value of [4.2, 4.4, 4.6]) await publish(magnitude(value));
  await publish(numbered(5, 2));
  assert.deepEqual(await takes(reader, 2), ['created 2 M4.6', 'created 3 M2']);
});

test('two earthquakes become one: the survivor is revised, the other one merged', async (t) => {
  const { open, catalog, build } = service(t);
  const says = (document: Document): void => {
    catalog.now += MINUTE;
    catalog.run({ ...document, asOf: catalog.now });
  };
  const afad = (seconds: number): void => says(documentOf('afad-api', '1', { time: NOON + seconds * SECOND }));
  afad(0);
  says({ feed: 'kandilli-live', reports: [report({ key: null, time: NOON + 40 * SECOND })] });
  await build();
  const reader = await open();
  afad(38);
  await build();
  const events = [(await reader.next())!, (await reader.next())!];
  assert.deepEqual(events.map(({ event }) => event).sort(), ['merged', 'revised']);
  const { data } = events.find(({ event }) => event === 'merged')!;
  assert.deepEqual(Object.keys(JSON.parse(data) as object), ['id', 'event_id', 'merged_into']);
});

test('a client that returns receives what changed meanwhile, as new or major by what it knows', async (t) => {
  const { open, publish } = service(t);
  await publish(numbered(4));
  const [before] = [(await open()).lastId];
  await publish({});
  const { lastId: after } = await open();
  await publish(magnitude(4.4));
  await publish(magnitude(4.6));
  await publish({ ...magnitude(4.6), depthKm: 12 });
  // Only the last state of what changed several times is there.
  assert.deepEqual(await takes(await open('', before), 1), ['created 2 M4.6']);
  assert.deepEqual(await takes(await open('', after), 1), ['revised 2 M4.6']);
  // No step was of 0.3, all together are.
  assert.deepEqual(await takes(await open('?revisions=major', after), 1), ['revised 2 M4.6']);
  assert.deepEqual(await takes(await open('?revisions=major&since=0'), 2), ['created 1 M3', 'created 2 M4.6']);
});

test('an older dataset sends nothing again, and what it publishes from then on is new', async (t) => {
  const { open, publish, keep, restore } = service(t);
  await publish(numbered(4));
  keep('old');
  await publish({});
  const reader = await open('?since=0');
  assert.deepEqual(await takes(reader, 2), ['created 1 M3', 'created 2 M4.2']);
  keep('new');
  await restore('old');
  assert.deepEqual(await reader.next(), RESET);
  await restore('new');
  while (Number(reader.lastId) !== 2) await reader.advance();
  assert.equal(reader.events.length, 0, 'nothing is sent again');
  await restore('old');
  assert.deepEqual(await reader.next(), RESET);
  await publish(magnitude(5));
  assert.deepEqual(await takes(reader, 1), ['revised 2 M5']);
});

const RESET = { id: '1', event: 'reset', data: '{"sequence":1}' };

test('a client that returns after an older dataset and its new changes gets a reset and all of these', async (t) => {
  const { open, publish, keep, restore } = service(t);
  await publish(numbered(4));
  keep('old');
  await publish({});
  await publish(numbered(9, 5));
  const { lastId } = await open();
  assert.equal(lastId, '3');
  await restore('old');
  const beyond = await open('', lastId);
  assert.deepEqual(await beyond.next(), RESET);
  for (const value of [5.1, 5.2]) await publish(numbered(Math.round(value * 10), value));
  // The log has passed the client's number again.
  const [known, unknown] = [await open('', '1'), await open('', lastId)];
  const all = ['created 2 M4.2', 'created 3 M5', 'created 4 M5.1', 'created 5 M5.2'];
  assert.deepEqual(await takes(known, 4), all);
  assert.deepEqual(await unknown.next(), RESET);
  assert.deepEqual(await takes(unknown, 4), all);
});

test('a client of a gateway that is ahead waits for this one: no reset, nothing twice', async (t) => {
  const { open, publish } = service(t, MINUTE);
  await publish(numbered(4));
  const reader = await open('', '2');
  await publish({});
  await publish(numbered(9, 5));
  assert.deepEqual(await takes(reader, 1), ['created 3 M5']);
});

test('a filtered stream receives what passes, and every end of a record', async (t) => {
  const { open, publish } = service(t);
  await publish(numbered(4));
  const near = await open('?latitude=37.3&longitude=37.1&max_radius_km=50&min_magnitude=4');
  const rectangle = await open('?min_latitude=37&max_latitude=38');
  await publish(numbered(9, 6));
  const steps: [Partial<SourceReport>, string][] = [
    [{}, 'created 3 M4.2'],
    [magnitude(4.5), 'revised 3 M4.5'],
    [{ ...numbered(9, 6), withdrawn: true }, 'withdrawn 2'],
  ];
  for (const [values, expected] of steps) {
    await publish(values);
    assert.deepEqual([await takes(near, 1), await takes(rectangle, 1)], [[expected], [expected]]);
  }
});
