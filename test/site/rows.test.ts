/** Rows of lists as markup. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCivil } from '#core/time.ts';
import { rowOf, type Row } from '../../generator/site/drawing/rows.ts';
import { markup } from '../../generator/site/drawing/markup.ts';

const NOW = parseCivil('2026-11-23 04:30:00')!;
const row: Row = {
  ...{ id: 7, time: parseCivil('2026-11-23 04:17:32')!, precision: 'second', magnitude: 4.2, depthKm: 7.04 },
  ...{
    eventType: undefined,
    place: 'Silivri <b> & "x"',
    agencies: ['AFAD', 'Kandilli'],
    href: '/deprem/?id=7',
    dot: 'age-0',
  },
};
const turkish = { language: 'tr', now: NOW, say: (tr: string) => tr } as const;
const english = { language: 'en', say: (_: string, en: string) => en } as const;
const text = (one: Partial<Row>, speech: typeof turkish | typeof english = turkish): string =>
  rowOf({ ...row, ...one }, speech)
    .toString()
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|');

test('a row says magnitude, place, clock time in Türkiye, age, depth and agencies', () => {
  assert.equal(
    text({}),
    '|4.2|Silivri &lt;b&gt; &amp; &quot;x&quot;|07:17 · 12 dakika önce| · 7 km| · AFAD, Kandilli|',
  );
  assert.equal(
    text({ depthKm: null, place: 'Silivri' }, english),
    '|4.2|Silivri|23 Nov 2026 07:17| · depth unknown| · AFAD, Kandilli|',
  );
  assert.match(rowOf(row, turkish).toString(), /<time datetime="2026-11-23T04:17:32Z" data-precision="second">/);
});

test('a row of an old earthquake says no more than is known', () => {
  const old = { time: parseCivil('1509-09-10 00:00:00')!, precision: 'day', place: 'İstanbul' } as const;
  assert.match(text(old), /^\|4\.2\|İstanbul\|10 Eylül 1509\| · 7 km/);
  assert.match(rowOf({ ...row, ...old }, turkish).toString(), /<time>10 Eylül 1509<\/time>/, 'it has no age');
});

test('a row of a quarry blast says so', () => {
  assert.match(text({ eventType: 'quarry blast' }), /^\|4\.2\|Taş ocağı patlatması\| Silivri/);
  assert.match(text({ eventType: 'quarry blast' }, english), /^\|4\.2\|Quarry blast\| Silivri/);
});

test('markup escapes values, joins lists, and leaves out what is not there', () => {
  const values = [1, markup`<b>${'<'}</b>`, ['a', [false, 'é&']], undefined, null, false];
  assert.equal(markup`<i>${values}</i>`.toString(), '<i>1<b>&lt;</b>aé&amp;</i>');
  assert.equal(markup`${'\'"$&'}`.toString(), '&#39;&quot;$&amp;');
});
