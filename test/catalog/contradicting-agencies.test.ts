/** Two agencies that contradict each other, from their documents to the record, in both orders. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { listItem } from '#core/wire.ts';
import { preferenceReasons } from '../../generator/catalog/publication/preference.ts';
import { documentOf, records, states, testCatalog, type Document } from '../support/catalog.ts';
import { mag } from '../support/composition.ts';

const rowOf = (type: string, value: number, more: Partial<SourceReport> = {}): Partial<SourceReport> => ({
  magnitudes: [mag(type, value)],
  ...more,
});

const kandilli = (type: string, value: number): Document => documentOf('kandilli-live', null, rowOf(type, value));
const afad = (type: string, value: number, more?: Partial<SourceReport>): Document =>
  documentOf('afad-api', '1', rowOf(type, value, more));
const usgs = (type: string, value: number): Document => documentOf('usgs-fdsn', 'us1', rowOf(type, value));

type Shown = [magnitude: number | null, state: string | undefined, type: string | undefined];

/** What is published after one run a document, greatest first. */
function publishedOf(documents: readonly Document[]): Shown[] {
  const catalog = testCatalog();
  for (const document of documents) catalog.run(document);
  const shown = records(catalog.db)
    .map(listItem)
    .map((item): Shown => [item.magnitude, item.magnitude_state, item.event_type])
    .toSorted(([a], [b]) => b! - a!);
  catalog.close();
  return shown;
}

const BLAST = { eventType: 'quarry blast' };
const CASES: [what: string, documents: Document[], shown: Shown[]][] = [
  ['ML 6.7 and Mww 7.8', [kandilli('ML', 6.7), usgs('Mww', 7.8)], [[7.8, 'settling', undefined]]],
  ['MD 6.7 and Mww 7.8', [kandilli('MD', 6.7), usgs('Mww', 7.8)], [[7.8, 'settling', undefined]]],
  ['ML 6.6 and Mww 7.6', [afad('ML', 6.6), usgs('Mww', 7.6)], [[7.6, 'settling', undefined]]],
  ['a third agency', [afad('ML', 6.6), kandilli('ML', 6.7), usgs('Mww', 7.6)], [[7.6, undefined, undefined]]],
  [
    'Mw 7.4 and a row of 2.0: two earthquakes',
    [afad('Mw', 7.4), kandilli('ML', 2)],
    [
      [7.4, undefined, undefined],
      [2, undefined, undefined],
    ],
  ],
  [
    'a row of 2.0 beside two that agree',
    [afad('Mw', 7.4), usgs('Mww', 7.5), kandilli('ML', 2)],
    [
      [7.4, 'agreed', undefined],
      [2, undefined, undefined],
    ],
  ],
  [
    'a blast of one agency',
    [afad('Mw', 7.4, BLAST), kandilli('ML', 6.9), usgs('Mww', 7.4)],
    [[7.4, 'agreed', undefined]],
  ],
  ['a blast of one agency alone, M 4.1', [afad('ML', 4.1, BLAST)], [[4.1, undefined, undefined]]],
  ['a small blast', [afad('ML', 2.1, BLAST)], [[2.1, undefined, 'quarry blast']]],
];
for (const [what, documents, shown] of CASES)
  test(`published, whichever agency is read first: ${what}`, () => {
    assert.deepEqual(publishedOf(documents), shown);
    assert.deepEqual(publishedOf(documents.toReversed()), shown);
  });

test('an agency corrects its own magnitude: the two earthquakes become one', () => {
  const catalog = testCatalog();
  catalog.run(afad('Mw', 7.4), kandilli('ML', 5));
  assert.equal(records(catalog.db).length, 2);
  catalog.run({ ...kandilli('ML', 7), asOf: catalog.now });
  assert.deepEqual(
    records(catalog.db).map(({ magnitude }) => magnitude),
    [7.4],
  );
  assert.deepEqual(
    states(catalog.db).map(({ state }) => state),
    // AFAD's was read first.
    ['merged', 'current'],
  );
});

test('the state is another when a third agency speaks, with a revision', () => {
  const catalog = testCatalog();
  catalog.run(kandilli('ML', 6.7), usgs('Mww', 7.8));
  const [before] = records(catalog.db);
  assert.match(preferenceReasons(before!)[1]!, /differ by 0.8 or more, not settled/);
  catalog.run(afad('Mw', 7.7));
  const [after] = records(catalog.db);
  assert.equal(after!.magnitudeState, 'agreed');
  assert.equal(after!.revisions.at(-1)!.previous!['magnitude_state'], 'settling');
});

test('explain names an agency that says blast', () => {
  const catalog = testCatalog();
  catalog.run(afad('Mw', 7.4, BLAST), usgs('Mww', 7.4));
  const [one] = records(catalog.db);
  assert.equal(
    preferenceReasons(one!)[2],
    'event type earthquake (afad says quarry blast; every agency must, and from M 4 on two)',
  );
});
