import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES, type Earthquake, type Revision } from '#core/earthquake.ts';
import { MOST_REVISIONS, previousFields, revisionItems, withRevision } from '#core/revisions.ts';
import { MINUTE } from '#core/time.ts';
import { TIME, earthquake } from '../support/earthquake.ts';
import fc from '../support/property.ts';

const before = earthquake();
const [afad, usgs] = before.solutions as [Earthquake['solutions'][0], Earthquake['solutions'][0]];

const PREVIOUS: [name: string, after: Partial<Earthquake>, changed: string[], previous: Record<string, unknown>][] = [
  ['nothing', {}, [], {}],
  ['what is not of the state', { updatedAt: TIME, id: 13, eventId: 'x' }, [], {}],
  ['a depth that there was not', { depthKm: null }, ['depth_km'], { depth_km: 8.6 }],
  ['a type that is gone now', { eventType: 'quarry blast' }, ['event_type'], { event_type: null }],
  [
    'a place, and the slug with it',
    { location: 'X', slug: 'x' },
    ['location'],
    {
      location: 'Pazarcık (Kahramanmaraş)',
      slug: 'pazarcik-kahramanmaras-m7-7',
      // X is a gazetteer name, so the agency's own name is published beside it.
      agency_location: null,
    },
  ],
  [
    'milliseconds: the second too',
    { time: TIME + 1 },
    ['occurred_at'],
    {
      occurred_at: '2023-02-06 01:17:32',
      occurred_at_utc: '2023-02-06T01:17:32.670Z',
    },
  ],
  [
    'a new source',
    { solutions: [usgs, afad, { ...afad, agency: 'kandilli' }] },
    ['sources'],
    // `magnitude_mw` is the magnitude, whichever agency comes first.
    { sources: [{ name: 'afad' }, { name: 'usgs' }] },
  ],
  [
    'an order',
    { solutions: [usgs, afad], magnitude: 7.8 },
    ['magnitude', 'sources'],
    {
      magnitude: 7.7,
      magnitude_mw: 7.7,
      sources: [{ name: 'afad' }, { name: 'usgs' }],
    },
  ],
];

for (const [name, after, changed, previous] of PREVIOUS)
  test(`previous: ${name}`, () => {
    assert.deepEqual(previousFields(before, earthquake(after), changed), previous);
  });

test('previous: a changed and a removed source are given in full', () => {
  const { sources } = previousFields(before, earthquake({ solutions: [{ ...afad, depthKm: 9 }] }), ['sources']);
  const [first, second] = sources as Record<string, unknown>[];
  assert.deepEqual(
    [first!['name'], first!['depth_km'], first!['magnitudes']],
    ['afad', 8.6, [{ magnitude: 7.7, magnitude_type: 'Mw' }]],
  );
  assert.deepEqual([second!['name'], second!['event_id']], ['usgs', 'us6000jllz']);
});

const revision = (at: number, values: Partial<Revision> = {}): Revision => ({
  at,
  agencies: ['afad'],
  changed: ['depth_km'],
  previous: { depth_km: at },
  ...values,
});
const created: Revision = { at: 0, agencies: ['afad'], changed: ['created'] };

test('the first revision and the newest ones are kept, and the gap between them is counted', () => {
  let revisions = [created];
  for (let at = 1; at <= 1000; at += 1) revisions = withRevision(revisions, revision(at));
  assert.equal(revisions.length, MOST_REVISIONS);
  assert.deepEqual(revisions[0], created);
  assert.deepEqual(revisions[1], revision(1002 - MOST_REVISIONS, { omittedBefore: 1001 - MOST_REVISIONS }));
  assert.deepEqual(revisions.at(-1), revision(1000));
  assert.ok(revisions.slice(2).every((one) => !('omittedBefore' in one)));
});

/** How many revisions there are, those inside of mergers too. */
const countOf = (revisions: Revision[]): number =>
  revisions.reduce((sum, { merged = [] }) => sum + 1 + merged.reduce((all, one) => all + countOf(one.revisions), 0), 0);

test('earthquakes that merge and merge again stay within the bound, and every revision is there or counted', () => {
  const size = fc.integer({ min: 0, max: 120 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), size), { minLength: 1, maxLength: 12 }), (steps) => {
      let revisions = [created];
      let own = 1;
      for (const [index, [merges, length]] of steps.entries()) {
        const at = 1000 * (index + 1);
        const other = [created, ...Array.from({ length }, (_, n) => revision(at + n))];
        const next = merges ? [revision(at, { merged: [earthquake({ revisions: other })] })] : other.slice(1);
        for (const one of next) revisions = withRevision(revisions, one);
        own += next.length;
        assert.ok(countOf(revisions) <= MOST_REVISIONS || revisions.length === 2);
        assert.equal(
          revisions.reduce((sum, { omittedBefore = 0 }) => sum + 1 + omittedBefore, 0),
          own,
        );
      }
    }),
  );
});

test('values of an excluded agency are not published, former ones included', () => {
  const inner = earthquake({
    id: 7,
    solutions: [afad],
    revisions: [created, revision(1, { agencies: ['usgs'] }), revision(2)],
  });
  const all = [
    created,
    revision(1, { agencies: ['usgs'] }),
    revision(2, { merged: [earthquake({ id: 6 }), inner] }),
    revision(3, { agencies: ['afad', 'usgs'] }),
    revision(4),
  ];
  const itemsFor = (agencies: typeof AGENCIES | ['afad']): unknown[] =>
    revisionItems(all, agencies).map((one) => 'previous' in one);
  assert.deepEqual(itemsFor(AGENCIES), [false, true, true, true, true]);
  assert.deepEqual(itemsFor(['afad']), [false, false, false, false, true]);
  const text = JSON.stringify(revisionItems(all, ['afad']));
  assert.ok(!text.includes('us6000jllz'));
  const [afadOnly, complete] = revisionItems(all, ['afad'])[2]!['merged'] as Record<string, unknown>[];
  assert.deepEqual(afadOnly, { id: 6, event_id: '0123456789abcdef' });
  assert.deepEqual(
    (complete!['revisions'] as object[]).map((one) => 'previous' in one),
    [false, false, true],
  );
});

test('a revision of an older catalogue is published without its unknown former values', () => {
  const old: Revision = { at: TIME + MINUTE, agencies: ['usgs'], changed: ['magnitude', 'sources'] };
  assert.deepEqual(revisionItems([old], AGENCIES), [
    { at: '2023-02-06T01:18:32.670Z', agencies: ['usgs'], changed: ['magnitude', 'sources'] },
  ]);
});
