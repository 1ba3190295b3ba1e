/** The map of the cells with many blasts, and the list that says the same in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blastCells } from '../../generator/site/blast-cells.ts';
import { shareClass } from '../../generator/site/drawing/blast-map.ts';
import { syntheticSite } from '../support/site-pages.ts';

const pageOf = (path: string): string => syntheticSite().get(path)!.toString('utf8');
const sectionOf = (html: string): string => {
  const from = html.indexOf('id="blasts-map"');
  assert.ok(from > 0);
  return html.slice(from, html.indexOf('</section>', from));
};

test('cells with ten expected blasts or more are shown, the most first, with the nearest seat', () => {
  const { cells, least, since } = blastCells();
  assert.ok(cells.length > 100 && since > 1980 && since < 2000);
  assert.ok(cells.every(({ blasts, events }) => blasts >= least && blasts <= events * 1.01));
  assert.deepEqual(
    cells.map(({ blasts }) => blasts),
    cells.map(({ blasts }) => blasts).sort((a, b) => b - a),
  );
  // The pits of lignite of Milas and Yatağan, and of Tunçbilek.
  const named = cells.slice(0, 10).map(({ near }) => near);
  assert.ok(named.some((one) => one.endsWith('(Muğla)')) && named.includes('Tavşanlı (Kütahya)'), named.join());
  assert.deepEqual(
    [0.2, 0.5, 0.74, 0.75, 1].map((share) => shareClass({ blasts: share * 100, events: 100 })),
    [0, 1, 1, 2, 2],
  );
});

test('the page of statistics draws them all, and lists ten with a link to their blasts', () => {
  const { cells } = blastCells();
  for (const [path, words, link] of [
    ['istatistik/index.html', 'kaydın yaklaşık', '/harita/'],
    ['statistics/index.html', 'records (', '/map/'],
  ] as const) {
    const section = sectionOf(pageOf(path));
    assert.equal(section.split('<circle').length - 1, cells.length, path);
    assert.match(section, /<use href="#ground"\/>/);
    const items = section.split('<li>').slice(1);
    assert.equal(items.length, 10);
    for (const [index, item] of items.entries()) {
      assert.ok(item.includes(cells[index]!.near) && item.includes(words), item);
      assert.ok(item.includes(`href="${link}?blasts=only&amp;min_magnitude=all&amp;min_latitude=`), item);
    }
    for (const shade of [0, 1, 2]) assert.ok(section.includes(`class="key blasts-${shade}"`));
  }
});
