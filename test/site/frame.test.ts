import assert from 'node:assert/strict';
import test from 'node:test';
import { syntheticSite } from '../support/site-pages.ts';

const pagesOf = (site: Map<string, Buffer>): [string, string][] =>
  [...site]
    .filter(([name]) => name.endsWith('.html') && !name.includes('widget/'))
    .map(([name, bytes]) => [name, bytes.toString('utf8')]);

test('every page names its official sources and leads to the terms', () => {
  const site = syntheticSite();
  for (const [name, html] of pagesOf(site)) {
    const [, foot = ''] = /<footer>(.*)<\/footer>/s.exec(html) ?? [];
    assert.match(
      foot,
      /Resmî veriler.*href="https:\/\/deprem\.afad\.gov\.tr".*href="http:\/\/www\.koeri\.boun\.edu\.tr"/,
      name,
    );
    const [, terms = ''] = /href="\/((?:en\/)?docs\/)#terms"/.exec(foot) ?? [];
    assert.match(site.get(`${terms}index.html`)!.toString('utf8'), / id="terms"/, name);
  }
});

test('the language is switched by a link, also where there are no scripts', () => {
  const site = syntheticSite();
  for (const [name, html] of pagesOf(site)) {
    const [, other] = /<a id="switch-language" href="\/([^"]*)">/.exec(html)!;
    const [language] = /hreflang="[^"]*"/.test(html) ? [/<html lang="en"/.test(html) ? 'tr' : 'en'] : [];
    const [, expected = 'en/'] =
      new RegExp(`hreflang="${language}" href="http://localhost:8787/([^"]*)"`).exec(html) ?? [];
    assert.equal(other, expected, name);
    assert.ok(site.has(`${other}index.html`), name);
  }
});

test('every page leads to the accounts, and none does where there are none', () => {
  for (const [name, html] of pagesOf(syntheticSite()))
    assert.match(html, /<a class="tr" lang="tr" href="\/account\/\?lang=tr">Giriş<\/a>/, name);
  for (const [name, html] of pagesOf(syntheticSite([], { hasAccounts: false })))
    assert.doesNotMatch(html, /\/account/, name);
});
