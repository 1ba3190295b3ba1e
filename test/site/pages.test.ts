/** What pages have in common: frame, error pages, sitemap, icons, rows, and dates of old earthquakes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ERROR_PAGES } from '#core/paths.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { PROVINCES } from '#core/provinces.ts';
import { provincePath } from '../../generator/site/pages/content.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawIcons } from '../../scripts/compile/icons.ts';
import { parseCivil, formatDay } from '#core/time.ts';
import { rowOf, type Row } from '../../generator/site/drawing/rows.ts';
import { markup } from '../../generator/site/drawing/markup.ts';
import { listWords } from '#core/date-words.ts';
import { listItem } from '#core/wire.ts';
import { summaryOf } from '../../generator/outputs/rss.ts';
import { earthquake } from '../support/earthquake.ts';
import { HISTORICAL } from '../support/historical-dates.ts';

test('pages in place of errors have no address, and links that hold at every address', () => {
  const files = syntheticSite();
  for (const name of Object.values(ERROR_PAGES)) {
    const html = files.get(name)!.toString('utf8');
    assert.ok(html.includes('<meta name="robots" content="noindex">'), name);
    assert.doesNotMatch(html, /rel="(?:canonical|alternate" hreflang)|og:url/, name);
    for (const [, address] of html.matchAll(/ (?:href|src|action)="([^"]*)"/g))
      assert.match(address!, /^(?:$|#|data:|\/|https?:)/, name);
  }
});

test('a sitemap has the address of every page, and robots.txt names the index', () => {
  const files = syntheticSite();
  const [sitemap, robots] = ['sitemaps/pages.xml', 'robots.txt'].map((name) => files.get(name)!.toString('utf8'));
  const listed = [...sitemap!.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  const canonical = [...files]
    .filter(([name, bytes]) => name.endsWith('.html') && !bytes.includes('content="noindex"'))
    // The common page of earthquakes, of which each has an address.
    .filter(([name]) => !/^(?:deprem|earthquake)\//.test(name))
    .map(([, bytes]) => /rel="canonical" href="([^"]*)"/.exec(bytes.toString('utf8'))![1]!);
  // Each build lists all provinces; the test's site has pages of two.
  const provinces = PROVINCES.map(provincePath).flatMap(({ tr, en }) => [tr, en]);
  const addresses = new Set([...canonical, ...provinces.map((path) => `http://localhost:8787${path}`)]);
  assert.deepEqual(listed.sort(), [...addresses].sort());
  assert.ok(canonical.length >= 14 && listed.length === canonical.length + 2 * 79);
  assert.equal(robots, 'User-agent: *\nDisallow: /account/\n\nSitemap: http://localhost:8787/sitemap.xml\n');
});

const pagesOf = (site: Map<string, Buffer>): [string, string][] =>
  [...site]
    .filter(([name]) => name.endsWith('.html') && !name.includes('widget/'))
    .map(([name, bytes]) => [name, bytes.toString('utf8')]);

test('every page names its official sources and leads to the terms', () => {
  const site = syntheticSite();
  for (const [name, html] of pagesOf(site)) {
    const [, foot = ''] = /<footer>(.*)<\/footer>/s.exec(html) ?? [];
    assert.match(
      foot,
      /(?:Resmî veriler|Official data).*href="https:\/\/deprem\.afad\.gov\.tr".*href="http:\/\/www\.koeri\.boun\.edu\.tr"/,
      name,
    );
    const [, terms = ''] = /href="\/((?:en\/)?docs\/)#terms"/.exec(foot) ?? [];
    assert.match(site.get(`${terms}index.html`)!.toString('utf8'), / id="terms"/, name);
  }
});

test('the language is switched by a link, also where there are no scripts', () => {
  const site = syntheticSite();
  for (const [name, html] of pagesOf(site)) {
    const [other, ...more] = html.matchAll(/<a class="switch-language" hreflang="(.*?)" lang=".*?" href="\/([^"]*)">/g);
    const [, language, address] = other!;
    if (html.includes('content="noindex"')) assert.equal(more.length, 1, name);
    else {
      assert.equal(language, html.includes('<html lang="en"') ? 'tr' : 'en', name);
      assert.ok(html.includes(`hreflang="${language}" href="http://localhost:8787/${address}"`), name);
    }
    assert.ok(site.has(`${address}index.html`), name);
  }
});

test('every page leads to the accounts, and none does where there are none', () => {
  for (const [name, html] of pagesOf(syntheticSite()))
    assert.match(html, /<a href="\/account\/\?lang=(?:tr">Giriş|en">Log in)<\/a>/, name);
  for (const [name, html] of pagesOf(syntheticSite([], { hasAccounts: false })))
    assert.doesNotMatch(html, /\/account/, name);
});

const folder = join(import.meta.dirname, '../../data/icons');

test('the icons are what the one drawing gives', async () => {
  const drawn = await drawIcons(readFileSync(join(folder, 'favicon.svg'), 'utf8'));
  for (const [file, bytes] of drawn) assert.ok(bytes.equals(readFileSync(join(folder, file))), file);
});

test('the manifest and every page name icons that are there, in their sizes', () => {
  const site = syntheticSite();
  const manifest = (file: string) =>
    JSON.parse(site.get(file)!.toString('utf8')) as {
      icons: { src: string; sizes: string; purpose: string }[];
      start_url: string;
      id: string;
    };
  const { icons, start_url: start, id } = manifest('site.webmanifest');
  const english = manifest('en/site.webmanifest');
  assert.deepEqual([start, id, english.start_url, english.id], ['/', '/', '/en/', '/'], 'one application');
  for (const [name, html] of pagesOf(site))
    assert.ok(html.includes(`rel="manifest" href="${html.includes('<html lang="en"') ? '/en' : ''}/site.`), name);
  assert.deepEqual(
    icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`),
    ['any 192x192', 'any 512x512', 'maskable 512x512'],
  );
  for (const { src, sizes } of icons) {
    const png = site.get(src.slice(1))!;
    assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes);
  }
  const ico = site.get('favicon.ico')!;
  assert.deepEqual([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)], [0, 1, 3]);
  for (let entry = 6; entry < 54; entry += 16) {
    const picture = ico.subarray(ico.readUInt32LE(entry + 12)).subarray(0, ico.readUInt32LE(entry + 8));
    assert.equal(picture.toString('latin1', 1, 4), 'PNG');
    assert.equal(picture.readUInt32BE(16), ico.readUInt8(entry));
  }
  for (const [name, bytes] of site) {
    if (!name.endsWith('.html')) continue;
    const links = [
      ...bytes.toString('utf8').matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="\/([^"]*)"/g),
    ];
    assert.equal(links.length, 4, name);
    for (const [, file = ''] of links) assert.ok(site.has(file), file);
  }
});

const NOW = parseCivil('2026-11-23 04:30:00')!;
const row: Row = {
  ...{ id: 7, time: parseCivil('2026-11-23 04:17:32')!, precision: 'second', magnitude: 4.2, depthKm: 7.04 },
  ...{
    eventType: undefined,
    place: 'Silivri <b> & "x"',
    agencies: ['AFAD', 'Kandilli'],
    href: '/deprem/?id=7',
    dot: 'age-0',
  },
};
const turkish = { language: 'tr', now: NOW, say: (tr: string) => tr } as const;
const english = { language: 'en', say: (_: string, en: string) => en } as const;
const text = (one: Partial<Row>, speech: typeof turkish | typeof english = turkish): string =>
  rowOf({ ...row, ...one }, speech)
    .toString()
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\| \||\|+/g, '|')
    .replaceAll(/\|+/g, '|');

test('a row says magnitude, place, clock time in Türkiye, age, depth and agencies', () => {
  assert.equal(
    text({}),
    '|4,2|Silivri &lt;b&gt; &amp; &quot;x&quot;|07:17 · 12 dakika önce| · 7 km| · AFAD, Kandilli|',
  );
  assert.equal(
    text({ depthKm: null, place: 'Silivri' }, english),
    '|4.2|Silivri|23 Nov 2026 07:17| · depth unknown| · AFAD, Kandilli|',
  );
  assert.match(rowOf(row, turkish).toString(), /<time datetime="2026-11-23T04:17:32Z" data-precision="second">/);
});

test('a row of an old earthquake says no more than is known', () => {
  const old = { time: parseCivil('1509-09-10 00:00:00')!, precision: 'day', place: 'İstanbul' } as const;
  assert.match(text(old), /^\|4,2\|İstanbul\|10 Eylül 1509\| · 7 km/);
  assert.match(rowOf({ ...row, ...old }, turkish).toString(), /<time>10 Eylül 1509<\/time>/, 'it has no age');
});

test('a row of a quarry blast says so', () => {
  assert.match(text({ eventType: 'quarry blast' }), /^\|4,2\|Taş ocağı patlatması\| Silivri/);
  assert.match(text({ eventType: 'quarry blast' }, english), /^\|4\.2\|Quarry blast\| Silivri/);
});

test('markup escapes values, joins lists, and leaves out what is not there', () => {
  const values = [1, markup`<b>${'<'}</b>`, ['a', [false, 'é&']], undefined, null, false];
  assert.equal(markup`<i>${values}</i>`.toString(), '<i>1<b>&lt;</b>aé&amp;</i>');
  assert.equal(markup`${'\'"$&'}`.toString(), '&#39;&quot;$&amp;');
});

const EARTHQUAKES = HISTORICAL.map(([civil, precision], index) => {
  const one = earthquake();
  const solutions = one.solutions.map((solution) => ({ ...solution, time: parseCivil(civil)!, precision }));
  return earthquake({ id: index + 1, time: parseCivil(civil)!, precision, solutions });
});
const SITE = syntheticSite(EARTHQUAKES, { earthquakes: EARTHQUAKES });
const fileOf = (path: string): string => SITE.get(path)!.toString('utf8');

for (const [index, [civil, precision, tr, en, list]] of HISTORICAL.entries())
  test(`${civil}, known to the ${precision}, on pages, in lists, feeds and records`, () => {
    const one = EARTHQUAKES[index]!;
    const folder = `${formatDay(one.time)}/${one.slug}`;
    const [page, english] = ['deprem', 'earthquake'].map((name) => fileOf(`${name}/${folder}/index.html`));
    assert.ok(page!.includes(tr), 'the page');
    assert.ok(english!.includes(en), 'the English page');
    const isDate = ['year', 'month', 'day'].includes(precision);
    assert.ok(page!.includes(`<th scope="col">${isDate ? 'Tarih' : 'Oluş zamanı (UTC)'}</th>`), 'its column');
    assert.ok(english!.includes(`<th scope="col">${isDate ? 'Date' : 'Origin time (UTC)'}</th>`), 'in English');
    for (const [name, words] of [
      ['index.html', list],
      ['en/index.html', listWords(one.time, precision, 'en')],
    ] as const) {
      const [row = ''] = new RegExp(`data-id="${one.id}"[^]*?</a>`).exec(fileOf(name)) ?? [];
      assert.ok(row.includes(words), `${name}: ${row}`);
    }
    assert.ok(summaryOf(one).includes(tr), 'the feed');
    const { occurred_at: occurred, date_precision: stated = 'second' } = listItem(one);
    assert.deepEqual([occurred, stated], [civil, precision], 'the record');
  });

test('pages have one decimal sign: a comma in Turkish, a point in English', () => {
  let numbers = 0;
  for (const [name, html] of pagesOf(SITE)) {
    const text = html
      .replaceAll(/<span class="en" lang="en">[^<]*<\/span>/g, ' ')
      .replaceAll(/<(?:code|pre)>[^<]*</g, '<');
    const [own, other] = html.includes('<html lang="tr"')
      ? [/\bM \d,\d\b/, /\bM \d\.\d\b/]
      : [/\bM \d\.\d\b/, /\bM \d,\d\b/];
    if (own.test(text)) numbers += 1;
    assert.doesNotMatch(text, other, name);
  }
  assert.ok(numbers > 4, `${numbers}`);
});
