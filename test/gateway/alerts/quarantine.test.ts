/** What a source says in a document that is quarantined wakes nobody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { PushStore } from '../../../gateway/alerts/push-store.ts';
import { afadBody, type Quake } from '../../support/agency-documents.ts';
import { alertService, receiver, said } from '../../support/alerts.ts';
import { buildInto } from '../../support/build.ts';
import { browser, pushService } from '../../support/push.ts';
import { replayAgency, stateOf } from '../../support/replayed-agency.ts';

/** New, and greater than all others. */
const shock = (now: EpochMs): Quake => ({
  ...{ id: '700000', time: now - 2 * MINUTE, latitude: 38.2, longitude: 39.9, depthKm: 8, magnitude: 6.6 },
});

const LIES: [what: string, body: (all: Quake[], now: EpochMs) => Uint8Array][] = [
  [
    'all magnitudes are 9.9, and a new earthquake',
    (all, now) => afadBody([...all, shock(now)], (item) => ({ ...item, magnitude: '9.9' })),
  ],
  [
    'a new earthquake in a document three hours late',
    (all, now) => afadBody([...all.map((one) => ({ ...one, time: one.time + 3 * HOUR })), shock(now)]),
  ],
];

for (const [what, body] of LIES)
  test(`${what}: nobody is told; of the same in a sound document, once`, async (t) => {
    const replayed = await replayAgency(t, 'afad');
    const service = alertService(t);
    const publish = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) await replayed.publish();
      service.catalog.now = replayed.clock.now;
      buildInto(service.dist, replayed.context.db, { asOf: replayed.clock.now });
      await service.step();
    };
    await publish(1);
    const { url, received } = await receiver(t);
    await service.webhook(url);
    const { origin, pushed } = await pushService(t);
    const { database, now } = service;
    const { subscription, read } = browser(origin);
    const push = new PushStore({ database, now, allowsPrivate: true, most: 1 });
    await push.subscribe(subscription, () => undefined, 'en', 'a network');
    await service.step();
    assert.equal(read(pushed.pop()!).tag, 'welcome');

    replayed.answers('afad', body);
    await publish(15);
    assert.equal(stateOf(replayed, 'afad').quarantined.length, 1);
    assert.deepEqual([received.map(said), pushed.length], [[], 0]);

    replayed.all.push(shock(replayed.clock.now));
    replayed.answers('afad');
    await publish(2);
    assert.deepEqual(stateOf(replayed, 'afad').quarantined, []);
    assert.deepEqual(received.map(said), ['created M6.6']);
    assert.deepEqual(
      pushed.map((one) => read(one).title.slice(0, 5)),
      ['M 6.6'],
    );
  });
