/** Pages of earthquakes, stored or made from the detail: each with its own title, address and facts. */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import test from 'node:test';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { EARTHQUAKE_PAGE, ERROR_PAGES, MANIFEST } from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { syntheticSite } from '../../support/site-pages.ts';

const data = syntheticDataset({ count: 60 });
const [notable, small] = data.detailed;
const site = syntheticSite([{ ...notable!, location: '</script><b>', blastProbability: 0 }]);

/** @param pictures paths of more files */
function served(pictures: string[] = []) {
  const answers = { ...data.manifest.answers };
  for (const [name, bytes] of site)
    if (!EARTHQUAKE_PAGE.test(dirname(name)))
      answers[name] = { hash: contentHash(bytes), size: bytes.byteLength, encodings: [] };
  for (const path of pictures) answers[path] = { hash: contentHash(path), size: path.length, encodings: [] };
  const drawn = pictures.map((path) => [path, Buffer.from(path)] as const);
  const files = new Map([...data.files, ...site, ...drawn]);
  files.set(MANIFEST, Buffer.from(writeManifest({ ...data.manifest, answers })));
  return testGateway(files, { baseUrl: 'http://localhost:8787' });
}

const { get } = served();
const html = { Accept: 'text/html' };
const one = (page: string, pattern: RegExp): string => pattern.exec(page)?.[1] ?? '';

test('the common page is served as it is, a stored one as it was written, and assets for good', async () => {
  for (const [path, folder] of [
    ['/deprem/', 'deprem'],
    ['/deprem', 'deprem'],
    ['/earthquake/', 'earthquake'],
  ] as const) {
    // As browsers ask: to programs this address is one of the Kandilli API.
    const response = await get(path, html);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.match(response.headers.get('Content-Security-Policy')!, /frame-ancestors 'self'/);
    assert.equal(await response.text(), site.get(`${folder}/index.html`)!.toString('utf8'));
  }
  for (const end of ['', '/']) {
    const own = await (await get(`/deprem/${formatDay(notable!.time)}/${notable!.slug}${end}`)).text();
    assert.match(
      own,
      /<title>M \d,\d · &lt;\/script&gt;&lt;b&gt; · \d+ \S+ \d{4} \d\d:\d\d(:\d\d)? · hiposantr<\/title>/,
    );
    const json = one(own, /<script type="application\/ld\+json">([^<]*)<\/script>/);
    assert.equal((JSON.parse(json) as { location: { name: string } }).location.name, '</script><b>');
  }
  for (const [folder, day] of [
    ['deprem', '(erişim: gün ay yıl). '],
    ['earthquake', '(accessed day month year). '],
  ] as const) {
    const stored = await (await get(`/${folder}/${formatDay(notable!.time)}/${notable!.slug}`)).text();
    const cited = one(stored, /<p class="citation">([^<]*)<\/p>/);
    assert.ok(cited.startsWith('hiposantr: ') && cited.includes(day), cited);
  }
  assert.match(await (await get('/')).text(), /<form id="filters"/);
  const [asset] = [...site.keys()];
  assert.match((await get(`/${asset}`)).headers.get('Cache-Control')!, /immutable/);
});

test('one without a stored page has a head and facts of its own, by either address', async () => {
  const { id, time, slug, location, locationEn } = small!;
  const dated = `${formatDay(time)}/${slug}`;
  for (const [folder, language, place] of [
    ['deprem', 'tr', location],
    ['earthquake', 'en', locationEn],
  ] as const) {
    const pages = [`/${folder}/${dated}`, `/${folder}/${dated}/`, `/${folder}/?id=${id}`, `/${folder}?id=${id}`];
    const [first, ...others] = await Promise.all(pages.map(async (path) => (await get(path)).text()));
    for (const other of others) assert.equal(other, first);
    const own = `http://localhost:8787/${folder}/${dated}`;
    assert.equal(one(first!, /rel="canonical" href="([^"]*)"/), own);
    assert.equal(one(first!, /property="og:url" content="([^"]*)"/), own);
    assert.equal(one(first!, new RegExp(`hreflang="${language}" href="([^"]*)"`)), own);
    assert.equal(one(first!, /hreflang="x-default" href="([^"]*)"/), `http://localhost:8787/deprem/${dated}`);
    const title = one(first!, /<title>(.*) · hiposantr<\/title>/);
    assert.ok(title.includes(place) && /\d{4} \d\d:\d\d/.test(title), title);
    assert.equal(one(first!, /property="og:title" content="([^"]*)"/), title);
    assert.equal(first!.match(/<h1>/g)!.length, 1);
    assert.ok(
      one(first!, /<main[^>]*>([^]*)<p class="waiting">/).includes(language === 'tr' ? 'Merkez üssü' : 'Epicentre'),
    );
    const cited = one(first!, /<p class="citation">([^<]*)<\/p>/);
    assert.ok(cited.startsWith('hiposantr: ') && cited.includes(place) && cited.includes(`. ${own} (`), cited);
    assert.match(first!, /<script type="module" src="[^"]*event/, 'and its script');
  }
});

test('a 304 and a HEAD of it, and hostile names', async () => {
  const path = `/deprem/?id=${small!.id}`;
  const tag = (await get(path)).headers.get('ETag')!;
  const held = await get(path, { 'If-None-Match': tag });
  assert.deepEqual([held.status, await held.text()], [304, '']);
  assert.equal((await get(path, { method: 'HEAD' })).headers.get('ETag'), tag);
  const missing = site.get(ERROR_PAGES.notFound)!.toString('utf8');
  for (const name of [
    ...[
      '0',
      '-1',
      '01',
      'x',
      '1e3',
      '99999999',
      '9'.repeat(15),
      '9'.repeat(400),
      '%00',
      '../1',
      '<b>',
      '__proto__',
    ].map((id) => `?id=${encodeURIComponent(id)}`),
    ...['2023-02-06/', 'x/y', '2023-02-06/A', '2023-02-06/pazarcik-kahramanmaras-m7-7', '9999-99-99/a'],
  ])
    for (const folder of ['deprem', 'earthquake']) {
      const response = await get(`/${folder}/${name}`, html);
      if (name.includes('%2500') || response.status === 400) continue;
      assert.equal(response.status, 404, name);
      assert.equal(await response.text(), missing, name);
    }
  const gone = await get(`/deprem/?id=${data.gone[0]!.id}`, html);
  assert.equal(gone.status, 410);
  assert.match(await gone.text(), /event\.[0-9a-f]+\.js/, 'its script says so');
});

test('the tag of its page changes with its picture, of which the former one is removed', async () => {
  const path = `/deprem/?id=${small!.id}`;
  const pages = ['0', '1'].map(async (digit) => {
    const response = await served([`pictures/${small!.id}.${digit.repeat(24)}.png`]).get(path);
    const picture = one(await response.text(), /og:image" content="[^"]*\.(\d)+\.png"/);
    return [picture, response.headers.get('ETag')] as const;
  });
  const [before, after] = await Promise.all(pages);
  assert.deepEqual([before![0], after![0]], ['0', '1']);
  assert.notEqual(before![1], after![1]);
});
