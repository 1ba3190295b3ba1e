/** The compilers of the gazetteer, on small made-up lists. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseLand } from '../../generator/places/tables.ts';
import { RingIndex } from '../../generator/places/land.ts';
import { compilePlaces } from '../../scripts/compile/places/compile.ts';
import { compileLand } from '../../scripts/compile/places/land.ts';

const hgk = (...rows: [name: string, longitude: number, latitude: number, type: string][]): string =>
  ['FID,NAME,LONGITUDE,LATITUDE,TYPE,JOG.SHEET', ...rows.map((row, fid) => `${fid}.0,${row.join(',')},NJ 35-1`)].join(
    '\n',
  );

const neighbourhoods = (...rows: [province: string, district: string, name: string][]): string =>
  JSON.stringify(rows.map(([province, district, name]) => ['01', province, district, name, '01000']));

const seats = (...rows: [province: string, district: string, latitude: number, longitude: number][]): string =>
  JSON.stringify({
    data: rows.map(([il_adi, ilce_adi, ...coordinates], code) => ({
      il_adi,
      ilceler: [{ ilce_adi, ilce_kodu: String(code), coordinates: coordinates.map(String) }],
    })),
  });

const geonames = (
  ...rows: [name: string, latitude: number, longitude: number, feature: string, country: string][]
): string =>
  rows
    .map(([name, latitude, longitude, feature, country], id) =>
      [id, name, name, '', latitude, longitude, 'P', feature, country, ''].join('\t'),
    )
    .join('\n');

/**
 * Two districts Bayat, one of which the geocoder puts into the other's place; a central district; one that HGK does not
 * know.
 */
const LISTS = {
  hgk: hgk(
    ['Bayat', 34.26, 40.65, 'ILCE'],
    ['Bayat', 30.92, 38.98, 'ILCE'],
    ['Çorum_Mrkilçe', 34.95, 40.55, 'ILCE'],
    ['Bayat_Mrkköy', 34.26, 40.65, 'YKOY'],
    ['Yeşilyurt', 34.3, 40.66, 'YKOY'],
    ['Yeşilyurt', 34.9, 40.5, 'YKOY'],
    ['Büyük  Höyük.', 34.93, 40.52, 'YKOY'],
    ['Yeşilyurt', 32.88, 35.15, 'YKOY'],
    ['Bir Tepe', 34.9, 40.5, 'TEPE'],
    ['Midilli Ad. / Lesvos', 26.28, 39.22, 'ADA'],
  ),
  neighbourhoods: neighbourhoods(
    ['Çorum', 'Merkez', 'Yeşilyurt Köyü'],
    ['Çorum', 'Bayat', 'Yeni Ad Mah (yeşilyurt Köyü)'],
    ['Afyonkarahisar', 'Bayat', 'Derbent Mah'],
    ['İzmir', 'Karabağlar', 'Limontepe Mah'],
  ),
  seats: seats(
    ['ÇORUM', 'BAYAT', 40.1, 34.1],
    ['ÇORUM', 'MERKEZ', 36, 36],
    ['Afyonkarahisar', 'BAYAT', 38.9, 30.9],
    ['İZMİR', 'KARABAĞLAR', 38.398, 27.128],
  ),
  geonames: geonames(
    ['Mytilene', 39.11, 26.55, 'PPLA', 'GR'],
    ['Quarter of Mytilene', 39.1, 26.5, 'PPLX', 'GR'],
    ['İzmir', 38.41, 27.13, 'PPLA', 'TR'],
    ['Paris', 48.85, 2.35, 'PPLC', 'FR'],
    ['Sector 5', 44.4, 26.1, 'PPL', 'RO'],
    ['Ar Riyāḑ', 33, 44, 'PPL', 'IQ'],
  ),
  land: 'part,points\nland,25.8 38.9 26.7 38.9 26.7 39.4 25.8 39.4\nturkiye,27 37 44 37 44 42 27 42\n',
  provinces: JSON.stringify({
    features: [
      ['Çorum', 34, 40, 35.5, 41.5],
      ['Afyonkarahisar', 30, 38, 32, 39.5],
      ['İzmir', 26, 38, 28, 39],
    ].map(([name_tr, west, south, east, north]) => ({
      properties: { iso_3166_2: 'TR-00', name_tr },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    })),
  }),
};

test('seats by name and position, villages by name and neighbours, towns of other countries', () => {
  assert.deepEqual(compilePlaces(LISTS).trimEnd().split('\n'), [
    'kind,name,district,province,country,latitude,longitude,source',
    'seat,Bayat,Bayat,Afyonkarahisar,,38.980,30.920,hgk 1',
    'seat,Bayat,Bayat,Çorum,,40.650,34.260,hgk 0',
    'seat,Karabağlar,Karabağlar,İzmir,,38.398,27.128,il-ilce 3',
    'seat,Çorum,Merkez,Çorum,,40.550,34.950,hgk 2',
    'town,Ar Riyad,,,Iraq,33.000,44.000,geonames 5',
    'town,Mytilene,Midilli Adası,Lesbos,Greece,39.110,26.550,geonames 0',
    'village,Büyük Höyük,Merkez,Çorum,,40.520,34.930,hgk 6',
    'village,Yeşilyurt,Bayat,Çorum,,40.660,34.300,hgk 4',
    'village,Yeşilyurt,Merkez,Çorum,,40.500,34.900,hgk 5',
  ]);
});

