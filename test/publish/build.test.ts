import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import fastGlob from 'fast-glob';
import { readIndexRoot } from '#core/detail-index.ts';
import { detailPath, indexPartPath, indexPath, newestPath, partPath } from '#core/paths.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { AS_OF, buildInto, jsonOf, manifestOf, sampleCatalog, treeOf, usgsSays } from '../support/build.ts';
import { NOON, testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Every path with the number of its file: a file that was written anew has another one. */
const inodes = (dist: string): Map<string, number> =>
  new Map(
    fastGlob.sync('**', { cwd: dist, ignore: ['versions/**'] }).map((path) => [path, statSync(join(dist, path)).ino]),
  );

/** Paths that were written, linked or removed since. */
function touchedSince(before: Map<string, number>, dist: string): string[] {
  const after = inodes(dist);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

test('a second build of the same catalogue and minute writes nothing', (t) => {
  const dist = temporaryFolder(t);
  const { db } = sampleCatalog();
  const first = buildInto(dist, db);
  assert.equal(first.mode, 'full');
  assert.equal(first.details, 12);
  const before = inodes(dist);
  for (const [full, mode] of [
    [false, 'incremental'],
    [true, 'full'],
  ] as const) {
    const second = buildInto(dist, db, { asOf: AS_OF + 39_000, full });
    assert.equal(second.mode, mode);
    assert.deepEqual({ ...second.counts, unchanged: 0 }, { written: 0, unchanged: 0, linked: 0, removed: 0, bytes: 0 });
    assert.equal(second.dataset, first.dataset);
    assert.deepEqual(touchedSince(before, dist), []);
  }
});

test('a minute later only what tells the minute is written', (t) => {
  const dist = temporaryFolder(t);
  const { db } = sampleCatalog();
  buildInto(dist, db);
  const before = inodes(dist);
  const { counts } = buildInto(dist, db, { asOf: AS_OF + MINUTE });
  assert.deepEqual(touchedSince(before, dist), ['status.json']);
  assert.equal(counts.written, 1);
});

const newestParts = (dist: string, hash: string): string[] =>
  readIndexRoot(readFileSync(join(dist, indexPath(hash)))).newest;

test('one changed earthquake touches its shard, its details, those of its neighbours, and nothing else', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog(40);
  usgsSays(catalog, { key: 'alone', time: NOON - 300 * DAY, latitude: 41, longitude: 30, place: 'Karasu (Sakarya)' });
  buildInto(dist, catalog.db);
  const before = inodes(dist);
  const [old] = manifestOf(dist).shards.filter(({ band, time }) => band === 4 && time[0] < NOON - 200 * DAY);
  usgsSays(catalog, {
    key: 'alone',
    time: NOON - 300 * DAY,
    latitude: 41,
    longitude: 30,
    place: 'Karasu (Sakarya)',
    depthKm: 11,
  });
  const { details, counts } = buildInto(dist, catalog.db);
  assert.equal(details, 1);
  const now = manifestOf(dist).shards.filter(({ band, time }) => band === 4 && time[0] < NOON - 200 * DAY)[0]!;
  const { parts, segments, details: index } = manifestOf(dist);
  const expected = [
    `shards/${now.hash}.json`,
    `shards/${now.fullHash}.full.json`,
    `shards/${now.columnsHash}.columns`,
    `shards/${now.solutionsHash}.solutions`,
    `shards/${now.pointsHash}.points`,
    ...parts.flatMap(({ hash, period }) => (period === 'recent' ? [partPath(hash)] : [])),
    ...segments.map(({ hash }) => `changes/${hash}.json`),
    ...['atom.xml', 'atom.xml.br', 'atom.xml.gz'],
    'catalogue/earthquakes-2023.parquet',
    newestPath(41),
    indexPath(index.hash),
    ...newestParts(dist, index.hash).map(indexPartPath),
    detailPath(41),
    'details/date/2023-05-15/karasu-sakarya-m4-2.json',
    'list.json',
    'list.json.br',
    'list.json.gz',
    ...['manifest.json', 'manifest.json.br', 'manifest.json.gz'],
    ...['', '.br', '.gz'].flatMap((ending) => [`recent/changes.json${ending}`, `recent/week.json${ending}`]),
    'rss.xml',
    'rss.xml.br',
    'rss.xml.gz',
    'sequences.json',
    'status.json',
  ].sort();
  assert.deepEqual(touchedSince(before, dist), expected);
  assert.equal(counts.written + counts.linked, expected.length);
  // The shard before stays for readers of the manifest before.
  assert.ok(statSync(join(dist, `shards/${old!.hash}.json`)).isFile());
});

test('a moved earthquake touches the neighbours that list it, at both of its places', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog(5);
  const far = { key: 'far', time: NOON, latitude: 41, longitude: 30, place: 'Karasu (Sakarya)' };
  usgsSays(catalog, far, { ...far, key: 'mover', time: NOON + HOUR, magnitudes: [{ type: 'mb', value: 5 }] });
  buildInto(dist, catalog.db);
  const nearby = (id: number): number[] =>
    jsonOf<{ earthquake: { nearby_quakes: { id: number }[] } }>(dist, detailPath(id))
      .earthquake.nearby_quakes.map(({ id: other }) => other)
      .sort((a, b) => a - b);
  const [farId, moverId] = [6, 7];
  assert.deepEqual(nearby(farId), [moverId]);
  usgsSays(catalog, { ...far, key: 'mover', latitude: 37.1, longitude: 37.05, magnitudes: [{ type: 'mb', value: 5 }] });
  const { details } = buildInto(dist, catalog.db);
  assert.equal(details, 7);
  assert.deepEqual(nearby(farId), []);
  assert.deepEqual(nearby(moverId), [1, 2, 3, 4, 5]);
  assert.deepEqual(nearby(1), [2, 3, 4, 5, moverId]);
});

