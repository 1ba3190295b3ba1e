import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { namesOf, slugOwner } from '../../../generator/catalog/read.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import {
  catalogOf,
  documentOf,
  NOON,
  onlyRecord,
  records,
  report,
  testCatalog,
  type Document,
  type TestCatalog,
} from '../../support/catalog.ts';

const afad = (key: string, values: Partial<SourceReport>, asOf?: EpochMs): Document =>
  documentOf('afad-api', key, values, asOf);

const magnitude = (value: number): Pick<SourceReport, 'magnitudes'> => ({ magnitudes: [{ type: 'ML', value }] });
const slugs = ({ db }: TestCatalog): string[] => records(db).map(({ slug }) => slug);

test('place and magnitude; the place alone without one', () => {
  assert.equal(onlyRecord(catalogOf(afad('1', {})).db).slug, 'pazarcik-kahramanmaras-m4-2');
  assert.equal(onlyRecord(catalogOf(afad('1', { magnitudes: [] })).db).slug, 'pazarcik-kahramanmaras');
  assert.equal(onlyRecord(catalogOf(afad('1', magnitude(0))).db).slug, 'pazarcik-kahramanmaras-m0-0');
});

test('within one commit the larger earthquake is named first, whatever the order of time', () => {
  const catalog = catalogOf(
    afad('1', { time: NOON, ...magnitude(4.16) }),
    afad('2', { time: NOON + 5 * HOUR, ...magnitude(4.24) }),
    afad('3', { time: NOON + 3 * HOUR, ...magnitude(4.2) }),
  );
  const base = 'pazarcik-kahramanmaras-m4-2';
  assert.deepEqual(slugs(catalog), [`${base}-3`, `${base}-2`, base]);
  assert.deepEqual(
    records(catalog.db).map(({ id }) => id),
    [1, 2, 3],
  );
});

test('equal magnitudes: the earlier one first; another day has names of its own', () => {
  const base = 'pazarcik-kahramanmaras-m4-2';
  const catalog = catalogOf(afad('1', { time: NOON + HOUR }), afad('2', {}), afad('3', { time: NOON + DAY }));
  assert.deepEqual(slugs(catalog), [base, `${base}-2`, base]);
});

test('a slug never changes its owner, however large the later earthquake', () => {
  const catalog = catalogOf(afad('1', magnitude(4.16)));
  catalog.run(afad('2', { time: NOON + HOUR, ...magnitude(4.24) }));
  const base = 'pazarcik-kahramanmaras-m4-2';
  assert.deepEqual(slugs(catalog), [base, `${base}-2`]);
});

test('a retired slug stays with its owner, and returns with its magnitude', () => {
  const catalog = testCatalog();
  const date = '2024-03-10';
  const [first, second] = ['pazarcik-kahramanmaras-m4-2', 'pazarcik-kahramanmaras-m4-5'];
  catalog.run(afad('1', {}));
  catalog.run(afad('1', magnitude(4.5), NOON + 2 * DAY));
  assert.deepEqual(slugs(catalog), [second]);
  catalog.run(afad('2', { time: NOON + 10 * MINUTE }, NOON + 2 * DAY));
  assert.deepEqual(slugs(catalog), [second, `${first}-2`]);
  catalog.run(afad('1', { place: 'Pazarcık (Kahramanmaraş)', depthKm: 7 }, NOON + 3 * DAY));
  assert.deepEqual(slugs(catalog), [first, `${first}-2`]);
  assert.deepEqual([slugOwner(catalog.db, date, first), slugOwner(catalog.db, date, second)], [1, 1]);
  assert.deepEqual(namesOf(catalog.db, 1), [
    { by: 'id', id: 1 },
    { by: 'slug', date, slug: first },
    { by: 'slug', date, slug: second },
  ]);
});

test('a place name that ends in a number is not mistaken for a numbered slug', () => {
  const catalog = testCatalog();
  const withoutMagnitude = (key: string, place: string, asOf: number): Document =>
    afad(key, { place, magnitudes: [] }, asOf);
  catalog.run(withoutMagnitude('1', 'Ada 1', NOON + DAY));
  catalog.run(withoutMagnitude('1', 'Ada', NOON + 2 * DAY));
  catalog.run(afad('2', { place: 'Ada', time: NOON + HOUR, magnitudes: [] }, NOON + 2 * DAY));
  catalog.run(afad('3', { place: 'Ada 2', time: NOON + 2 * HOUR, magnitudes: [] }, NOON + 2 * DAY));
  assert.deepEqual(slugs(catalog), ['ada', 'ada-2', 'ada-2-2']);
  assert.deepEqual(
    ['ada', 'ada-1', 'ada-2', 'ada-2-2'].map((slug) => slugOwner(catalog.db, '2024-03-10', slug)),
    [1, 1, 2, 3],
  );
});

test('a time that moves across midnight gives another date, and the old one still leads there', () => {
  const midnight = NOON + 12 * HOUR;
  const catalog = testCatalog();
  catalog.run(afad('1', { time: midnight - 500 }));
  catalog.run(afad('1', { time: midnight + 500 }, NOON + 2 * DAY));
  const slug = 'pazarcik-kahramanmaras-m4-2';
  assert.deepEqual(
    ['2024-03-10', '2024-03-11'].map((date) => slugOwner(catalog.db, date, slug)),
    [1, 1],
  );
});

test('the slugs of a merged earthquake lead to the survivor', () => {
  const catalog = testCatalog();
  catalog.run(afad('1', {}), { feed: 'kandilli-live', reports: [report({ time: NOON + HOUR, place: 'NURDAGI' })] });
  catalog.run({ feed: 'afad-api', reports: [report({ key: '1', time: NOON + HOUR })], asOf: NOON + 2 * DAY });
  assert.equal(records(catalog.db).length, 1);
  const names = namesOf(catalog.db, 1).map((name) => (name.by === 'id' ? name.id : name.slug));
  assert.deepEqual(names, [1, 'pazarcik-kahramanmaras-m4-2', 2, 'nurdagi-m4-2']);
});
