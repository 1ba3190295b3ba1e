/** Lists of the day: what is folded below a main shock, and what comes first on a busy day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { windowKm, windowMs } from '#seismology/aftershock-windows.ts';
import { distanceKm } from '#core/geo.ts';
import { mayBeFelt, type Shock } from '#seismology/significance.ts';
import {
  beginning,
  feltFirst,
  foldAftershocks,
  listOfDay,
  type Listed,
} from '../../generator/site/drawing/list-of-day.ts';
import { foldMarkup } from '../../generator/site/drawing/fold.ts';
import { knownAt, REPLAYED_DAYS, replayOf } from '../support/replayed-days.ts';
import { sharedData, withoutSharedData as skip } from '../support/shared-data.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const PLACE = { latitude: 39.2, longitude: 28.1, depthKm: 10 };

const shock = (id: number, age: EpochMs, magnitude: number, more: Partial<Listed> = {}): Listed => ({
  ...{ id, time: AS_OF - age, magnitude, agencies: ['afad', 'kandilli'] },
  ...PLACE,
  ...more,
});

/** An M 6.1 six hours ago and 40 small ones after it. */
const small = Array.from({ length: 40 }, (_, index) =>
  shock(100 + index, HOUR + index * 5 * MINUTE, 2 + (index % 9) / 10),
);
const MAIN = shock(1, 6 * HOUR, 6.1);
const newestFirst = (rows: Listed[]): Listed[] => rows.toSorted((a, b) => b.time - a.time || b.id - a.id);

const foldedIn = (rows: Listed[]) => foldAftershocks(newestFirst(rows), AS_OF);
const idsOf = (rows: readonly Listed[]): number[] => rows.map(({ id }) => id);

test('aftershocks are folded below their main shock, and every earthquake is in one place', () => {
  const far = shock(2, 2 * HOUR, 3.3, { latitude: 36 });
  const rows = [MAIN, far, ...small];
  const { rows: own, folds } = foldedIn(rows);
  assert.deepEqual(idsOf(own), [2, 1]);
  const fold = folds.get(1)!;
  assert.deepEqual([fold.count, fold.largest, fold.folded.length], [40, 2.8, 40]);
  assert.deepEqual(idsOf(fold.folded), idsOf(newestFirst(small)), 'in the order of the list');
});

test('strong ones, new ones that may have been felt, foreshocks and other kinds stand on their own', () => {
  const own = [
    shock(2, 3 * HOUR, 5),
    shock(3, 29 * MINUTE, 3.1),
    shock(4, 29 * MINUTE, 2.4, { depthKm: 4 }),
    shock(5, 7 * HOUR, 4.1),
    shock(6, 2 * HOUR, 2.2, { eventType: 'quarry blast' }),
    shock(7, 2 * HOUR, 2.2, { blastProbability: 0.9 }),
  ];
  const folded = [shock(8, 29 * MINUTE, 1.5), shock(9, 31 * MINUTE, 4.9), ...small];
  const found = foldedIn([MAIN, ...own, ...folded]);
  assert.deepEqual(idsOf(found.rows), idsOf(newestFirst([MAIN, ...own])));
  assert.deepEqual(idsOf(found.folds.get(1)!.folded), idsOf(newestFirst(folded)));
  assert.deepEqual([found.folds.get(1)!.count, found.folds.get(1)!.largest], [45, 5], 'of all aftershocks');
});

test('no doubtful magnitude and no lone voice has others below it, and one row is not folded', () => {
  for (const more of [
    { magnitudeDoubtful: true },
    { agencies: ['afad'] },
    { magnitude: 4.9 },
    { eventType: 'quarry blast' },
  ])
    assert.equal(foldedIn([{ ...MAIN, ...more }, ...small]).folds.size, 0, JSON.stringify(more));
  assert.equal(foldedIn([MAIN, small[0]!]).folds.size, 0);
  const doubtful = shock(3, 2 * HOUR, 7.9, { magnitudeDoubtful: true });
  const { rows, folds } = foldedIn([MAIN, doubtful, ...small]);
  assert.deepEqual(idsOf(rows), [3, 1], 'greater than its main shock, if it is true');
  assert.equal(folds.get(1)!.largest, 2.8);
  const minor = shock(3, 2 * HOUR, 4.8, { magnitudeDoubtful: true });
  assert.deepEqual(foldedIn([MAIN, minor, ...small]).folds.get(1)!.largest, 2.8, 'the largest is sure');
});

