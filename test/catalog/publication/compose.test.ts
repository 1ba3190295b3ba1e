import assert from 'node:assert/strict';
import test from 'node:test';
import type { Solution, Agency, Magnitude, Quality } from '#core/earthquake.ts';
import { changedAgencies, changedFields, eventIdOf } from '../../../generator/catalog/publication/compose.ts';
import type { Member } from '../../../generator/catalog/documents/solution-version.ts';
import { orderFor, solutionRank } from '../../../generator/catalog/publication/preference.ts';
import { magnitudeRank, orderMagnitudes } from '../../../generator/catalog/publication/primary-magnitude.ts';
import { at, NOON, onlyRecord, report, testCatalog } from '../../support/catalog.ts';
import { draft, mag, member } from '../../support/composition.ts';

test('magnitude types in order: moment, local, duration, surface wave, body wave, proxy, unknown, untyped', () => {
  const order = ['Mw', 'Mww', 'ML', 'MD', 'Ms', 'mb', 'Mw*', 'Mxyz', null];
  const ranks = order.map((type) => magnitudeRank(mag(type, 7), { time: NOON, depthKm: 10 }));
  assert.deepEqual(
    ranks.toSorted((a, b) => a - b),
    ranks,
  );
  assert.deepEqual(
    orderMagnitudes([mag(null, 4), mag('MD', 4.1), mag('ML', 4.2), mag('ML', 9), mag('Mw', 4.3)], {
      time: NOON,
      depthKm: null,
    }),
    [mag('Mw', 4.3), mag('ML', 4.2), mag('MD', 4.1), mag(null, 4)],
  );
});

test('before 1977 a great Ms comes after ML where the earthquake is 100 km deep or more', () => {
  const early = at('1926-06-26 19:46:38');
  const given = [mag('Ms', 7.7), mag('ML', 7)];
  const first = (depthKm: number | null): Magnitude => orderMagnitudes(given, { time: early, depthKm })[0]!;
  assert.deepEqual([first(99), first(null)], [mag('Ms', 7.7), mag('Ms', 7.7)]);
  assert.deepEqual(first(100), mag('ML', 7));
  const rhodes = draft(
    member('afad', { time: early, depthKm: 100, magnitudes: [mag('Ms', 7.7)] }),
    member('kandilli-zeqdb', { time: early, depthKm: 100, magnitudes: given }),
  );
  assert.deepEqual([rhodes.magnitude, rhodes.magnitudeType], [7, 'ML']);
});

const ORDER: [
  place: string,
  latitude: number,
  longitude: number,
  automatic: Agency[],
  order: Agency[],
  time?: number,
][] = [
  ['Türkiye', 39, 35, [], ['afad', 'kandilli', 'usgs', 'turhec', 'historical']],
  ['Crete', 35, 25, [], ['usgs', 'afad', 'kandilli', 'turhec', 'historical']],
  ['Türkiye before 1970', 39, 35, [], ['turhec', 'afad', 'kandilli', 'usgs', 'historical'], at('1969-12-31 23:59:59')],
  ['Türkiye in 1970', 39, 35, [], ['afad', 'kandilli', 'usgs', 'turhec', 'historical'], at('1970-01-01 00:00:00')],
  ['Türkiye', 39, 35, ['afad'], ['kandilli', 'usgs', 'turhec', 'afad', 'historical']],
  ['Türkiye', 39, 35, ['afad', 'kandilli', 'historical'], ['usgs', 'turhec', 'afad', 'kandilli', 'historical']],
];

for (const [place, latitude, longitude, automatic, order, time = NOON] of ORDER)
  test(`solutions in ${place}${automatic.length > 0 ? `, automatic: ${automatic.join(', ')}` : ''}`, () => {
    const rank = (agency: Agency): number =>
      solutionRank(agency, automatic.includes(agency), orderFor([{ latitude, longitude, time }]));
    assert.deepEqual(
      order.toSorted((a, b) => rank(a) - rank(b)),
      order,
    );
  });

test('agencies on either side of the border have one order: inside where at least half of the epicentres are', () => {
  const agenciesFor = (...longitudes: number[]): Agency[] =>
    draft(
      ...(['kandilli-zeqdb', 'afad', 'usgs'] as const)
        .slice(-longitudes.length)
        .map((feedGroup, index) => member(feedGroup, { longitude: longitudes[index]! })),
    ).solutions.map(({ agency }) => agency);
  const [inside, outside] = [25.6, 25.4];
  assert.deepEqual(agenciesFor(inside, outside, inside), ['afad', 'kandilli', 'usgs']);
  assert.deepEqual(agenciesFor(outside, outside, inside), ['usgs', 'afad', 'kandilli']);
  assert.deepEqual(agenciesFor(inside, outside, outside), ['usgs', 'afad', 'kandilli']);
  assert.deepEqual(agenciesFor(outside, inside), ['afad', 'usgs']);
});