test('an empty catalogue has a dist of its own', (t) => {
  const dist = temporaryFolder(t);
  const { db } = testCatalog();
  const summary = buildInto(dist, db);
  assert.deepEqual([summary.earthquakes, summary.shards, summary.details], [0, 0, 0]);
  assert.deepEqual(jsonOf(dist, 'list.json'), { status: 'success', count: 0, truncated: false, earthquakes: [] });
  const stats = jsonOf<Record<string, unknown>>(dist, 'stats.json');
  assert.deepEqual([stats['total'], stats['avg_magnitude'], stats['max_magnitude']], [0, null, null]);
  assert.equal(buildInto(dist, db).mode, 'incremental');
});

test('stations of agencies that are left out are left out', (t) => {
  const dist = temporaryFolder(t);
  const { db } = sampleCatalog(1);
  const count = (name: string): number => jsonOf<{ count: number }>(dist, `stations/${name}.json`).count;
  buildInto(dist, db);
  assert.deepEqual(['all', 'afad', 'kandilli'].map(count), [3, 1, 2]);
  assert.equal(buildInto(dist, db, { agencies: ['usgs', 'afad'] }).mode, 'full');
  assert.deepEqual(['all', 'afad', 'kandilli'].map(count), [1, 1, 0]);
  const { earthquake } = jsonOf<{ earthquake: { nearby_stations: { code: string }[] } }>(dist, detailPath(1));
  assert.deepEqual(
    earthquake.nearby_stations.map(({ code }) => code),
    ['4602'],
  );
});

test('progress ends at the whole', (t) => {
  const { db } = sampleCatalog(6);
  const seen: [string, number, number][] = [];
  buildInto(temporaryFolder(t), db, { progress: (...step) => seen.push(step) });
  assert.deepEqual(seen.filter(([step]) => step === 'details').at(-1), ['details', 6, 6]);
  assert.deepEqual(seen.filter(([step]) => step === 'shards').at(-1), ['shards', 6, 6]);
});

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, '../support/build-child.ts');

test('zone and language of the host do not reach the bytes', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'catalog.db');
  const catalog = sampleCatalog(8, path);
  usgsSays(
    catalog,
    { key: 'old', time: -62_000_000_000_000, precision: 'day', place: 'IĞDIR' },
    { key: 'night', time: NOON + 12 * HOUR - 1, place: 'İĞNEADA (KIRKLARELİ)' },
  );
  catalog.db.close();
  const hosts = [
    { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'America/New_York', LANG: 'C', LC_ALL: 'C' },
  ];
  const dists = hosts.map((_, index) => join(folder, `dist-${index}`));
  await Promise.all(
    hosts.map((host, index) =>
      run(process.execPath, [CHILD, path, dists[index]!, String(AS_OF)], {
        env: { ...process.env, ...host },
      }),
    ),
  );
  const [one, other] = dists.map(treeOf);
  assert.equal(one!.size > 30, true);
  assert.deepEqual(one, other);
  const list = readFileSync(join(dists[0]!, 'list.json'), 'utf8');
  assert.match(list, /"occurred_at":"2024-03-10 23:59:59"/);
});

test('links of the stored list lie below the path of the service', (t) => {
  const dist = temporaryFolder(t);
  const settings = { serviceName: 'Depremler', baseUrl: 'https://quakes.example/app' };
  buildInto(dist, sampleCatalog(150).db, { settings });
  const { next } = JSON.parse(readFileSync(join(dist, 'list.json'), 'utf8')) as { next: string };
  assert.match(next, /^\/app\/api\.php\?cursor=/);
  assert.match(
    readFileSync(join(dist, 'status.json'), 'utf8'),
    /"attribution":"Data source: Depremler \(quakes\.example\)"/,
  );
});
