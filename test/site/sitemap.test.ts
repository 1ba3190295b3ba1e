import assert from 'node:assert/strict';
import test from 'node:test';
import { syntheticSite } from '../support/site-pages.ts';

test('a sitemap has the address of every page, and robots.txt names the index', () => {
  const files = syntheticSite();
  const [sitemap, robots] = ['sitemaps/pages.xml', 'robots.txt'].map((name) => files.get(name)!.toString('utf8'));
  const listed = [...sitemap!.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  const canonical = [...files]
    .filter(([name, bytes]) => name.endsWith('.html') && !bytes.includes('content="noindex"'))
    .map(([, bytes]) => /rel="canonical" href="([^"]*)"/.exec(bytes.toString('utf8'))![1]!);
  assert.deepEqual(listed.sort(), canonical.sort());
  assert.ok(listed.length >= 12);
  assert.equal(robots, 'User-agent: *\nDisallow: /account/\n\nSitemap: http://localhost:8787/sitemap.xml\n');
});