test('the preferred solution gives time and place; each agency is one solution', () => {
  const { source, latitude, time, quality, solutions } = draft(
    member('historical', { precision: 'day', time: at('2024-03-10 00:00:00') }),
    member('usgs', { latitude: 37.5 }),
    member('kandilli-live', { quality: 'automatic', latitude: 37.6 }),
    member('kandilli-zeqdb', { quality: 'reviewed', latitude: 37.7 }),
  );
  assert.deepEqual(
    [source, latitude, time, quality, solutions.map(({ agency }) => agency)],
    ['kandilli', 37.7, NOON, 'reviewed', ['kandilli', 'usgs', 'historical']],
  );
});

test('the same two agencies, the better one automatic', () => {
  const first = (quality: Quality): Agency => draft(member('afad', { quality }), member('usgs')).source;
  assert.deepEqual([first('reviewed'), first('automatic')], ['afad', 'usgs']);
});

test('an automatic solution is ranked by the feed group that represents its agency', () => {
  const { source } = draft(
    member('kandilli-xml', { quality: 'automatic' }),
    member('kandilli-live', { quality: 'reviewed' }),
    member('usgs'),
  );
  assert.equal(source, 'usgs');
});

test("Van 2011: AFAD's unified catalogue supplies the Mw that its own solution lacks", () => {
  const van = draft(
    member('afad', { key: '141933', time: at('2011-10-23 10:41:20'), magnitudes: [mag('ML', 6.7)] }),
    member('afad-unified', { key: '14172', time: at('2011-10-23 10:41:00'), magnitudes: [mag('Mw', 7.1)] }),
  );
  const [solution] = van.solutions;
  assert.deepEqual(
    [van.magnitude, van.magnitudeType, van.time, van.solutions.length, solution!.eventId, solution!.magnitudes],
    [7.1, 'Mw', at('2011-10-23 10:41:20'), 1, '141933', [mag('Mw', 7.1), mag('ML', 6.7)]],
  );
});

const PRIMARY: [name: string, members: Member[], magnitude: number | null, type: string | null][] = [
  ['none', [member('afad', { magnitudes: [] })], null, null],
  ['untyped', [member('afad', { magnitudes: [mag(null, 4.4)] })], 4.4, null],
  ['zero is a magnitude', [member('afad', { magnitudes: [mag('ML', 0)] })], 0, 'ML'],
  ['negative', [member('afad', { magnitudes: [mag('ML', -0.4)] })], -0.4, 'ML'],
  [
    'a type of a less preferred agency',
    [member('afad', { magnitudes: [mag('ML', 5)] }), member('usgs', { magnitudes: [mag('Mww', 5.2)] })],
    5.2,
    'Mww',
  ],
  [
    'equal types: the preferred solution',
    [member('usgs', { magnitudes: [mag('ML', 5)] }), member('afad', { magnitudes: [mag('ML', 5.2)] })],
    5.2,
    'ML',
  ],
  [
    'typed before untyped',
    [member('afad', { magnitudes: [mag(null, 5)] }), member('turhec', { magnitudes: [mag('Mw*', 5.2)] })],
    5.2,
    'Mw*',
  ],
  [
    'of whoever gives one',
    [member('afad', { magnitudes: [] }), member('historical', { magnitudes: [mag(null, 7)] })],
    7,
    null,
  ],
];

for (const [name, members, magnitude, type] of PRIMARY)
  test(`primary magnitude: ${name}`, () => {
    const { magnitude: value, magnitudeType } = draft(...members);
    assert.deepEqual([value, magnitudeType], [magnitude, type]);
  });

test("an untyped magnitude is ignored beside an agency's typed ones", () => {
  const [solution] = draft(
    member('kandilli-zeqdb', { magnitudes: [mag('ML', 4.5), mag('Mw', 4.6)] }),
    member('kandilli-xml', { magnitudes: [mag(null, 4.5)] }),
  ).solutions;
  assert.deepEqual(solution!.magnitudes, [mag('Mw', 4.6), mag('ML', 4.5)]);
});

