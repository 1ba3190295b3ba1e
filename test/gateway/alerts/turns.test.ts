/** Delivery takes turns: slow receivers of one account, or of one host, leave room for the others. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#core/time.ts';
import { alertService, OWNER, receiver } from '../../support/alerts.ts';
import { NOON } from '../../support/catalog.ts';
import { numbered } from '../../support/publisher.ts';

/** Receivers that never answer. */
function slowReceivers(t: TestContext) {
  let waiting = 0;
  return { slow: () => receiver(t, () => void (waiting += 1)), waiting: () => waiting };
}

const EARTHQUAKES = 10;
const news = Array.from({ length: EARTHQUAKES }, (_, number) => ({
  ...numbered(0, 4),
  ...{ key: `new${number}`, time: NOON + number * MINUTE, latitude: 34 + number * 0.7 },
}));

const urgent = { urgent_magnitude: '4' };

for (const [name, hosts, account] of [
  ['60 slow webhooks of one account', 60, () => 'a slow account'],
  ['60 slow webhooks of 60 accounts at one host', 1, (number: number) => `slow account ${number}`],
] as const)
  test(`${name}: another account has all its messages within 2 s`, async (t) => {
    const delivery = { allowsPrivate: true, userAgent: 'test', timeout: 30 * SECOND };
    const { alerts, store, dataset, publish, publishUnread } = alertService(t, { delivery });
    const { slow, waiting } = slowReceivers(t);
    await publish(numbered(40));
    const urls: string[] = [];
    for (let number = 0; number < hosts; number += 1) urls.push((await slow()).url);
    const create = (owner: string, url: string) =>
      store.create(owner, (field) => ({ url, per_hour: '10', ...urgent })[field], 'en');
    for (let number = 0; number < 60; number += 1) await create(account(number), urls[number % hosts]!);
    const fast = await receiver(t);
    await create(OWNER, fast.url);
    publishUnread(...news);
    await dataset.refresh();
    await alerts.step();
    const end = performance.now() + 2 * SECOND;
    while (fast.received.length < EARTHQUAKES && performance.now() < end) await wait(10);
    const found = fast.received.length;
    const slots = waiting();
    alerts.stop();
    await alerts.run();
    assert.equal(found, EARTHQUAKES);
    assert.equal(slots, 6, 'a tenth of 64');
  });
