import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { drawIcons } from '../../scripts/compile/icons.ts';
import { syntheticSite } from '../support/site-pages.ts';

const folder = join(import.meta.dirname, '../../data/icons');

test('the icons are what the one drawing gives', async () => {
  const drawn = await drawIcons(readFileSync(join(folder, 'favicon.svg'), 'utf8'));
  for (const [file, bytes] of drawn) assert.ok(bytes.equals(readFileSync(join(folder, file))), file);
});

test('the manifest and every page name icons that are there, in their sizes', () => {
  const site = syntheticSite();
  const { icons, start_url: start } = JSON.parse(site.get('site.webmanifest')!.toString('utf8')) as {
    icons: { src: string; sizes: string; purpose: string }[];
    start_url: string;
  };
  assert.equal(start, '/');
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
