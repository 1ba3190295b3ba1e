/** Unusual documents of real events: nothing is quarantined. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { formatSecond, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { createSchedule } from '../../generator/polling/schedule.ts';
import { finishIngest } from '../../generator/ingest.ts';
import { afadBody, kandilliBody, usgsBody, type Quake } from '../support/agency-documents.ts';
import { stateOf, replayAgency } from '../support/replayed-agency.ts';

/** Eight of the twenty earthquakes lie in it. */
const SMALL = { south: 36, north: 42, west: 26, east: 29 };
const rowTime = (time: EpochMs): string => formatSecond(time + 3 * HOUR).replace(/-/g, '.');
const inside = ({ longitude }: Quake): boolean => longitude < SMALL.east;

for (const agency of ['afad', 'kandilli'] as const)
  test(`the operator narrows the region: ${agency} is accepted, though it lacks or has what lies outside`, async (t) => {
    const replayed = await replayAgency(t, agency);
    // Three sound documents make a profile.
    for (let minute = 0; minute < 3; minute += 1) await replayed.publish();
    const context = { ...replayed.context, region: SMALL, sessions: new Map() };
    const schedule = createSchedule(context, 60_000);
    if (agency === 'afad') replayed.answers('afad', (all) => afadBody(all.filter(inside)));
    for (let minute = 0; minute < 3; minute += 1) {
      await schedule.round();
      await schedule.settled();
      finishIngest(context);
      replayed.clock.now += MINUTE;
    }
    assert.deepEqual(stateOf(replayed, agency).quarantined, []);
  });

test('a swarm outside of the region fills the page of Kandilli, up to its last row', async (t) => {
  const replayed = await replayAgency(t, 'kandilli');
  for (let minute = 0; minute < 3; minute += 1) await replayed.publish();
  for (const left of [15, 6, 0, 1]) {
    const newest = replayed.all[0]!.time;
    const swarm = Array.from({ length: 100 }, (_, index) => ({
      ...replayed.all[0]!,
      time: newest + (index + 1) * 7_000 - left * 7,
      latitude: 30,
    }));
    replayed.answers('kandilli', (all, now) => kandilliBody([...swarm, ...all.slice(0, left)], now));
    await replayed.publish();
    assert.deepEqual([left, stateOf(replayed, 'kandilli').quarantined], [left, []]);
  }
});

test('after an outage of half a day most earthquakes are revised', async (t) => {
  const replayed = await replayAgency(t, 'usgs');
  replayed.clock.now += 12 * HOUR;
  replayed.answers('usgs', (all, now) =>
    usgsBody(
      all.map((one) => ({
        ...one,
        depthKm: one.depthKm + 1,
        magnitude: one.magnitude + 0.1,
        latitude: one.latitude + 0.2,
      })),
      now,
    ),
  );
  await replayed.publish();
  assert.deepEqual(stateOf(replayed, 'usgs').quarantined, []);
});

test('a mistyped date among the rows of a page does not make older rows miss', async (t) => {
  const replayed = await replayAgency(t, 'kandilli');
  const [newest, ...others] = replayed.all;
  const page = [newest!, ...others.slice(0, 11)];
  for (const mistyped of [others[18]!.time - HOUR, Date.UTC(3025, 0)]) {
    replayed.answers('kandilli', (_, now) =>
      Buffer.from(
        Buffer.from(kandilliBody(page, now)).toString('latin1').replace(rowTime(newest!.time), rowTime(mistyped)),
        'latin1',
      ),
    );
    await replayed.publish();
    assert.deepEqual(stateOf(replayed, 'kandilli').quarantined, []);
  }
});
