/** The page of a province, the areas of provinces, and Turkish names. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { BUSY } from '../support/site-provinces.ts';
import { PROVINCES } from '#core/provinces.ts';
import { frameOf, landPath } from '../../generator/site/drawing/land.ts';
import { provinceMap } from '../../generator/site/drawing/province-map.ts';
import { provinceArea } from '../../generator/site/province-areas.ts';
import { inTurkishOrder, locative } from '../../generator/site/drawing/turkish.ts';

const site = syntheticSite();
const pageOf = (path: string): string => site.get(`${path}/index.html`)!.toString('utf8');
const mainOf = (path: string): string => /<main[^]*<\/main>/.exec(pageOf(path))![0];

test('it says the latest, the largest, counts, completeness, faults, stations, neighbours and what to do', () => {
  const [turkish, english] = [mainOf('il/istanbul'), mainOf('en/province/istanbul')];
  for (const part of ['İstanbul depremleri', 'Son depremler', 'en büyük depremler', 'Komşu iller', 'Ne yapmalı?'])
    assert.ok(turkish.includes(part), part);
  for (const part of ['Latest earthquakes', 'Largest earthquakes', 'Since when are the records complete?'])
    assert.ok(english.includes(part), part);
  for (const page of [turkish, english]) {
    for (const { id } of [...BUSY.newest.slice(0, 12), ...BUSY.largest.slice(0, 10)])
      assert.ok(page.includes(`data-id="${id}"`), String(id));
    for (const part of [
      '<svg class="bars"',
      'CC BY-SA 4.0',
      'KO ADAN',
      'https://www.afad.gov.tr/',
      '/provinces/34.xml',
      '/?province=34',
    ])
      assert.ok(page.includes(part), part);
  }
  assert.ok(turkish.includes('href="/il/tekirdag/"') && english.includes('href="/en/province/tekirdag/"'));
  assert.doesNotMatch(english, /class="tr"|lang="tr"| · derinlik/);
  assert.ok(turkish.includes('href="/deprem/') && english.includes('href="/earthquake/'));
});

test('the colour of unknown depths is explained where an earthquake has it', () => {
  const legendOf = (depthKm: number | null): string => {
    const newest = BUSY.newest.map((one) => ({ ...one, depthKm }));
    const page = syntheticSite([], { provinces: [{ ...BUSY, newest, largest: newest }] });
    return /<p class="hint depths">[^]*?<\/p>/.exec(page.get('en/province/istanbul/index.html')!.toString('utf8'))![0];
  };
  assert.match(legendOf(null), /<span class="key depth--1"><\/span>unknown</);
  assert.doesNotMatch(legendOf(7), /unknown/);
});

test('a province without earthquakes says so, and keeps the rest', () => {
  const [turkish, english] = [mainOf('il/kirklareli'), mainOf('en/province/kirklareli')];
  assert.ok(turkish.includes('Katalogda Kırklareli’de deprem kaydı yok.'));
  assert.ok(english.includes('The catalogue has no earthquake in Kırklareli.'));
  assert.doesNotMatch(turkish, /class="rows"|class="bars"|undefined|NaN/);
  assert.ok(turkish.includes('Ne yapmalı?') && turkish.includes('GEM veri tabanında bu ilden geçen diri fay yok.'));
});

test('search engines and feed readers find the data set and the feed of the province', () => {
  const page = pageOf('en/province/istanbul');
  assert.match(
    page,
    /<link rel="alternate" type="application\/rss\+xml" title="Earthquakes in İstanbul" href="\/provinces\/34.xml">/,
  );
  const [, json = ''] = /ld\+json">([^<]*)</.exec(page)!;
  const data = JSON.parse(json) as Record<string, unknown> & { spatialCoverage: { identifier: string } };
  for (const name of ['name', 'description', 'license', 'creator', 'temporalCoverage', 'distribution'])
    assert.ok(data[name], name);
  assert.equal(data.spatialCoverage.identifier, 'TR-34');
  assert.match(page, /<title[^>]*>Earthquakes in İstanbul · hiposantr<\/title>/);
});

test('the gateway serves it with and without its slash', async () => {
  const data = syntheticDataset({ count: 60 });
  const answers = { ...data.manifest.answers };
  for (const [name, bytes] of site) answers[name] = { hash: contentHash(bytes), size: bytes.byteLength, encodings: [] };
  const files = new Map([...data.files, ...site]);
  files.set(MANIFEST, Buffer.from(writeManifest({ ...data.manifest, answers })));
  const { get } = await testGateway(files);
  for (const path of ['/il/istanbul/', '/il/istanbul', '/en/province/kirklareli/', '/en/province/kirklareli', '/il/']) {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    assert.equal(await response.text(), pageOf(path.replace(/^\/|\/$/g, '')), path);
  }
  assert.equal((await get('/il/atlantis/')).status, 404);
});

test('neighbours are neighbours of each other, and those of the map', () => {
  for (const { name } of PROVINCES) {
    const { neighbours } = provinceArea(name);
    assert.ok(neighbours.length > 0, name);
    for (const other of neighbours) assert.ok(provinceArea(other).neighbours.includes(name), `${name} ${other}`);
  }
  assert.deepEqual(provinceArea('İstanbul').neighbours, ['Kırklareli', 'Kocaeli', 'Tekirdağ']);
  assert.deepEqual(provinceArea('Kilis').neighbours, ['Gaziantep', 'Hatay']);
});

test('faults that cross a province are counted with their length in it', () => {
  const crossing = (name: string) => provinceArea(name).crossing;
  // The North Anatolian Fault runs through the length of Erzincan, some 150 km.
  assert.ok(crossing('Erzincan').km > 150 && crossing('Erzincan').count > 3);
  assert.deepEqual(crossing('Mardin'), { count: 0, km: 0 });
});

test('a map in the middle of the land is land, and one at the coast holds the earthquakes offshore', () => {
  const area = provinceArea('Kırşehir');
  const frame = frameOf(area.box, 100);
  // The ring of the mainland lies around the picture.
  assert.equal(landPath(area.land, frame), 'M112 -12l0 128-124 0 0-128Z');
  const istanbul = provinceArea('İstanbul');
  const offshore = { latitude: 40.6, longitude: 28.9, magnitude: 6.2, depthKm: null };
  const svg = (earthquakes: (typeof offshore)[]): string =>
    provinceMap({ area: istanbul, earthquakes, seats: [], labelledBy: 'x' }).toString();
  const [, height] = /viewBox="0 0 960 (\d+)"/.exec(svg([offshore]))!;
  const [, y] = /cy="(\d+)"/.exec(svg([offshore]))!;
  assert.ok(Number(y) > 0 && Number(y) < Number(height));
  assert.ok(!svg([]).includes('<circle'));
});

/** In order of plate codes, written by hand. */
const LOCATIVES =
  'Adana’da Adıyaman’da Afyonkarahisar’da Ağrı’da Amasya’da Ankara’da Antalya’da Artvin’de Aydın’da Balıkesir’de ' +
  'Bilecik’te Bingöl’de Bitlis’te Bolu’da Burdur’da Bursa’da Çanakkale’de Çankırı’da Çorum’da Denizli’de ' +
  'Diyarbakır’da Edirne’de Elazığ’da Erzincan’da Erzurum’da Eskişehir’de Gaziantep’te Giresun’da Gümüşhane’de ' +
  'Hakkari’de Hatay’da Isparta’da Mersin’de İstanbul’da İzmir’de Kars’ta Kastamonu’da Kayseri’de Kırklareli’de ' +
  'Kırşehir’de Kocaeli’de Konya’da Kütahya’da Malatya’da Manisa’da Kahramanmaraş’ta Mardin’de Muğla’da Muş’ta ' +
  'Nevşehir’de Niğde’de Ordu’da Rize’de Sakarya’da Samsun’da Siirt’te Sinop’ta Sivas’ta Tekirdağ’da Tokat’ta ' +
  'Trabzon’da Tunceli’de Şanlıurfa’da Uşak’ta Van’da Yozgat’ta Zonguldak’ta Aksaray’da Bayburt’ta Karaman’da ' +
  'Kırıkkale’de Batman’da Şırnak’ta Bartın’da Ardahan’da Iğdır’da Yalova’da Karabük’te Kilis’te Osmaniye’de Düzce’de';