test('depth and place come from the next solution where the preferred one has none', () => {
  const { depthKm, location } = draft(
    member('afad', { depthKm: null, place: null }),
    member('kandilli-live', { depthKm: -1.234, place: null }),
    member('usgs', { depthKm: 12, place: '5 km W of Pazarcık, Turkey' }),
  );
  assert.deepEqual([depthKm, location], [-1.23, '5 km W of Pazarcık, Turkey']);
});

test('no agency gives depth or place', () => {
  const { depthKm, location } = draft(
    member('afad', { depthKm: null, place: null, latitude: -3.456, longitude: -0.1 }),
  );
  assert.deepEqual([depthKm, location], [null, '3.46° G, 0.10° B']);
});

test('depth 0 is a depth, and negative zero never occurs', () => {
  const { depthKm, latitude } = draft(member('afad', { depthKm: 0, latitude: -0 }), member('usgs', { depthKm: 12 }));
  assert.ok(Object.is(depthKm, 0) && Object.is(latitude, 0));
});

test('coordinates are rounded to a metre, depths to ten', () => {
  const { latitude, longitude, depthKm } = draft(
    member('afad', { latitude: 37.123456, longitude: 37.000004, depthKm: 7.005 }),
  );
  assert.deepEqual([latitude, longitude, depthKm], [37.12346, 37, 7.01]);
});

const BLAST = { eventType: 'quarry blast' };
const small = { magnitudes: [mag('ML', 3.9)] };
const TYPES: [what: string, members: Member[], type: string][] = [
  ['one agency alone, below M 4', [member('afad', { ...BLAST, ...small })], 'quarry blast'],
  ['one agency alone, M 4.2', [member('afad', BLAST)], 'earthquake'],
  ['both agencies, M 4.2', [member('afad', BLAST), member('kandilli-zeqdb', BLAST)], 'quarry blast'],
  ['one of two agencies', [member('afad', small), member('kandilli-zeqdb', { ...BLAST, ...small })], 'earthquake'],
  ['the preferred one of two', [member('afad', { ...BLAST, ...small }), member('usgs', small)], 'earthquake'],
  [
    'one of three agencies, M 7.4',
    [
      member('afad', { ...BLAST, magnitudes: [mag('Mw', 7.4)] }),
      member('kandilli-zeqdb', { magnitudes: [mag('ML', 7)] }),
      member('usgs', { magnitudes: [mag('Mww', 7.4)] }),
    ],
    'earthquake',
  ],
  ['no magnitude', [member('afad', { ...BLAST, magnitudes: [] })], 'quarry blast'],
];
for (const [what, members, type] of TYPES)
  test(`a blast as said by ${what}: ${type}`, () => {
    assert.equal(draft(...members).eventType, type);
  });

test('what changed, and who changed it', () => {
  const before = {
    ...draft(member('afad'), member('usgs')),
    id: 1,
    eventId: '',
    slug: '',
    updatedAt: 0,
    revisions: [],
  };
  const after = draft(member('afad'), member('usgs', { magnitudes: [mag('Mww', 4.4)] }));
  assert.deepEqual(changedFields(before, draft(member('afad'), member('usgs'))), []);
  assert.deepEqual(changedFields(before, after), ['magnitude', 'magnitude_type', 'magnitude_error', 'sources']);
  assert.deepEqual(changedAgencies(before, after), ['usgs']);
  assert.deepEqual(changedAgencies(before, draft(member('afad'))), ['usgs']);
  assert.deepEqual(changedAgencies(null, after), ['afad', 'usgs']);
});

test('event ids are 16 hex digits of the founding agency and its key', () => {
  assert.match(eventIdOf('afad', '1'), /^[0-9a-f]{16}$/);
  assert.equal(eventIdOf('afad', '1'), eventIdOf('afad', '1'));
  const all = [eventIdOf('afad', '1'), eventIdOf('usgs', '1'), eventIdOf('afad', '2'), eventIdOf('afad', '1', 1)];
  assert.equal(new Set(all).size, 4);
});

test('greatest intensity and deaths of a stored report are in the record', () => {
  const catalog = testCatalog();
  const effects = { maxIntensity: 8.5, deaths: 32_000 };
  catalog.run({ feed: 'historical-file', reports: [report({ key: 'h1458-erzincan', magnitudes: [], ...effects })] });
  const [{ maxIntensity, deaths }] = onlyRecord(catalog.db).solutions as [Solution];
  assert.deepEqual({ maxIntensity, deaths }, effects);
});
