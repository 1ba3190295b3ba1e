/** A page that reads the week once and follows the changes shows what a page shows that reads the week anew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS } from '#core/paths.ts';
import { type RecentChanges, type RecentItem, recentItems, type RecentWeek } from '#core/recent.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { AS_OF, buildInto, jsonOf, sampleCatalog, treeOf, usgsSays } from '../support/build.ts';
import { NOON } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const byId = (items: RecentItem[]): Map<number, RecentItem> => new Map(items.map((one) => [one.id, one]));

test('the changes lead from each week to the next', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog(30);
  buildInto(dist, catalog.db);
  const weekNow = (): RecentWeek => jsonOf<RecentWeek>(dist, ANSWERS.recentWeek);
  let week = weekNow();
  const seen = byId(recentItems(week.columns));
  assert.ok(seen.size > 10);
  const here = { latitude: 41, longitude: 30, place: null };
  const rounds: (() => void)[] = [
    () => usgsSays(catalog, { ...here, key: 'new', time: NOON + HOUR }),
    () => usgsSays(catalog, { ...here, key: 'new', time: NOON + HOUR, magnitudes: [{ type: 'mb', value: 4.9 }] }),
    () => usgsSays(catalog, { ...here, key: 'new', time: NOON + HOUR, magnitudes: [] }),
    () => usgsSays(catalog, { ...here, key: 'old', time: NOON - 400 * 24 * HOUR }),
    () => usgsSays(catalog, { ...here, key: 'two', time: NOON }, { ...here, key: 'three', time: NOON + 9 * HOUR }),
  ];
  for (const round of rounds) {
    round();
    buildInto(dist, catalog.db);
    const changes = jsonOf<RecentChanges>(dist, ANSWERS.recentChanges);
    assert.ok(changes.after <= week.sequence && changes.sequence > week.sequence);
    for (const id of changes.removed) seen.delete(id);
    for (const item of recentItems(changes.columns)) seen.set(item.id, item);
    week = weekNow();
    assert.equal(changes.sequence, week.sequence);
    assert.deepEqual(seen, byId(recentItems(week.columns)));
  }
  const former = treeOf(dist);
  buildInto(dist, catalog.db, { full: true });
  assert.deepEqual(treeOf(dist), former);
  buildInto(dist, catalog.db, { asOf: AS_OF + MINUTE });
  assert.equal(treeOf(dist).get(ANSWERS.recentWeek), former.get(ANSWERS.recentWeek), 'no minute is in it');
});
