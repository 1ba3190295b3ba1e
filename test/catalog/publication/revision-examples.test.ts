import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES, type Revision } from '#core/earthquake.ts';
import { revisionItems } from '#core/revisions.ts';
import { HOUR, MINUTE, SECOND, formatInstant } from '#core/time.ts';
import { buildInto, jsonOf } from '../../support/build.ts';
import {
  NOON,
  changeLog,
  documentOf,
  onlyRecord,
  records,
  report,
  testCatalog,
  type Document,
  type TestCatalog,
} from '../../support/catalog.ts';
import type { DetailJson } from '../../support/rebuild.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const afad = (hour: number, seconds: number, value = 4.2): Document => {
  const values = { time: NOON + seconds * SECOND, magnitudes: [{ type: 'ML', value }] };
  return documentOf('afad-api', '1', values, NOON + hour * HOUR);
};
const kandilli = documentOf('kandilli-zeqdb', null, {
  time: NOON + 40 * SECOND,
  magnitudes: [{ type: 'Mw', value: 4.5 }],
});

const itemsOf = (revisions: Revision[]) => revisionItems(revisions, AGENCIES);
const run = (catalog: TestCatalog, ...documents: Document[]): void => {
  catalog.now += MINUTE;
  catalog.run(...documents);
};

test('former values are published in the format of the detail', () => {
  const catalog = testCatalog();
  run(catalog, afad(1, 0));
  run(catalog, afad(2, 0, 4.4));
  const { at, agencies, changed, previous, ...rest } = itemsOf(onlyRecord(catalog.db).revisions)[1]!;
  assert.deepEqual([at, agencies, changed, rest], [formatInstant(catalog.now), ['afad'], ['magnitude', 'sources'], {}]);
  const { sources, ...fields } = previous as Record<string, unknown>;
  assert.deepEqual(fields, { magnitude: 4.2, magnitude_ml: 4.2, slug: 'pazarcik-kahramanmaras-m4-2' });
  assert.deepEqual(
    (sources as Record<string, unknown>[]).map((one) => [one['name'], one['magnitude'], one['event_id']]),
    [['afad', 4.2, '1']],
  );
});

test('a merge and a split appear in the history of both earthquakes', () => {
  const catalog = testCatalog();
  run(catalog, afad(1, 0), kandilli);
  run(catalog, afad(2, 38));
  const [, merger] = itemsOf(onlyRecord(catalog.db).revisions);
  const sureness = ['magnitude_state', 'magnitude_error'];
  assert.deepEqual(merger!['changed'], [
    ...['merged', 'occurred_at', 'magnitude', 'magnitude_type', ...sureness, 'sources'],
  ]);
  const [other] = merger!['merged'] as DetailJson[];
  assert.deepEqual(
    [other!.id, other!['magnitude'], other!['slug'], other!.revisions.map(({ changed }) => changed)],
    [2, 4.5, 'pazarcik-kahramanmaras-m4-5', [['created']]],
  );
  run(catalog, afad(3, 0));
  const [rest, left] = records(catalog.db).map(({ revisions }) => itemsOf(revisions).at(-1)!);
  assert.deepEqual([rest!['moved_to'], rest!['agencies']], [[3], ['afad', 'kandilli']]);
  assert.deepEqual([left!['changed'], left!['moved_from'], left!['at']], [['created'], [1], rest!['at']]);
});

test('a new shakemap is attributed to its agency; a mechanism of another source to none', () => {
  const catalog = testCatalog();
  run(catalog, afad(1, 0));
  const near = {
    line: 1,
    agencyKey: 'afad:1',
    time: NOON,
    latitude: 37.3,
    longitude: 37.1,
    magnitude: null,
    updatedAt: null,
  };
  const plane = { strike: 1, dip: 2, rake: 3 };
  const withoutTensor = { momentTensor: null, scalarMoment: null, mw: 4.2, centroid: null };
  const map = { kind: 'shakemap' as const, source: 'USGS', maxMmi: 5, url: 'https://quakes.example/1' };
  const gcmt = { source: 'GCMT', nodalPlanes: [plane, plane] as [typeof plane, typeof plane], ...withoutTensor };
  run(catalog, { feed: 'usgs-fdsn', reports: [], products: [{ ...near, product: map }] });
  run(catalog, {
    feed: 'gcmt-ndk',
    reports: [],
    products: [{ ...near, product: { kind: 'mechanism', mechanism: gcmt } }],
  });
  assert.deepEqual(
    itemsOf(onlyRecord(catalog.db).revisions)
      .slice(1)
      .map(({ changed, agencies, previous }) => [changed, agencies, previous]),
    [
      [['shakemap'], ['usgs'], { shakemap: null }],
      [['focal_mechanism'], [], { focal_mechanism: null }],
    ],
  );
});

test('a change of unpublished values is no revision', () => {
  const catalog = testCatalog();
  run(catalog, afad(1, 0), { feed: 'kandilli-zeqdb', reports: [report({})] });
  const before = [changeLog(catalog.db), records(catalog.db)];
  // The same values in a later document, in the agency's other feed, and in a feed that a better one hides.
  run(catalog, afad(2, 0), { feed: 'kandilli-live', reports: [report({ depthKm: 3 })] });
  run(catalog, { ...afad(3, 0), feed: 'afad-site' });
  assert.deepEqual([changeLog(catalog.db), records(catalog.db)], before);
});

test('a catalogue without former values is served, and stores them from then on', (t) => {
  const catalog = testCatalog();
  run(catalog, afad(1, 0));
  run(catalog, afad(2, 0, 4.4));
  const old = onlyRecord(catalog.db);
  for (const revision of old.revisions) delete revision.previous;
  catalog.db.prepare('UPDATE earthquakes SET record = ?').run(JSON.stringify(old));
  run(catalog, afad(3, 0, 4.6));
  const dist = temporaryFolder(t);
  buildInto(dist, catalog.db);
  const { revisions } = jsonOf<{ earthquake: DetailJson }>(dist, 'details/id/0/1.json').earthquake;
  assert.deepEqual(
    revisions.map(({ changed, previous }) => [changed.length, previous?.['magnitude']]),
    [
      [1, undefined],
      [2, undefined],
      [2, 4.4],
    ],
  );
});

test('of an excluded agency only its former presence is published', (t) => {
  const catalog = testCatalog();
  run(catalog, afad(1, 0), { feed: 'kandilli-live', reports: [report({ place: 'KANDILLI SAYS' })] });
  run(catalog, { feed: 'kandilli-zeqdb', reports: [report({ place: 'KANDILLI SAYS', depthKm: 4 })] });
  const dist = temporaryFolder(t);
  buildInto(dist, catalog.db);
  const detail = (): string => JSON.stringify(jsonOf(dist, 'details/id/0/1.json'));
  assert.match(detail(), /KANDILLI SAYS/);
  catalog.agencies = AGENCIES.filter((agency) => agency !== 'kandilli');
  run(catalog);
  assert.equal(buildInto(dist, catalog.db, { agencies: catalog.agencies }).mode, 'full');
  assert.doesNotMatch(detail(), /KANDILLI SAYS/);
  run(catalog, afad(3, 0, 4.7));
  assert.equal(buildInto(dist, catalog.db, { agencies: catalog.agencies }).mode, 'incremental');
  const { revisions } = jsonOf<{ earthquake: DetailJson }>(dist, 'details/id/0/1.json').earthquake;
  assert.deepEqual(
    revisions.map(({ previous }) => previous?.['magnitude']),
    [undefined, undefined, undefined, 4.2],
  );
});
