/** How many files a build writes for one new small earthquake, and which. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { cataloguePath, FEEDS } from '#core/paths.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { AS_OF, buildInto, treeOf, usgsSays } from '../support/build.ts';
import { testCatalog } from '../support/catalog.ts';
import { random } from '../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const COUNT = 600;

/** A month of earthquakes whose oldest one leaves every feed before, and whose newest is two hours old. */
function monthOf() {
  const draw = random(5);
  const catalog = testCatalog();
  const reports = Array.from({ length: COUNT }, (_, number) => ({
    key: `us${number}m`,
    time: Math.round(AS_OF - 2 * HOUR - draw() * 28 * DAY),
    latitude: 36 + draw() * 5,
    longitude: 27 + draw() * 16,
    magnitudes: [{ type: 'ML', value: Number(Math.min(6.6, 1 - Math.log10(1 - draw())).toFixed(1)) }],
  }));
  usgsSays(catalog, ...reports);
  return catalog;
}

test('one new earthquake of M 1.5: no feed is written that does not hold it, and few files besides', (t) => {
  const catalog = monthOf();
  const dist = temporaryFolder(t);
  buildInto(dist, catalog.db, { detailFiles: 'none' });
  const before = treeOf(dist);
  const inodes = new Map([...before.keys()].map((path) => [path, statSync(join(dist, path)).ino]));
  catalog.now += MINUTE;
  const time = AS_OF - 30 * MINUTE;
  const value = { key: 'us1new', time, latitude: 39.2, longitude: 41.1, magnitudes: [{ type: 'ML', value: 1.5 }] };
  usgsSays(catalog, value);
  buildInto(dist, catalog.db, { detailFiles: 'none', asOf: AS_OF + MINUTE });
  const after = treeOf(dist);
  const written = [...after.keys()].filter((path) => inodes.get(path) !== statSync(join(dist, path)).ino);
  const feeds = written.filter((path) => path.startsWith(FEEDS) && !/\.(?:gz|br)$/.test(path)).sort();
  const due = ['1.0', 'all'].flatMap((level) =>
    ['day', 'hour', 'month', 'week'].flatMap((window) =>
      ['atom', 'csv', 'geojson'].map((extension) => `${FEEDS}summary/${level}_${window}.${extension}`),
    ),
  );
  assert.deepEqual(feeds, due);
  assert.deepEqual(
    written.filter((path) => before.get(path) === after.get(path)),
    [],
    'nothing is written again with the same content',
  );
  assert.deepEqual(
    written.filter((path) => path.startsWith('catalogue/')),
    [cataloguePath('recent')],
    'the file of the year has some megabytes',
  );
  const bytes = written.reduce((sum, path) => sum + statSync(join(dist, path)).size, 0);
  const ofFeeds = written.filter((path) => path.startsWith(FEEDS)).length;
  t.diagnostic(`${written.length} files, ${bytes} bytes, ${ofFeeds} files of feeds`);
  // Plain and in two codings, where the feed is long enough for them.
  assert.ok(ofFeeds <= 3 * due.length, `${ofFeeds} files of feeds`);
  const lines = written.filter((path) => path.startsWith('details/newest/')).length;
  assert.ok(lines > 0 && lines <= 11, `${lines} lines: its own and those near it`);
  assert.ok(written.length - ofFeeds - lines <= 34, `${written.length - ofFeeds - lines} other files`);
  assert.ok(bytes < 5.25e6, `${bytes} bytes`);
});
