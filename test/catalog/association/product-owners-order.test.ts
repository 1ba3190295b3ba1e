import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR } from '#core/time.ts';
import { sql } from '../../../generator/catalog/database.ts';
import { dump, published, records, testCatalog, type TestCatalog } from '../../support/catalog.ts';
import { withOtherRuns } from '../../support/catalog-scenarios.ts';
import { documentsWithProducts } from '../../support/product-scenarios.ts';
import fc from '../../support/property.ts';

/** Every stored product with its earthquake. */
const owners = (catalog: TestCatalog): unknown[] =>
  sql(catalog.db, 'SELECT product, agency_event, cost FROM products ORDER BY product').all();

function assertCompleteOwners(catalog: TestCatalog): void {
  const before = [owners(catalog), dump(catalog.db)];
  catalog.db.exec('INSERT OR IGNORE INTO dirty_products SELECT product FROM products');
  catalog.finish();
  assert.deepEqual([owners(catalog), dump(catalog.db)], before);
}

test('the published catalogue does not depend on order and runs; stored product owners are those of a recomputation', () => {
  let [withMechanism, withShakemap] = [0, 0];
  fc.assert(
    fc.property(withOtherRuns(documentsWithProducts), ([all, runs]) => {
      const [one, other] = [testCatalog(), testCatalog()];
      one.run(...all);
      for (const run of runs) other.run(...run);
      assert.equal(published(other.db).join('\n'), published(one.db).join('\n'));
      assertCompleteOwners(other);
      for (const { mechanism, shakemap } of records(one.db)) {
        withMechanism += mechanism === null ? 0 : 1;
        withShakemap += shakemap === null ? 0 : 1;
      }
      one.close();
      other.close();
    }),
    { numRuns: 150 },
  );
  assert.ok(withMechanism > 200 && withShakemap > 50, `${withMechanism} mechanisms, ${withShakemap} shakemaps`);
});

test('reading reports and products again changes nothing', () => {
  fc.assert(
    fc.property(withOtherRuns(documentsWithProducts), ([all, again]) => {
      const catalog = testCatalog();
      catalog.run(...all);
      const before = dump(catalog.db);
      for (const run of again) {
        catalog.now += HOUR;
        catalog.run(...run);
      }
      assert.equal(dump(catalog.db), before);
      catalog.close();
    }),
    { numRuns: 60 },
  );
});
