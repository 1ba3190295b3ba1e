/** CAP messages over several publications: which files are written, kept and removed. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { CAP_FEED, capPath } from '#core/paths.ts';
import { DAY, MINUTE } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { assertAtom } from '../support/atom.ts';
import { buildInto, manifestOf, treeOf, usgsSays } from '../support/build.ts';
import { assertCap } from '../support/cap.ts';
import { NOON, testCatalog } from '../support/catalog.ts';
import { magnitude, numbered } from '../support/publisher.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Publications of the first hours after NOON. */
function service(dist: string) {
  const catalog = testCatalog();
  catalog.now = NOON;
  const build = (folder = dist): void => void buildInto(folder, catalog.db, { asOf: catalog.now });
  return {
    catalog,
    build,
    publish(...reports: Partial<SourceReport>[]): void {
      usgsSays(catalog, ...reports.map((one) => ({ updatedAt: catalog.now, ...one })));
      build();
    },
  };
}

const files = (dist: string): string[] => readdirSync(join(dist, 'cap')).filter((name) => name.endsWith('.cap'));
const read = (dist: string, path: string): string => readFileSync(join(dist, path), 'utf8');

/** Kind of each message and the magnitude in its title, newest first, as the feed names them. */
const titles = (dist: string): string[] => {
  const messages = assertAtom(read(dist, CAP_FEED)).entries.map(({ id }) =>
    assertCap(read(dist, capPath(id.replace('urn:hiposantr:cap:', '')))),
  );
  return messages.map(({ msgType, info }) => `${msgType} ${/M [\d.]+/.exec(info[0]!['headline']!)?.[0]}`);
};

test('an earthquake, its revisions and its withdrawal: each message once, and the same bytes in a full build', (t) => {
  const [dist, full] = [temporaryFolder(t), temporaryFolder(t)];
  const { catalog, build, publish } = service(dist);
  publish(numbered(1, 4.2), numbered(2, 3.9));
  const steps: [Partial<SourceReport>, string[]][] = [
    [numbered(1, 4.3), ['Alert M 4.2']],
    [numbered(1, 4.6), ['Update M 4.6', 'Alert M 4.2']],
    [{ ...numbered(1, 4.6), depthKm: 3 }, ['Update M 4.6', 'Alert M 4.2']],
    [numbered(2, 4), ['Alert M 4.0', 'Update M 4.6', 'Alert M 4.2']],
    // USGS says that both are one: the second becomes what the first was.
    [
      { key: 'us1', aliases: ['us2'], ...magnitude(4.6) },
      ['Cancel M 4.6', 'Update M 4.6', 'Alert M 4.0', 'Update M 4.6', 'Alert M 4.2'],
    ],
    [
      { key: 'us1', withdrawn: true },
      ['Cancel M 4.6', 'Cancel M 4.6', 'Update M 4.6', 'Alert M 4.0', 'Update M 4.6', 'Alert M 4.2'],
    ],
  ];
  for (const [report, expected] of steps) {
    publish(report);
    assert.deepEqual(titles(dist), expected);
    assert.equal(files(dist).length, expected.length);
    buildInto(full, catalog.db, { asOf: catalog.now, full: true });
    assert.deepEqual(treeOf(dist), treeOf(full));
  }
  catalog.now += 31 * DAY;
  build();
  assert.deepEqual([titles(dist), files(dist)], [[], []]);
  assert.deepEqual(
    Object.keys(manifestOf(dist).answers).filter((path) => path.startsWith('cap/')),
    [CAP_FEED],
  );
});

test('one new earthquake writes its message and the feed, and no other message', (t) => {
  const dist = temporaryFolder(t);
  const { publish, catalog } = service(dist);
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...numbered(n + 1, 4 + (n % 20) / 10),
    time: NOON - n * MINUTE * 10,
    latitude: 35 + (n % 30) / 4,
  }));
  publish(...many);
  const inodes = new Map([...treeOf(dist).keys()].map((path) => [path, statSync(join(dist, path)).ino]));
  assert.equal(files(dist).length, 60);
  catalog.now += MINUTE;
  publish({ ...numbered(100, 4.1), time: NOON, latitude: 42, longitude: 28 });
  const written = [...treeOf(dist).keys()].filter(
    (path) => path.startsWith('cap/') && inodes.get(path) !== statSync(join(dist, path)).ino,
  );
  const plain = written.filter((path) => !/\.(?:gz|br)$/.test(path));
  assert.equal(plain.length, 2);
  const bytes = written.reduce((sum, path) => sum + statSync(join(dist, path)).size, 0);
  t.diagnostic(`${written.length} files, ${bytes} bytes`);
  assert.ok(written.length <= 6 && bytes < 100_000, `${written.length} files, ${bytes} bytes`);
});
