/** From a publication to a receiver: what is told, once, and what is not. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { type Document, documentOf, NOON, report } from '../../support/catalog.ts';
import { alertService, receiver, said } from '../../support/alerts.ts';
import { magnitude, numbered } from '../../support/publisher.ts';

/** A service with one webhook that has read everything published so far. */
async function subscribed(t: TestContext, fields: Record<string, string> = {}) {
  const service = alertService(t);
  const { url, received } = await receiver(t);
  await service.publish(numbered(40));
  const webhook = await service.webhook(url, fields);
  const told = (): string[] => received.splice(0).map(said);
  return { ...service, webhook, received, told };
}

test('created once, then what is major, withdrawn always', async (t) => {
  const { publish, told } = await subscribed(t);
  const moved = { ...magnitude(4.8), latitude: 37.6 };
  const steps: [Parameters<typeof publish>[0], string[]][] = [
    [{}, ['created M4.2']],
    [magnitude(4.3), []],
    // Against what was told, not against the last revision.
    [magnitude(4.4), []],
    [magnitude(4.5), ['revised M4.5']],
    [magnitude(4.7), []],
    [moved, ['revised M4.8']],
    [{ ...moved, depthKm: 30 }, []],
    // One agency alone makes no blast of M 4 or more.
    [{ ...moved, eventType: 'quarry blast' }, []],
    [{ ...moved, withdrawn: true }, ['withdrawn M4.8']],
  ];
  for (const [values, expected] of steps) {
    await publish(values);
    assert.deepEqual(told(), expected, JSON.stringify(values));
  }
});

test('a message names the agencies, the kind of solution and the page, and what it was before', async (t) => {
  const { publish, received } = await subscribed(t);
  await publish({ quality: 'automatic' });
  await publish({ ...magnitude(4.6), quality: 'automatic' });
  const [created, revised] = received.map(({ body }) => JSON.parse(body) as Message);
  assert.equal(created!.type, 'earthquake.created');
  const { agencies, quality, url, event_id, magnitude: size } = created!.data.earthquake;
  assert.deepEqual([agencies, quality, size], [['usgs'], 'automatic', 4.2]);
  assert.match(url, /^https:\/\/example\.org\/earthquake\/2024-03-10\/[a-z0-9-]+$/);
  assert.deepEqual([revised!.data.earthquake.event_id, revised!.data.previous?.magnitude], [event_id, 4.2]);
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 2);
});

interface Message {
  type: string;
  data: {
    earthquake: { agencies: string[]; quality: string; url: string; event_id: string; magnitude: number };
    previous?: { magnitude: number };
    count: number;
    since: string;
  };
}

/** A new earthquake, far from the others. */
const another = (number: number, value: number, after = number * MINUTE) => ({
  ...numbered(0, value),
  ...{ key: `new${number}`, time: NOON + after, latitude: 34 + number * 0.7 },
});

test('beyond the limit of an hour a sequence becomes one message', async (t) => {
  const { publish, told, clock, step, received } = await subscribed(t, { per_hour: '3' });
  for (let number = 1; number <= 10; number += 1) await publish(another(number, 3 + number / 10));
  assert.deepEqual(told(), ['created M3.1', 'created M3.2', 'created M3.3']);
  clock.ahead += 40 * MINUTE;
  await step();
  assert.deepEqual(told(), []);
  clock.ahead += 20 * MINUTE;
  await step();
  const { data } = JSON.parse(received[0]!.body) as Message;
  assert.deepEqual([data.count, data.since], [7, '2024-03-10 12:04:00']);
  assert.deepEqual(told(), ['summary 7 M4']);
  await step();
  assert.deepEqual(told(), []);
});

test('an earthquake that is held back is told as it is then, or not at all', async (t) => {
  const { publish, told, clock, step } = await subscribed(t, { per_hour: '1' });
  await publish(another(1, 3.1));
  for (const number of [2, 3, 4]) await publish(another(number, 3));
  await publish(another(2, 3.6));
  await publish({ ...another(3, 3), withdrawn: true });
  await publish({ ...another(4, 3), withdrawn: true });
  clock.ahead += HOUR;
  await step();
  assert.deepEqual(told(), ['created M3.1', 'created M3.6']);
});

