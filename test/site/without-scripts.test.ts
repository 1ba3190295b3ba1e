/** What pages say where no script runs. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCY_NAMES } from '#core/agencies.ts';
import { syntheticSite } from '../support/site-pages.ts';

const site = syntheticSite();
const noscript = (file: string): string =>
  /<noscript>([^]*?)<\/noscript>/.exec(site.get(file)!.toString('utf8'))?.[1] ?? '';

test('the page of the sources has the last answers known when it was written, to the hour, and says so', () => {
  for (const [file, words, time] of [
    ['durum/index.html', 'Bu sayfa hazırlanırken bilinen son yanıtlar', '1 Temmuz 2026 12:00–13:00 UTC'],
    ['sources/index.html', 'known when this page was made', '1 July 2026 12:00–13:00 UTC'],
  ] as const) {
    const text = noscript(file);
    assert.ok(text.includes(words) && text.includes(`${AGENCY_NAMES.afad.tr}: ${time}`), text);
    assert.match(text, /href="\/status\.json"/);
  }
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
