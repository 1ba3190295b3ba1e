import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { assetPath, hashInPath, MANIFEST } from '#core/paths.ts';
import { formatDay, HOUR, MINUTE } from '#core/time.ts';
import { AS_OF, buildInto, temporaryFolder } from '../support/build.ts';
import { catalogOf, NOON, report, testCatalog } from '../support/catalog.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';
import { syntheticSite } from '../support/site-pages.ts';

test('what the first view loads stays within its budget', () => {
  const sizes = [...syntheticSite()].map(([name, bytes]) => [name, gzipSync(bytes, { level: 9 }).byteLength] as const);
  const total = (pattern: RegExp): number =>
    sizes.reduce((sum, [name, size]) => sum + (pattern.test(name) ? size : 0), 0);
  assert.ok(total(/assets\/(home|boot)\..*\.js$/) < 20_000, 'the list');
  assert.ok(total(/assets\/map\..*\.js$/) < 8_000, 'the map');
  assert.ok(total(/assets\/atlas\..*\.js$/) < 26_000, 'the map of all years, on its page alone');
  assert.ok(total(/assets\/basemap\./) < 100_000, 'the base map');
  assert.ok(total(/assets\/font/) < 60_000, 'the type');
});

test('pages hold no inline script or style, and name no other host', () => {
  for (const [name, bytes] of syntheticSite()) {
    if (!name.endsWith('.html')) continue;
    const html = bytes.toString('utf8');
    assert.match(
      html,
      /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)(?![^>]*application\/ld\+json)/, name);
  }
});

test('assets are named by their content, and every page names existing ones', () => {
  const files = syntheticSite();
  for (const [name, bytes] of files) {
    if (name.startsWith('assets/')) assert.equal(hashInPath(name), contentHash(bytes), name);
    if (!name.endsWith('.html')) continue;
    const named = bytes.toString('utf8').match(/assets\/[\w.-]+/g)!;
    assert.ok(named.length >= 5);
    for (const one of named) assert.ok(files.has(one), `${name} names ${one}`);
  }
});

test('the gateway serves a page for every earthquake, and assets for good', async () => {
  const data = syntheticDataset({ count: 60 });
  const notable = data.detailed[0]!;
  const site = syntheticSite([{ ...notable, location: '</script><b>' }]);
  const answers = { ...data.manifest.answers };
  for (const [name, bytes] of site) answers[name] = { hash: contentHash(bytes), size: bytes.byteLength, encodings: [] };
  const files = new Map([...data.files, ...site]);
  files.set(MANIFEST, Buffer.from(writeManifest({ ...data.manifest, answers })));
  const { get } = await testGateway(files);
  const page = site.get('deprem/index.html')!.toString('utf8');
  for (const path of ['/deprem/', '/deprem', '/deprem/2023-02-06/pazarcik-kahramanmaras-m7-7']) {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.match(response.headers.get('Content-Security-Policy')!, /frame-ancestors 'self'/);
    assert.equal(await response.text(), page);
  }
  for (const path of ['/deprem/2023-02-06/', '/deprem/x/y', '/deprem/2023-02-06/A'])
    assert.equal((await get(path)).status, 404, path);
  const own = await (await get(`/deprem/${formatDay(notable.time)}/${notable.slug}`)).text();
  assert.match(own, /<title>M \d\.\d · &lt;\/script&gt;&lt;b&gt; · hiposantr<\/title>/);
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(own)!;
  assert.equal((JSON.parse(json) as { location: { name: string } }).location.name, '</script><b>');
  assert.match(await (await get('/')).text(), /<form id="filters"/);
  const [asset] = [...site.keys()];
  assert.match((await get(`/${asset}`)).headers.get('Cache-Control')!, /immutable/);
});

test('an unchanged site is not written again, and old assets are kept, then swept', (t) => {
  const { db } = testCatalog();
  const dist = temporaryFolder(t);
  buildInto(dist, db, { site: true });
  const assets = fastGlob.sync('assets/*', { cwd: dist });
  assert.ok(assets.length > 10);
  writeFileSync(join(dist, assetPath('home', 'a'.repeat(24), 'js')), 'old');
  const written: string[] = [];
  buildInto(dist, db, { site: true, asOf: AS_OF + MINUTE, output: { onChange: (path) => written.push(path) } });
  assert.deepEqual(
    written.filter((path) => /assets|\.html/.test(path)),
    [],
  );
  assert.equal(fastGlob.sync('assets/*', { cwd: dist }).length, assets.length + 1);
  buildInto(dist, db, { site: true, asOf: AS_OF + 50 * HOUR });
  assert.deepEqual(fastGlob.sync('assets/*', { cwd: dist }).sort(), assets.sort());
});

test('the newest earthquakes of magnitude 4 have stored pages; those of others are removed', (t) => {
  const { db } = catalogOf({
    feed: 'afad-api',
    reports: [
      report({ key: 'small', magnitudes: [{ type: 'ML', value: 3.9 }] }),
      report({ key: 'large', time: NOON + HOUR, magnitudes: [{ type: 'ML', value: 4.2 }] }),
    ],
  });
  const dist = temporaryFolder(t);
  mkdirSync(join(dist, 'deprem/2020-01-01/old'), { recursive: true });
  writeFileSync(join(dist, 'deprem/2020-01-01/old/index.html'), 'old');
  buildInto(dist, db, { site: true });
  const [page, ...more] = fastGlob.sync('deprem/*/*/index.html', { cwd: dist });
  assert.match(page!, /^deprem\/2024-03-10\/[a-z0-9-]+-m4-2\/index\.html$/);
  assert.deepEqual(more, []);
});
