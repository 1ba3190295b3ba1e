/** The page of a province: complete without scripts, in both languages, under its addresses. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { BUSY } from '../support/site-provinces.ts';

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
