/** Pictures for previews of links: which there are, and when they are drawn. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fastGlob from 'fast-glob';
import { DAY, HOUR } from '#core/time.ts';
import { noteAttempt } from '../../generator/catalog/documents/feed-states.ts';
import { drawPreviews } from '../../generator/publish/previews.ts';
import { manifestIn } from '../../generator/publish/sweep.ts';
import { Output } from '../../generator/publish/writer.ts';
import { AS_OF, buildInto } from '../support/build.ts';
import { catalogOf, NOON, report } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

function ofDist(dist: string) {
  const output = new Output(dist);
  return { output, former: manifestIn(output)?.answers ?? {}, serviceName: 'hiposantr' };
}

test('a picture for previews is drawn once, as PNG, and goes with its earthquake', async (t) => {
  const { db } = catalogOf({ feed: 'afad-api', reports: [report({ magnitudes: [{ type: 'ML', value: 4.2 }] })] });
  const dist = temporaryFolder(t);
  const draw = () => drawPreviews({ ...ofDist(dist), db, asOf: AS_OF, count: 50 });
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
  const draw = async (asOf: number, count: number): Promise<string[]> => {
    const previews = await drawPreviews({ ...ofDist(dist), db, asOf, count });
    buildInto(dist, db, { site: true, previews });
    return [...previews.keys()].map((path) => path.replace(/[0-9a-f]{24}/, 'hash'));
  };
  const first = await draw(AS_OF, 12);
  const maps = ['pictures/home.hash.png', 'pictures/atlas.hash.png', 'pictures/statistics.hash.png'];
  assert.deepEqual(first.slice(0, 3), maps);
  assert.equal(first.length, 20, 'the others in the next build');
  const all = await draw(AS_OF + HOUR, 12);
  assert.equal(all.length, 27, 'twelve of the newest, twelve of the greatest');
  for (const id of ['1', '30']) assert.ok(all.includes(`pictures/${id}.hash.png`), id);
  const pictureOf = (page: string): string | undefined =>
    /og:image" content="http:\/\/quakes.example\/(pictures[^"]*)"/.exec(readFileSync(join(dist, page), 'utf8'))?.[1];
  for (const [page, name] of [
    ['index.html', '30'],
    ['map/index.html', 'atlas'],
    ['istatistik/index.html', 'statistics'],
  ] as const)
    assert.match(pictureOf(page)!, new RegExp(`^pictures/${name}\\.`), 'home has that of its headline');
  assert.equal(pictureOf('durum/index.html'), undefined);
  const today = pictureOf('map/index.html');
  await draw(AS_OF + 2 * HOUR, 12);
  assert.equal(pictureOf('map/index.html'), today);
  await draw(AS_OF + DAY, 12);
  assert.notEqual(pictureOf('map/index.html'), today);
});
