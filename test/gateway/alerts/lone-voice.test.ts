/** What one agency alone reports, as subscribers hear of it: at once, within a budget, and taken back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { noteAttempt } from '../../../generator/catalog/documents/feed-states.ts';
import type { FeedName, SourceReport } from '../../../generator/sources/feed.ts';
import { alertService, type Cleanup, receiver, said } from '../../support/alerts.ts';
import { NOON, report } from '../../support/catalog.ts';

const OLD = { time: NOON - 20 * HOUR, magnitudes: [{ type: 'ML', value: 3 }], key: 'old' };
const GREAT = { latitude: 41.02, longitude: 28.97, key: 'great', magnitudes: [{ type: 'Mw', value: 8.1 }] };

type Answers = Partial<Record<FeedName, Partial<SourceReport>[]>>;

async function started(t: Cleanup) {
  const { url, received } = await receiver(t);
  const service = alertService(t);
  const { catalog, build, step, webhook } = service;
  /** These agencies answer, so many minutes after noon. */
  const minute = async (after: number, answers: Answers): Promise<string[]> => {
    catalog.now = NOON + after * MINUTE;
    for (const [feed, rows] of Object.entries(answers) as [FeedName, Partial<SourceReport>[]][]) {
      catalog.store({
        feed,
        asOf: catalog.now,
        reports: [OLD, ...rows].map((row) => report({ ...row, updatedAt: catalog.now })),
      });
      noteAttempt(catalog.db, feed, catalog.now, null);
    }
    catalog.finish();
    build();
    await step();
    return received.splice(0).map(said);
  };
  await minute(-1, { 'afad-api': [], 'usgs-fdsn': [] });
  await webhook(url, { per_hour: '60', urgent_magnitude: '5' });
  await minute(-0.5, { 'afad-api': [], 'usgs-fdsn': [] });
  received.length = 0;
  return { ...service, minute, received };
}

test('a great earthquake of one agency is told at once, withdrawn after silence, and told again once another has it', async (t) => {
  const { minute } = await started(t);
  const kandilli = { 'kandilli-live': [{ ...GREAT, key: null, magnitudes: [{ type: 'ML', value: 8.1 }] }] };
  const silent = { 'afad-api': [], 'usgs-fdsn': [] };
  const alone = { ...kandilli, ...silent };
  assert.deepEqual(await minute(1, alone), ['created M8.1']);
  assert.deepEqual(await minute(5, alone), []);
  assert.deepEqual(await minute(11, alone), ['withdrawn M8.1']);
  assert.deepEqual(await minute(12, alone), []);
  assert.deepEqual(await minute(20, { ...kandilli, 'afad-api': [GREAT], 'usgs-fdsn': [] }), ['revised M8.1']);
});

/** False ones, each far from the others. */
const falseOnes = (count: number, from = 0): Partial<SourceReport>[] =>
  Array.from({ length: count }, (_, n) => from + n).map((n) => ({
    ...{ key: `false${n}`, time: NOON + n * 2 * SECOND },
    ...{
      latitude: 36.03 + (n % 12) * 0.5,
      longitude: 27.03 + (n % 17),
      magnitudes: [{ type: 'Mw', value: 5 + (n % 19) / 10 }],
    },
  }));

test('an agency alone has three urgent messages in ten minutes; the rest is summed up, and nothing is lost', async (t) => {
  const { minute, received, clock, step, alerts, lines } = await started(t);
  const rows = falseOnes(24);
  const first = await minute(1, { 'afad-api': rows });
  assert.equal(first.length, 3, first.join());
  assert.ok(first.every((text) => text.startsWith('created')));
  assert.equal((await alerts.counts()).overBudget, 21);
  assert.equal(lines.filter((line) => /afad alone reports/.test(line)).length, 21);
  // Another agency has one of those that are held back: it goes at once, and the agency has credit again.
  const confirmed = rows[4]!;
  const told = await minute(2, { 'afad-api': rows, 'usgs-fdsn': [{ ...confirmed, key: 'us1' }] });
  assert.equal(told[0], `created M${confirmed.magnitudes![0]!.value}`);
  assert.equal(told.length, 4, told.join());
  clock.ahead = 12 * MINUTE;
  await step();
  const rest = received.splice(0).map(said);
  assert.deepEqual(rest, ['summary 17 M6.8']);
});

test('a sequence that two agencies report is not held back', async (t) => {
  const { minute } = await started(t);
  const rows = falseOnes(9);
  const told = await minute(1, {
    'afad-api': rows,
    'usgs-fdsn': rows.map((row) => ({ ...row, key: `us-${row.key}` })),
  });
  assert.equal(told.length, 9, told.join());
});
