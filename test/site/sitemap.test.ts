import assert from 'node:assert/strict';
import test from 'node:test';
import { PROVINCES } from '#core/provinces.ts';
import { provincePath } from '../../generator/site/pages/content.ts';
import { syntheticSite } from '../support/site-pages.ts';

test('a sitemap has the address of every page, and robots.txt names the index', () => {
  const files = syntheticSite();
  const [sitemap, robots] = ['sitemaps/pages.xml', 'robots.txt'].map((name) => files.get(name)!.toString('utf8'));
  const listed = [...sitemap!.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  const canonical = [...files]
    .filter(([name, bytes]) => name.endsWith('.html') && !bytes.includes('content="noindex"'))
    .map(([, bytes]) => /rel="canonical" href="([^"]*)"/.exec(bytes.toString('utf8'))![1]!);
  // Each build lists all provinces; the test's site has pages of two.
  const provinces = PROVINCES.map(provincePath).flatMap(({ tr, en }) => [tr, en]);
  const addresses = new Set([...canonical, ...provinces.map((path) => `http://localhost:8787${path}`)]);
  assert.deepEqual(listed.sort(), [...addresses].sort());
  assert.ok(canonical.length >= 16 && listed.length === canonical.length + 2 * 79);
  assert.equal(robots, 'User-agent: *\nDisallow: /account/\n\nSitemap: http://localhost:8787/sitemap.xml\n');
});
