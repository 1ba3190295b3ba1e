/** Releases: what they hold, that they never change, and that every dataset has them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parse as readCsv } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { parse as readYaml } from 'yaml';
import { AGENCIES } from '#core/agencies.ts';
import { HOUR } from '#core/time.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { storedReleases } from '../../generator/publish/releases.ts';
import { verify } from '../../generator/publish/verify.ts';
import { writeRelease } from '../../generator/publish/write-release.ts';
import { AS_OF, buildInto, manifestOf, usgsSays } from '../support/build.ts';
import { everything, NOON, report, testCatalog, type TestCatalog } from '../support/catalog.ts';
import { testGateway } from '../support/gateway.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SETTINGS = { serviceName: 'Synthetic: "quakes"', baseUrl: 'https://quakes.example/deprem' };

const quake = (number: number, value: number): Partial<SourceReport> => ({
  ...{ key: `us${number}`, time: NOON - number * HOUR, latitude: 36.5, longitude: 43.1 },
  ...{ magnitudes: [{ type: 'mb', value }], place: 'Süleymaniye, "Irak"' },
});

function placeOf(t: TestContext) {
  const [dataDir, dist] = [temporaryFolder(t), temporaryFolder(t)];
  const catalog = testCatalog();
  const release = (name: string) =>
    writeRelease({ db: catalog.db, dataDir, agencies: AGENCIES, settings: SETTINGS, asOf: AS_OF, name });
  const build = () =>
    buildInto(dist, catalog.db, { site: true, settings: SETTINGS, releases: storedReleases(dataDir) });
  const folder = (name: string): string => join(dataDir, 'releases', name);
  const text = (name: string, file: string): string => readFileSync(join(folder(name), file), 'utf8');
  return { dataDir, dist, catalog, release, build, folder, text };
}

const rowsOf = (folder: string): Record<string, string>[] =>
  readCsv(gunzipSync(readFileSync(join(folder, 'earthquakes.csv.gz'))).toString('utf8'), { columns: true });

/** No longer in the list of its agency. */
const withdraw = (catalog: TestCatalog, ...left: Partial<SourceReport>[]): void => {
  catalog.now += HOUR;
  const reports = left.map((one) => report(one));
  catalog.run({ feed: 'usgs-fdsn', reports, coverage: everything(NOON), asOf: catalog.now, inFull: true });
  catalog.now += HOUR;
  catalog.run({ feed: 'usgs-fdsn', reports, coverage: everything(NOON), asOf: catalog.now, inFull: true });
};

test('a release has the data in two forms, checksums, and texts that programs read', async (t) => {
  const { catalog, release, folder, text } = placeOf(t);
  usgsSays(catalog, quake(1, 5.4), quake(2, 3), quake(3, 2));
  const made = await release('2026.1');
  assert.deepEqual(readdirSync(folder('2026.1')).sort(), [
    ...['CHANGES.txt', 'CITATION.cff', 'README.txt', 'SHA256SUMS.txt', 'datacite.json'],
    ...['earthquakes.csv.gz', 'earthquakes.parquet', 'index.html', 'release.json'],
  ]);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS.txt'], { cwd: folder('2026.1') });
  assert.equal(text('2026.1', 'SHA256SUMS.txt').split('\n').length - 1, made.files.length - 1);
  const file = readFileSync(join(folder('2026.1'), 'earthquakes.parquet'));
  const objects = await parquetReadObjects({
    file: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength),
    columns: ['event_id', 'magnitude'],
    compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
  });
  const rows = rowsOf(folder('2026.1'));
  assert.deepEqual(
    objects.map((one) => [one['event_id'], String(one['magnitude'])]),
    rows.map((one) => [one['event_id'], one['magnitude']]),
  );
  assert.equal(rows.length, 3);
  const cff = readYaml(text('2026.1', 'CITATION.cff')) as Record<string, unknown>;
  assert.equal(cff['cff-version'], '1.2.0');
  assert.equal(cff['url'], 'https://quakes.example/deprem/versions/2026.1/');
  assert.deepEqual(cff['authors'], [{ name: SETTINGS.serviceName }]);
  const datacite = JSON.parse(text('2026.1', 'datacite.json')) as Record<string, unknown>;
  assert.ok(!('doi' in datacite));
  for (const name of ['creators', 'titles', 'publisher', 'publicationYear', 'types'])
    assert.ok(datacite[name], `${name} is mandatory`);
  assert.match(text('2026.1', 'README.txt'), /3 earthquakes as they were known at 2024-03-12T18:30:20Z/);
  assert.match(text('2026.1', 'README.txt'), /U\.S\. Geological Survey: public domain/);
  assert.doesNotMatch(text('2026.1', 'README.txt'), /Kandilli|changes\.csv/);
  assert.match(text('2026.1', 'index.html'), /<title>Synthetic: &quot;quakes&quot; 2026\.1<\/title>/);
});