test('every province has its locative', () => {
  assert.equal(PROVINCES.map(({ name }) => locative(name)).join(' '), LOCATIVES);
});

test('names are in the order of the Turkish alphabet', () => {
  const sorted = inTurkishOrder(PROVINCES, ({ name }) => name).map(({ name }) => name);
  assert.deepEqual(sorted.slice(0, 3), ['Adana', 'Adıyaman', 'Afyonkarahisar']);
  for (const pair of [
    'Bursa Çanakkale',
    'Çorum Denizli',
    'Hatay Iğdır',
    'Isparta İstanbul',
    'Kırşehir Kilis',
    'Sivas Şanlıurfa',
  ])
    assert.ok(sorted.join(' ').includes(pair), pair);
  assert.equal(new Set(sorted).size, 81);
});

test('each earthquake says how far it was from the seat, and how strongly it was felt there', () => {
  const [first] = BUSY.newest;
  const at = (km: number) => ({ latitude: BUSY.province.latitude + km / 111.2, longitude: BUSY.province.longitude });
  const known = { eventType: 'earthquake', blastProbability: 0, depthKm: 8, time: Date.UTC(2025, 3, 23) };
  const made = (magnitude: number, magnitudeType: string, km: number) => {
    const { magnitudeDoubtful: _, ...others } = first!;
    return { ...others, ...at(km), ...known, ...{ id: km, magnitude, magnitudeType } };
  };
  const newest = [made(6.2, 'Mw', 73), made(3.1, 'ML', 120), made(7.4, 'Mw', 90)];
  const files = syntheticSite([], { provinces: [{ ...BUSY, newest }] });
  const [turkish, english] = ['il', 'en/province'].map((folder) => String(files.get(`${folder}/istanbul/index.html`)));
  for (const part of [
    '<b>il merkezine 73 km</b>, orta sarsıntı (tahmin)',
    'büyük olasılıkla hissedilmedi',
    'şiddeti için sayfasına bakın',
    'il merkezi ve ortalama zemin için tahmindir',
  ])
    assert.ok(turkish!.includes(part), part);
  for (const part of [
    '<b>73 km from the provincial capital</b>, moderate shaking (estimate)',
    '<b>120 km from the provincial capital</b>, probably not felt',
    'felt; see its page for how strongly',
    'Shaking is estimated for the provincial capital, on average ground.',
  ])
    assert.ok(english!.includes(part), part);
});

