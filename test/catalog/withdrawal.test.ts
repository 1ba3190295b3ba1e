import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { Coverage, SourceReport } from '../../generator/sources/feed.ts';
import {
  catalogOf,
  changeLog,
  confirmed,
  documentOf,
  everything,
  NOON,
  onlyRecord,
  records,
  report,
  states,
  testCatalog,
  type Document,
  type TestCatalog,
} from '../support/catalog.ts';

/** Other earthquakes of the day, an hour apart, so that a document is never empty. */
const others = (count: number, values: Partial<SourceReport> = {}): SourceReport[] =>
  Array.from({ length: count }, (_, index) =>
    report({ key: `o${index}`, time: NOON - 12 * HOUR + index * 5 * MINUTE, latitude: 39, ...values }),
  );

const listOf = (hour: number, reports: SourceReport[], coverage: Coverage | null = everything()): Document => ({
  feed: 'afad-api',
  reports,
  asOf: NOON + DAY + hour * HOUR,
  coverage,
});

const page = (hour: number, reports: SourceReport[], from = NOON - DAY): Document => ({
  feed: 'kandilli-live',
  reports: reports.map((one) => ({ ...one, key: null })),
  asOf: NOON + DAY + hour * HOUR,
  coverage: { from, to: NOON + DAY + hour * HOUR, minMagnitude: null },
});

const one = report({ key: '1' });
/** The others lie at 39 N. */
const isPublished = ({ db }: TestCatalog): boolean => records(db).some(({ latitude }) => latitude < 38.5);
const lastKind = ({ db }: TestCatalog): string => changeLog(db).at(-1)!.kind;

/**
 * Whether the earthquake of the first document is still shown after the second and its confirmation, in one run, in
 * several, and in any order. The second alone withdraws nothing.
 */
function remains(first: Document, second: Document): boolean {
  const [, third] = confirmed(second);
  const early = { ...third, asOf: third.asOf! - 1 };
  assert.equal(isPublished(catalogOf(first, second)), true, 'withdrawn without a confirmation');
  assert.equal(isPublished(catalogOf(first, second, early)), true, 'confirmed too early');
  const orders = [
    [[first, second, third]],
    [[third, second, first]],
    [[first], [second], [third]],
    [[third], [first], [second]],
    [[second], [third, first]],
  ];
  const outcomes = orders.map((runs) => {
    const catalog = testCatalog();
    for (const run of runs) catalog.run(...run);
    return isPublished(catalog);
  });
  assert.equal(new Set(outcomes).size, 1, `the order of reading matters: ${outcomes.join()}`);
  return outcomes[0]!;
}

const span = (from: number, to: number, minMagnitude: number | null = null): Coverage => ({
  from: NOON + from * MINUTE,
  to: NOON + to * MINUTE,
  minMagnitude,
});

const COVERAGES: [name: string, coverage: Coverage | null, remains: boolean][] = [
  ['whole around it', everything(), false],
  ['not promised to be whole', null, true],
  ['an hour either side', span(-60, 60), false],
  ['it lies within 10 minutes of the beginning', span(-10, 60), true],
  ['it lies within 10 minutes of the end', span(-60, 10), true],
  ['after it', span(20, 60), true],
  ['before it', span(-60, -20), true],
  ['from its magnitude on', span(-60, 60, 4.2), false],
  ['from a greater magnitude on', span(-60, 60, 4.3), true],
];

for (const [name, coverage, expected] of COVERAGES)
  test(`a report absent from a later document ${expected ? 'remains' : 'is withdrawn'}: ${name}`, () => {
    assert.equal(remains(listOf(1, [one, ...others(3)]), listOf(2, others(3), coverage)), expected);
  });

test('a report without a magnitude is not withdrawn by a query for magnitudes', () => {
  const withoutMagnitude = report({ key: '1', magnitudes: [] });
  assert.equal(remains(listOf(1, [withoutMagnitude, ...others(3)]), listOf(2, others(3), span(-60, 60, 2))), true);
  assert.equal(remains(listOf(1, [withoutMagnitude, ...others(3)]), listOf(2, others(3), span(-60, 60))), false);
});

test('an empty document withdraws nothing, whatever its coverage', () => {
  assert.equal(remains(listOf(1, [one]), listOf(2, [])), true);
});

test('an older document does not withdraw a newer report', () => {
  assert.equal(remains(listOf(2, [one, ...others(3)]), listOf(1, others(3))), true);
});

test('a row missing within the coverage of a live page is withdrawn; one older than the page is not', () => {
  const first = page(1, [one, ...others(3)]);
  assert.equal(remains(first, page(2, others(3))), false);
  assert.equal(remains(first, page(2, others(3, { time: NOON + HOUR }).slice(0, 1), NOON + HOUR)), true);
  assert.equal(remains(first, page(2, [report({ time: NOON, latitude: 39 })], NOON)), true);
});

test('a page that lacks most of the expected rows withdraws nothing', () => {
  const all = others(100);
  assert.equal(remains(listOf(1, [one, ...all]), listOf(2, all.slice(0, 70))), true, '31 of 70 missing');
  assert.equal(remains(listOf(1, [one, ...all]), listOf(2, all.slice(0, 90))), false, '11 of 90 missing');
  assert.equal(
    remains(listOf(1, [one, ...all.slice(0, 3)]), listOf(2, [report({ key: 'x', time: NOON + HOUR, latitude: 39 })])),
    false,
  );
  assert.equal(remains(listOf(1, [one, ...all.slice(0, 14)]), listOf(2, all.slice(0, 2))), true, '13 of 15 missing');
  assert.equal(remains(page(1, [one, ...all]), page(2, all.slice(0, 70))), true);
});