test('a village belongs to a province in or near whose outline it lies, whatever districts have its name', () => {
  const far = {
    ...LISTS,
    neighbourhoods: neighbourhoods(
      ['Çorum', 'Merkez', 'Köprü Köyü'],
      ['Çorum', 'Bayat', 'Dere Köyü'],
      ['Afyonkarahisar', 'Bayat', 'Dere Köyü'],
      ['İzmir', 'Karabağlar', 'Limontepe Mah'],
    ),
  };
  const table = (longitude: number): string =>
    compilePlaces({ ...far, hgk: `${LISTS.hgk}\n99.0,Köprü,${longitude},40.6,YKOY,NJ 35-1` });
  assert.match(table(34.9), /^village,Köprü,Merkez,Çorum,/m);
  const outlines = LISTS.provinces.replaceAll('35.5', '34.65');
  const beside = compilePlaces({
    ...far,
    provinces: outlines,
    hgk: `${LISTS.hgk}\n99.0,Köprü,34.7,40.6,YKOY,NJ 35-1`,
  });
  assert.match(beside, /^village,Köprü,Merkez,Çorum,/m);
});

test('a name that no province near by has is of one within 20 km', () => {
  const box = (name_tr: string, west: number, east: number) => ({
    properties: { iso_3166_2: 'TR-00', name_tr },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, 40],
          [east, 40],
          [east, 41],
          [west, 41],
          [west, 40],
        ],
      ],
    },
  });
  const table = (name: string, longitude: number): string =>
    compilePlaces({
      ...LISTS,
      hgk: hgk(
        ['Sol_Mrkilçe', 35.2, 40.5, 'ILCE'],
        ['Sağ_Mrkilçe', 35.55, 40.5, 'ILCE'],
        [name, longitude, 40.5, 'YKOY'],
      ),
      neighbourhoods: neighbourhoods(
        ['Sol', 'Merkez', 'Ova Köyü'],
        ['Sağ', 'Merkez', 'Ova Köyü'],
        ['Sağ', 'Merkez', 'Kaya Köyü'],
      ),
      seats: seats(['Sol', 'Merkez', 40.5, 35.2], ['Sağ', 'Merkez', 40.5, 35.55]),
      provinces: JSON.stringify({ features: [box('Sol', 34, 35.5), box('Sağ', 35.5, 37)] }),
    });
  // A degree of longitude has 84.6 km.
  assert.match(table('Kaya', 35.3), /^village,Kaya,Merkez,Sağ,/m);
  assert.match(table('Ova', 35.3), /^village,Ova,Merkez,Sol,/m);
  assert.match(table('Kaya', 35.2), /^village,Kaya,Merkez,Sol,/m);
});

test('an invalid or unknown value is an error that names it', () => {
  const refused = (lists: Partial<typeof LISTS>, message: RegExp): void =>
    assert.throws(() => compilePlaces({ ...LISTS, ...lists }), message);
  refused({ geonames: geonames(['Nowhere', 39, 26, 'PPL', 'XX']) }, /GeoNames 0, Nowhere: .* country XX/);
  refused({ geonames: geonames(['No "where"', 39, 26, 'PPL', 'GR']) }, /geonames 0: .* cannot stand in the table/);
  refused({ seats: seats(['ÇORUM', 'BAYAT', 40.1, 34.1]) }, /Afyonkarahisar\/Bayat: no position/);
  refused({ hgk: LISTS.hgk.replace('Çorum_Mrkilçe', 'Çorum') }, /0 names in HGK's list for Çorum/);
});

test('a world map is cut out: arcs forwards and backwards, a hole, a ring outside', () => {
  const square = (west: number, south: number, east: number, north: number): number[][] => [
    [west, south],
    [east - west, 0],
    [0, north - south],
    [west - east, 0],
    [0, south - north],
  ];
  const map = {
    transform: { scale: [0.5, 0.5], translate: [0, 0] },
    // 10 to 30 E and 35 to 50 N; a lake in it; an island far away; 22 to 24 E and 36 to 38 N.
    arcs: [square(20, 70, 60, 100), square(50, 80, 52, 82), square(0, 0, 10, 10), square(44, 72, 48, 76)],
    objects: {
      land: { type: 'GeometryCollection', geometries: [{ type: 'MultiPolygon', arcs: [[[0], [~1]], [[2]]] }] },
      countries: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', id: '792', arcs: [[3]] }] },
    },
  };
  const { land, turkiye } = parseLand(compileLand(JSON.stringify(map)), 'made-up');
  assert.deepEqual([land.length, turkiye.length], [2, 1]);
  const inside = (rings: Float64Array[], latitude: number, longitude: number): boolean =>
    new RingIndex(rings).contains({ latitude, longitude });
  assert.deepEqual(
    [
      inside(land, 40, 22),
      inside(land, 40.5, 25.5),
      inside(land, 47.9, 20.1),
      inside(land, 40, 31),
      inside(land, 34, 22),
    ],
    [true, false, true, false, false],
  );
  assert.deepEqual([inside(turkiye, 37, 23), inside(turkiye, 37, 25)], [true, false]);
  for (const ring of [...land, ...turkiye])
    for (let at = 0; at < ring.length; at += 2) assert.ok(ring[at]! >= 20 && ring[at + 1]! <= 48);
  const without = { ...map, objects: { ...map.objects, countries: { type: 'GeometryCollection', geometries: [] } } };
  assert.throws(() => compileLand(JSON.stringify(without)), /the map has no Türkiye/);
});