test('aftershocks are below their main shock, which may be in another province', () => {
  const { magnitudeDoubtful: _, ...first } = BUSY.newest[0]!;
  const made = (id: number, minutes: number, magnitude: number) => ({
    ...first,
    ...{ id, magnitude, time: Date.UTC(2025, 3, 23) - minutes * 60_000, eventType: 'earthquake', blastProbability: 0 },
  });
  const main = { ...made(900, 600, 6.1), provinceCode: '10', locationEn: 'Elsewhere' };
  const newest = [made(1, 0, 2.1), ...[2, 3, 4, 5].map((id) => made(id, id * 60, 2 + id / 10)), made(6, 400, 5.2)];
  const pageOf = (pinned: (typeof main)[]): string => {
    const foremost = { headline: newest[0]!, pinned };
    const files = syntheticSite([], { provinces: [{ ...BUSY, newest, foremost }] });
    return /<h2>Latest earthquakes<\/h2>(.*?)<\/section>/s.exec(
      String(files.get('en/province/istanbul/index.html')),
    )![1]!;
  };
  const ids = (html: string): string[] => [...html.matchAll(/data-id="(\d+)"/g)].map(([, id]) => id!);
  const folded = pageOf([main]);
  assert.match(folded, /<summary>M 6\.1 and its aftershocks<\/summary><ol class="rows">/);
  assert.deepEqual(ids(folded), ['6', '900', '1', '2', '3', '4', '5'], 'each once, a strong one on its own');
  assert.deepEqual(ids(pageOf([])), ['6', '1', '2', '3', '4', '5'], 'without it the strong one has them');
});
