/** Blasts: sent to programs, and to people only where their rule asks for them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { FilterColumns } from '#core/filters/filter.ts';
import { ActiveSubscribers } from '../../../gateway/alerts/active-subscribers.ts';
import { bodyOf } from '../../../gateway/alerts/formats.ts';
import type { Update } from '../../../gateway/alerts/thread.ts';
import { ALLOWED, alertService, receiver, said } from '../../support/alerts.ts';
import { numbered } from '../../support/publisher.ts';

const COLUMNS = { magnitude: [2, 2], blast: [0, 1] } as unknown as FilterColumns;

for (const [channel, fields, expected] of [
  ['webhook', {}, [0, 1]],
  ['webhook', { blasts: 'exclude' }, [0]],
  ['push', {}, [0]],
  ['push', { blasts: 'include' }, [0, 1]],
  ['email', {}, [0]],
  ['email', { blasts: 'only' }, [1]],
] as const)
  test(`${channel} with ${JSON.stringify(fields)} has rows ${expected.join()} of an earthquake and a blast`, async (t) => {
    const { webhook, database, now, publish } = alertService(t);
    await publish(numbered(40));
    const { url } = await receiver(t);
    await webhook(url, fields);
    await database.query('UPDATE alert_subscribers SET channel = :channel', { channel });
    const active = await new ActiveSubscribers(database, ALLOWED).active(now());
    const { rule } = [...active.values()][0]!;
    assert.deepEqual([0, 1].filter(rule.matches(COLUMNS)), expected);
  });

test('what an agency calls a blast is sent to a rule that asks for blasts', async (t) => {
  const { webhook, publish, step } = alertService(t);
  await publish(numbered(40));
  const [asked, usual] = [await receiver(t), await receiver(t)];
  await webhook(asked.url, { blasts: 'only' });
  await webhook(usual.url);
  await publish({ eventType: 'quarry blast', magnitudes: [{ type: 'ML', value: 2.1 }] });
  await step();
  assert.deepEqual([asked.received.map(said), usual.received.map(said)], [['created M2.1'], []]);
});

test('a message names a probable blast', () => {
  const earthquake = {
    ...{ id: 1, event_id: 'a000000000000001', occurred_at: '2026-11-23 11:57:40', updated_at: '2026-11-23T12:00:00Z' },
    ...{
      latitude: 37.3,
      longitude: 27.8,
      depth_km: 0,
      magnitude: 2.1,
      magnitude_type: 'ML',
      location: 'Milas (Muğla)',
    },
    ...{ province: 'Muğla', province_code: '48', district: 'Milas', source: 'kandilli', agencies: ['kandilli'] },
    blast_probability: 0.91,
  } as unknown as Update['earthquake'];
  const payload = JSON.stringify({
    type: 'earthquake.created',
    timestamp: '2026-11-23T12:00:00Z',
    data: { earthquake },
  });
  const textIn = (language: 'tr' | 'en'): string =>
    (JSON.parse(bodyOf(payload, { format: 'slack', url: 'https://example.org/', language })) as { text: string }).text;
  assert.match(textIn('tr'), /^Olası taş ocağı patlatması, M 2,1 - Milas/);
  assert.match(textIn('en'), /^Probable quarry blast, M 2\.1 - Milas/);
});
