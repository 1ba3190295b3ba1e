import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fastGlob from 'fast-glob';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { DAY, HOUR } from '#core/time.ts';
import type { BuildOptions } from '../../generator/publish/publish.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { AS_OF, buildInto, manifestOf, treeOf, usgsSays } from '../support/build.ts';
import { NOON, report, testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const pagesIn = (dist: string): string[] => fastGlob.sync('{deprem,earthquake}/*/*/*', { cwd: dist }).sort();

const slugsIn = (dist: string): string[] =>
  pagesIn(dist).flatMap((path) => /^deprem\/[\d-]+\/(.*)\/index\.html$/.exec(path)?.[1] ?? []);

const listedIn = (dist: string): string[] =>
  ['sitemap.xml', ...fastGlob.sync('sitemaps/earthquakes-*', { cwd: dist })].flatMap((path) =>
    [...readFileSync(join(dist, path), 'utf8').matchAll(/<loc>http:\/\/quakes.example\/([^<]*)</g)].map(
      ([, at]) => at!,
    ),
  );

const quake = (key: string, value: number, ago: number, more: Partial<SourceReport> = {}): SourceReport =>
  report({
    ...{ key, time: NOON - ago, magnitudes: [{ type: 'mb', value }], place: 'Nurdağı (Gaziantep)' },
    ...{ latitude: 37 + (ago % (7 * DAY)) / (20 * DAY), longitude: 37, ...more },
  });

/** An incremental build, which equals a full one; and the paths that it wrote. */
function builder(t: Parameters<typeof temporaryFolder>[0], catalog: ReturnType<typeof testCatalog>) {
  const dist = temporaryFolder(t);
  const build = (...reports: SourceReport[]): string[] => {
    if (reports.length > 0) usgsSays(catalog, ...reports);
    const written: string[] = [];
    const options: Partial<BuildOptions> = { site: true, asOf: Math.max(AS_OF, catalog.now) };
    buildInto(dist, catalog.db, { ...options, output: { onChange: (path) => written.push(path) } });
    const clean = temporaryFolder(t);
    buildInto(clean, catalog.db, options);
    assert.deepEqual(treeOf(dist), treeOf(clean));
    return written.filter((path) => /^(deprem|earthquake)\/.+\/index\.html$|^sitemaps\/earthquakes/.test(path));
  };
  return { dist, build };
}

test('M 5 and more of any age and what is notable have pages in both languages, which the sitemaps list from M 4 up', (t) => {
  const catalog = testCatalog();
  const { dist, build } = builder(t, catalog);
  build(
    quake('small', 3.9, 300 * DAY),
    quake('new', 2.1, DAY),
    quake('four', 4.2, 40 * 365 * DAY),
    quake('five', 5.1, 90 * 365 * DAY),
  );
  assert.deepEqual(slugsIn(dist), ['nurdagi-gaziantep-m5-1', 'nurdagi-gaziantep-m4-2', 'nurdagi-gaziantep-m2-1']);
  assert.equal(pagesIn(dist).length, 6);
  assert.deepEqual(
    listedIn(dist)
      .map((path) => path.replace(/\d{4}-\d\d-\d\d/, 'day'))
      .sort(),
    [
      'deprem/day/nurdagi-gaziantep-m4-2',
      'deprem/day/nurdagi-gaziantep-m5-1',
      'earthquake/day/nurdagi-gaziantep-m4-2',
      'earthquake/day/nurdagi-gaziantep-m5-1',
      'sitemaps/earthquakes-1930.xml',
      'sitemaps/earthquakes-1980.xml',
      'sitemaps/pages.xml',
    ],
  );
});

test('of many pages only those of changed earthquakes are written, and those that go leave no folder', (t) => {
  const catalog = testCatalog();
  const { dist, build } = builder(t, catalog);
  const many = Array.from({ length: 100 }, (_, n) => quake(`q${n}`, 5 + (n % 20) / 10, n * 3 * HOUR));
  assert.equal(build(...many).length, 201);
  assert.deepEqual(build(), []);
  const [revised] = many;
  const written = build({ ...revised!, depthKm: 44 });
  assert.equal(written.length, 3, 'and the sitemap, with the time of the change');
  assert.match(readFileSync(join(dist, written[0]!), 'utf8'), /44/);
  // A new magnitude is a new address; the former one stays and names the new one as canonical.
  build({ ...revised!, magnitudes: [{ type: 'mb', value: 7.7 }] });
  const [former, now] = fastGlob
    .sync('deprem/2024-03-10/*/index.html', { cwd: dist })
    .filter((path) => /m(5-0|7-7)\//.test(path));
  assert.ok(former!.includes('m5-0') && now!.includes('m7-7'));
  assert.deepEqual(readFileSync(join(dist, former!)), readFileSync(join(dist, now!)));
  assert.match(readFileSync(join(dist, former!), 'utf8'), /rel="canonical" href="[^"]*m7-7"/);
  const day = many.at(-1)!;
  build({ ...day, withdrawn: true });
  assert.equal(pagesIn(dist).length, 200, '99 earthquakes, one with two addresses');
  build(...many.slice(1).map((one) => ({ ...one, withdrawn: true })));
  assert.deepEqual(fastGlob.sync('{deprem,earthquake}/*', { cwd: dist, onlyDirectories: true }).length, 2);
});

test('a new earthquake renders no page of its neighbours, of which the details alone show it', (t) => {
  const [catalog, dist] = [testCatalog(), temporaryFolder(t)];
  const build = (...reports: SourceReport[]) => {
    usgsSays(catalog, ...reports);
    return buildInto(dist, catalog.db, { site: true, asOf: Math.max(AS_OF, catalog.now) });
  };
  const near = Array.from({ length: 9 }, (_, n) => quake(`near${n}`, 2 + n / 10, DAY + n * HOUR));
  build(...near);
  const { details, counts } = build(...near);
  assert.equal(details, 0);
  const after = build(...near, quake('new', 3.3, HOUR));
  assert.equal(after.details, 10);
  assert.ok(after.counts.unchanged <= counts.unchanged, 'no page was rendered as it was before');
});

test('a page says what to do for a day, and of the sea for half a day, without a change of its earthquake', (t) => {
  const catalog = testCatalog();
  const { dist, build } = builder(t, catalog);
  const time = AS_OF - HOUR;
  const said = (hours: number, ...reports: SourceReport[]): string[] => {
    catalog.now = time + hours * HOUR;
    const written = build(...reports);
    const [page] = pagesIn(dist);
    const text = readFileSync(join(dist, page!), 'utf8');
    return [String(written.length > 0), ...(text.match(/class="sea"|çökün/g) ?? [])];
  };
  assert.deepEqual(said(1, quake('sea', 6.2, NOON - time, { latitude: 40.84, longitude: 28.2 })), [
    'true',
    'class="sea"',
    'çökün',
  ]);
  assert.deepEqual(said(2), ['false', 'class="sea"', 'çökün']);
  assert.deepEqual(said(13), ['true', 'çökün']);
  assert.deepEqual(said(25), ['true']);
  assert.deepEqual(said(26), ['false']);
});

test('another shell or another picture is on every page that shows it', (t) => {
  const catalog = testCatalog();
  const { dist, build } = builder(t, catalog);
  build(quake('one', 5.1, DAY), quake('other', 6, 2 * DAY));
  assert.deepEqual(build(), []);
  const manifest = manifestOf(dist);
  const details = { ...manifest.details, pages: contentHash('a former shell') };
  writeFileSync(join(dist, MANIFEST), writeManifest({ ...manifest, details }));
  const [page] = pagesIn(dist);
  writeFileSync(join(dist, page!), 'of a former shell');
  mkdirSync(join(dist, 'deprem/2020-01-01/old'), { recursive: true });
  writeFileSync(join(dist, 'deprem/2020-01-01/old/index.html'), 'old');
  rmSync(join(dist, 'sitemaps/earthquakes-2020.xml'));
  assert.deepEqual(build(), [page, 'sitemaps/earthquakes-2020.xml', 'deprem/2020-01-01/old/index.html']);
  assert.ok(!existsSync(join(dist, 'deprem/2020-01-01')));
  const picture = `pictures/2.${contentHash('picture')}.png`;
  const withPicture = { site: true, previews: new Map([[picture, Buffer.from('png')]]) };
  const image = () => pagesIn(dist).map((path) => readFileSync(join(dist, path), 'utf8').includes(picture));
  for (const [options, expected] of [
    [withPicture, [false, true, false, false]],
    [{ site: true }, [false, false, false, false]],
  ] as const) {
    buildInto(dist, catalog.db, options);
    assert.deepEqual(image().sort(), [...expected].sort());
    assert.equal(existsSync(join(dist, picture)), expected.includes(true as never));
  }
  buildInto(dist, catalog.db);
  assert.deepEqual(fastGlob.sync(['{deprem,earthquake}/*/*/*', 'sitemaps/earthquakes*'], { cwd: dist }), []);
});
