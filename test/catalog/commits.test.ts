/** The same documents in the same order give the same event_ids wherever commits are made. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Agency } from '#core/earthquake.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { openCatalog, sql, type Db } from '../../generator/catalog/database.ts';
import { eventIdOf } from '../../generator/catalog/publication/compose.ts';
import {
  documentOf,
  NOON,
  onlyRecord,
  records,
  report,
  states,
  testCatalog,
  type Document,
} from '../support/catalog.ts';
import fc from '../support/property.ts';
import { ingestAll, realCatalogue, realDocuments, withoutCatalogues as skip } from '../support/real-catalogue.ts';

/** By the reports of each earthquake: its event_id. @param size documents in a commit */
function eventIds(all: readonly Document[], size: number): Map<string, string> {
  const catalog = testCatalog();
  for (let from = 0; from < all.length; from += size) {
    catalog.now += MINUTE;
    catalog.run(...all.slice(from, from + size));
  }
  const ids = records(catalog.db).map(({ eventId, solutions }): [string, string] => [
    solutions
      .map(({ agency, time }) => `${agency} ${time}`)
      .sort()
      .join(),
    eventId,
  ]);
  catalog.close();
  return new Map(ids.sort());
}

const FEEDS = ['afad-api', 'usgs-fdsn', 'kandilli-zeqdb', 'kandilli-xml', 'historical-file'] as const;

/** One agency's report of one of 40 earthquakes, ten minutes apart; revised by later documents. */
const said = fc.record({
  feed: fc.constantFrom(...FEEDS),
  of: fc.nat({ max: 39 }),
  larger: fc.nat({ max: 3 }),
});

const documentsOf = (all: { feed: (typeof FEEDS)[number]; of: number; larger: number }[]): Document[] =>
  all.map(({ feed, of, larger }, index) => ({
    feed,
    // No document is known to be later than the one before.
    asOf: NOON + MINUTE * ((index * 7) % 100),
    reports: [
      report({
        key: feed.startsWith('kandilli') ? null : `${FEEDS.indexOf(feed)}00${of}`,
        time: NOON - of * 10 * MINUTE + FEEDS.indexOf(feed) * SECOND,
        latitude: 37 + (of % 5) / 2,
        magnitudes: [{ type: 'ML', value: 4 + larger / 10 }],
      }),
    ],
  }));

test('event_ids do not depend on where commits are made: one, every 200, 17 and 1 documents', () => {
  const scenario = fc.array(said, { minLength: 210, maxLength: 260 }).map(documentsOf);
  fc.assert(
    fc.property(scenario, (all) => {
      const once = eventIds(all, all.length);
      assert.ok(once.size > 20);
      for (const size of [200, 17, 1]) assert.deepEqual(eventIds(all, size), once);
    }),
    { numRuns: 4 },
  );
});

test('an earthquake is named after the report that was read first, whichever agency is preferred', () => {
  const [kandilli, afad] = [documentOf('kandilli-live', null), documentOf('afad-api', '7')];
  for (const [all, agency, key] of [
    [[kandilli, afad], 'kandilli', `${NOON}|37.3|37.1`],
    [[afad, kandilli], 'afad', '7'],
  ] as [Document[], Agency, string][])
    for (const size of [1, 2]) assert.deepEqual([...eventIds(all, size).values()], [eventIdOf(agency, key)]);
});

test('of two that become one the survivor is the one that was read first', () => {
  const sized = (feed: 'afad-api' | 'kandilli-live', value: number, asOf: number): Document =>
    documentOf(feed, feed === 'afad-api' ? '1' : null, { magnitudes: [{ type: 'Mw', value }] }, asOf);
  const first = [sized('afad-api', 7.4, NOON + 1), sized('kandilli-live', 5, NOON + 1)];
  for (const order of [first, first.toReversed()]) {
    const all = [...order, sized('kandilli-live', 7, NOON + MINUTE)];
    const [once, pairs, each] = [3, 2, 1].map((size) => eventIds(all, size));
    assert.deepEqual([pairs, each], [once, once]);
  }
});

test('a catalogue of 1.0.0 keeps its event_ids, and its earthquakes are older than all others', () => {
  const catalog = testCatalog();
  catalog.run(documentOf('kandilli-live', null));
  const [former] = records(catalog.db);
  sql(catalog.db, 'UPDATE earthquakes SET founder = NULL').run();
  catalog.run(documentOf('afad-api', '7', { magnitudes: [{ type: 'Mw', value: 6.9 }] }));
  assert.equal(records(catalog.db).length, 2);
  catalog.now += MINUTE;
  catalog.run(documentOf('afad-api', '7', { magnitudes: [{ type: 'ML', value: 4.2 }] }, catalog.now));
  assert.deepEqual([onlyRecord(catalog.db).eventId, states(catalog.db).length], [former!.eventId, 2]);
  catalog.close();
});

test('the real catalogues, each committed by itself, have the event_ids of one commit', { skip }, () => {
  const named = (db: Db): string[] =>
    records(db)
      .map(({ eventId, time, solutions }) => `${time} ${solutions.length} ${eventId}`)
      .sort();
  const db = openCatalog(':memory:');
  for (const document of realDocuments()) ingestAll(db, [document]);
  assert.deepEqual(named(db), named(realCatalogue()));
  db.close();
});
