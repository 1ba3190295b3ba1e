/** Web Push, from a publication to a browser: what is shown, and when a subscription ends. */
import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { summaryPayload } from '../../../gateway/alerts/messages.ts';
import { browserNotificationOf } from '../../../gateway/alerts/push-message.ts';
import { PushStore } from '../../../gateway/alerts/push-store.ts';
import type { AlertEarthquake } from '../../../gateway/alerts/thread.ts';
import { alertService } from '../../support/alerts.ts';
import { NOON } from '../../support/catalog.ts';
import { magnitude, numbered } from '../../support/publisher.ts';
import { browser, decrypted, pushService, vapidOf } from '../../support/push.ts';

/** A service of alerts with one subscribed browser; the status of its service of push can be changed. */
async function subscribed(t: TestContext, fields: Record<string, string> = {}, language: 'tr' | 'en' = 'tr') {
  const service = alertService(t);
  const answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const { origin, pushed } = await pushService(t, (_, response) =>
    response.writeHead(answer.status, answer.headers).end(),
  );
  const { database, now } = service;
  const store = new PushStore({ database, now, allowsPrivate: true, most: 10 });
  const { subscription, read } = browser(origin);
  await service.publish(numbered(40));
  await store.subscribe(subscription, (name) => ({ per_hour: '10', ...fields })[name], language, 'a network');
  await service.step();
  const shown = () => pushed.splice(0).map(read);
  const [welcome] = shown();
  const rows = async (table: string) => (await database.query(`SELECT * FROM ${table}`)).rows.length;
  return { ...service, answer, origin, pushed, store, subscription, shown, rows, welcome };
}

test('a body is decrypted as in the example of RFC 8291, appendix A', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
      'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  const text = decrypted(body, keys, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')).toString('utf8');
  assert.equal(text, 'When I grow up, I want to be a watermelon');
});

test('an earthquake is one notification: created, replaced by what is major, withdrawn always', async (t) => {
  const { publish, shown } = await subscribed(t);
  await publish({ quality: 'automatic' });
  const [created] = shown();
  assert.match(created!.title, /^M 4,2 - \S/);
  assert.match(created!.body, /^10 Mar 2024 \d\d:\d\d TSİ · derinlik \d+ km · USGS · otomatik çözüm$/);
  assert.match(created!.url!, /^https:\/\/example\.org\/deprem\/2024-03-10\/[a-z0-9-]+$/);
  assert.match(created!.tag, /^[0-9a-f]{16}$/);
  await publish({ ...magnitude(4.3), quality: 'automatic' });
  assert.deepEqual(shown(), []);
  await publish({ ...magnitude(4.7), quality: 'reviewed' });
  await publish({ ...magnitude(4.2), quality: 'reviewed' });
  await publish({ ...magnitude(4.2), withdrawn: true });
  const after = shown();
  assert.deepEqual(
    after.map(({ title, renotify, tag }) => [title.replace(/ - .*/, ''), renotify, tag === created!.tag]),
    [
      ['Güncelleme: M 4,7', true, true],
      ['Güncelleme: M 4,2', false, true],
      ['Geri çekildi: M 4,2', false, true],
    ],
  );
  assert.match(after[0]!.body, /önceki M 4,2 · USGS · gözden geçirilmiş çözüm/);
});

test('the request is one of Web Push, signed with the same keys each time', async (t) => {
  const { publish, pushed, origin, store, subscription } = await subscribed(t, {}, 'en');
  await publish({});
  await publish(magnitude(4.9));
  const { publicKey } = await store.keys();
  for (const [index, message] of pushed.entries()) {
    const { headers, path } = message;
    const { aud, exp, sub, key } = vapidOf(message);
    assert.deepEqual([aud, sub, key], [origin, 'https://example.org', publicKey]);
    assert.ok(exp > Date.now() / SECOND && exp < (Date.now() + 24 * HOUR) / SECOND);
    assert.equal(`${origin}${path}`, subscription.endpoint);
    assert.deepEqual(
      [headers['content-encoding'], headers['content-type'], headers['urgency'], headers['ttl']],
      ['aes128gcm', 'application/octet-stream', index === 0 ? 'high' : 'normal', '21600'],
    );
    assert.match(String(headers['topic']), /^[0-9a-f]{16}$/);
    assert.ok(message.body.byteLength <= 4096);
  }
  assert.equal(pushed.length, 2);
});

