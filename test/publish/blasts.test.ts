/** Blasts are in the answers for programs, and counted beside those of the pages and statistics. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANSWERS, statisticsPath } from '#core/paths.ts';
import { HOUR } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';
import { setRecord } from '../support/blasts.ts';
import { AS_OF, buildInto, jsonOf, manifestOf } from '../support/build.ts';
import { report, type TestCatalog, testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Earthquakes 1 to 3, a blast by the agency's word (4), a probable one (5), and one that is less so (6). */
function catalogWithBlasts(): TestCatalog {
  const catalog = testCatalog();
  catalog.placeName = shippedPlaceName();
  const reports = [2.5, 3.2, 1.5, 1.9, 2.1, 2.2].map((value, index) =>
    report({
      ...{ key: `us${index}`, time: AS_OF - (12 - index) * HOUR, magnitudes: [{ type: 'ML', value }] },
      ...{ latitude: 37.3 + index / 5, eventType: index === 3 ? 'quarry blast' : 'earthquake' },
    }),
  );
  catalog.run({ feed: 'usgs-fdsn', reports });
  setRecord(catalog.db, 5, { blastProbability: 0.91 });
  setRecord(catalog.db, 6, { blastProbability: 0.5 });
  return catalog;
}

test('answers for programs have blasts, and say how many', (t) => {
  const [catalog, dist] = [catalogWithBlasts(), temporaryFolder(t)];
  buildInto(dist, catalog.db);
  const { earthquakes } = jsonOf<{ earthquakes: ListItem[] }>(dist, ANSWERS.list);
  assert.deepEqual(
    earthquakes.map(({ id, event_type, blast_probability }) => [id, event_type, blast_probability]),
    [
      [6, undefined, 0.5],
      [5, undefined, 0.91],
      [4, 'quarry blast', undefined],
      ...[3, 2, 1].map((id) => [id, undefined, undefined]),
    ],
  );
  const { total, today, blasts } = jsonOf<Record<string, number>>(dist, ANSWERS.stats);
  assert.deepEqual([total, today, blasts], [6, 6, 2]);
  assert.match(
    readFileSync(join(dist, 'catalogue/earthquakes-recent.parquet')).toString('latin1'),
    /blast_probability/,
  );
  catalog.close();
});

test('statistics of a year leave blasts out and say how many', (t) => {
  const [catalog, dist] = [catalogWithBlasts(), temporaryFolder(t)];
  buildInto(dist, catalog.db);
  const [year] = manifestOf(dist).research;
  const { count, blasts } = jsonOf<Record<string, number>>(dist, statisticsPath(year!.statisticsHash));
  assert.deepEqual([year!.count, count, blasts], [4, 4, 2]);
  catalog.close();
});

const pageOf = (dist: string, path: string): string => readFileSync(join(dist, path), 'utf8');
const listed = (html: string): number[] =>
  [...html.matchAll(/class="row"[^>]*data-id="(\d+)"/g)].map(([, id]) => Number(id));

test('the first page leaves them out of its list, and counts them with a link that shows them', (t) => {
  const [catalog, dist] = [catalogWithBlasts(), temporaryFolder(t)];
  buildInto(dist, catalog.db, { site: true });
  for (const [path, words] of [
    ['index.html', '\\+ 2 olası taş ocağı patlatması'],
    ['en/index.html', '\\+ 2 probable quarry blasts'],
  ] as const) {
    const page = pageOf(dist, path);
    assert.deepEqual(listed(page), [6, 3, 2, 1], path);
    assert.match(page, new RegExp(`<p id="blasts"><a href="[^"]*\\?blasts=include">.*${words}`));
  }
  setRecord(catalog.db, 4, { eventType: 'earthquake' });
  setRecord(catalog.db, 5, { blastProbability: 0.5 });
  buildInto(dist, catalog.db, { site: true, full: true });
  assert.deepEqual(listed(pageOf(dist, 'index.html')), [6, 5, 4, 3, 2, 1]);
  assert.match(pageOf(dist, 'index.html'), /<p id="blasts" hidden>/);
  catalog.close();
});

test('the page of a province counts them and lists them apart; its files for programs have them', (t) => {
  const [catalog, dist] = [catalogWithBlasts(), temporaryFolder(t)];
  buildInto(dist, catalog.db, { site: true });
  const page = pageOf(dist, 'en/province/kahramanmaras/index.html');
  const [before, apart] = page.split('<details class="block" id="blasts">') as [string, string];
  const shown = apart.slice(0, apart.indexOf('</details>'));
  assert.deepEqual([listed(before).filter((id) => id === 4 || id === 5), listed(shown)], [[], [5, 4]]);
  assert.match(shown, /<summary>\+ 2 probable quarry blasts<\/summary>/);
  assert.match(shown, /Probable quarry blast<\/b>/);
  assert.match(before, /4 earthquakes are recorded\.\s+Probable blasts \(2\) are not among them\./);
  const { newest, count } = jsonOf<{ newest: ListItem[]; count: number }>(dist, 'provinces/46.json');
  assert.deepEqual([newest.map(({ id }) => id), count], [[6, 5, 4, 3, 2, 1], 6]);
  assert.match(pageOf(dist, 'provinces/46.xml'), /Olası taş ocağı patlatması, M 2\.1/);
  catalog.close();
});

test('the page of a probable blast says so in one sentence, and how probable it is', (t) => {
  const [catalog, dist] = [catalogWithBlasts(), temporaryFolder(t)];
  buildInto(dist, catalog.db, { site: true });
  const pages = (folder: string): string[] => {
    const names = readdirSync(join(dist, folder, '2024-03-12'));
    return names.map((name) => pageOf(dist, `${folder}/2024-03-12/${name}/index.html`));
  };
  const [tr, en] = [pages('deprem'), pages('earthquake')].map((all) => all.filter((html) => html.includes('"notice"')));
  assert.equal(tr!.length, 1);
  assert.match(tr![0]!, /%91 olasılıkla deprem değil, taş ocağı ya da maden patlatmasıdır\./);
  assert.match(tr![0]!, /Olası taş ocağı patlatması · M 2,1/);
  assert.match(en![0]!, /probably not an earthquake but a quarry or mine blast \(91%\)\./);
  catalog.close();
});

test('the page of statistics counts them apart', (t) => {
  const [catalog, dist] = [catalogWithBlasts(), temporaryFolder(t)];
  buildInto(dist, catalog.db, { site: true });
  const page = pageOf(dist, 'statistics/index.html');
  assert.match(page, /holds 4 earthquakes\. 4 of them happened today/);
  assert.match(page, /href="\/map\/\?blasts=only">.*\+ 2 blasts or probable blasts/s);
  assert.match(page, /12 Mar: 4, M ≥ 4: 0/);
  assert.match(page, /M 2–3: 2</);
  catalog.close();
});
