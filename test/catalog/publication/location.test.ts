import assert from 'node:assert/strict';
import test from 'node:test';
import type { Agency, Solution } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import { placeForm } from '#core/place-form.ts';
import { locationOf, type PlaceName } from '../../../generator/catalog/publication/location.ts';
import { earthquake } from '../../support/earthquake.ts';

const [TEMPLATE] = earthquake().solutions as [Solution];

type AgencyPlace = [agency: Agency, place: string | null];

const solutions = (...places: AgencyPlace[]): Solution[] =>
  places.map(([agency, place], index) => ({
    ...TEMPLATE,
    agency,
    place,
    latitude: 36.9 + index / 10,
    longitude: 27.5,
  }));

const WORDS = {
  turkish: 'Kızılağaç, Bodrum (Muğla)',
  english: 'Kızılağaç, Bodrum (Muğla)',
  sea: null,
  country: null,
  province: 'Muğla',
  district: 'Bodrum',
  possible: new Map([
    ['Muğla', ['Bodrum', 'Milas']],
    ['Aydın', ['Didim']],
  ]),
};
/** With all districts of the province. */
const FARTHER = { ...WORDS, possible: new Map([['Muğla', ['Bodrum', 'Milas', 'Köyceğiz']]]) };
const AT_SEA = {
  turkish: 'Ege Denizi, Bodrum (Muğla) 9 km G',
  english: 'Aegean Sea, 9 km S of Bodrum (Muğla)',
  sea: 'Ege Denizi',
  country: null,
  province: 'Muğla',
  district: null,
  possible: new Map(),
};
const ABROAD = {
  turkish: 'Midilli Adası (Yunanistan)',
  english: '5 km N of Vrisa, Lesbos, Greece',
  sea: null,
  country: 'Yunanistan',
  province: null,
  district: null,
  possible: new Map(),
};
/** The location in both languages, without the province. */
const wordsOf = (...parameters: Parameters<typeof locationOf>) => {
  const { location, locationEn } = locationOf(...parameters);
  return { location, locationEn };
};
const GAZETTEER_NAME = WORDS.turkish;
const CAPITALS: AgencyPlace = ['kandilli', 'GOKOVA KORFEZI (EGE DENIZI)'];
const ENGLISH: AgencyPlace = ['usgs', '12 km S of Bodrum, Turkey'];
const TURKISH: AgencyPlace = ['afad', 'Bodrum (Muğla)'];

