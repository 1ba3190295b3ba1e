/** The picture of a record in docs/record.md against a detail with every field. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { UNCERTAINTY_NAMES } from '../../generator/core/record/uncertainties.ts';
import type { Earthquake, Solution } from '../../generator/core/earthquake.ts';
import { detailBody, nearbyQuake, nearbyStation } from '../../generator/outputs/detail.ts';

const DOCUMENT = readFileSync(new URL('../../docs/record.md', import.meta.url), 'utf8');

/** Paths of fields (`sources.name`), and those in brackets. */
function drawnFields(): { all: string[]; optional: string[] } {
  const [, picture = ''] = /```\nearthquake\n([^`]*)```/.exec(DOCUMENT)!;
  const [all, optional, parents]: [string[], string[], string[]] = [[], [], []];
  for (const line of picture.trimEnd().split('\n')) {
    const [, indent, names] = /^( +)(\[?\w+\]?(?:, \[?\w+\]?)*)(?: {2,}|$)/.exec(line)!;
    parents.length = indent!.length / 2 - 1;
    for (const name of names!.split(', ')) {
      const path = [...parents, name.replace(/[[\]]/g, '')].join('.');
      all.push(path);
      if (name.startsWith('[')) optional.push(path);
    }
    parents.push(names!.split(', ').at(-1)!.replace(/[[\]]/g, ''));
  }
  return { all, optional };
}

/** Their parts are not drawn. */
const LEAVES = ['nodal_planes', 'moment_tensor', 'centroid', 'previous', 'merged'];

const fieldsOf = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOf(one, path)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${path}${name}`,
    ...(LEAVES.includes(name) ? [] : fieldsOf(inner, `${path}${name}.`)),
  ]);
};

const TIME = Date.UTC(2026, 5, 1);

const SOLUTION: Solution = {
  ...{ agency: 'afad', eventId: '1', otherEventIds: ['2'], time: TIME, precision: 'minute' },
  ...{ latitude: 38, longitude: 27, depthKm: 7, quality: 'reviewed', place: 'PLACE', eventType: 'explosion' },
  magnitudes: [...['ML', 'MD', 'Mw'].map((type) => ({ type, value: 4 })), { type: 'mb', value: 6, isOutlier: true }],
  ...{ eventName: '1999 Yer depremi', eventNameEn: '1999 Yer earthquake' },
  maxIntensity: 9,
  deaths: 10,
  uncertainties: Object.fromEntries(UNCERTAINTY_NAMES.map((name) => [name, 1])),
  updatedAt: TIME,
};

const EARTHQUAKE: Earthquake = {
  ...{ ...SOLUTION, id: 1, eventId: 'a000000000000000', slug: 'yer-m4-0', location: 'Yer', locationEn: 'Place' },
  ...{ magnitude: 4, magnitudeType: 'ML', source: 'afad', updatedAt: TIME, shakemap: null },
  solutions: [SOLUTION, { ...SOLUTION, agency: 'kandilli' }],
  mechanism: {
    nodalPlanes: [
      { strike: 0, dip: 90, rake: 0 },
      { strike: 90, dip: 90, rake: 0 },
    ],
    ...{ source: 'GCMT', momentTensor: null, scalarMoment: null, mw: null, centroid: null, computed: ['mw'] },
  },
  revisions: [],
};

const FULL: Earthquake = {
  ...EARTHQUAKE,
  // The magnitude is that of the first solution.
  source: 'kandilli',
  magnitudeDoubtful: true,
  magnitudeState: 'settling',
  magnitudeError: 0.1,
  blastProbability: 0.9,
  shakemap: { source: 'USGS', maxMmi: 6, url: 'https://example.org/' },
  revisions: [
    {
      ...{ at: TIME, agencies: ['afad'], changed: ['merged'], previous: { magnitude: 3 }, merged: [EARTHQUAKE] },
      ...{ movedFrom: [2], movedTo: [3], omittedBefore: 4 },
    },
  ],
};

const detailOf = (earthquake: Earthquake): unknown => {
  const station = { network: 'KO', code: 'A', name: 'A', source: 'afad', latitude: 38, longitude: 27, elevationM: 0 };
  const body = detailBody(earthquake, {
    nearbyStations: [nearbyStation({ ...station, source: 'afad' })],
    nearbyQuakes: [nearbyQuake(earthquake)],
  });
  return (JSON.parse(body) as { earthquake: unknown }).earthquake;
};

test('docs/record.md draws every field of a record, and no other', () => {
  assert.deepEqual(drawnFields().all.toSorted(), fieldsOf(detailOf(FULL)).toSorted());
});

test('docs/record.md puts in brackets what a record may lack', () => {
  const plain: Solution = { ...SOLUTION, precision: 'second', magnitudes: [{ type: null, value: 4 }], place: 'Yer' };
  plain.eventType = 'earthquake';
  delete plain.otherEventIds;
  delete plain.eventName;
  delete plain.eventNameEn;
  delete plain.maxIntensity;
  delete plain.deaths;
  delete plain.uncertainties;
  const { magnitudeDoubtful, magnitudeState, magnitudeError, blastProbability, ...full } = FULL;
  assert.ok(magnitudeDoubtful && magnitudeState && magnitudeError && blastProbability);
  const { computed, ...mechanism } = EARTHQUAKE.mechanism!;
  assert.ok(computed);
  const present = fieldsOf(
    detailOf({
      ...full,
      source: 'afad',
      ...{ precision: 'second', magnitudeType: null, quality: null, eventType: 'earthquake', solutions: [plain] },
      ...{ mechanism, revisions: [{ at: TIME, agencies: ['afad'], changed: ['created'] }] },
    }),
  );
  const { all, optional } = drawnFields();
  // A detail always has the English name.
  const absent = all.filter((path) => !present.includes(path) && !path.startsWith('mw_estimate.'));
  assert.deepEqual(absent.toSorted(), optional.filter((path) => path !== 'location_en').toSorted());
});
