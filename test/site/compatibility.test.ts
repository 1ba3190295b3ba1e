/** `/uyumluluk/`: every application of the table, true counts, and lines with the address of this service. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { APPLICATION_SERVICES, applicationsIn } from '../../generator/site/pages/applications.ts';
import { COMPATIBILITY, INTERFACES, KINDS, summary } from '../../generator/site/pages/compatibility.ts';
import { syntheticSite } from '../support/site-pages.ts';

const TABLE = applicationsIn(readFileSync(join(import.meta.dirname, '../../data/applications.json'), 'utf8'));
const site = syntheticSite();
const pageOf = (language: 'tr' | 'en'): string =>
  site.get(`${COMPATIBILITY[language].slice(1)}index.html`)!.toString('utf8');
const section = (page: string, service: string): string =>
  new RegExp(`<section [^>]*id="${service}">([^]*?)</section>`).exec(page)![1]!;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');
/** As the page has it: what stands between backticks is code. */
const shown = (text: string): string => escaped(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

for (const language of ['tr', 'en'] as const)
  test(`the page in ${language} has every application below its service, as the table says`, () => {
    const page = pageOf(language);
    for (const { name, address, commit, language: written, kind, service, change, works, note } of TABLE) {
      const part = section(page, service);
      const from = part.indexOf(`<a href="${address}/tree/${commit}" rel="noopener">${name}</a>`);
      assert.ok(from >= 0, `${name} below ${service}`);
      const row = part.slice(from, part.indexOf('</li>', from));
      assert.ok(row.includes(`class="verdict ${works}"`) && row.includes(escaped(written)), row);
      assert.ok(row.includes(language === 'tr' ? KINDS[kind]! : kind), `${kind} has a name: ${row}`);
      for (const text of [change, note]) assert.ok(text === undefined || row.includes(shown(text[language])), row);
    }
    assert.equal(page.match(/<h3>/g)?.length ?? 0, TABLE.length, 'and no other');
  });

test('names are in alphabetical order, capitals and small letters alike, below what runs and what does not', () => {
  for (const service of APPLICATION_SERVICES) {
    const rows = section(pageOf('en'), service).split('<h3>').slice(1);
    const shown = rows.map((row) => {
      const [, name] = /noopener">([^<]+)</.exec(row)!;
      return `${['yes', 'partly', 'no'].findIndex((works) => row.includes(`verdict ${works}`))} ${name!.toLowerCase()}`;
    });
    assert.deepEqual(shown, shown.toSorted(), service);
  }
});

test('counts are those of the table', () => {
  const count = (works: string): number => TABLE.filter((one) => one.works === works).length;
  const [yes, partly, no] = [count('yes'), count('partly'), count('no')];
  for (const language of ['tr', 'en'] as const)
    assert.ok(pageOf(language).includes(summary({ all: TABLE.length, yes, partly, no }, language)));
  assert.equal(yes + partly + no, TABLE.length);
  assert.equal(
    summary({ all: 3, yes: 2, partly: 0, no: 1 }, 'en'),
    'With only the address changed, 2 of 3 applications work, 1 not at all.',
  );
  assert.equal(
    summary({ all: 3, yes: 2, partly: 1, no: 0 }, 'tr'),
    '3 uygulamadan 2 tanesi yalnızca adres değiştirilerek çalışıyor, 1 tanesi kısmen çalışıyor.',
  );
});

test('every interface has a line with the address of this service, and every service its interface', () => {
  assert.deepEqual(INTERFACES.map(({ service }) => service).toSorted(), APPLICATION_SERVICES.toSorted());
  for (const { service, before, example } of INTERFACES) {
    const part = section(pageOf('en'), service);
    const here = example('http://localhost:8787');
    assert.match(here, /(?:http|ws):\/\/localhost:8787/);
    assert.ok(part.includes(`<pre tabindex="0"><code>${escaped(here)}</code></pre>`), part);
    assert.ok(before === undefined || part.includes(`<code>${escaped(example(before))}</code> becomes`), part);
  }
  assert.match(
    section(pageOf('tr'), 'websocket'),
    /<code>wss:[^]*<code>ws:\/\/localhost:8787\/standing_order\/websocket</,
  );
});

test('it is in the sitemap, both addresses name each other, and the page of the API leads there', () => {
  const sitemap = site.get('sitemaps/pages.xml')!.toString('utf8');
  for (const [language, docs] of [
    ['tr', 'docs'],
    ['en', 'en/docs'],
  ] as const) {
    const page = pageOf(language);
    assert.ok(page.includes(`<html lang="${language}"`));
    for (const [to, path] of Object.entries(COMPATIBILITY)) {
      assert.ok(sitemap.includes(`<loc>http://localhost:8787${path}</loc>`));
      assert.ok(page.includes(`hreflang="${to}" href="http://localhost:8787${path}"`));
    }
    assert.ok(page.includes(`rel="canonical" href="http://localhost:8787${COMPATIBILITY[language]}"`));
    assert.ok(site.get(`${docs}/index.html`)!.includes(`href="${COMPATIBILITY[language]}"`));
  }
});