test('a release says what became of the earthquakes of the one before', async (t) => {
  const { catalog, release, folder, text } = placeOf(t);
  usgsSays(catalog, quake(1, 5.4), quake(2, 3), quake(3, 2), quake(4, 5));
  await release('2026.1');
  const before = new Map(rowsOf(folder('2026.1')).map((row) => [row['magnitude']!, row['event_id']!]));
  withdraw(catalog, quake(1, 5.6), quake(2, 3), quake(4, 5), quake(5, 4.1));
  await release('2026.2');
  const changes = readCsv(text('2026.2', 'changes.csv'), { columns: true }) as Record<string, string>[];
  const [{ event_id: fresh }] = rowsOf(folder('2026.2')).filter((row) => row['magnitude'] === '4.1') as [
    { event_id: string },
  ];
  assert.deepEqual(
    changes
      .map((row) => [row['change'], row['event_id'], row['magnitude'], row['former_magnitude'], row['fields']])
      .sort(),
    [
      ['changed', before.get('5.4'), '5.6', '5.4', 'magnitude'],
      ['gone', before.get('2'), '', '2', ''],
      ['new', fresh, '4.1', '', ''],
    ],
  );
  const words = text('2026.2', 'CHANGES.txt');
  assert.match(
    words,
    /^2026\.2, against 2026\.1\n\n4 earthquakes\.\nnew: 1\ngone .*: 1\nchanged .*: 1\nof these in magnitude .*: 1\n/,
  );
  assert.match(words, /^changed: 2024-03-10 11:00:00 UTC, M 5\.6 mb \(was 5\.4 mb\), /m);
  assert.match(text('2026.2', 'README.txt'), /^changes\.csv: /m);
});

test('a release is refused where it would change one, come before one, or be empty, and then leaves nothing', async (t) => {
  const { catalog, release, folder, dataDir } = placeOf(t);
  await assert.rejects(release('2026.1'), /the catalogue has no earthquakes/);
  assert.deepEqual(readdirSync(join(dataDir, 'releases')), []);
  usgsSays(catalog, quake(1, 5.4));
  await release('2026.9');
  for (const name of ['2026.9', '2026.1', '2025.12'])
    await assert.rejects(release(name), /2026\.9 is the last release, made on 2024-03-12; a release is never changed/);
  const csv = join(folder('2026.9'), 'earthquakes.csv.gz');
  writeFileSync(csv, Buffer.alloc(statSync(csv).size, 'x'));
  await assert.rejects(release('2026.10'), /earthquakes\.csv\.gz cannot be read: incorrect header check/);
  assert.deepEqual(readdirSync(join(dataDir, 'releases')), ['2026.9']);
  writeFileSync(join(folder('2026.9'), 'release.json'), '{"name":1}');
  assert.throws(() => storedReleases(dataDir), /the release in .*2026\.9 cannot be read: name: 1 where a text is due/);
});

