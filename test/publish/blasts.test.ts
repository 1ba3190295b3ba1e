/** Blasts are in the answers for programs, and counted beside those of the pages and statistics. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANSWERS, statisticsPath } from '#core/paths.ts';
import { HOUR } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { setRecord } from '../support/blasts.ts';
import { AS_OF, buildInto, jsonOf, manifestOf } from '../support/build.ts';
import { report, type TestCatalog, testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Earthquakes 1 to 3, a blast by the agency's word (4), a probable one (5), and one that is less so (6). */
function catalogWithBlasts(): TestCatalog {
  const catalog = testCatalog();
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

test('the page of statistics counts them apart', (t) => {
  const [catalog, dist] = [catalogWithBlasts(), temporaryFolder(t)];
  buildInto(dist, catalog.db, { site: true });
  const page = readFileSync(join(dist, 'statistics/index.html'), 'utf8');
  assert.match(page, /holds 4 earthquakes\. 4 of them happened today/);
  assert.match(page, /href="\/map\/\?blasts=only">.*\+ 2 blasts or probable blasts/s);
  assert.match(page, /12 Mar: 4, M ≥ 4: 0/);
  assert.match(page, /M 2–3: 2</);
  catalog.close();
});
