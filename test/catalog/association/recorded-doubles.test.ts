/** Reports of one earthquake as the agencies' files have them, some with a mistyped time, and others that are two. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { associate, components } from '../../../generator/catalog/association/associate.ts';
import { at, candidate } from '../../support/catalog.ts';

type FeedGroup = Parameters<typeof candidate>[0] & object extends { feedGroup?: infer G } ? G & string : never;
type Row = [group: FeedGroup, time: string, latitude: number, longitude: number, type: string | null, value: number];

/** How many reports each earthquake has, in any order of the reports. */
function sizes(rows: Row[]): number[] {
  const candidates = rows.map(([feedGroup, time, latitude, longitude, magnitudeType, magnitude], index) =>
    candidate({
      ...{ feedGroup, time: at(time), latitude, longitude, magnitudeType, magnitude },
      ...{ agencyEvent: index + 1, key: `r${index + 1}` },
    }),
  );
  const clusters = components(candidates.toReversed()).flatMap(associate);
  assert.deepEqual(
    clusters.map((cluster) => cluster.length).sort(),
    components(candidates)
      .flatMap(associate)
      .map((cluster) => cluster.length)
      .sort(),
  );
  return clusters.map((cluster) => cluster.length).sort((a, b) => b - a);
}

const RECORDED: [what: string, sizes: number[], rows: Row[]][] = [
  [
    'Kos: the reviewed row a minute early, and 63.1 s from one of the others',
    [5],
    [
      ['kandilli-zeqdb', '2006-04-19 05:39:41.890', 36.6467, 26.915, 'ML', 4.4],
      ['kandilli-xml', '2006-04-19 05:40:41', 36.6573, 26.9503, null, 4.4],
      ['afad-unified', '2006-04-19 05:40:42', 36.612, 26.992, 'mb', 4.5],
      ['usgs', '2006-04-19 05:40:42.300', 36.67, 26.94, 'mb', 4.7],
      ['afad', '2006-04-19 05:40:45', 36.5772, 26.8117, 'MD', 4.4],
    ],
  ],
  [
    'Manyas: the foreshock 87 s before, which ISC-GEM lists too (863309, Mw 5.49; 863310, Mw 6.80)',
    [3, 2],
    [
      ['afad-unified', '1964-10-06 14:29:59', 40.186, 28.153, 'mb', 5.4],
      ['kandilli-zeqdb', '1964-10-06 14:29:57.900', 40.24, 28.16, 'ML', 5.3],
      ['afad-unified', '1964-10-06 14:31:23', 40.3, 28.23, 'Ms', 7],
      ['kandilli-zeqdb', '1964-10-06 14:31:23', 40.3, 28.23, 'Ms', 7],
      ['historical', '1964-10-06 14:31:25.400', 40.203, 28.206, null, 6.8],
    ],
  ],
  [
    "Saros: Kandilli's own lists a minute apart",
    [2],
    [
      ['kandilli-zeqdb', '2004-06-17 12:48:49.100', 40.49, 26.11, 'MD', 3.6],
      ['kandilli-xml', '2004-06-17 12:49:48', 40.45, 26.07, null, 3.5],
    ],
  ],
  [
    'south of Antalya: the same',
    [2],
    [
      ['kandilli-zeqdb', '2006-04-30 01:32:37.050', 35.4, 31.55, 'MD', 3.5],
      ['kandilli-xml', '2006-04-30 01:33:36', 35.38, 31.55, null, 3.5],
    ],
  ],
  [
    'Bingöl: AFAD 57 s before its own unified catalogue and the others',
    [4],
    [
      ['afad', '1999-08-22 11:12:04', 39.11, 40.36, 'MD', 4.1],
      ['usgs', '1999-08-22 11:12:55.040', 39.175, 40.214, 'mb', 4.5],
      ['kandilli-zeqdb', '1999-08-22 11:12:56.400', 39.14, 40.1, 'MD', 4.3],
      ['afad-unified', '1999-08-22 11:13:01', 39.265, 40.204, 'mb', 4.3],
    ],
  ],
  [
    'Mecitözü: half a minute',
    [3],
    [
      ['afad', '1996-08-14 02:25:27', 40.75, 35.25, 'MD', 4.1],
      ['kandilli-zeqdb', '1996-08-14 02:25:56.400', 40.78, 35.27, 'MD', 4.1],
      ['afad-unified', '1996-08-14 02:25:58', 40.7912, 35.3506, 'mb', 4.5],
    ],
  ],
  [
    'Van 2012: 56 s at one place',
    [3],
    [
      ['kandilli-xml', '2012-02-29 15:18:47', 38.76, 43.22, null, 4],
      ['afad', '2012-02-29 15:19:43', 38.73, 43.22, 'ML', 4],
      ['afad-unified', '2012-02-29 15:19:43', 38.73, 43.22, 'ML', 4],
    ],
  ],
  [
    'the same in 2023, when no times were typed',
    [2, 1],
    [
      ['kandilli-xml', '2023-02-28 15:18:47', 38.76, 43.22, null, 4],
      ['afad', '2023-02-28 15:19:43', 38.73, 43.22, 'ML', 4],
      ['usgs', '2023-02-28 15:19:44', 38.73, 43.22, 'mb', 4],
    ],
  ],
  [
    'Bodrum: two rows of a monthly list 1 s and 1 km apart',
    [6],
    [
      ['usgs', '2004-08-03 13:11:30.300', 37.02, 27.72, 'Mwc', 5.2],
      ['kandilli-xml', '2004-08-03 13:11:31', 37.0148, 27.5988, null, 5],
      ['kandilli-xml', '2004-08-03 13:11:32', 37.011, 27.6102, null, 5],
      ['afad', '2004-08-03 13:11:32', 36.9154, 27.6692, 'MD', 4.7],
      ['kandilli-zeqdb', '2004-08-03 13:11:32.200', 37.07, 27.7, 'Mw', 5.2],
      ['afad-unified', '2004-08-03 13:11:34', 36.888, 27.777, 'Mw', 5.2],
    ],
  ],
  [
    'Karpathos: a row typed twice, with two minutes; the shock a minute before is another',
    [3, 2],
    [
      ['afad-unified', '1987-04-09 00:23:17', 35.809, 27.7659, 'ML', 4.1],
      ['kandilli-zeqdb', '1987-04-09 00:23:17', 35.8, 27.8, 'ML', 4.1],
      ['kandilli-zeqdb', '1987-04-09 00:24:22', 35.4, 27.5, 'ML', 4],
      ['kandilli-zeqdb', '1987-04-09 00:25:22', 35.4, 27.5, 'ML', 4],
      ['afad-unified', '1987-04-09 00:25:22', 35.4015, 27.5114, 'ML', 4],
    ],
  ],
  [
    'Bozova: both lists have both, 59.7 s apart',
    [2, 2],
    [
      ['kandilli-xml', '2009-02-15 01:06:47', 37.42, 38.54, null, 3.4],
      ['kandilli-zeqdb', '2009-02-15 01:06:47.550', 37.42, 38.54, 'MD', 3.5],
      ['kandilli-xml', '2009-02-15 01:07:46', 37.48, 38.59, null, 3.5],
      ['kandilli-zeqdb', '2009-02-15 01:07:47.230', 37.47, 38.6, 'MD', 3.6],
    ],
  ],
];

for (const [what, expected, rows] of RECORDED) test(what, () => assert.deepEqual(sizes(rows), expected));
