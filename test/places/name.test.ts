import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Point } from '#core/geo.ts';
import { cleanText } from '#core/text.ts';
import { countryInTurkish } from '#core/countries.ts';
import { compassPoint, createPlaceName } from '../../generator/places/name.ts';
import { parsePlaces, type LandRings, type Places, type Sea } from '../../generator/places/tables.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';

const named = shippedPlaceName();

const wordsOf = (place: ReturnType<typeof named>): { turkish: string; english: string } | null =>
  place && { turkish: place.turkish, english: place.english };
const real: (point: Point) => ReturnType<typeof wordsOf> = (point) => wordsOf(named(point));

const REAL: [what: string, latitude: number, longitude: number, turkish: string | null, english?: string][] = [
  ['a village with district and province', 40.135, 25.95, 'Eşelek, Gökçeada (Çanakkale)'],
  ['the seat of a district', 37.485, 37.296, 'Pazarcık (Kahramanmaraş)'],
  ['a central district at its seat', 38.675, 39.223, 'Merkez (Elazığ)'],
  ['dotted and dotless i', 39.923, 44.045, 'Merkez (Iğdır)'],
  ['s with cedilla, soft g', 37.75, 37.29, 'Çağlayancerit (Kahramanmaraş)'],
  ['the seat of an island', 40.19, 25.905, 'Gökçeada (Çanakkale)'],
  ['far out on a lake', 38.65, 42.95, 'Adilcevaz (Bitlis) 25 km GD', '25 km SE of Adilcevaz (Bitlis)'],
  [
    'off the coast, a village near',
    36.68,
    27.36,
    'Ege Denizi, Yazıköy, Datça (Muğla) 8 km BGB',
    'Aegean Sea, 8 km WSW of Yazıköy, Datça (Muğla)',
  ],
  [
    'off the coast, no village near',
    42.5,
    33,
    'Karadeniz, Cide (Kastamonu) 68 km K',
    'Black Sea, 68 km N of Cide (Kastamonu)',
  ],
  [
    'off the coast, where another seat is nearer by a fifth',
    38.05,
    26.6,
    'Ege Denizi, Seferihisar (İzmir) 27 km GB',
    'Aegean Sea, 27 km SW of Seferihisar (İzmir)',
  ],
  ["off the coast of a province's own seat", 42.4, 35.2, 'Karadeniz, Sinop 42 km K', 'Black Sea, 42 km N of Sinop'],
  [
    'in the Marmara Sea',
    40.86,
    28.2444,
    'Marmara Denizi, Silivri (İstanbul) 24 km G',
    'Sea of Marmara, 24 km S of Silivri (İstanbul)',
  ],
  ['a town of Lesbos', 39.107, 26.555, 'Midilli Adası (Yunanistan)', 'Mytilene, Lesbos, Greece'],
  ['a town on the shore of Lesbos', 38.975, 26.371, 'Midilli Adası (Yunanistan)', 'Plomari, Lesbos, Greece'],
  [
    'off an island named as its town',
    36.03,
    26.28,
    'Ege Denizi, İstanbulya Adası (Yunanistan) 58 km G',
    'Aegean Sea, 58 km S of Astypalaia, Greece',
  ],
  ["a village of another province by Kandilli's words", 40.8415, 31.0628, 'Karadere, Merkez (Düzce)'],
  ["a village decided by Kandilli's words", 37.999, 34.01, 'Obruk, Bor (Niğde)'],
  ['a town of the mainland', 40.846, 25.876, 'Alexandroupoli (Yunanistan)', 'Alexandroupoli, Greece'],
  ['Cyprus', 35.336, 33.317, 'Kyrenia (Kıbrıs)', 'Kyrenia, Cyprus'],
  ['Cyprus, between towns', 35.25, 33.2, 'Mammari (Kıbrıs) 8 km K', '8 km N of Mammari, Cyprus'],
  [
    'off Crete',
    34.6,
    25.5,
    'Akdeniz, Girit Adası (Yunanistan) 44 km G',
    'Mediterranean Sea, 44 km S of Arvi, Crete, Greece',
  ],
  ['Iran', 37, 47, 'Qarah Aghaj (İran) 31 km GB', '31 km SW of Qarah Aghaj, Iran'],
  ['just inside the border', 37.07, 41.215, 'Nusaybin (Mardin)'],
  ['just outside the border', 37.05, 41.231, 'Al Qamishli (Suriye)', 'Al Qamishli, Syria'],
  ['the middle of the sea', 33.9, 28.9, 'Akdeniz', 'Mediterranean Sea'],
  ['outside of what is covered', 52.5, 13.4, null],
  ['the date line', 38, 180, null],
  ['the other side of the date line', 38, -180, null],
  ['the north pole', 90, 0, null],
  ['the south pole', -90, 0, null],
];
for (const [what, latitude, longitude, turkish, english] of REAL)
  test(`named: ${what}`, () => {
    const place = real({ latitude, longitude });
    assert.deepEqual(place, turkish === null ? null : { turkish, english: english ?? turkish });
  });

