/** Old dates are the same on pages and in lists, feeds and the API: as exact as they are known, in their calendar. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWords } from '#core/date-words.ts';
import { formatDay, parseCivil } from '#core/time.ts';
import { listItem } from '#core/wire.ts';
import { summaryOf } from '../../generator/outputs/rss.ts';
import { earthquake } from '../support/earthquake.ts';
import { HISTORICAL } from '../support/historical-dates.ts';
import { syntheticSite } from '../support/site-pages.ts';

const EARTHQUAKES = HISTORICAL.map(([civil, precision], index) => {
  const one = earthquake();
  const solutions = one.solutions.map((solution) => ({ ...solution, time: parseCivil(civil)!, precision }));
  return earthquake({ id: index + 1, time: parseCivil(civil)!, precision, solutions });
});
const SITE = syntheticSite(EARTHQUAKES, { earthquakes: EARTHQUAKES });
const fileOf = (path: string): string => SITE.get(path)!.toString('utf8');

for (const [index, [civil, precision, tr, en, list]] of HISTORICAL.entries())
  test(`${civil}, known to the ${precision}, on pages, in lists, feeds and records`, () => {
    const one = EARTHQUAKES[index]!;
    const folder = `${formatDay(one.time)}/${one.slug}`;
    const [page, english] = ['deprem', 'earthquake'].map((name) => fileOf(`${name}/${folder}/index.html`));
    assert.ok(page!.includes(tr), 'the page');
    assert.ok(english!.includes(en), 'the English page');
    const isDate = ['year', 'month', 'day'].includes(precision);
    assert.ok(page!.includes(`<th scope="col">${isDate ? 'Tarih' : 'Oluş zamanı (UTC)'}</th>`), 'its column');
    assert.ok(english!.includes(`<th scope="col">${isDate ? 'Date' : 'Origin time (UTC)'}</th>`), 'in English');
    for (const [name, words] of [
      ['index.html', list],
      ['en/index.html', listWords(one.time, precision, 'en')],
    ] as const) {
      const [row = ''] = new RegExp(`data-id="${one.id}"[^]*?</a>`).exec(fileOf(name)) ?? [];
      assert.ok(row.includes(words), `${name}: ${row}`);
    }
    assert.ok(summaryOf(one).includes(tr), 'the feed');
    const { occurred_at: occurred, date_precision: stated = 'second' } = listItem(one);
    assert.deepEqual([occurred, stated], [civil, precision], 'the record');
  });
