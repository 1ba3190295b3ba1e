import { utcWords } from '#core/date-words.ts';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { contentHash } from '#core/etag.ts';
import { languageOfPath } from '#core/page-language.ts';
import { assetPath, hashInPath } from '#core/paths.ts';
import { formatDay, HOUR, MINUTE } from '#core/time.ts';
import { AS_OF, buildInto } from '../support/build.ts';
import { testCatalog } from '../support/catalog.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('what the first view loads stays within its budget', () => {
  const sizes = [...syntheticSite()].map(([name, bytes]) => [name, gzipSync(bytes, { level: 9 }).byteLength] as const);
  const total = (pattern: RegExp): number =>
    sizes.reduce((sum, [name, size]) => sum + (pattern.test(name) ? size : 0), 0);
  // Ages by the server's clock, here and in each script that loads data; the other language as an offer; the one text
  // of citations (25 bytes).
  assert.ok(total(/assets\/boot\..*\.js$/) < 2_700, 'before the first paint');
  // It reads a week of 20 kB where it read shards of 555 kB. With the card that the address names, the headline, every
  // filter of the API (3 kB), blasts (1), a search by words and years, here and in the two below (0.4), how strong it
  // was and what to do (0.9), signs (0.6), folded aftershocks and felt ones first, sequences (2.6), areas of filters.
  assert.ok(total(/assets\/home\..*\.js$/) < 33_850, 'the list');
  assert.ok(total(/assets\/(near-form|districts)\./) < 17_000, 'the reader’s place, once it is wanted');
  assert.ok(total(/assets\/notification-dialog\./) < 9_000, 'the bell’s dialog and the hint for iOS');
  assert.ok(total(/assets\/map\..*\.js$/) < 9_500, 'the map');
  assert.ok(total(/assets\/base-picture\..*\.js$/) < 2_000, 'its worker');
  // It reads stored lines of details itself (0.9), for hosts without a gateway; areas of filters, parts (0.2). Here and
  // in the widget kept texts of days, and nothing that browsers of 2023 lack (0.05).
  assert.ok(total(/assets\/all-years\..*\.js$/) < 32_750, 'the map of all years, which shows provinces');
  assert.ok(total(/assets\/points-picture\..*\.js$/) < 4_100, 'its worker');
  assert.ok(total(/assets\/widget\..*\.js$/) < 16_650, 'the widget');
  // It renews a subscription to notifications, while no page is open; its version (a hash) makes 3 bytes more or less.
  assert.ok(total(/^sw\.js$/) < 2_410, 'the service worker');
  assert.ok(total(/assets\/basemap\./) < 100_000, 'the base map');
  assert.ok(total(/assets\/font/) < 60_000, 'the type');
  assert.ok(total(/assets\/layers\./) < 4_000, 'what names the further layers');
  assert.ok(total(/assets\/(units|faults)\./) < 60_000, 'provinces and faults, once they are needed');
  const names = sizes.filter(([name]) => name.startsWith('assets/names.')).map(([, size]) => size);
  assert.ok(names.length < 80 && Math.max(...names) < 46_000, 'the names of a cell');
});