const CASES: [what: string, places: AgencyPlace[], location: string][] = [
  ['the preferred agency, readable', [TURKISH, CAPITALS, ENGLISH], 'Bodrum (Muğla)'],
  ['English words of the preferred agency, Turkish ones beside', [ENGLISH, TURKISH, CAPITALS], 'Bodrum (Muğla)'],
  ['English words alone', [ENGLISH], GAZETTEER_NAME],
  ['English words preferred, capitals beside', [ENGLISH, CAPITALS], GAZETTEER_NAME],
  ["capitals beside AFAD's words", [CAPITALS, ENGLISH, TURKISH], 'Bodrum (Muğla)'],
  ['capitals alone', [CAPITALS], GAZETTEER_NAME],
  ['capitals beside English words', [CAPITALS, ENGLISH], GAZETTEER_NAME],
  ['no words at all', [['usgs', null]], GAZETTEER_NAME],
  ['AFAD without words, English ones beside', [['afad', null], ENGLISH], GAZETTEER_NAME],
  [
    'capitals, and small letters only in a distance',
    [['kandilli', 'BODRUM (MUGLA) [North East  2.4 km]']],
    GAZETTEER_NAME,
  ],
  ['a letter that was lost', [['usgs', '31 km SW of Pazarc?k, Turkey']], GAZETTEER_NAME],
  ['a letter that was garbled', [['afad', 'Mu\ufffdla']], GAZETTEER_NAME],
  ['no word, only a dash', [['afad', '-']], GAZETTEER_NAME],
  ['Turkish capitals', [['kandilli', 'KEPEZ-AKÇADAĞ (MALATYA)']], GAZETTEER_NAME],
  ['one small letter is enough', [['historical', 'ö']], 'ö'],
  ['capitals with a small i', [['kandilli', 'SiMAV (KUTAHYA)']], GAZETTEER_NAME],
  ['capitals and small letters mixed', [['kandilli', 'TUrkiye-Irak Sınır BOlgesi']], GAZETTEER_NAME],
  ['capitals with a glued word of quality', [['kandilli', 'VAN GOLUilsel']], GAZETTEER_NAME],
  ['capitals with a dotless ı', [['kandilli', 'KARSIYAKA (ıZMIR)']], GAZETTEER_NAME],
  ['cut off', [['afad', 'Seferihisar Açıkları-İzmir (Ege Denizi']], GAZETTEER_NAME],
  ['capitals and a distance that is cut off', [['kandilli', 'KANGAL (SIVAS) [South East 3.5 km']], GAZETTEER_NAME],
  ["AFAD's bare sea", [['afad', 'Ege Denizi']], GAZETTEER_NAME],
  ["AFAD's bare country", [['afad', 'İran']], GAZETTEER_NAME],
  ["AFAD's old words, typed by hand", [['afad', 'Malazgirit-Muş']], GAZETTEER_NAME],
  [
    "AFAD's old words beside the historical list",
    [
      ['afad', 'Bodurm'],
      ['historical', 'Bodrum, Muğla'],
    ],
    'Bodrum (Muğla)',
  ],
  ['a province of the historical list', [['historical', 'Muğla']], 'Muğla'],
  ['a province near by of the historical list', [['historical', 'Söke, Aydın']], 'Söke (Aydın)'],
  ['another province of the historical list', [['historical', 'Ladik, Samsun']], GAZETTEER_NAME],
  ['a country of the historical list', [['historical', 'Sisam Adası, Yunanistan']], GAZETTEER_NAME],
  ['a region of the historical list', [['historical', 'Kuzey Anadolu']], 'Kuzey Anadolu'],
  [
    'a sea of the historical list beside others',
    [
      ['afad', null],
      ['historical', 'Ege Denizi'],
    ],
    GAZETTEER_NAME,
  ],
  [
    'a part of a sea of the historical list beside others',
    [
      ['afad', null],
      ['historical', 'Kuzey Ege Denizi'],
    ],
    GAZETTEER_NAME,
  ],
];
for (const [what, places, location] of CASES)
  test(`location: ${what}`, () => {
    assert.deepEqual(
      wordsOf(solutions(...places), () => WORDS),
      { location, locationEn: /^(?:Bodrum|Söke) \(/.test(location) ? location : WORDS.english },
    );
  });

const AGREEING: [what: string, name: NonNullable<ReturnType<PlaceName>>, words: string, taken: boolean][] = [
  ['the province of a settlement near by', WORDS, 'Söke (Aydın)', true],
  ['another province', WORDS, 'Tavas (Denizli)', false],
  ['a sea on land', WORDS, 'Ege Denizi, Bodrum (Muğla)', false],
  ['the same sea', AT_SEA, 'Ege Denizi, Aliağa (İzmir)', true],
  ['the same sea with a distance in brackets', AT_SEA, 'Ege Denizi - [07.44 km] Aliağa (İzmir)', false],
  ['another sea', AT_SEA, 'Akdeniz, Datça (Muğla)', false],
  ['land at sea', AT_SEA, 'Bodrum (Muğla)', false],
  ['the coast of the historical list', AT_SEA, 'Datça, Muğla', true],
  ['another coast of the historical list', AT_SEA, 'Söke, Aydın', false],
  ['another country beside the coast', AT_SEA, 'Sisam Adası, Yunanistan', false],
  ['the country of the historical list', ABROAD, 'Midilli, Yunanistan', true],
  ['another country of the historical list', ABROAD, 'Halep, Suriye', false],
  ['the same country', ABROAD, 'Vathi (Yunanistan)', true],
  ['another country', ABROAD, 'İdlib (Suriye)', false],
  ['a country with a distance in brackets', ABROAD, 'Yunanistan - [07.44 km] Ayvacık (Çanakkale)', false],
  ['a province of Türkiye abroad', ABROAD, 'Ayvacık (Çanakkale)', false],
];
for (const [what, name, words, taken] of AGREEING)
  test(`the words of an agency, where they name ${what}`, () => {
    const location = taken ? placeForm(words) : name.turkish;
    assert.deepEqual(
      wordsOf(solutions([words.endsWith(')') ? 'afad' : 'historical', words]), () => name),
      { location, locationEn: /^[^ ]+ \((?:Muğla|Aydın)\)$/.test(location) ? location : name.english },
    );
  });

const PROVINCES: [what: string, name: ReturnType<PlaceName>, words: AgencyPlace, code?: string, district?: string][] = [
  ['of a made name', WORDS, CAPITALS, '48', 'Bodrum'],
  ['of the words: another settlement near by', WORDS, ['afad', 'Milas (Muğla)'], '48', 'Milas'],
  ['of the words: another province near by', WORDS, ['afad', 'Didim (Aydın)'], '09', 'Didim'],
  ['of the words: a district farther off', FARTHER, ['afad', 'Köyceğiz (Muğla)'], '48', 'Köyceğiz'],
  [
    'of the words: a village of a district farther off',
    FARTHER,
    ['afad', 'Beyobası, Köyceğiz (Muğla)'],
    '48',
    'Köyceğiz',
  ],
  ['of the words: a district spelt otherwise', FARTHER, ['afad', 'Koycegiz (Muğla)'], '48', 'Köyceğiz'],
  ['of the words, with a district that does not exist', WORDS, ['afad', 'Söke (Aydın)'], '09', 'Didim'],
  ['of words that do not fit', WORDS, ['afad', 'Tavas (Denizli)'], '48', 'Bodrum'],
  ['at sea, whatever the words', AT_SEA, ['afad', 'Ege Denizi - [07.44 km] Aliağa (İzmir)'], '48'],
  ['abroad', ABROAD, ['afad', 'Yunanistan - [07.44 km] Ayvacık (Çanakkale)']],
  ['without a gazetteer name', null, TURKISH],
];
for (const [what, name, words, provinceCode, district] of PROVINCES)
  test(`province and district: ${what}`, () => {
    const found = locationOf(solutions(words), () => name);
    assert.deepEqual([found.provinceCode, found.district], [provinceCode, district]);
  });

test('the historical list has the English name of its words', () => {
  const named = solutions(['historical', 'Halep, Suriye']).map((one) => ({ ...one, placeEn: 'Aleppo, Syria' }));
  assert.deepEqual(
    wordsOf(named, () => ({ ...ABROAD, country: 'Suriye' })),
    { location: 'Halep (Suriye)', locationEn: 'Aleppo, Syria' },
  );
  const [afad] = solutions(TURKISH);
  const { location, locationEn } = locationOf([afad!, ...named], () => WORDS);
  assert.deepEqual([location, locationEn], ['Bodrum (Muğla)', 'Bodrum (Muğla)']);
});

test('a sea of the historical list alone', () => {
  const name = { ...AT_SEA, sea: 'Marmara Denizi' };
  assert.equal(locationOf(solutions(['historical', 'Marmara Denizi']), () => name).location, 'Marmara Denizi');
});

const NAMELESS: [what: string, places: AgencyPlace[], location: string, english?: string][] = [
  ['English words', [CAPITALS, ENGLISH], '12 km S of Bodrum, Turkey'],
  ['Turkish words beside English ones', [TURKISH, ENGLISH], 'Bodrum (Muğla)'],
  ['capitals', [['turhec', null], CAPITALS], 'GOKOVA KORFEZI (EGE DENIZI)'],
  ['coordinates', [['turhec', null]], '36.90° K, 27.50° D', '36.90° N, 27.50° E'],
  ['coordinates instead of a dash', [['afad', '-']], '36.90° K, 27.50° D', '36.90° N, 27.50° E'],
];
for (const [what, places, location, english = location] of NAMELESS)
  test(`location where the gazetteer has no name: ${what}`, () => {
    assert.deepEqual(
      wordsOf(solutions(...places), () => null),
      { location, locationEn: english },
    );
  });

test("AFAD's words for an epicentre far from the preferred one name another place", () => {
  const [usgs, afad] = solutions(ENGLISH, TURKISH) as [Solution, Solution];
  assert.equal(locationOf([usgs, { ...afad, latitude: 37.4 }], () => WORDS).location, GAZETTEER_NAME);
  assert.equal(locationOf([usgs, { ...afad, latitude: 37.3 }], () => WORDS).location, 'Bodrum (Muğla)');
});

test("the gazetteer name is that of the preferred solution's epicentre", () => {
  const requested: Point[] = [];
  locationOf(solutions(CAPITALS, ENGLISH), (point) => (requested.push(point), null));
  assert.deepEqual(
    requested.map(({ latitude }) => latitude),
    [36.9],
  );
});