test('a rejected page is rejected again when repeated', () => {
  const catalog = testCatalog();
  const all = others(100);
  catalog.run(listOf(1, [one, ...all]));
  for (const hour of [2, 3, 4]) catalog.run(listOf(hour, all.slice(0, 50)));
  assert.equal(records(catalog.db).length, 101);
  catalog.run(...confirmed(listOf(5, all)));
  assert.equal(isPublished(catalog), false);
});

test('a withdrawal is undone when a late document shows that its page was incomplete', () => {
  const catalog = testCatalog();
  const all = others(100);
  catalog.run(listOf(1, [one, ...all.slice(0, 40)]));
  catalog.run(...confirmed(listOf(3, all.slice(0, 40))));
  assert.equal(isPublished(catalog), false);
  catalog.run(listOf(2, all, null));
  assert.equal(isPublished(catalog), true);
});

test('a document that alternates with another withdraws once confirmed', () => {
  const catalog = testCatalog();
  const [withIt, without] = [[one, ...others(3)], others(3)].map((reports) => ({
    ...listOf(0, reports),
    asOf: null,
  })) as [Document, Document];
  const outcomes = [withIt, without, without, withIt, without, without].map((document, hour) => {
    catalog.run({ ...document, fetchedAt: NOON + DAY + hour * HOUR });
    return isPublished(catalog);
  });
  // Only the first and the latest reading of equal bytes are known, so the last one has no confirmation.
  assert.deepEqual(outcomes, [true, true, false, true, true, true]);
});

test('a faulty page withdraws nothing, the next complete one does', () => {
  const catalog = testCatalog();
  catalog.run(page(1, [one, ...others(3)]));
  catalog.run({ ...page(2, others(3)), coverage: null });
  assert.equal(isPublished(catalog), true);
  catalog.run(...confirmed(page(3, others(3))));
  assert.equal(isPublished(catalog), false);
});

const usgs = (minutes: number, withdrawn: boolean): Document =>
  documentOf('usgs-fdsn', 'us1', { updatedAt: NOON + minutes * MINUTE, withdrawn }, NOON + minutes * MINUTE);

test('USGS deletes an event, and restores it', () => {
  const catalog = testCatalog();
  catalog.run(usgs(1, false));
  const { eventId, slug } = onlyRecord(catalog.db);
  assert.deepEqual(catalog.run(usgs(2, true)), { created: 0, revised: 0, merged: 0, withdrawn: 1 });
  assert.deepEqual([states(catalog.db)[0]!.state, lastKind(catalog)], ['withdrawn', 'retracted']);
  assert.deepEqual(catalog.run(usgs(3, false)), { created: 0, revised: 1, merged: 0, withdrawn: 0 });
  const back = onlyRecord(catalog.db);
  assert.deepEqual([back.id, back.eventId, back.slug], [1, eventId, slug]);
  assert.deepEqual(back.revisions.at(-1)!.changed, ['reinstated', 'sources']);
});

test('an event deleted before its first report is never published', () => {
  const catalog = testCatalog();
  assert.deepEqual(catalog.run(usgs(1, true)), { created: 0, revised: 0, merged: 0, withdrawn: 0 });
  assert.deepEqual(states(catalog.db), []);
});

test('one agency withdraws, then the other: revised, then withdrawn, then reinstated', () => {
  const catalog = testCatalog();
  catalog.run(usgs(1, false), listOf(1, [one, ...others(3)]));
  assert.deepEqual(
    records(catalog.db)
      .find(({ id }) => id === 4)!
      .solutions.map(({ agency }) => agency),
    ['afad', 'usgs'],
  );
  catalog.run(usgs(2, true));
  assert.deepEqual(
    records(catalog.db)
      .find(({ id }) => id === 4)!
      .solutions.map(({ agency }) => agency),
    ['afad'],
  );
  catalog.run(...confirmed(listOf(2, others(3))));
  assert.deepEqual([isPublished(catalog), states(catalog.db)[3]!.state], [false, 'withdrawn']);
  catalog.run(listOf(3, [one, ...others(3)]));
  const back = records(catalog.db).find(({ id }) => id === 4)!;
  assert.deepEqual([back.source, back.revisions.at(-1)!.changed], ['afad', ['reinstated']]);
});

test('a report listed since in another feed of its agency is not withdrawn', () => {
  const site: Document = { feed: 'afad-site', reports: [one], asOf: NOON + DAY + 3 * HOUR };
  const catalog = testCatalog();
  catalog.run(listOf(1, [one, ...others(3)]), listOf(2, others(3)), site);
  assert.equal(isPublished(catalog), true);
  catalog.run(...confirmed(listOf(4, others(3))));
  assert.equal(isPublished(catalog), false);
});

test('the same page a thousand times withdraws nothing and publishes nothing', () => {
  const catalog = testCatalog();
  for (let minute = 0; minute < 1000; minute += 1)
    catalog.run({ ...page(0, [one, ...others(3)]), asOf: NOON + DAY + minute * MINUTE });
  assert.equal(changeLog(catalog.db).length, 4);
});
