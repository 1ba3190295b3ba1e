/** A subscriber of a channel that this version has not, as a later one may store it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR } from '#core/time.ts';
import { alertService, receiver } from '../../support/alerts.ts';
import { magnitude, numbered } from '../../support/publisher.ts';

test('a subscriber of an unknown channel is left alone, with its messages', async (t) => {
  const { publish, webhook, step, clock, database } = alertService(t);
  const { url, received } = await receiver(t);
  await publish(numbered(40));
  const { id } = await webhook(url);
  await publish({});
  await step();
  assert.equal(received.splice(0).length, 1);
  await database.query(`UPDATE alert_subscribers SET channel = 'sms', failing_since = 0`);
  await database.query('UPDATE alert_messages SET due_at = 0');
  const messages = async () => (await database.query('SELECT * FROM alert_messages')).rows;
  const before = await messages();
  assert.equal(before.length, 1);
  await publish(magnitude(4.6));
  for (const later of [HOUR, DAY, HOUR]) {
    clock.ahead += later;
    await step();
  }
  assert.deepEqual([received, await messages()], [[], before]);
  const { rows } = await database.query<{ id: string }>('SELECT id FROM alert_subscribers WHERE off_at IS NULL');
  assert.deepEqual(rows, [{ id }]);
});