test('no font comes before the content, moves its text, or is loaded by phones', () => {
  for (const [name, bytes] of syntheticSite()) {
    assert.doesNotMatch(name.endsWith('.html') ? bytes.toString('utf8') : '', /rel="preload"/, name);
    if (!name.startsWith('assets/style.')) continue;
    const wide = /@media ?\(min-width: ?44\.01rem\) ?{((?:@font-face ?{[^}]*})+)}/;
    assert.equal(wide.exec(String(bytes))![1]!.split('font-display:optional').length, 3);
    assert.doesNotMatch(String(bytes).replace(wide, ''), /woff2/);
  }
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

test('a tile server is one more origin of pictures on the pages of the maps, and nothing else', () => {
  const template = 'https://tile.example.org/{z}/{x}/{y}.png?a=1&b="<';
  const tiles = { template, origin: 'https://tile.example.org', credit: 'Maps <Example> & Co' };
  const [plain, tiled] = [syntheticSite(), syntheticSite([], { tiles })];
  const maps = ['index.html', 'en/index.html', 'harita/index.html', 'map/index.html'];
  assert.deepEqual([...tiled.keys()], [...plain.keys()]);
  for (const [name, bytes] of plain) {
    const [before, after] = [bytes, tiled.get(name)!].map((one) => one.toString('latin1'));
    if (!maps.includes(name)) {
      assert.equal(after, before, name);
      continue;
    }
    assert.doesNotMatch(before!, /data-tiles|tile\.example/);
    const escaped = 'https://tile.example.org/{z}/{x}/{y}.png?a=1&amp;b=&quot;&lt;';
    const credit = 'Maps &lt;Example&gt; &amp; Co; Natural Earth';
    const expected = before!
      .replace("img-src 'self' data:;", "img-src 'self' data: https://tile.example.org;")
      .replace(/(data-basemap="[^"]*")/, (one) => `${one} data-tiles="${escaped}"`)
      .replace('<p class="credit">', '<p class="credit due">')
      .replaceAll(/(Harita|Map): Natural Earth/g, (_, word: string) => `${word}: ${credit}`);
    assert.equal(after, expected, name);
    assert.equal(after!.split(credit).length, 2, 'the credit');
  }
});

test('every page names itself and its counterpart in the other language, in its own', () => {
  const files = syntheticSite();
  for (const [name, bytes] of files) {
    const html = bytes.toString('utf8');
    if (!name.endsWith('.html') || html.includes('content="noindex"')) continue;
    const [own, tr, en, other] = ['canonical', 'tr', 'en', 'x-default'].map(
      (of) => new RegExp(`(?:rel|hreflang)="${of}" href="http://localhost:8787/([^"]*)"`).exec(html)![1]!,
    ) as [string, string, string, string];
    assert.equal(other, tr, name);
    assert.equal(`${own}index.html`, name);
    assert.ok(files.has(`${tr}index.html`) && files.has(`${en}index.html`), name);
    assert.ok([tr, en].includes(own));
    const language = own === en ? 'en' : 'tr';
    assert.match(html, new RegExp(`^<!doctype html>\n<html lang="${language}" data-base`), name);
    assert.equal(languageOfPath(own), language, name);
    assert.doesNotMatch(html, /<in-|class="(?:tr|en)"/, name);
  }
});

test('the data set and the programs’ text name what can be fetched', () => {
  const site = syntheticSite();
  const [, json = ''] = /ld\+json">([^<]*)</.exec(site.get('docs/index.html')!.toString('utf8'))!;
  const dataset = JSON.parse(json) as Record<string, unknown> & { distribution: { contentUrl: string }[] };
  // What search engines of data sets ask for.
  for (const name of ['name', 'description', 'license', 'creator', 'temporalCoverage', 'spatialCoverage'])
    assert.ok(dataset[name], name);
  assert.ok(dataset.distribution.every(({ contentUrl }) => contentUrl.startsWith('http://localhost:8787/')));
  const llms = site.get('llms.txt')!.toString('utf8');
  for (const name of ['/fdsnws/event/1/', 'max_age=', 'order=magnitude']) assert.ok(llms.includes(name), name);
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

test('a stored page says facts, solutions and estimated shaking without scripts, each in its own language', () => {
  const { detailed } = syntheticDataset({ count: 60 });
  const earthquake = { ...detailed[0]!, magnitude: 6.4, magnitudeType: 'Mw', depthKm: 8.6, eventType: 'earthquake' };
  const solution = { ...earthquake.solutions[0]!, precision: 'day' as const, deaths: 56697 };
  const solutions = [
    { ...solution, agency: 'usgs' as const, eventId: 'us6000jllz' },
    { ...solution, agency: 'afad' as const, eventId: '543428' },
  ];
  const pageOf = (more: object): string[] => {
    const site = syntheticSite([{ ...earthquake, solutions, ...more }]);
    const name = `${formatDay(earthquake.time)}/${earthquake.slug}/index.html`;
    return ['deprem', 'earthquake'].map((folder) => site.get(`${folder}/${name}`)!.toString('utf8'));
  };
  const [turkish, english] = pageOf({});
  const [, style] = [...syntheticSite()].find(([name]) => name.startsWith('assets/style'))!;
  assert.match(String(style), /@media ?\(scripting: ?none\) ?{#verdict,\.waiting{display:none}}/);
  for (const part of [
    '8,6 km',
    '56.697',
    'Tahmini sarsıntı',
    'Allen, Wald ve Worden (2012)',
    'Belirsizliği ±1,1 derecedir',
    'VII · şiddetli',
  ])
    assert.ok(turkish!.includes(part), part);
  for (const part of [
    '8.6 km',
    '56,697',
    'the ground and the building make a difference',
    'Estimated shaking',
    'An estimate, not a measurement',
    'VII · severe',
  ])
    assert.ok(english!.includes(part), part);
  assert.ok(english!.includes(`<td>${utcWords(earthquake.time, 'day', 'en')}</td>`), 'a day is known to the day');
  assert.ok(
    english!.includes('<a href="https://earthquake.usgs.gov/earthquakes/eventpage/us6000jllz" rel="noopener">USGS'),
  );
  assert.ok(english!.includes('<th scope="row">AFAD</th>'), 'no address is known');
  assert.doesNotMatch(english!, /Tahmini|{\d}/);
  assert.doesNotMatch(turkish!, /Estimated|{\d}/);
  for (const more of [{ eventType: 'quarry blast' }, { magnitude: 3.9 }, { depthKm: null }])
    assert.doesNotMatch(pageOf(more)[1]!, /Estimated/, JSON.stringify(more));
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

test('another tile server makes a full build, and its origin is in the pages', (t) => {
  const { db } = testCatalog();
  const dist = temporaryFolder(t);
  const policy = () => /img-src ([^;]*);/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))![1];
  const plain = { serviceName: 'Synthetic', baseUrl: 'http://quakes.example' };
  const origin = 'https://tile.example.org';
  const tiled = { ...plain, tiles: { origin, template: `${origin}/{z}/{x}/{y}.png`, credit: 'Example' } };
  const modes = [plain, plain, tiled, tiled, plain].map((settings) => {
    const { mode } = buildInto(dist, db, { site: true, settings });
    return [mode, policy()];
  });
  assert.deepEqual(modes, [
    ['full', "'self' data:"],
    ['incremental', "'self' data:"],
    ['full', `'self' data: ${origin}`],
    ['incremental', `'self' data: ${origin}`],
    ['full', "'self' data:"],
  ]);
});
