/** What the queue does with receivers that fail, and when a process ends or the dataset jumps back. */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { alertService, OWNER, receiver, said } from '../../support/alerts.ts';
import { NOON } from '../../support/catalog.ts';
import { magnitude, numbered } from '../../support/publisher.ts';

const another = (number: number, value: number) => ({
  ...numbered(0, value),
  ...{ key: `new${number}`, time: NOON + number * MINUTE, latitude: 34 + number * 0.7 },
});

/** A receiver with a status that the test changes, and a service with one webhook. */
async function failing(t: TestContext, fields: Record<string, string> = {}) {
  const service = alertService(t);
  const answer = { status: 500 };
  const { url, received } = await receiver(t, (_, response) => void response.writeHead(answer.status).end());
  await service.publish(numbered(40));
  const webhook = await service.webhook(url, fields);
  /** Steps through so much time, each time that the queue looks. */
  const pass = async (time: number, every = MINUTE): Promise<void> => {
    for (let passed = 0; passed < time; passed += every) {
      service.clock.ahead += every;
      await service.step();
    }
  };
  const state = async () => (await service.store.list(OWNER))[0]!;
  return { ...service, answer, received, webhook, pass, state, told: () => received.splice(0).map(said) };
}

test('500 for an hour: repeated ever more rarely, with one id, and delivered after it', async (t) => {
  const { publish, answer, received, pass, state, store, webhook } = await failing(t);
  await publish({});
  await pass(HOUR, 10 * SECOND);
  const attempts = received.length;
  assert.ok(attempts >= 5 && attempts <= 8, String(attempts));
  assert.ok((await state()).failingSince);
  answer.status = 200;
  await pass(HOUR);
  assert.equal(received.length, attempts + 1);
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
  const { secret } = webhook;
  for (const { body, headers } of received) {
    // The library compares the timestamp with its own clock, which is not the test's.
    const at = new Date(Number(headers['webhook-timestamp']) * SECOND);
    const signed = new Webhook(secret).sign(headers['webhook-id'] as string, at, body);
    assert.equal(headers['webhook-signature'], signed);
  }
  const [delivery] = await store.deliveries(OWNER, webhook.id);
  assert.deepEqual([delivery!.outcome, delivery!.attempts, delivery!.status], ['delivered', attempts + 1, 200]);
  assert.equal((await state()).failingSince, null);
});

test('the messages about one earthquake keep their order; others do not wait for them', async (t) => {
  const { publish, answer, pass, received, told } = await failing(t);
  await publish({});
  await publish(magnitude(4.6));
  await publish(another(1, 3));
  assert.deepEqual([...new Set(told())], ['created M4.2', 'created M3']);
  answer.status = 200;
  await pass(2 * MINUTE, SECOND);
  assert.deepEqual(told().sort(), ['created M3', 'created M4.2', 'revised M4.6']);
  assert.deepEqual(received, []);
});

test('a day of failures switches it off, once, and its owner is told; then it can be switched on', async (t) => {
  const { publish, answer, pass, state, switchedOff, store, webhook, told } = await failing(t);
  await publish({});
  await pass(12 * HOUR, 10 * MINUTE);
  assert.deepEqual([(await state()).offAt, switchedOff], [null, []]);
  await publish({ ...another(1, 3), time: NOON + 12 * HOUR });
  await pass(13 * HOUR, 10 * MINUTE);
  const { offAt, offReason } = await state();
  assert.deepEqual([offAt !== null, offReason], [true, 'failing']);
  assert.deepEqual(switchedOff, [`${webhook.id} failing`]);
  const outcomes = (await store.deliveries(OWNER, webhook.id)).map(({ outcome }) => outcome);
  assert.deepEqual(outcomes.sort(), ['dropped', 'failed']);
  told();
  answer.status = 200;
  await publish(another(2, 3));
  await store.change(OWNER, webhook.id, () => undefined, true);
  await pass(HOUR);
  assert.deepEqual(told(), []);
  const back = await state();
  assert.deepEqual([back.offAt, back.offReason, back.failingSince], [null, null, null]);
});

test('another address has a day of its own, and takes what waits', async (t) => {
  const { publish, pass, state, store, webhook, told, switchedOff } = await failing(t);
  const { url, received } = await receiver(t);
  await publish({});
  await pass(23 * HOUR, 20 * MINUTE);
  await store.change(OWNER, webhook.id, (name) => ({ language: 'tr' })[name]);
  assert.ok((await state()).failingSince);
  await store.change(OWNER, webhook.id, (name) => ({ url })[name]);
  assert.equal((await state()).failingSince, null);
  told();
  await pass(3 * HOUR, 20 * MINUTE);
  assert.deepEqual([received.map(said), told(), switchedOff], [['created M4.2'], [], []]);
});

test('410 switches it off at once; a test message reaches it still', async (t) => {
  const { publish, answer, pass, switchedOff, store, webhook, told } = await failing(t);
  answer.status = 410;
  await publish({});
  await pass(MINUTE);
  assert.deepEqual([told(), switchedOff], [['created M4.2'], [`${webhook.id} gone`]]);
  answer.status = 204;
  await store.test(OWNER, webhook.id);
  await pass(MINUTE);
  assert.deepEqual(told(), ['test']);
  assert.equal((await store.deliveries(OWNER, webhook.id))[0]!.outcome, 'delivered');
});

