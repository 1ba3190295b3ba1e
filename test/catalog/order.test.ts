import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DAY, HOUR } from '#core/time.ts';
import { dump, NOON, published, records, report, testCatalog } from '../support/catalog.ts';
import type { Document } from '../support/catalog.ts';
import { documents, otherRuns } from '../support/catalog-scenarios.ts';

/** What is published after the runs, and every published row. */
function after(runs: Document[][]): { published: string[]; dump: string } {
  const catalog = testCatalog();
  for (const run of runs) catalog.run(...run);
  const result = { published: published(catalog.db), dump: dump(catalog.db) };
  catalog.db.close();
  return result;
}

const lines = (texts: string[]): string => texts.join('\n');

test('whatever the order of the documents and however they are cut into runs, the same earthquakes are published', () => {
  fc.assert(
    fc.property(
      documents.chain((all) => fc.tuple(fc.constant(all), otherRuns(all))),
      ([all, runs]) => assert.equal(lines(after(runs).published), lines(after([all]).published)),
    ),
    { numRuns: 250 },
  );
});

test('in one run, ids, names and changes too are the same whatever the order of documents with identifiers', () => {
  const keyed = documents.map((all) => all.filter(({ feed }) => feed === 'afad-api' || feed === 'historical-file'));
  fc.assert(
    fc.property(
      keyed.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
      ),
      ([all, shuffled]) => assert.equal(after([shuffled]).dump, after([all]).dump),
    ),
    { numRuns: 60 },
  );
});

test('reading the same documents again changes nothing', () => {
  fc.assert(
    fc.property(
      documents.chain((all) => fc.tuple(fc.constant(all), otherRuns(all))),
      ([all, again]) => {
        const catalog = testCatalog();
        catalog.run(...all);
        const before = dump(catalog.db);
        for (const run of again) {
          catalog.now += HOUR;
          for (const document of run) assert.equal(catalog.put(document).fresh, 0);
          catalog.finish();
        }
        assert.equal(dump(catalog.db), before);
        catalog.db.close();
      },
    ),
    { numRuns: 60 },
  );
});

test('one run gives ids in order of origin time, whatever the order of the rows', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 500 }), { minLength: 1, maxLength: 20 }), (hours) => {
      const catalog = testCatalog();
      const reports = hours.map((hour, index) => report({ key: String(500000 + index), time: NOON - hour * HOUR }));
      catalog.run({ feed: 'afad-api', reports: reports.slice(5) }, { feed: 'afad-site', reports: reports.slice(0, 5) });
      assert.deepEqual(
        records(catalog.db).map(({ id }) => id),
        hours.map((_, index) => index + 1),
      );
      catalog.db.close();
    }),
    { numRuns: 40 },
  );
});

test('no earthquake holds two reports of one agency, nor reports further apart than the bounds', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const catalog = testCatalog();
      catalog.run(...all);
      for (const { solutions } of records(catalog.db)) {
        assert.equal(new Set(solutions.map(({ agency }) => agency)).size, solutions.length);
        const exact = solutions.filter(({ precision }) => precision === 'second').map(({ time }) => time);
        assert.ok(Math.max(...exact) - Math.min(...exact) <= 60_000);
      }
      catalog.db.close();
    }),
    { numRuns: 60 },
  );
});

test('a guard that a late document lifts: the same outcome in every order', () => {
  const row = (index: number) => report({ key: String(500000 + index), time: NOON + index * 60_000 });
  const all = Array.from({ length: 60 }, (_, index) => row(index));
  const coverage = { from: NOON - DAY, to: NOON + DAY, minMagnitude: null };
  const part: Document = { feed: 'afad-api', reports: all.slice(0, 30), asOf: NOON + 2 * DAY, coverage };
  const some: Document = { feed: 'afad-api', reports: all.slice(0, 45), asOf: NOON + DAY };
  const rest: Document = { feed: 'afad-api', reports: all, asOf: NOON + DAY + HOUR };
  const outcomes = [
    [[part, some, rest]],
    [[rest], [some], [part]],
    [[some], [part], [rest]],
    [[part], [rest], [some]],
  ].map((runs) => after(runs).published.length);
  assert.deepEqual(outcomes, [60, 60, 60, 60]);
  assert.equal(after([[some], [part]]).published.length, 30);
});
