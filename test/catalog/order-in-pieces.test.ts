/**
 * Hours of reports that move, disappear, return, are coarse or ambiguous, read piece by piece.
 * Agencies are left out for a while.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES, type Agency } from '#core/earthquake.ts';
import { DATE_PRECISIONS, HOUR, MINUTE, SECOND, spanOf, type EpochMs } from '#core/time.ts';
import { sql, type Db } from '../../generator/catalog/database.ts';
import { NOON, published, report, states, testCatalog, type Document } from '../support/catalog.ts';
import fc from '../support/property.ts';

const truth = fc.record({
  second: fc.nat({ max: 6 * 3600 }),
  step: fc.nat({ max: 7 }),
  magnitude: fc.nat({ max: 25 }),
});

const shape = fc.record({
  feed: fc.constantFrom(
    ...(['afad-api', 'afad-api', 'usgs-fdsn', 'usgs-fdsn', 'kandilli-zeqdb', 'kandilli-xml'] as const),
    ...(['kandilli-live', 'turhec-file', 'historical-file'] as const),
  ),
  of: fc.nat({ max: 11 }),
  late: fc.integer({ min: -8, max: 8 }),
  north: fc.integer({ min: -20, max: 20 }),
  larger: fc.integer({ min: -5, max: 5 }),
  key: fc.nat({ max: 9 }),
  precision: fc.constantFrom(...DATE_PRECISIONS.slice(1)),
  ambiguous: fc.constantFrom(null, null, null, null, -HOUR, HOUR),
  withdrawn: fc.nat({ max: 7 }).map((fate) => fate === 0),
});

type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;
type Truth = typeof truth extends fc.Arbitrary<infer T> ? T : never;

function documentOf(one: Shape, truths: Truth[], index: number): Document {
  const { second, step, magnitude } = truths[one.of % truths.length]!;
  const time: EpochMs = NOON - (second + one.late) * SECOND;
  const values = {
    latitude: 37 + step * 0.15 + one.north / 100,
    magnitudes: [{ type: 'ML', value: 2 + (magnitude + one.larger) / 10 }],
  };
  const asOf = NOON + HOUR + index * MINUTE;
  const { feed, key, precision, withdrawn } = one;
  switch (feed) {
    case 'afad-api':
    case 'usgs-fdsn': {
      const name = feed === 'afad-api' ? `50000${key}` : `us${key}`;
      return { feed, reports: [report({ ...values, time, key: name, updatedAt: asOf, withdrawn })], asOf };
    }
    case 'turhec-file':
    case 'historical-file': {
      const cut = spanOf(time, precision).from;
      return { feed, reports: [report({ ...values, time: cut, precision, key: `${feed}${key % 3}` })], asOf };
    }
    case 'kandilli-live':
    case 'kandilli-xml':
    case 'kandilli-zeqdb': {
      const alternativeTime = one.ambiguous === null ? null : time + one.ambiguous;
      return { feed, reports: [report({ ...values, time, alternativeTime })], asOf };
    }
  }
}

/** The agency events that are not withdrawn of every earthquake. */
const owners = (db: Db): Map<number, Set<number>> =>
  new Map(
    [
      ...Map.groupBy(
        sql<[], { agency_event: number; earthquake: number }>(
          db,
          'SELECT agency_event, earthquake FROM agency_events WHERE withdrawn = 0',
        ).all(),
        ({ earthquake }) => earthquake,
      ),
    ].map(([id, rows]) => [id, new Set(rows.map((row) => row.agency_event))]),
  );

/** An earthquake that lost all its reports to others must no longer be current. */
function noIdChangedOwner(before: Map<number, Set<number>>, after: Map<number, Set<number>>): void {
  const living = new Set([...after.values()].flatMap((agencyEvents) => [...agencyEvents]));
  for (const [id, agencyEvents] of after) {
    const former = before.get(id);
    if (former?.isDisjointFrom(agencyEvents))
      assert.ok(former.isDisjointFrom(living), `earthquake ${id} is another one than it was`);
  }
}

test('incremental reading, with agencies excluded in between, gives the same earthquakes and stable ids', () => {
  const piece = fc.record({
    shapes: fc.array(shape, { minLength: 1, maxLength: 6 }),
    without: fc.constantFrom<Agency | null>(null, null, 'afad', 'kandilli', 'usgs'),
  });
  const scenario = fc.tuple(
    fc.array(truth, { minLength: 3, maxLength: 12 }),
    fc.array(piece, { minLength: 2, maxLength: 10 }),
  );
  fc.assert(
    fc.property(scenario, ([truths, pieces]) => {
      const [atOnce, piecemeal] = [testCatalog(), testCatalog()];
      let index = 0;
      let before = owners(piecemeal.db);
      for (const { shapes, without } of [...pieces, { shapes: [], without: null }]) {
        const documents = shapes.map((one) => documentOf(one, truths, index++));
        for (const document of documents) atOnce.store(document);
        piecemeal.now += MINUTE;
        piecemeal.agencies = AGENCIES.filter((agency) => agency !== without);
        piecemeal.run(...documents);
        const after = owners(piecemeal.db);
        noIdChangedOwner(before, after);
        const current = states(piecemeal.db).filter(({ state }) => state === 'current');
        assert.deepEqual(
          [...after.keys()].sort((a, b) => a - b),
          current.map(({ id }) => id),
        );
        before = after;
      }
      atOnce.finish();
      assert.deepEqual(published(piecemeal.db), published(atOnce.db));
      atOnce.close();
      piecemeal.close();
    }),
    { numRuns: 80 },
  );
});
