import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES, type Earthquake } from '#core/earthquake.ts';
import { MINUTE, formatInstant } from '#core/time.ts';
import { sql } from '../../generator/catalog/database.ts';
import { detailBody } from '../../generator/outputs/detail.ts';
import { changeLog, states, testCatalog, type TestCatalog } from '../support/catalog.ts';
import { documents, productDocuments } from '../support/catalog-scenarios.ts';
import fc from '../support/property.ts';
import { rebuildStates, stateOfDetail, type DetailJson, type PublishedState } from '../support/rebuild.ts';

const detailOf = (record: Earthquake): DetailJson =>
  (JSON.parse(detailBody(record, { nearbyStations: [], nearbyQuakes: [] })) as { earthquake: DetailJson }).earthquake;

/** What was published of each earthquake, as it was published. */
type Journal = Map<number, PublishedState[]>;

function keep(journal: Journal, catalog: TestCatalog, after: number): void {
  for (const { sequence, earthquake, updated_at, kind } of changeLog(catalog.db)) {
    if (sequence <= after || kind === 'merged') continue;
    const detail = kind === 'record' ? detailOf(recordOf(catalog, earthquake)) : null;
    if (detail) assert.equal(detail.updated_at, formatInstant(updated_at));
    journal.getOrInsert(earthquake, []).push({ at: formatInstant(updated_at), state: detail && stateOfDetail(detail) });
  }
}

/** A record that is withdrawn is looked at as it would be if it came back. */
const recordOf = ({ db }: TestCatalog, id: number): Earthquake =>
  JSON.parse(sql<[number], string>(db, 'SELECT record FROM earthquakes WHERE id = ?').pluck().get(id)!) as Earthquake;

const runs = fc
  .tuple(fc.array(documents, { minLength: 1, maxLength: 4 }), fc.array(productDocuments, { maxLength: 4 }))
  .chain(([all, products]) => {
    const each = [...all.flat(), ...products];
    return fc.tuple(
      fc.shuffledSubarray(each, { minLength: each.length, maxLength: each.length }),
      fc.array(fc.constantFrom(null, 'usgs', 'kandilli', 'afad'), { maxLength: each.length }),
    );
  });

test('every published version of an earthquake can be rebuilt from its detail', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(runs, ([order, absences]) => {
      const catalog = testCatalog();
      const journal: Journal = new Map();
      for (const [index, document] of order.entries()) {
        const { length } = changeLog(catalog.db);
        catalog.now += MINUTE;
        catalog.agencies = AGENCIES.filter((agency) => agency !== absences[index]);
        catalog.run(document);
        keep(journal, catalog, length);
      }
      const rebuilt: Journal = new Map();
      for (const { id, state } of states(catalog.db))
        if (state !== 'merged') rebuildStates(detailOf(recordOf(catalog, id)), rebuilt);
      assert.deepEqual(
        new Map([...rebuilt].sort(([a], [b]) => a - b)),
        new Map([...journal].sort(([a], [b]) => a - b)),
      );
      tellsOthers(catalog, met);
      catalog.close();
    }),
    { numRuns: 80 },
  );
  const MET = ['created', 'withdrawn', 'reinstated', 'merged', 'moved_from', 'moved_to', 'magnitude', 'location'];
  for (const what of [...MET, 'sources', 'focal_mechanism', 'shakemap', 'date_precision'])
    assert.ok(met.has(what), `no revision ever named ${what}`);
});

/** Times increase, every revision has a difference, and both sides of a merge or a move record it. */
function tellsOthers(catalog: TestCatalog, met: Set<string>): void {
  const log = changeLog(catalog.db);
  const details = states(catalog.db).map(({ id }) => detailOf(recordOf(catalog, id)));
  for (const detail of details) {
    const { id, revisions } = detail;
    for (const [index, revision] of revisions.entries()) {
      const { at, changed, previous = {}, merged = [], moved_from = [], agencies } = revision;
      if (index > 0) assert.ok(at > revisions[index - 1]!.at);
      for (const what of [...changed, ...Object.keys(previous), ...Object.keys(revision)]) met.add(what);
      const events = changed.filter((what) => /^(created|withdrawn|reinstated|merged)$/.test(what));
      assert.ok(changed.length > 0);
      for (const what of changed) assert.ok(events.includes(what) || what in previous, what);
      assert.ok(events.length > 0 || Object.keys(previous).length > 0);
      if (changed.includes('sources') || events.length > 0) assert.notDeepEqual(agencies, []);
      for (const one of merged)
        assert.ok(
          log.some(
            (row) => row.earthquake === one.id && row.merged_into === id && formatInstant(row.updated_at) === at,
          ),
        );
      // A report that moved to another earthquake is recorded in both, where both changed.
      for (const from of moved_from) {
        const other = details.find((one) => one.id === from)!.revisions.find((one) => one.at === at);
        assert.ok(!other || other.changed.includes('withdrawn') || other.moved_to?.includes(id));
      }
    }
  }
  for (const { earthquake, merged_into, updated_at } of log.filter(({ kind }) => kind === 'merged')) {
    const survivor = details.find(({ id }) => id === merged_into)!;
    const revision = survivor.revisions.find(({ at }) => at === formatInstant(updated_at))!;
    assert.ok(revision.merged?.some(({ id }) => id === earthquake));
  }
}
