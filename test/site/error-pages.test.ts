import assert from 'node:assert/strict';
import test from 'node:test';
import { ERROR_PAGES } from '#core/paths.ts';
import { syntheticSite } from '../support/site-pages.ts';

test('pages in place of errors have no address, and links that hold at every address', () => {
  const files = syntheticSite();
  for (const name of Object.values(ERROR_PAGES)) {
    const html = files.get(name)!.toString('utf8');
    assert.ok(html.includes('<meta name="robots" content="noindex">'), name);
    assert.doesNotMatch(html, /rel="(?:canonical|alternate" hreflang)|og:url/, name);
    for (const [, address] of html.matchAll(/ (?:href|src|action)="([^"]*)"/g))
      assert.match(address!, /^(?:$|#|data:|\/|https?:)/, name);
  }
});
