/** Pictures for previews of links: which there are, and when they are drawn. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fastGlob from 'fast-glob';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { noteAttempt } from '../../generator/catalog/documents/feed-states.ts';
import { drawPreviews } from '../../generator/publish/previews.ts';
import { manifestIn } from '../../generator/publish/sweep.ts';
import { baseMap } from '../../generator/site/assets.ts';
import { Output } from '../../generator/publish/writer.ts';
import { AS_OF, buildInto } from '../support/build.ts';
import { previewPicture } from '../../generator/site/drawing/previews.ts';
import { catalogOf, NOON, report, testCatalog } from '../support/catalog.ts';
import { earthquake } from '../support/earthquake.ts';
import { temporaryFolder } from '../support/temporary.ts';

const LOOK = { land: baseMap(), serviceName: 'hiposantr' };

function ofDist(dist: string) {
  const output = new Output(dist);
  return { output, former: manifestIn(output)?.answers ?? {}, serviceName: 'hiposantr' };
}

test('a picture for previews is drawn once, as PNG, and goes with its earthquake', async (t) => {
  const { db } = catalogOf({ feed: 'afad-api', reports: [report({ magnitudes: [{ type: 'ML', value: 4.2 }] })] });
  const dist = temporaryFolder(t);
  const draw = async () => (await drawPreviews({ ...ofDist(dist), db, asOf: AS_OF, count: 50 })).previews;
  const previews = await draw();
  const [name, png] = [...previews].find(([path]) => path.startsWith('pictures/1.')) ?? ['', Buffer.alloc(0)];
  assert.match(name, /^pictures\/1\.[0-9a-f]{24}\.png$/);
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  assert.ok(png.byteLength < 150_000, String(png.byteLength));
  buildInto(dist, db, { site: true, previews });
  const [page = ''] = fastGlob.sync('deprem/2024-03-10/*-m4-2/index.html', { cwd: dist });
  const html = readFileSync(join(dist, page), 'utf8');
  assert.ok(html.includes(`<meta property="og:image" content="http://quakes.example/${name}">`), html.slice(0, 2000));
  // Kept as it is while its file is: a second drawing would differ from these bytes.
  assert.deepEqual(await draw(), previews);
  writeFileSync(join(dist, name), 'damaged');
  assert.deepEqual((await draw()).get(name), png);
  buildInto(dist, db, { site: true });
  assert.deepEqual(fastGlob.sync('pictures/*', { cwd: dist }), []);
});

test('three pages have a map as picture, drawn once a day; a build draws a few, and the greatest have theirs for good', async (t) => {
  const reports = Array.from({ length: 30 }, (_, n) =>
    report({ key: `k${n}`, time: NOON - n * DAY, magnitudes: [{ type: 'ML', value: 6 + n / 10 }] }),
  );
  const { db } = catalogOf({ feed: 'afad-api', reports });
  // Without an answer of any agency there is no headline.
  noteAttempt(db, 'afad-api', AS_OF, null);
  const dist = temporaryFolder(t);
  const lacking: boolean[] = [];
  const draw = async (asOf: number, count: number): Promise<string[]> => {
    const drawn = await drawPreviews({ ...ofDist(dist), db, asOf, count });
    buildInto(dist, db, { site: true, ...drawn });
    lacking.push(drawn.lacksPictures);
    return [...drawn.previews.keys()].map((path) => path.replace(/[0-9a-f]{24}/, 'hash'));
  };
  const first = await draw(AS_OF, 12);
  const maps = ['home', 'atlas', 'statistics'].flatMap((name) => [name, `${name}-en`]);
  assert.deepEqual(
    first.slice(0, 6),
    maps.map((name) => `pictures/${name}.hash.png`),
  );
  assert.equal(first.length, 20, 'the others in the next builds');
  await draw(AS_OF + HOUR, 12);
  const all = await draw(AS_OF + HOUR, 12);
  assert.deepEqual(lacking, [true, true, false], 'two more builds draw, and no third one');
  assert.equal(all.length, 54, 'twelve of the newest, twelve of the greatest, in both languages');
  for (const id of ['1', '30', '1-en', '30-en']) assert.ok(all.includes(`pictures/${id}.hash.png`), id);
  const pictureOf = (page: string): string | undefined =>
    /og:image" content="http:\/\/quakes.example\/(pictures[^"]*)"/.exec(readFileSync(join(dist, page), 'utf8'))?.[1];
  for (const [page, name] of [
    ['index.html', '30'],
    ['en/index.html', '30-en'],
    ['map/index.html', 'atlas-en'],
    ['istatistik/index.html', 'statistics'],
  ] as const)
    assert.match(pictureOf(page)!, new RegExp(`^pictures/${name}\\.`), 'home has that of its headline');
  assert.match(pictureOf('durum/index.html')!, /pictures\/atlas\./, 'one without has that of all years');
  const today = pictureOf('map/index.html');
  await draw(AS_OF + 2 * HOUR, 12);
  assert.equal(pictureOf('map/index.html'), today);
  await draw(AS_OF + DAY, 12);
  assert.notEqual(pictureOf('map/index.html'), today);
});

test('the picture of the list shows the last 24 hours, and is another one at each M 4, not at each build', async (t) => {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  const home = async (after: number, ...sizes: number[]): Promise<string[]> => {
    const reports = sizes.map((value) =>
      report({ key: `k${after} ${value}`, time: NOON + after, magnitudes: [{ type: 'ML', value }] }),
    );
    catalog.now = NOON + after + MINUTE;
    catalog.run({ feed: 'afad-api', reports });
    const { previews } = await drawPreviews({ ...ofDist(dist), db: catalog.db, asOf: NOON + after + MINUTE, count: 1 });
    buildInto(dist, catalog.db, { site: true, previews, asOf: NOON + after + MINUTE });
    return [...previews.keys()].filter((path) => path.startsWith('pictures/home'));
  };
  const first = await home(HOUR, 3.4);
  assert.equal(first.length, 2, 'in both languages');
  assert.deepEqual(await home(2 * HOUR, 3.1, 2.2), first, 'a small one');
  const second = await home(3 * HOUR, 4.1);
  assert.notDeepEqual(second, first, 'an M 4');
  assert.deepEqual(await home(4 * HOUR, 3.9), second);
  assert.notDeepEqual(await home(7 * HOUR, 2.5), second, 'every six hours');
});

test('the picture of an earthquake says sea and province, in the language of its page, also of a long name', () => {
  const one = earthquake({
    ...{ id: 1, time: NOON, magnitude: 4.5, provinceCode: '34' },
    location: 'Marmara Denizi, Gümüşyaka, Silivri (İstanbul) 24 km GB',
    locationEn: 'Sea of Marmara, 24 km SW of Gümüşyaka, Silivri, İstanbul',
  });
  const drawn = ['tr', 'en'].map((language) => previewPicture(one, { ...LOOK, language: language as 'tr' }));
  const words = drawn.map((svg) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text).join(' '));
  assert.match(words[0]!, /4,5 .*Marmara Denizi, Gümüşyaka, Silivri \(İstanbul\) 24 km güneybatısı .*TSİ/);
  assert.match(words[1]!, /4\.5 .*Sea of Marmara, 24 km SW of Gümüşyaka, Silivri, İstanbul .*in Türkiye/);
  const short = previewPicture({ ...one, location: 'SİLİVRİ' }, { ...LOOK, language: 'tr' });
  assert.match(short, />SİLİVRİ \(İstanbul\)</, 'an agency names a district alone');
});
