/** What pages say where no script runs. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { syntheticSite } from '../support/site-pages.ts';

const site = syntheticSite();
const noscript = (file: string): string =>
  /<noscript>([^]*?)<\/noscript>/.exec(site.get(file)!.toString('utf8'))?.[1] ?? '';

test('the page of the sources leads to their state, which changes without the page', () => {
  for (const file of ['durum/index.html', 'sources/index.html']) assert.match(noscript(file), /href="\/status\.json"/);
});

test('the common page of earthquakes leads on where no script fills it', () => {
  for (const [file, home] of [
    ['deprem/index.html', '/'],
    ['earthquake/index.html', '/en/'],
  ] as const) {
    const text = noscript(file);
    assert.ok(text.includes(`href="${home}"`), text);
    assert.match(text, /<form action="\/deprem_api\.php">[^]*name="id"/);
  }
});
