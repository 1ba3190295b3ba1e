/** The headline of every minute of six days of great earthquakes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowKm } from '#seismology/aftershock-windows.ts';
import { distanceKm } from '#core/geo.ts';
import { nearestProvinces } from '#core/provinces.ts';
import { foremost, type Shock } from '#seismology/significance.ts';
import { HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { knownAt, REPLAYED_DAYS, replayOf } from '../support/replayed-days.ts';
import { sharedData, withoutSharedData as skip } from '../support/shared-data.ts';

const sizeOf = ({ magnitude }: Shock): number => magnitude ?? -Infinity;
const greatest = (rows: readonly Shock[]): Shock =>
  rows.reduce((most, one) => (sizeOf(one) > sizeOf(most) ? one : most));

/** The greater one of the last hour in whose neighbourhood a headline is. */
const above = (headline: Shock, known: readonly Shock[], now: EpochMs): Shock | undefined =>
  known.find(
    (one) =>
      one.time > now - HOUR && sizeOf(one) > sizeOf(headline) && distanceKm(one, headline) <= windowKm(sizeOf(one)),
  );

/** Main shocks of M 5 and more of 72 hours: none greater in their neighbourhood, before or after. */
const mainShocks = (known: readonly Shock[], now: EpochMs): Shock[] =>
  known.filter(
    (one) =>
      sizeOf(one) >= 5 &&
      one.time > now - 72 * HOUR &&
      !known.some((other) => sizeOf(other) > sizeOf(one) && distanceKm(one, other) <= windowKm(sizeOf(other))) &&
      // Of equal ones the first.
      !known.some(
        (other) =>
          sizeOf(other) === sizeOf(one) && other.time < one.time && distanceKm(one, other) <= windowKm(sizeOf(one)),
      ),
  );

for (const day of REPLAYED_DAYS)
  test(`${day.date}: at no minute is the greatest of the last hour below a lesser one near it`, { skip }, () => {
    const replay = replayOf(day, sharedData);
    const { province: seat } = nearestProvinces(greatest(replay.rows), 1)[0]!;
    let minutes = 0;
    for (let now = replay.from; now < replay.until; now += MINUTE) {
      const known = knownAt(replay, now);
      if (known.length === 0) continue;
      minutes += 1;
      const found = foremost(known, { now })!;
      assert.equal(above(found.headline, known, now), undefined, new Date(now).toISOString());
      const shown = new Set([found.headline, ...found.pinned]);
      for (const main of mainShocks(known, now))
        assert.ok(shown.has(main), `M ${main.magnitude} at ${new Date(now).toISOString()}`);
      assert.ok(shown.size <= 4, `${shown.size} at ${new Date(now).toISOString()}`);
      if (minutes % 10 > 0) continue;
      const near = foremost(known, { now, kmTo: (one) => distanceKm(one, seat) })!;
      assert.equal(above(near.headline, known, now), undefined, `near ${seat.name} at ${new Date(now).toISOString()}`);
    }
    assert.ok(minutes > 24 * 60 - 60, `${minutes} minutes`);
  });