test('a busy day has felt ones first, each part newest first', () => {
  const swarm = Array.from({ length: 301 }, (_, index) =>
    shock(index + 1, index * 4 * MINUTE, index % 50 === 0 ? 3 : 1.2),
  );
  const busy = listOfDay(newestFirst(swarm), AS_OF);
  assert.equal(busy.isBusy, true);
  assert.deepEqual(idsOf(busy.rows).slice(0, 8), [1, 51, 101, 151, 201, 251, 301, 2]);
  const calm = listOfDay(newestFirst(swarm.slice(1)), AS_OF);
  assert.equal(calm.isBusy, false);
  assert.deepEqual(idsOf(calm.rows).slice(0, 2), [2, 3]);
  const folded = listOfDay(
    newestFirst([MAIN, ...swarm.map((one, id) => ({ ...one, id: id + 10, time: MAIN.time + id }))]),
    AS_OF,
  );
  assert.equal(folded.isBusy, false, 'those below a main shock make no list long');
  const felt = feltFirst([
    shock(1, 0, 2.3, { depthKm: 5 }),
    shock(2, 0, 2),
    shock(3, 0, 3, { depthKm: 150 }),
    shock(4, 0, 1.7, { depthKm: 5 }),
  ]);
  assert.deepEqual(idsOf(felt), [1, 3, 2, 4]);
});

test('the folded line says number and largest where they are known', () => {
  const say = (known: 'all' | 'largest' | 'none', language: 'tr' | 'en', largest = 4.6): string =>
    foldMarkup(
      { magnitude: 6.4, sequenceHref: '/dizi/x/' },
      { count: 1440, largest },
      {
        ...{ known, speech: { say: (tr, en) => (language === 'tr' ? tr : en) } },
      },
    ).toString();
  assert.match(say('all', 'en'), /<summary>M 6\.4 and 1,440 aftershocks, largest 4\.6<\/summary>/);
  assert.match(say('all', 'tr'), /<summary>M 6,4 ve 1\.440 artçı, en büyüğü 4,6<\/summary>.*<a href="\/dizi\/x\/">/s);
  assert.match(say('largest', 'en'), /<summary>M 6\.4 and its aftershocks, largest 4\.6<\/summary>/);
  assert.match(say('none', 'tr'), /<summary>M 6,4 ve artçıları<\/summary>/);
  assert.match(say('all', 'tr', -Infinity), /<summary>M 6,4 ve 1\.440 artçı<\/summary>/);
});

test('a page begins with as many rows as before, folded ones included', () => {
  const rows = newestFirst([
    MAIN,
    ...small,
    ...Array.from({ length: 60 }, (_, id) => shock(1000 + id, 7 * HOUR + id, 2, { latitude: 36 })),
  ]);
  const { rows: own, folds } = foldAftershocks(rows, AS_OF);
  const begun = beginning(own, folds, 50);
  assert.deepEqual([begun.length, begun[0]!.folded.length], [20, 30]);
  const at = beginning([...own.slice(1, 46), own[0]!, ...own.slice(46)], folds, 50);
  assert.deepEqual([at.length, at.at(-1)!.folded.length], [46, 4], 'a main shock stays, with fewer below it');
  assert.equal(beginning(own, new Map(), 50).length, 50);
});

/** Whether it lies in the window of the other, which is no smaller. */
const isBelow = (one: Shock, main: Shock): boolean =>
  one.time > main.time &&
  one.time - main.time <= windowMs(main.magnitude!) &&
  distanceKm(one, main) <= windowKm(main.magnitude!);

for (const day of REPLAYED_DAYS)
  test(`${day.date}: nothing is lost, no strong or new felt one is hidden, and the day becomes short`, { skip }, () => {
    const replay = replayOf(day, sharedData);
    const main = replay.rows
      .filter(({ time }) => time >= replay.from)
      .reduce((a, b) => ((b.magnitude ?? 0) > (a.magnitude ?? 0) ? b : a));
    for (let now = replay.from; now < replay.until; now += 10 * MINUTE) {
      const known = knownAt(replay, now).filter(({ magnitude }) => magnitude !== null);
      const rows = known.map((one) => ({ ...one, agencies: ['afad', 'kandilli'] }));
      const { rows: own, folds } = foldAftershocks(rows, now);
      const folded = [...folds].flatMap(([id, fold]) =>
        fold.folded.map((one) => ({ one, main: rows.find((row) => row.id === id)! })),
      );
      assert.equal(own.length + folded.length, rows.length);
      assert.equal(new Set([...own, ...folded.map(({ one }) => one)]).size, rows.length);
      for (const { one, main: above } of folded) {
        assert.ok(
          one.magnitude! < 5 && one.magnitude! <= above.magnitude! && above.magnitude! >= 5 && one.time > above.time,
        );
        assert.ok(!mayBeFelt(one) || now - one.time > 30 * MINUTE);
      }
      if (now < main.time + 3 * HOUR || now > main.time + 12 * HOUR || day.date === '1999-08-17') continue;
      const [before, after] = [rows, own].map((list) => list.findIndex(({ id }) => id === main.id));
      const below = rows.slice(0, before).filter((one) => isBelow(one, main)).length;
      assert.ok(
        before! - after! >= 0.4 * below,
        `${new Date(now).toISOString()}: from row ${before} to ${after}, ${below} aftershocks`,
      );
    }
  });