const SETTINGS: [what: string, latitude: number, longitude: number, sea: string | null, country: string | null][] = [
  ['in Türkiye', 37.485, 37.296, null, null],
  ['abroad', 39.107, 26.555, null, 'Yunanistan'],
  ['at sea', 40.86, 28.2444, 'Marmara Denizi', null],
];
for (const [what, latitude, longitude, sea, country] of SETTINGS)
  test(`what a point lies in: ${what}`, () => {
    const place = named({ latitude, longitude })!;
    assert.deepEqual([place.sea, place.country], [sea, country]);
  });

test('the provinces of settlements within 5 km, and their districts', () => {
  const possible = ({ latitude, longitude }: Point) => [...named({ latitude, longitude })!.possible];
  assert.deepEqual(
    possible({ latitude: 37.485, longitude: 37.296 }).map(([province, districts]) => [province, districts[0]]),
    [['Kahramanmaraş', 'Pazarcık']],
  );
  const border = possible({ latitude: 37.28, longitude: 37.2 }).map(([province]) => province);
  assert.deepEqual(border.sort(), ['Gaziantep', 'Kahramanmaraş']);
});

const SEAS: [latitude: number, longitude: number, sea: string][] = [
  [40.72, 29.2, 'Marmara Denizi'],
  [40.43, 28.9, 'Marmara Denizi'],
  [40.23, 26.5, 'Marmara Denizi'],
  [40.52, 26.4, 'Ege Denizi'],
  [39.4, 26.7, 'Ege Denizi'],
  [37.85, 27.1, 'Ege Denizi'],
  [36.95, 27.9, 'Ege Denizi'],
  [36.0, 28.8, 'Akdeniz'],
  [36.6, 30.9, 'Akdeniz'],
  [36.6, 35.9, 'Akdeniz'],
  [35.0, 26.5, 'Akdeniz'],
  [41.3, 29.3, 'Karadeniz'],
  [41.1, 39.8, 'Karadeniz'],
  [46.0, 36.5, 'Azak Denizi'],
  [40.4, 51.0, 'Hazar Denizi'],
  [38.2, 22.5, 'İyon Denizi'],
];
test('each sea has its name: the straits and gulfs, the limit of Aegean and Mediterranean, the others', () => {
  for (const [latitude, longitude, sea] of SEAS) {
    const { turkish } = real({ latitude, longitude })!;
    assert.ok(turkish.startsWith(`${sea}, `), `${latitude}, ${longitude}: ${turkish}, not ${sea}`);
  }
});

test('a name is publishable for every point', () => {
  for (let latitude = 29.5; latitude < 48.5; latitude += 0.37)
    for (let longitude = 19.5; longitude < 52.5; longitude += 0.41) {
      const place = real({ latitude, longitude });
      if (place === null) continue;
      const { turkish, english } = place;
      for (const text of [turkish, english]) {
        assert.equal(cleanText(text), text);
        assert.doesNotMatch(text, /Merkez, Merkez|\b0 km|undefined|NaN|Offshore|Açıkta/);
      }
      const PLACE = '[^,()]+(?:, [^,()]+){0,2}(?: \\([^,()]+\\))?';
      const sea = '(?:[^,()]+ Denizi|Karadeniz|Akdeniz|Basra Körfezi)';
      assert.match(turkish, new RegExp(`^(?:${sea}|(?:${sea}, )?${PLACE}(?: \\d+ km [KGDB]{1,3})?)$`));
      assert.match(
        english,
        new RegExp(`^(?:[^,()]+ Sea|Sea of [^,()]+|Persian Gulf)?(?:, )?(?:(?:\\d+ km [NESW]{1,3} of )?${PLACE})?$`),
      );
    }
});

const MADE_UP: Places = {
  settlements: [
    { name: 'Ulu', district: 'Ulu', province: 'Uzak', seat: true, latitude: 38, longitude: 27 },
    { name: 'Uzak', district: 'Merkez', province: 'Uzak', seat: true, latitude: 38.9, longitude: 27.9 },
    { name: 'Köy', district: 'Merkez', province: 'Uzak', seat: false, latitude: 38.5, longitude: 27.5 },
    { name: 'Sınır', district: 'Ulu', province: 'Uzak', seat: false, latitude: 38.3, longitude: 28.005 },
    { name: 'Ulu', district: 'Ulu', province: 'Uzak', seat: false, latitude: 38.1, longitude: 27.1 },
  ],
  towns: [{ name: 'Far', country: 'Nowhere', island: null, latitude: 38.3, longitude: 28.02 }],
};
const box = (west: number, east: number): Float64Array => Float64Array.from([west, 37, east, 37, east, 40, west, 40]);
const LAND: LandRings = { land: [box(27, 29)], turkiye: [box(27, 28)] };
const WATERS: Sea[] = [
  { turkish: 'Dar Deniz', english: 'Narrow Sea', ring: box(26, 27.5) },
  { turkish: 'Geniş Deniz', english: 'Wide Sea', ring: box(25.2, 28) },
];
const made = (places: Places, seas = WATERS) => createPlaceName({ places, rings: LAND, provinces: new Map(), seas });
const synthetic = made(MADE_UP);

