import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES, type Agency } from '#core/earthquake.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { feedsOf, gapsOf, lastEventOf, noteAttempt } from '../../generator/catalog/documents/feed-states.ts';
import { agencyHistogram } from '../../generator/catalog/read.ts';
import {
  changeLog,
  NOON,
  published,
  records,
  report,
  states,
  testCatalog,
  type TestCatalog,
} from '../support/catalog.ts';

const without = (...left: Agency[]): Agency[] => AGENCIES.filter((agency) => !left.includes(agency));

/** One earthquake of two agencies and one of Kandilli only. */
function twoAgencies(agencies: readonly Agency[] = AGENCIES): TestCatalog {
  const catalog = testCatalog();
  catalog.agencies = agencies;
  catalog.run(
    { feed: 'kandilli-live', reports: [report({}), report({ time: NOON + HOUR })] },
    { feed: 'afad-api', reports: [report({ key: '1' })] },
  );
  return catalog;
}

test('an agency removed from SOURCES leaves the published catalogue, and returns unchanged', () => {
  const catalog = twoAgencies();
  const before = published(catalog.db);
  const names = records(catalog.db).map(({ id, eventId, slug }) => [id, eventId, slug]);
  catalog.agencies = without('kandilli');
  assert.deepEqual(catalog.finish(), { created: 0, revised: 1, merged: 0, withdrawn: 1 });
  assert.deepEqual(
    records(catalog.db).map(({ id, solutions }) => [id, solutions.length]),
    [[1, 1]],
  );
  assert.equal(states(catalog.db)[1]!.state, 'withdrawn');
  assert.equal(lastEventOf(catalog.db, 'kandilli'), null);
  catalog.agencies = AGENCIES;
  assert.deepEqual(catalog.finish(), { created: 0, revised: 2, merged: 0, withdrawn: 0 });
  assert.deepEqual(published(catalog.db), before);
  assert.deepEqual(
    records(catalog.db).map(({ id, eventId, slug }) => [id, eventId, slug]),
    names,
  );
  assert.equal(lastEventOf(catalog.db, 'kandilli'), NOON + HOUR);
});

test('the order in which SOURCES names them does not matter, and naming them again changes nothing', () => {
  const catalog = twoAgencies();
  const { length } = changeLog(catalog.db);
  catalog.agencies = AGENCIES.toReversed();
  catalog.finish();
  catalog.finish();
  assert.equal(changeLog(catalog.db).length, length);
});

test('reports of an excluded agency are stored until it is enabled again', () => {
  const catalog = twoAgencies(without('usgs'));
  catalog.run({ feed: 'usgs-fdsn', reports: [report({ key: 'us1' })] });
  assert.deepEqual(agencyHistogram(catalog.db), { 1: 1, 2: 1 });
  catalog.agencies = AGENCIES;
  catalog.finish();
  assert.deepEqual(agencyHistogram(catalog.db), { 1: 1, 3: 1 });
});

test('all agencies excluded, then one of them enabled', () => {
  const catalog = twoAgencies();
  catalog.agencies = ['turhec'];
  assert.equal(catalog.finish().withdrawn, 2);
  catalog.agencies = ['afad'];
  assert.deepEqual([catalog.finish().revised, records(catalog.db).map(({ id }) => id)], [1, [1]]);
});

test('the last success of a feed survives later failures', () => {
  const { db } = testCatalog();
  const stateOf = (agency: Agency = 'afad') => {
    const { live, lastAttempt, lastSuccess, error } = feedsOf(db, agency);
    return { live, lastAttempt, lastSuccess, error };
  };
  assert.deepEqual(stateOf(), { live: true, lastAttempt: null, lastSuccess: null, error: null });
  noteAttempt(db, 'afad-api', NOON, 'no answer');
  assert.deepEqual(stateOf(), { live: true, lastAttempt: NOON, lastSuccess: null, error: 'no answer' });
  noteAttempt(db, 'afad-api', NOON + 1, null);
  noteAttempt(db, 'afad-api', NOON + 2, 'timed out');
  assert.deepEqual(stateOf(), {
    live: true,
    lastAttempt: NOON + 2,
    lastSuccess: NOON + 1,
    error: 'timed out',
  });
  noteAttempt(db, 'afad-api', NOON + 3, null);
  assert.equal(stateOf().error, null);
  assert.deepEqual(stateOf('historical'), { live: false, lastAttempt: null, lastSuccess: null, error: null });
});

test('times without an answer are kept with their reason, for a month', () => {
  const { db } = testCatalog();
  const from = NOON - DAY;
  noteAttempt(db, 'afad-api', NOON, null);
  assert.deepEqual(gapsOf(db, 'afad', from), [{ began: from, ended: NOON, requested: false }]);
  noteAttempt(db, 'afad-api', NOON + 15 * MINUTE, null);
  noteAttempt(db, 'afad-api', NOON + 20 * MINUTE, 'timed out');
  noteAttempt(db, 'afad-api', NOON + 40 * MINUTE, null);
  noteAttempt(db, 'afad-api', NOON + 60 * MINUTE, null);
  assert.deepEqual(gapsOf(db, 'afad', NOON), [
    { began: NOON + 15 * MINUTE, ended: NOON + 40 * MINUTE, requested: true },
    { began: NOON + 40 * MINUTE, ended: NOON + 60 * MINUTE, requested: false },
  ]);
  assert.deepEqual(gapsOf(db, 'usgs', from), []);
  noteAttempt(db, 'afad-api', NOON + 32 * DAY, null);
  assert.deepEqual(
    gapsOf(db, 'afad', from).map(({ ended }) => ended),
    [NOON + 32 * DAY],
  );
});
