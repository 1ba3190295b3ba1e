import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, formatDay } from '#core/time.ts';
import { feedsOf } from '../../generator/catalog/documents/feed-states.ts';
import { allStations } from '../../generator/catalog/read.ts';
import { finishIngest } from '../../generator/ingest.ts';
import { createSchedule } from '../../generator/polling/schedule.ts';
import { REGION } from '#core/region.ts';
import { startSchedule, requestsTo, startOf } from '../support/test-schedule.ts';

test('rounds poll the last weeks first, then the last days, and the weeks again after a day', async (t) => {
  const { round, clock, context } = await startSchedule(t);
  const first = await round();
  assert.ok(requestsTo(first, 'afad').map(startOf).includes('2026-02-13'));
  assert.ok(requestsTo(first, 'monthly').length > 0);
  assert.equal(requestsTo(first, 'stations').length, 2);
  assert.deepEqual(finishIngest(context), { created: 2, revised: 0, merged: 0, withdrawn: 0 });
  assert.equal(allStations(context.db).length, 2);

  const second = await round();
  assert.ok(!requestsTo(second, 'afad').map(startOf).includes('2026-02-13'));
  assert.ok(requestsTo(second, 'afad').map(startOf).includes('2026-03-13'));
  assert.deepEqual(requestsTo(second, 'stations'), []);
  assert.deepEqual(finishIngest(context), { created: 0, revised: 0, merged: 0, withdrawn: 0 });

  clock.now += DAY;
  assert.ok(
    requestsTo(await round(), 'afad')
      .map(startOf)
      .includes('2026-02-14'),
  );
  // A clock that was wrong by years must not stop the daily reading until it catches up.
  clock.now -= 1000 * DAY;
  const weeksBefore = formatDay(clock.now - 30 * DAY);
  assert.ok(
    requestsTo(await round(), 'afad')
      .map(startOf)
      .includes(weeksBefore),
  );
});

test('older years are polled one a round, newest first, down to 1900', async (t) => {
  const { round } = await startSchedule(t);
  const years = async (): Promise<Set<string>> =>
    new Set(requestsTo(await round(), 'zeqdb').map((url) => new URL(url, 'http://x').searchParams.get('bYear')!));
  assert.deepEqual(await years(), new Set(['2026']));
  assert.deepEqual(await years(), new Set(['2025']));
  assert.deepEqual(await years(), new Set(['2024']));
});

test('agencies not in use are not polled, nor their stations', async (t) => {
  const { round } = await startSchedule(t, { agencies: ['usgs', 'historical'] });
  const feeds = new Set((await round()).map(({ feed }) => feed));
  assert.deepEqual([...feeds].sort(), ['gcmt', 'usgs']);
});

test('another region makes every document new', async (t) => {
  const { round, context } = await startSchedule(t);
  await round();
  await round();
  const known = (): number =>
    context.db.prepare<[], number>(`SELECT count(*) FROM settings WHERE name LIKE 'archive:%'`).pluck().get()!;
  createSchedule(context);
  assert.ok(known() >= 4);
  createSchedule({ ...context, region: { ...REGION, north: 47 } });
  assert.equal(known(), 0);
});

test('an empty body from AFAD means no events', async (t) => {
  const { replay, round, context, lines } = await startSchedule(t, { agencies: ['afad'] });
  replay.modes.afad = 'nothing';
  await round();
  assert.equal(feedsOf(context.db, 'afad').error, null);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('afad-api')),
    [],
  );
});
