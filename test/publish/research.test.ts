import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parseCivil } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { researchFiles } from '#core/manifest.ts';
import { buildInto, manifestOf, treeOf, usgsSays } from '../support/build.ts';
import { testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const quake = (key: string, time: string, value: number | null): Partial<SourceReport> => ({
  key,
  time: parseCivil(time)!,
  latitude: 38,
  longitude: 38,
  place: 'Pütürge (Malatya)',
  magnitudes: value === null ? [] : [{ type: 'ML', value }],
});

test('a year is rendered when it changes, or when a window of an earlier one reaches into it', (t) => {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  const built = (...reports: Partial<SourceReport>[]) => {
    usgsSays(catalog, ...reports);
    const { mode } = buildInto(dist, catalog.db);
    const clean = temporaryFolder(t);
    buildInto(clean, catalog.db);
    assert.deepEqual(treeOf(dist), treeOf(clean), mode);
    return new Map(manifestOf(dist).research.map((entry) => [entry.year, entry]));
  };
  const first = built(
    quake('old', '1950-01-01 00:00:00', 5),
    quake('main', '2020-12-30 00:00:00', 6),
    quake('after', '2021-02-01 00:00:00', 4),
    quake('late', '2023-02-01 00:00:00', 4),
  );
  assert.deepEqual([...first.keys()], [1950, 2020, 2021, 2023]);
  const parents = (): string => {
    const entry = manifestOf(dist).research.find(({ year }) => year === 2021)!;
    return readFileSync(join(dist, researchFiles(entry)[1]!), 'utf8');
  };
  // 33 days after an M 6 at the same place: as near as 10^(−1.04 − 1.6 − 6).
  assert.match(parents(), /^id,parent,nearest,log_distance\n3,2,2,-8\.64\n$/);
  const second = built(quake('main', '2020-12-30 00:00:00', 3.5));
  assert.match(parents(), /^id,parent,nearest,log_distance\n3,,2,-6\.14\n$/);
  assert.deepEqual(
    [...first.keys()].filter((year) => JSON.stringify(first.get(year)) !== JSON.stringify(second.get(year))),
    // In 2020 the magnitude changed, which its cell shows.
    [2020, 2021],
  );
  for (const path of researchFiles(second.get(2023)!)) rmSync(join(dist, path));
  assert.deepEqual(built(), second);
});

test('years without any magnitude share an empty file', (t) => {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  usgsSays(catalog, quake('one', '1950-01-01 00:00:00', null), quake('two', '1951-01-01 00:00:00', null));
  buildInto(dist, catalog.db);
  const { research } = manifestOf(dist);
  assert.deepEqual(
    research.map(({ year, count }) => [year, count]),
    [
      [1950, 1],
      [1951, 1],
    ],
  );
  assert.equal(research[0]!.declusteredHash, research[1]!.declusteredHash);
});
