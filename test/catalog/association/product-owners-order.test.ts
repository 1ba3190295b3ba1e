import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { HOUR } from '#core/time.ts';
import { sql } from '../../../generator/catalog/database.ts';
import type { Document, TestCatalog } from '../../support/catalog.ts';
import { dump, published, records, testCatalog } from '../../support/catalog.ts';
import { otherRuns } from '../../support/catalog-scenarios.ts';
import { documentsWithProducts } from '../../support/product-scenarios.ts';
import fc from '../../support/property.ts';

function after(runs: Document[][]): { published: string; records: Earthquake[] } {
  const catalog = testCatalog();
  for (const run of runs) catalog.run(...run);
  const result = { published: published(catalog.db).join('\n'), records: records(catalog.db) };
  catalog.close();
  return result;
}

test('the published catalogue does not depend on the order of reports and products, nor on the runs', () => {
  let [withMechanism, withShakemap] = [0, 0];
  fc.assert(
    fc.property(
      documentsWithProducts.chain((all) => fc.tuple(fc.constant(all), otherRuns(all))),
      ([all, runs]) => {
        const one = after([all]);
        assert.equal(after(runs).published, one.published);
        withMechanism += one.records.filter((record) => record.mechanism !== null).length;
        withShakemap += one.records.filter((record) => record.shakemap !== null).length;
      },
    ),
    { numRuns: 150 },
  );
  assert.ok(withMechanism > 200 && withShakemap > 50, `${withMechanism} mechanisms, ${withShakemap} shakemaps`);
});

/** Every product and whose it is, by what the catalogue has stored. */
const owners = (catalog: TestCatalog): unknown[] =>
  sql(catalog.db, 'SELECT product, thread, cost FROM products ORDER BY product').all();

test('stored product owners equal those of a complete recomputation', () => {
  fc.assert(
    fc.property(
      documentsWithProducts.chain((all) => otherRuns(all)),
      (runs) => {
        const catalog = testCatalog();
        for (const run of runs) catalog.run(...run);
        const before = [owners(catalog), dump(catalog.db)];
        catalog.db.exec('INSERT OR IGNORE INTO dirty_products SELECT product FROM products');
        catalog.finish();
        assert.deepEqual([owners(catalog), dump(catalog.db)], before);
        catalog.close();
      },
    ),
    { numRuns: 150 },
  );
});

test('reading reports and products again changes nothing', () => {
  fc.assert(
    fc.property(
      documentsWithProducts.chain((all) => fc.tuple(fc.constant(all), otherRuns(all))),
      ([all, again]) => {
        const catalog = testCatalog();
        catalog.run(...all);
        const before = dump(catalog.db);
        for (const run of again) {
          catalog.now += HOUR;
          catalog.run(...run);
        }
        assert.equal(dump(catalog.db), before);
        catalog.close();
      },
    ),
    { numRuns: 60 },
  );
});