test('revisions count too, and wait; a withdrawal does not', async (t) => {
  const { publish, told, clock, step } = await subscribed(t, { per_hour: '1' });
  await publish(another(1, 3.1));
  await publish(another(1, 3.9));
  assert.deepEqual(told(), ['created M3.1']);
  await publish({ ...another(1, 3.9), withdrawn: true });
  assert.deepEqual(told(), ['withdrawn M3.1']);
  clock.ahead += HOUR;
  await step();
  assert.deepEqual(told(), []);
});

test('quiet hours hold messages back until they end; a great earthquake and its corrections break them', async (t) => {
  // NOON is 15:00 in Istanbul.
  const quiet = { quiet_from: '14:30', quiet_to: '16:00', urgent_magnitude: '6' };
  const { publish, told, clock, step } = await subscribed(t, quiet);
  await publish(another(1, 4));
  await publish(another(2, 4.5));
  assert.deepEqual(told(), []);
  await publish(another(3, 6.1));
  assert.deepEqual(told(), ['created M6.1']);
  await publish(another(3, 5.5));
  assert.deepEqual(told(), ['revised M5.5']);
  clock.ahead = 50 * MINUTE;
  await step();
  assert.deepEqual(told(), []);
  clock.ahead = HOUR;
  await step();
  assert.deepEqual(told(), ['summary 2 M4.5']);
  await publish(another(4, 4));
  assert.deepEqual(told(), ['created M4']);
});

const PLACES: [string, Record<string, string>, boolean][] = [
  ['everywhere', {}, true],
  ['a province, where its own is not known', { province: '46' }, false],
  ['a circle', { latitude: '37.5', longitude: '37', max_radius_km: '30' }, true],
  ['a smaller circle', { latitude: '37.5', longitude: '37', max_radius_km: '20' }, false],
  ['a box', { min_latitude: '37', max_latitude: '38' }, true],
  ['another box', { min_longitude: '38' }, false],
  ['its magnitude', { min_magnitude: '4.2' }, true],
  ['a greater magnitude', { min_magnitude: '4.3' }, false],
];

test('a rule matches by place and magnitude as the list does', async (t) => {
  const service = alertService(t);
  await service.publish(numbered(40));
  const receivers = new Map<string, Awaited<ReturnType<typeof receiver>>>();
  for (const [name, fields] of PLACES) {
    const one = await receiver(t);
    receivers.set(name, one);
    await service.webhook(one.url, fields);
  }
  await service.publish({});
  assert.deepEqual(
    PLACES.map(([name]) => [name, receivers.get(name)!.received.length]),
    PLACES.map(([name, , isTold]) => [name, Number(isTold)]),
  );
});

test('what grows beyond the magnitude of a rule is new to it', async (t) => {
  const { publish, told } = await subscribed(t, { min_magnitude: '4.5' });
  await publish({});
  await publish(magnitude(4.6));
  await publish(magnitude(4.2));
  assert.deepEqual(told(), ['created M4.6', 'revised M4.2']);
});

test('old earthquakes that enter the catalogue, and blasts, are no news', async (t) => {
  const { publish, told } = await subscribed(t);
  await publish(...Array.from({ length: 30 }, (_, number) => numbered(number + 7, 5)));
  await publish({ ...another(1, 5), eventType: 'quarry blast' });
  assert.deepEqual(told(), []);
});

test('two earthquakes that become one: the merged one ends, the survivor is not told again', async (t) => {
  const { catalog, build, step, told } = await subscribed(t);
  const says = (document: Document): void => {
    catalog.now += MINUTE;
    catalog.run({ ...document, asOf: catalog.now });
  };
  const afad = (seconds: number): void => says(documentOf('afad-api', '1', { time: NOON + seconds * SECOND }));
  afad(0);
  says({ feed: 'kandilli-live', reports: [report({ key: null, time: NOON + 40 * SECOND })] });
  build();
  await step();
  assert.deepEqual(told(), ['created M4.2', 'created M4.2']);
  afad(38);
  build();
  await step();
  assert.deepEqual(told(), ['merged M4.2']);
});