const RULES: [what: string, latitude: number, longitude: number, turkish: string, english?: string][] = [
  ['exactly on a village', 38.5, 27.5, 'Köy, Merkez (Uzak)'],
  ['exactly on a seat, on the shore', 38, 27, 'Ulu (Uzak)'],
  ['a village named as its district', 38.1, 27.1, 'Ulu (Uzak)'],
  ['10 km from a village: it is the name', 38.5 + 9.9 / 111.2, 27.5, 'Köy, Merkez (Uzak)'],
  ['farther: the seat of its district', 38.62, 27.5, 'Uzak 47 km GB', '47 km SW of Uzak'],
  ['farther from a seat: itself', 38, 27.2, 'Ulu (Uzak) 18 km D', '18 km E of Ulu (Uzak)'],
  ['at sea, 10 km or less from a seat', 38, 26.95, 'Dar Deniz, Ulu (Uzak) 4 km B', 'Narrow Sea, 4 km W of Ulu (Uzak)'],
  ['at sea within 1.5 km of a seat: on its land', 38, 26.99, 'Ulu (Uzak)'],
  ['at sea', 38.45, 26.5, 'Dar Deniz, Ulu (Uzak) 66 km KB', 'Narrow Sea, 66 km NW of Ulu (Uzak)'],
  ['in the sea beside it', 38, 25.9, 'Geniş Deniz, Ulu (Uzak) 96 km B', 'Wide Sea, 96 km W of Ulu (Uzak)'],
  ['far out in a sea', 39.9, 25.3, 'Geniş Deniz', 'Wide Sea'],
  ['where no sea is known', 38, 25, 'Açıkta, Ulu (Uzak) 175 km B', 'Offshore, 175 km W of Ulu (Uzak)'],
  ['a border village beyond the line that the map draws', 38.3, 28.006, 'Sınır, Ulu (Uzak)'],
  ['a town beyond the border', 38.3, 28.02, 'Far (Nowhere)', 'Far, Nowhere'],
  ['beyond the border, a village of ours nearest', 38.32, 28.001, 'Far (Nowhere) 3 km KB', '3 km NW of Far, Nowhere'],
];
for (const [what, latitude, longitude, turkish, english] of RULES)
  test(`by the rules: ${what}`, () =>
    assert.deepEqual(wordsOf(synthetic({ latitude, longitude })), { turkish, english: english ?? turkish }));

test('without towns a point abroad has no name, without anything none on land has', () => {
  const point = { latitude: 38.9, longitude: 28.5 };
  assert.equal(made({ ...MADE_UP, towns: [] })(point), null);
  assert.equal(made({ settlements: [], towns: [] })({ latitude: 38, longitude: 27.5 }), null);
  assert.equal(made({ ...MADE_UP, settlements: [] })({ latitude: 38, longitude: 27.5 }), null);
  assert.equal(made({ settlements: [], towns: [] }, [])({ latitude: 38, longitude: 26 }), null);
});

test('every country of the gazetteer has a name in Turkish', () => {
  const { towns } = parsePlaces(readFileSync(new URL('../../data/places.csv', import.meta.url), 'utf8'), 'places.csv');
  const same = [...new Set(towns.map(({ country }) => country))].filter((one) => countryInTurkish(one) === one);
  assert.deepEqual(same, ['Libya', 'Moldova']);
});

test('sixteen points of the compass, each 22.5 degrees wide', () => {
  const at = [0, 11.2, 11.3, 45, 90, 135, 180, 202.5, 225, 270, 315, 348.7, 348.8, 359.99];
  const points = ['N', 'N', 'NNE', 'NE', 'E', 'SE', 'S', 'SSW', 'SW', 'W', 'NW', 'NNW', 'N', 'N'];
  assert.deepEqual(
    at.map((degrees) => compassPoint(degrees).english),
    points,
  );
  const yonler = ['K', 'K', 'KKD', 'KD', 'D', 'GD', 'G', 'GGB', 'GB', 'B', 'KB', 'KKB', 'K', 'K'];
  assert.deepEqual(
    at.map((degrees) => compassPoint(degrees).turkish),
    yonler,
  );
});
