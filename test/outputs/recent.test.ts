/** The files of an open page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { RECENT, recentItems, type RecentChanges, type RecentWeek } from '#core/recent.ts';
import { foremost } from '#seismology/significance.ts';
import { formatSecond, HOUR, MINUTE } from '#core/time.ts';
import { recentChangesFile, recentWeekFile, weekOf as publishedWeek } from '../../generator/outputs/recent.ts';
import { earthquake } from '../support/earthquake.ts';
import { recentWeek } from '../support/recent-week.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const weekOf = (earthquakes: ReturnType<typeof earthquake>[], sequence = 7): RecentWeek =>
  JSON.parse(recentWeekFile({ earthquakes, asOf: AS_OF, sequence })) as RecentWeek;

test('the week has the listed earthquakes of seven days, newest first, with the fields that a page shows', () => {
  const ages = [RECENT.age - 1, 0, MINUTE, RECENT.age];
  const earthquakes = ages.map((age, id) => earthquake({ id, time: AS_OF - age }));
  const week = weekOf([...earthquakes, earthquake({ id: 9, time: AS_OF, magnitude: null, magnitudeType: null })]);
  assert.deepEqual([week.sequence, week.complete_since, week.complete_from], [7, null, null]);
  const items = recentItems(week.columns);
  assert.deepEqual(
    items.map(({ id }) => id),
    [1, 2, 0],
  );
  assert.deepEqual(items[0], {
    id: 1,
    occurred_at: formatSecond(AS_OF),
    date_precision: null,
    ...{ latitude: 37.288, longitude: 37.043, depth_km: 8.6, magnitude: 7.7, magnitude_type: 'Mw' },
    ...{ magnitude_source: null, magnitude_state: null, magnitude_doubtful: null },
    other_magnitude: null,
    ...{ location: 'Pazarcık (Kahramanmaraş)', location_en: null },
    ...{ province_code: earthquakes[1]!.provinceCode ?? null, event_type: null, blast_probability: null },
    slug: earthquakes[1]!.slug,
    agencies: ['afad', 'usgs'],
  });
  assert.deepEqual(recentItems(weekOf([]).columns), []);
  const [doubtful] = recentItems(weekOf([earthquake({ id: 1, time: AS_OF, magnitudeDoubtful: true })]).columns);
  assert.equal(doubtful!.magnitude_doubtful, true);
  const former = Object.entries(week.columns).filter(([name]) => name !== 'magnitude_doubtful');
  assert.deepEqual(
    recentItems(Object.fromEntries(former) as unknown as RecentWeek['columns']),
    items.map(({ magnitude_doubtful: given, ...item }) => (given === null ? item : {})),
    'a kept file of an earlier version',
  );
});

test('in a long sequence the newest and the largest are there, and the file says from where it is complete', () => {
  const earthquakes = recentWeek(4000);
  const week = weekOf(earthquakes);
  const items = recentItems(week.columns);
  assert.ok(items.length <= RECENT.newest + RECENT.largest && items.length > RECENT.newest + RECENT.largest / 2);
  const ids = new Set(items.map(({ id }) => id));
  const due = earthquakes.filter(
    ({ time, magnitude }) => formatSecond(time) > week.complete_since! || magnitude! >= week.complete_from!,
  );
  assert.ok(due.every(({ id }) => ids.has(id)) && due.length >= items.length - 1);
  const bytes = gzipSync(JSON.stringify(week), { level: 9 }).byteLength;
  assert.ok(bytes < 40_000, String(bytes));
  const same = weekOf(earthquakes.map((one) => ({ ...one, magnitude: 2 })));
  assert.deepEqual([same.complete_from, same.columns.id.length], [null, RECENT.newest], 'no magnitude divides them');
});

test('a main shock of 71 hours ago is there after 5,000 aftershocks, and is the headline or pinned', () => {
  const week = recentWeek(5000).map((one) => ({ ...one, magnitude: Math.min(4.9, one.magnitude!) }));
  const main = earthquake({ id: 9, time: AS_OF - 71 * HOUR, magnitude: 5 });
  const { rows } = publishedWeek({ earthquakes: [...week, main], asOf: AS_OF });
  assert.ok(rows.length <= RECENT.newest + RECENT.largest);
  const { headline, pinned } = foremost(rows, { now: AS_OF })!;
  assert.ok([headline, ...pinned].some(({ id }) => id === main.id));
});

test('the changes are bounded, name what they begin after, and one new earthquake is small', () => {
  const earthquakes = Array.from({ length: 60 }, (_, id) => earthquake({ id, time: AS_OF - id * MINUTE }));
  const fileOf = (ids: number[]): RecentChanges => {
    const changes = ids.map((id, index) => ({ sequence: 101 + index, id }));
    return JSON.parse(
      recentChangesFile({ earthquakes, asOf: AS_OF, sequence: 100 + ids.length }, changes),
    ) as RecentChanges;
  };
  const few = fileOf([5, 900, 5, 3]);
  assert.deepEqual([few.after, few.sequence, few.removed, few.columns.id], [100, 104, [900], [3, 5]]);
  const many = fileOf(earthquakes.map(({ id }) => id));
  assert.equal(many.columns.id.length, RECENT.changed);
  assert.deepEqual([many.after, many.sequence], [160 - RECENT.changed, 160]);
  assert.deepEqual(many.columns.id[0], 60 - RECENT.changed);
  assert.ok(gzipSync(JSON.stringify(many), { level: 9 }).byteLength < 2_000);
  assert.deepEqual(fileOf([]).after, 100);
});
