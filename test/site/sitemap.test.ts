import assert from 'node:assert/strict';
import test from 'node:test';
import { syntheticDataset } from '../support/dataset.ts';
import { syntheticSite } from '../support/site-pages.ts';

test('the sitemap has the address of every page, and robots.txt the sitemap’s', () => {
  const files = syntheticSite([syntheticDataset({ count: 60 }).detailed[0]!]);
  const [sitemap, robots] = ['sitemap.xml', 'robots.txt'].map((name) => files.get(name)!.toString('utf8'));
  const listed = [...sitemap!.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  const canonical = [...files]
    .filter(([name, bytes]) => name.endsWith('.html') && !bytes.includes('content="noindex"'))
    .map(([, bytes]) => /rel="canonical" href="([^"]*)"/.exec(bytes.toString('utf8'))![1]!);
  assert.deepEqual(listed.sort(), canonical.sort());
  assert.ok(listed.length >= 14);
  assert.equal(robots, 'User-agent: *\nDisallow: /account/\n\nSitemap: http://localhost:8787/sitemap.xml\n');
});