test('a rule has a place, a magnitude and quiet hours, whose earthquakes come as one notification', async (t) => {
  const quiet = { min_magnitude: '4', quiet_from: '10:00', quiet_to: '23:00' };
  const { publish, shown, clock, step } = await subscribed(t, quiet, 'en');
  for (const number of [1, 2, 3])
    await publish({
      ...numbered(0, number + 2.5),
      ...{ key: `new${number}`, latitude: 34 + number, time: NOON + number * MINUTE },
    });
  assert.deepEqual(shown(), []);
  clock.ahead += 9 * HOUR;
  await step();
  const [summary, ...others] = shown();
  assert.match(summary!.title, /^2 earthquakes since 10 Mar 2024 \d\d:\d\d in Türkiye, the most significant M 5\.5 - /);
  assert.deepEqual([summary!.body.split('\n').length, summary!.tag, others], [2, 'summary', []]);
});

test('the longest texts fit into a message, and no character is divided', () => {
  const location = 'Çığşöü€'.repeat(200);
  const earthquake = { id: 1, event_id: 'a'.repeat(16), occurred_at: '2026-11-23 11:57:40', magnitude: 4.2 };
  const one = { ...earthquake, location, agencies: ['afad'], depth_km: 5 } as unknown as AlertEarthquake;
  const summary = browserNotificationOf(summaryPayload(Array<AlertEarthquake>(50).fill(one), NOON), 'tr');
  assert.ok(Buffer.byteLength(JSON.stringify(summary)) < 3000);
  assert.ok(!/\uFFFD/.test(summary.title + summary.body));
  assert.match(summary.title, /…$/);
});

test('a subscription counts when its service took the welcome; otherwise it ends after an hour', async (t) => {
  const { publish, answer, origin, pushed, store, rows, clock, step, welcome, database } = await subscribed(
    t,
    {},
    'en',
  );
  assert.deepEqual([welcome!.title, welcome!.tag], ['Earthquake notifications are on', 'welcome']);
  answer.status = 500;
  const other = browser(origin);
  await store.subscribe(other.subscription, () => undefined, 'en', 'another network');
  await publish({});
  const unconfirmed = `SELECT off_reason FROM alert_subscribers WHERE off_at IS NOT NULL`;
  assert.deepEqual((await database.query(unconfirmed)).rows, [{ off_reason: 'unconfirmed' }]);
  clock.ahead += HOUR + MINUTE;
  await store.subscribe(browser(origin).subscription, () => undefined, 'en', 'a third network');
  assert.equal(await store.isKnown(other.subscription), false);
  answer.status = 201;
  pushed.length = 0;
  await step();
  assert.equal((await database.query(unconfirmed)).rows.length, 0);
  assert.equal(await rows('alert_subscribers'), 2);
});

test('a network has a tenth of all subscriptions, and of those that are not confirmed', async (t) => {
  const { database, now, step, clock } = alertService(t);
  const store = new PushStore({ database, now, allowsPrivate: true, most: 80 });
  const { origin } = await pushService(t);
  const subscribe = (network: string): Promise<string> =>
    store
      .subscribe(browser(origin).subscription, () => undefined, 'en', network)
      .then(
        () => 'taken',
        ({ reason }: { reason: string }) => reason,
      );
  assert.deepEqual(await Promise.all(['a', 'a', 'a', 'b'].map(subscribe)), ['taken', 'taken', 'alerts_full', 'taken']);
  for (let round = 0; round < 4; round += 1) {
    clock.ahead += MINUTE;
    await step();
    await subscribe('a');
    await subscribe('a');
  }
  await step();
  clock.ahead += 2 * HOUR;
  const { rows } = await database.query(`SELECT 1 FROM alert_subscribers WHERE network = 'a' AND off_at IS NULL`);
  assert.equal(rows.length, 8);
  assert.deepEqual(await Promise.all(['a', 'c'].map(subscribe)), ['alerts_full', 'taken']);
});