test('receivers that hang leave half of the attempts to those that do not', async (t) => {
  const delivery = { allowsPrivate: true, userAgent: 'test', timeout: 50_000 };
  const { alerts, publish, clock, webhook, store } = alertService(t, { delivery });
  await publish(numbered(40));
  const hanging: ServerResponse[] = [];
  let isHanging = false;
  for (let host = 0; host < 9; host += 1) {
    const { url } = await receiver(t, (_, response) => {
      if (isHanging) hanging.push(response);
      else response.writeHead(500).end();
    });
    // Of accounts of their own: one has a tenth of the slots.
    const fields = new Map([
      ['url', url],
      ['min_magnitude', '4'],
      ['per_hour', '10'],
    ]);
    for (let count = 0; count < 8; count += 1) await store.create(`account ${host}`, (name) => fields.get(name), 'en');
  }
  const { promise: isTold, resolve } = Promise.withResolvers<void>();
  const { url, received } = await receiver(t, (_, response) => {
    response.writeHead(204).end();
    if (received.length === 2) resolve();
  });
  await webhook(url);
  await publish({});
  isHanging = true;
  clock.ahead += MINUTE;
  await alerts.step();
  while (hanging.length < 32) await new Promise(setImmediate);
  const published = publish(another(1, 3));
  await isTold;
  assert.deepEqual([received.map(said), hanging.length], [['created M4.2', 'created M3'], 32]);
  isHanging = false;
  for (const response of hanging) response.destroy();
  await published;
});

test('a test message is tried once', async (t) => {
  const { pass, store, webhook, told, state } = await failing(t);
  await store.test(OWNER, webhook.id);
  await pass(HOUR);
  assert.deepEqual(told(), ['test']);
  assert.equal((await state()).failingSince, null);
});

test('after a rotation messages carry both signatures for a day', async (t) => {
  const { publish, answer, store, webhook, received, clock } = await failing(t);
  answer.status = 200;
  const { secret } = await store.rotate(OWNER, webhook.id);
  await publish({});
  clock.ahead += DAY;
  await publish({ ...another(1, 3), time: NOON + DAY });
  const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' '));
  const signed = ({ headers, body }: (typeof received)[number], by: string): string =>
    new Webhook(by).sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * SECOND), body);
  assert.deepEqual(signatures, [
    [signed(received[0]!, secret), signed(received[0]!, webhook.secret)],
    [signed(received[1]!, secret)],
  ]);
});

test('a dataset that jumps back, or is made anew, tells nothing twice', async (t) => {
  const { publish, answer, dist, folder, step, told, catalog } = await failing(t);
  answer.status = 200;
  await publish({});
  cpSync(dist, join(folder, 'kept'), { recursive: true });
  await publish(another(1, 3));
  assert.deepEqual(told(), ['created M4.2', 'created M3']);
  const now = catalog.now;
  rmSync(dist, { recursive: true });
  cpSync(join(folder, 'kept'), dist, { recursive: true });
  await step();
  assert.deepEqual([told(), catalog.now], [[], now]);
  // The catalogue grows again, and the numbers of the log with it.
  await publish(another(2, 3.5));
  await publish(magnitude(4.3));
  assert.deepEqual(told(), ['created M3.5']);
});

test('another catalogue in its place publishes the same earthquakes anew, and tells nothing twice', async (t) => {
  const { publish, answer, dist, step, told } = await failing(t);
  answer.status = 200;
  await publish({});
  await publish(another(1, 3));
  assert.equal(told().length, 2);
  const other = alertService(t);
  // Later, with other numbers: all at once.
  other.catalog.now += 10 * MINUTE;
  await other.publish(another(1, 3), {}, numbered(40));
  rmSync(dist, { recursive: true });
  cpSync(other.dist, dist, { recursive: true });
  await step();
  assert.deepEqual(told(), []);
});

test('a clock that was ahead for a while holds nothing back', async (t) => {
  const { publish, answer, told, clock, pass, database } = await failing(t, { per_hour: '1' });
  clock.ahead = 5 * HOUR;
  await publish({});
  await publish(another(1, 3));
  await database.query('UPDATE alert_limits SET held_until = held_until + :far', { far: 20 * HOUR });
  assert.deepEqual([...new Set(told())], ['created M4.2']);
  clock.ahead = 0;
  answer.status = 200;
  await pass(2 * MINUTE);
  assert.deepEqual(told().sort(), ['created M3', 'created M4.2']);
});

test('two gateways on one database tell each thing once', async (t) => {
  const { publish, answer, told, gateway, step } = await failing(t);
  answer.status = 200;
  const second = gateway();
  for (let number = 1; number <= 5; number += 1) {
    await Promise.all([publish(another(number, 3 + number / 10)), step(second)]);
    await Promise.all([step(), step(second)]);
  }
  assert.deepEqual(
    told().sort(),
    [1, 2, 3, 4, 5].map((number) => `created M3.${number}`),
  );
});
