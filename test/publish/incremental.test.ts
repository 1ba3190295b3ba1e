import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { NEWEST_IDS } from '#core/details.ts';
import fc from '../support/property.ts';
import { putStations } from '../../generator/catalog/stations.ts';
import { AS_OF, STATIONS, buildInto, treeOf } from '../support/build.ts';
import { records, states, testCatalog } from '../support/catalog.ts';
import { POPULATION, applyOperation, operations, type Known } from '../support/catalog-operations.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('after any changes an incremental build has the bytes of a full one', (t) => {
  const folder = temporaryFolder(t);
  const met = new Set<string>();
  let runs = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(operations, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
      fc.constantFrom(0, NEWEST_IDS),
      fc.constantFrom({}, { feedRows: 0 }, { feedRows: 6 }),
      (rounds, newestIds, ofFeeds) => {
        const root = join(folder, String((runs += 1)));
        const [grown, fresh] = [join(root, 'grown'), join(root, 'fresh')];
        const catalog = testCatalog();
        putStations(catalog.db, STATIONS);
        const known: Known = new Map();
        catalog.now = AS_OF;
        catalog.store({ feed: 'usgs-fdsn', asOf: AS_OF, reports: POPULATION });
        for (const [index, round] of rounds.entries()) {
          for (const telling of round) applyOperation(catalog, known, telling);
          for (const [what, count] of Object.entries(catalog.finish())) if (count > 0) met.add(what);
          const options = { asOf: catalog.now, agencies: catalog.agencies, newestIds, ...ofFeeds };
          met.add(buildInto(grown, catalog.db, options).mode);
          // The last round, and every second one before: the others are compared by what later ones make of them.
          if ((rounds.length - 1 - index) % 2 === 1) continue;
          rmSync(fresh, { recursive: true, force: true });
          assert.equal(buildInto(fresh, catalog.db, options).mode, 'full');
          assert.deepEqual(treeOf(grown), treeOf(fresh));
        }
        for (const { revisions } of records(catalog.db))
          for (const { changed } of revisions) changed.forEach((what) => met.add(what));
        for (const { state } of states(catalog.db)) met.add(state);
        catalog.close();
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: 10, seed: 7 },
  );
  // The tellings above are worth something only if these came about.
  for (const what of [
    'created',
    'revised',
    'merged',
    'withdrawn',
    'reinstated',
    'magnitude',
    'occurred_at',
    'full',
    'incremental',
  ])
    assert.ok(met.has(what), `no earthquake was ever ${what}`);
});