for (const status of [404, 410])
  test(`${status} ends the subscription, and everything stored of it`, async (t) => {
    const { publish, answer, pushed, rows, switchedOff } = await subscribed(t);
    answer.status = status;
    await publish({});
    for (const table of ['alert_subscribers', 'alert_threads', 'alert_limits', 'alert_messages'])
      assert.equal(await rows(table), 0, table);
    assert.equal(switchedOff.length, 1);
    await publish(magnitude(5));
    assert.equal(pushed.length, 1);
  });

test('429 and 503 are repeated later, and each after the time that was asked for', async (t) => {
  const { publish, answer, pushed, clock, step } = await subscribed(t);
  Object.assign(answer, { status: 429, headers: { 'retry-after': '600' } });
  await publish({});
  clock.ahead += 9 * MINUTE;
  await step();
  assert.equal(pushed.length, 1);
  Object.assign(answer, { status: 503, headers: {} });
  clock.ahead += MINUTE;
  await step();
  assert.equal(pushed.length, 2);
  answer.status = 201;
  clock.ahead += MINUTE;
  await step();
  assert.equal(pushed.length, 3);
  assert.equal(pushed[2]!.headers['ttl'], String(6 * 3600 - 11 * 60));
  clock.ahead += HOUR;
  await step();
  assert.equal(pushed.length, 3);
});

test('what could not be sent for six hours is not sent any more; the next earthquake is', async (t) => {
  const { publish, answer, pushed, clock, step, shown } = await subscribed(t);
  answer.status = 500;
  await publish({});
  for (let hour = 0; hour < 6; hour += 1) {
    clock.ahead += HOUR;
    await step();
  }
  const attempts = pushed.splice(0).length;
  assert.ok(attempts >= 4 && attempts <= 7, String(attempts));
  answer.status = 201;
  clock.ahead += HOUR;
  await step();
  assert.deepEqual(shown(), []);
  await publish({ ...numbered(0, 5), key: 'later', latitude: 38, time: NOON + 7 * HOUR });
  assert.match(shown()[0]!.title, /^M 5,0/);
});

test('what was delivered is forgotten in the next hour', async (t) => {
  const { publish, clock, step, rows, shown } = await subscribed(t);
  await publish({});
  clock.ahead += HOUR;
  await step();
  assert.deepEqual([shown().length, await rows('alert_messages'), await rows('alert_threads')], [1, 0, 1]);
});

test('a dataset that jumps back shows nothing twice', async (t) => {
  const { publish, dist, folder, step, shown } = await subscribed(t);
  await publish({});
  cpSync(dist, join(folder, 'kept'), { recursive: true });
  await publish(magnitude(4.9));
  assert.equal(shown().length, 2);
  rmSync(dist, { recursive: true });
  cpSync(join(folder, 'kept'), dist, { recursive: true });
  await step();
  assert.deepEqual(shown(), []);
  await publish(magnitude(4.9));
  assert.deepEqual(shown(), []);
});

test('the keys are made once, also by two gateways at the same time', async (t) => {
  const { database, store } = await subscribed(t);
  const other = new PushStore({ database, now: Date.now, allowsPrivate: true, most: 1 });
  const [first, second] = await Promise.all([store.keys(), other.keys()]);
  assert.deepEqual(first, second);
  assert.deepEqual([Buffer.from(first.publicKey, 'base64url').byteLength, first.publicKey.length], [65, 87]);
});