test('each dataset has the releases, whatever the catalogue says later, and pages say how to cite', async (t) => {
  const { catalog, release, build, dist, dataDir } = placeOf(t);
  usgsSays(catalog, quake(1, 5.4), quake(2, 3));
  build();
  const page = (path: string): string => readFileSync(join(dist, path), 'utf8');
  assert.match(
    page('index.html'),
    /data-cite="Synthetic: &quot;quakes&quot;: Türkiye ve çevresinin deprem kataloğu \[veri seti\]\. https:/,
  );
  const { files } = await release('2026.1');
  build();
  const published = join(dist, 'versions/2026.1');
  const bytes = (): [string, string][] =>
    readdirSync(published).map((name) => [name, readFileSync(join(published, name), 'base64')]);
  const first = bytes();
  assert.deepEqual(first.map(([name]) => name).sort(), files.map(({ name }) => name).sort());
  const stored = manifestOf(dist).releases!;
  assert.deepEqual(
    stored.map(({ path, size }) => [path, size]),
    files.map(({ name, size }) => [`versions/2026.1/${name}`, size]),
  );
  const cited = /class="citation">([^<]*)</g;
  assert.deepEqual(
    page('en/docs/index.html')
      .matchAll(cited)
      .map(([, text = '']) => text.replace(/\. Kandilli \(KOERI\): attribution; .*\. USGS: public domain\..*/, ' …'))
      .toArray(),
    [
      'Synthetic: &quot;quakes&quot;: Earthquake catalogue of Türkiye and its surroundings [data set]. https://quakes.example/deprem/ (accessed day month year) …',
      'Synthetic: &quot;quakes&quot; (2024): Earthquake catalogue of Türkiye and its surroundings, version 2026.1 [data set]. https://quakes.example/deprem/versions/2026.1/ …',
    ],
  );
  assert.match(page('en/docs/index.html'), /<a href="\/deprem\/versions\/2026\.1\/">2026\.1<\/a>.*2 earthquakes/s);
  for (const path of ['index.html', 'il/izmir/index.html', 'durum/index.html'])
    assert.match(
      page(path),
      /data-cite="Synthetic: &quot;quakes&quot; \(2024\): [^"]*sürüm 2026\.1 \[veri seti\]\. https:\/\/quakes\.example\/deprem\/versions\/2026\.1\/"/,
      path,
    );
  usgsSays(catalog, { ...quake(1, 6), updatedAt: NOON + HOUR });
  const inode = statSync(join(published, 'earthquakes.parquet')).ino;
  build();
  assert.deepEqual(bytes(), first);
  assert.equal(statSync(join(published, 'earthquakes.parquet')).ino, inode);
  rmSync(dist, { recursive: true });
  build();
  assert.deepEqual(bytes(), first);
  const compared = { db: catalog.db, dist, settings: SETTINGS, site: true, rendering: 'tests' };
  assert.deepEqual(verify({ ...compared, releases: storedReleases(dataDir) }).differences, []);
  writeFileSync(join(published, 'README.txt'), 'other');
  assert.deepEqual(verify({ ...compared, releases: storedReleases(dataDir) }).differences, [
    { path: 'versions/2026.1/README.txt', what: 'different' },
  ]);
});

test('a damaged or lost release of DATA_DIR stops no build, and what was published stays', async (t) => {
  const { catalog, release, build, dist, dataDir, folder } = placeOf(t);
  usgsSays(catalog, quake(1, 5.4));
  await release('2026.1');
  await release('2026.2');
  build();
  const { releases } = manifestOf(dist);
  const bytes = readFileSync(join(dist, 'versions/2026.2/README.txt'));
  writeFileSync(join(folder('2026.1'), 'release.json'), '{');
  rmSync(join(folder('2026.2'), 'README.txt'));
  const faults: string[] = [];
  const left = storedReleases(dataDir, ({ message }) => void faults.push(message));
  assert.deepEqual(left, []);
  assert.match(faults.join('\n'), /2026\.1 cannot be read: [^]*2026\.2 cannot be read: .*README\.txt/);
  buildInto(dist, catalog.db, { site: true, settings: SETTINGS, releases: left });
  assert.deepEqual(manifestOf(dist).releases, releases);
  assert.deepEqual(readFileSync(join(dist, 'versions/2026.2/README.txt')), bytes);
});

test('a full build repairs a damaged file of a release, whatever its size', async (t) => {
  const { catalog, release, dist, dataDir } = placeOf(t);
  usgsSays(catalog, quake(1, 5.4));
  await release('2026.1');
  const releases = storedReleases(dataDir);
  buildInto(dist, catalog.db, { releases });
  const path = join(dist, 'versions/2026.1/README.txt');
  const right = readFileSync(path);
  writeFileSync(path, Buffer.alloc(right.byteLength));
  buildInto(dist, catalog.db, { releases, full: true });
  assert.deepEqual(readFileSync(path), right);
});

test('the gateway sends them in verified pieces, and ranges of them', async (t) => {
  const { catalog, release, build, dist } = placeOf(t);
  usgsSays(catalog, quake(1, 5.4));
  await release('2026.1');
  build();
  const { get } = testGateway(new Map(), { reader: folderReader(dist) });
  const path = '/versions/2026.1/earthquakes.parquet';
  const whole = readFileSync(join(dist, path));
  const response = await get(path);
  assert.equal(response.headers.get('content-type'), 'application/vnd.apache.parquet');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), whole);
  const part = await get(path, { Range: 'bytes=10-19' });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(10, 20));
  for (const address of ['/versions/2026.1/', '/versions/2026.1'])
    assert.match(await (await get(address)).text(), /<h2>Cite<\/h2>/, address);
  assert.equal((await get('/versions/2026.2/')).status, 404);
  writeFileSync(join(dist, path), Buffer.alloc(whole.byteLength));
  assert.equal((await get(path)).status, 503);
});
