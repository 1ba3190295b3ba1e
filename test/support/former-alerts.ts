/** Subscriptions and what waits for them, as version 7 of `accounts.db` and version 4 of PostgreSQL have them. */
import assert from 'node:assert/strict';
import { AlertQueue } from '../../gateway/alerts/queue.ts';
import { SubscriberRows } from '../../gateway/alerts/subscriber-rows.ts';
import type { SqlDatabase } from '../../gateway/store/sql-database.ts';

const CHANNELS = [
  ['wh_1', 'webhook', 'https://hooks.example/1'],
  ['ps_1', 'push', 'https://fcm.googleapis.com/1'],
  ['em_1', 'email', 'mailto:ayse@example.org'],
] as const;

export const FORMER_ALERTS = CHANNELS.map(
  ([id, channel, url]) => `
INSERT INTO alert_readers (id, channel, account, url, format, language, rule, secret, created_at)
  VALUES ('${id}', '${channel}', 'a', '${url}', 'standard', 'tr', '{"min_magnitude":"4"}', 's', 1);
INSERT INTO alert_threads (reader, event_id, published_at, told, message, held)
  VALUES ('${id}', 'a1', 1, '{"magnitude":4.2}', 'm_${id}', '{"kind":"revised"}');
INSERT INTO alert_limits (reader, recent, held_until) VALUES ('${id}', '[5]', 9);
INSERT INTO alert_messages (id, reader, host, kind, body, created_at, due_at, attempts)
  VALUES ('m_${id}', '${id}', '${channel}', 'created', '{}', 1, 2, 1);`,
).join('');

/** That each subscription, thread, limit and queued message is there, and would be sent. */
export async function checkFormerAlerts(database: SqlDatabase): Promise<void> {
  const room = { messages: 9, failing: 9, busy: [], of: () => 9 };
  const due = await new AlertQueue(database).take(5, room);
  const found = due.map(({ id, subscriber, channel, url, attempts }) => [id, subscriber, channel, url, attempts]);
  assert.deepEqual(found.sort(), CHANNELS.map(([id, channel, url]) => [`m_${id}`, id, channel, url, 2]).sort());
  const rows = new SubscriberRows(database);
  const ids = CHANNELS.map(([id]) => id);
  const [threads, limits] = await database.transaction(function* () {
    return [yield* rows.threadsOf('a1', ids), yield* rows.limitsOf(ids, 5)] as const;
  });
  for (const id of ids) {
    const { notified, held, message } = threads.get(id)!;
    assert.deepEqual([notified, held, message], [{ magnitude: 4.2 }, { kind: 'revised' }, `m_${id}`]);
    assert.deepEqual([limits.get(id)!.recent, limits.get(id)!.heldUntil], [[5], 9]);
  }
}
