/** What the first screen names, as it is published. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { picturesOfPage } from '../../generator/site/pictures.ts';
import { buildInto, sampleCatalog, usgsSays } from '../support/build.ts';
import { NOON } from '../support/catalog.ts';
import { earthquake } from '../support/earthquake.ts';
import { recentWeek } from '../support/recent-week.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('the home pages name the main shock of yesterday below 60 aftershocks, with its time, and previews do', () => {
  const main = { id: 9000, time: AS_OF - 25 * HOUR, magnitude: 5.8, location: 'Ege Denizi', locationEn: 'Aegean Sea' };
  const aftershocks = Array.from({ length: 60 }, (_, index) =>
    earthquake({ id: 9100 + index, time: AS_OF - (60 - index) * 20 * MINUTE, magnitude: 3 + (index % 10) / 10 }),
  );
  const fresh = earthquake({ id: 9500, time: AS_OF - MINUTE, magnitude: 4.2 });
  const pages = (...more: Earthquake[]): string[] => {
    const earthquakes = [...more, ...aftershocks.toReversed(), earthquake(main)];
    const site = syntheticSite([], { earthquakes });
    return ['index.html', 'en/index.html'].map((name) => site.get(name)!.toString('utf8'));
  };
  const [turkish, english] = pages();
  assert.match(
    turkish!,
    /<div id="headline">.*\n.*>5,8<.*Ege Denizi.*\n.*<time datetime="2026-06-30T11:00:00Z".*60 artçı/,
  );
  assert.match(turkish!, /<div id="pinned"><\/div>/);
  assert.match(turkish!, /og:title" content="Son depremler haritası: M 5,8 Ege Denizi"/);
  assert.match(turkish!, /og:description" content="30 Haz 2026 14:00 TSİ\. Türkiye/);
  assert.match(english!, /og:title" content="Map of the latest earthquakes: M 5\.8 Aegean Sea"/);
  assert.match(english!, /og:description" content="30 Jun 2026 14:00 in Türkiye\. Earthquakes/);
  const [below] = pages(fresh);
  assert.match(below!, /<div id="headline">.*\n.*>4,2</);
  assert.match(
    below!,
    /<div id="pinned"><a href="[^"]+"><b>M 5,8<\/b>.*<time datetime="2026-06-30T11:00:00Z".*61 artçı/,
  );
  assert.match(pages(earthquake({ ...fresh, magnitude: 8.1, magnitudeDoubtful: true }))[0]!, /headline">.*\n.*>5,8</);
});

test('where the list is cut, aftershocks are not counted', () => {
  const week = recentWeek(4000);
  const main = earthquake({ id: 9000, time: week.at(-1)!.time, magnitude: 7 });
  const [whole, cut] = [week.slice(0, 60), week].map((some) => syntheticSite([], { earthquakes: [...some, main] }));
  const lead = (site: typeof whole): string =>
    /<div id="headline">.*<div id="pinned">.*/s.exec(site!.get('index.html')!.toString('utf8'))![0].slice(0, 3000);
  assert.match(lead(whole), /artçı/);
  assert.doesNotMatch(lead(cut), /artçı/);
});

test('the picture of a preview is that of the headline, where it was drawn, in the language of the page', () => {
  const named = ['7', '7-en', '77-en', 'home', 'home-en', 'atlas'].map((name) => `pictures/${name}.aa.png`);
  const [own, english, others, home, homeInEnglish, atlas] = named;
  assert.deepEqual(picturesOfPage('/', named, { id: 7 }), { tr: own, en: english });
  assert.deepEqual(picturesOfPage('/', named, { id: 77 }), { tr: home, en: others });
  assert.deepEqual(picturesOfPage('/', named, undefined), { tr: home, en: homeInEnglish });
  for (const path of ['/harita/', '/docs/'])
    assert.deepEqual(picturesOfPage(path, named, { id: 7 }), { tr: atlas }, 'others have that of all years');
  assert.deepEqual(picturesOfPage('/docs/', [], undefined), {});
});

test('the home pages have the 50 newest rows, each in its language and with the link to its page', () => {
  const week = recentWeek(60);
  const [stored, other] = [{ ...week[0]!, location: 'A & <b>' }, week[1]!];
  const site = syntheticSite([stored], { earthquakes: [stored, ...week.slice(1)] });
  const [turkish, english] = ['index.html', 'en/index.html'].map((name) => site.get(name)!.toString('utf8'));
  const rows = (html: string): string[] => html.match(/<a class="row".*?<\/a>/g) ?? [];
  assert.deepEqual([rows(turkish!).length, rows(english!).length], [50, 50]);
  assert.match(rows(turkish!)[0]!, /href="\/deprem\/\d{4}-\d\d-\d\d\/[a-z0-9-]+\/" .*A &amp; &lt;b&gt;</);
  for (const row of rows(turkish!)) assert.match(row.replaceAll(/<[^>]*>/g, ''), /^\d,\d \S.* /, 'copied with spaces');
  assert.match(rows(english!)[0]!, /href="\/earthquake\/\d{4}-\d\d-\d\d\/[a-z0-9-]+\/" .*12 km NW of/);
  assert.match(rows(english!)[1]!, new RegExp(`href="/earthquake/\\?id=${other.id}" `));
  assert.doesNotMatch(english!, /12 km KB/, 'no Turkish place');
  assert.match(syntheticSite().get('index.html')!.toString('utf8'), /<h1>Son depremler</);
});

test('a publication writes the home pages when the list changes, and the same in an incremental build', (t) => {
  const [dist, other] = [temporaryFolder(t), temporaryFolder(t)];
  const catalog = sampleCatalog(12);
  buildInto(dist, catalog.db, { site: true });
  usgsSays(catalog, {
    key: 'felt',
    time: NOON + HOUR,
    place: 'Yeni (İzmir)',
    magnitudes: [{ type: 'mb', value: 5.1 }],
  });
  assert.equal(buildInto(dist, catalog.db, { site: true }).mode, 'incremental');
  buildInto(other, catalog.db, { site: true, full: true });
  for (const name of ['index.html', 'en/index.html']) {
    const html = readFileSync(join(dist, name), 'utf8');
    assert.equal(html, readFileSync(join(other, name), 'utf8'));
    assert.match(html, name === 'index.html' ? />5,1<\/span>/ : />5\.1<\/span>/);
  }
});

test('where no agency ever answered, the page without scripts says so before any earthquake', () => {
  const earthquakes = recentWeek(20);
  const page = (isAnswered: boolean, file = 'index.html'): string =>
    String(syntheticSite([], { earthquakes, isAnswered }).get(file));
  const before = (html: string): string => html.slice(html.indexOf('<main'), html.search(/class="mag/));
  assert.match(before(page(false)), /<p id="alarm" role="alert">Kurumlardan henüz hiç/);
  assert.match(before(page(false, 'en/index.html')), /<p id="alarm" role="alert">No agency has answered yet/);
  assert.match(before(page(false)), /<ol id="list">/, 'the headline names none');
  assert.match(before(page(true)), /<p id="alarm" role="alert" hidden><\/p>/);
  assert.doesNotMatch(before(page(true)), /<ol id="list">/);
});
