/** Real-like documents of every feed, as rows and what stands around them. */
import { formatSecond, MINUTE } from '#core/time.ts';
import type { FeedName } from '../../generator/sources/feed.ts';
import { HISTORICAL_COLUMNS } from '../../generator/sources/historical/file.ts';
import { TURHEC_COLUMNS } from '../../generator/sources/turhec/file.ts';
import { at } from './catalog.ts';
import { livePage } from './kandilli-page.ts';
import { windows1254 } from './kandilli-xml.ts';
import { ONE, ZEQDB_HEADER, zeqdbPage } from './kandilli-zeqdb.ts';

export interface Form {
  feed: FeedName;
  row(n: number): string;
  document(rows: string[]): string;
  bytes?: (text: string) => Uint8Array;
}

const NOON = at('2024-03-10 12:00:00');
const time = (n: number): string => formatSecond(NOON - n * 7 * MINUTE);
const [iso, dotted] = [(n: number) => time(n).replace(' ', 'T'), (n: number) => time(n).replaceAll('-', '.')];
const CITIES = [
  'Pazarcık (Kahramanmaraş)',
  'Çığlı (İzmir)',
  'Söğüt (Bilecik)',
  'Ege Denizi - [07.44 km] Aliağa (İzmir)',
];
export const city = (n: number): string => CITIES[n % CITIES.length]!;
const comma = (rows: string[]): string => rows.join(',');
const lines = (header: string) => (rows: string[]) => [header, ...rows, ''].join('\n');

const afadItem = (n: number, more: object = {}): string =>
  JSON.stringify({
    ...{ rms: '0.4', eventID: String(500_000 + n), location: city(n), latitude: '38.1', longitude: '37.2', depth: '7' },
    ...{ type: 'ML', magnitude: '2.1', date: iso(n), ...more },
  });
const NDK = [
  'SYN  2015/01/28 15:54:39.0  34.46   25.09  37.0 0.0 5.1 SYNTHETIC SEA           ',
  'C201501281554A   B: 82  124  40 S: 90  120  50 M:  0    0   0 CMT: 1 TRIHD:  1.1',
  'CENTROID:     -0.5 0.2  34.19 0.01   25.05 0.02  24.0  0.0 FIX  S-20150501111904',
  '24  0.420 0.019 -0.480 0.013  0.060 0.015  0.966 0.022 -0.421 0.026  0.076 0.013',
  'V10   1.131 56  31   0.035  7 291  -1.167 33 197   1.149 261 13   59 112 79   97',
];

export const FORMS: Record<string, Form> = {
  'AFAD JSON': { feed: 'afad-api', row: afadItem, document: (rows) => `[${comma(rows)}]` },
  'AFAD website': {
    feed: 'afad-api',
    row: (n) => afadItem(n, { refId: 500_000 + n, eventDate: iso(n), magnitudeType: 'ML' }),
    document: (rows) => `{"totalCount":${rows.length},"eventList":[\n${rows.join(',\n')}]}`,
  },
  'AFAD CSV': {
    feed: 'afad-api',
    row: (n) => `${iso(n)},37.2,38.1,7,0.4,ML,2.1,"${city(n)}",${500_000 + n}`,
    document: lines('Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID'),
  },
  'AFAD export': {
    feed: 'afad-site',
    row: (n) =>
      `${time(n).replace(/(\d+)-(\d+)-(\d+)/, '$3/$2/$1')},37.2,38.1,7,0.4,ML,2.1,"${city(n)}",${500_000 + n}`,
    document: (rows) =>
      lines('Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID')([
        '06/02/2023 01:17:32,37.2,38.1,7,0.4,MW,7.7,Yer,543428',
        ...rows,
      ]),
  },
  'USGS GeoJSON': {
    feed: 'usgs-fdsn',
    row: (n) =>
      JSON.stringify({
        type: 'Feature',
        properties: {
          mag: 4.1,
          place: `${n} km N of Çan`,
          time: NOON - n * MINUTE,
          ids: `,us${n},`,
          status: 'reviewed',
          magType: 'mb',
          type: 'earthquake',
        },
        geometry: { type: 'Point', coordinates: [37, 38, 10] },
        id: `us${n}`,
      }),
    document: (rows) =>
      `{"type":"FeatureCollection","metadata":{"generated":${NOON},"status":200,"count":${rows.length}},"features":[${comma(rows)}]}`,
  },
  'USGS CSV': {
    feed: 'usgs-fdsn',
    row: (n) => `${iso(n)}.974Z,38,37,10,4,mb,us${n},,"${n} km N of Çan, Türkiye",earthquake,reviewed`,
    document: lines('time,latitude,longitude,depth,mag,magType,id,updated,place,type,status'),
  },
  'Kandilli live': {
    feed: 'kandilli-live',
    row: (n) => `${dotted(n)}  35.8702   33.9887       24.1      -.-  1.8  -.-   ${city(n).padEnd(50)}İlksel`,
    document: (rows) => livePage({ rows }),
    bytes: windows1254,
  },
  'Kandilli XML': {
    feed: 'kandilli-xml',
    row: (n) => `<earhquake name="${dotted(n)}" lokasyon="${city(n)}" lat="38.1" lng="37.2" mag="2.1" Depth="  7.0"/>`,
    document: (rows) =>
      `<?xml version="1.0" encoding="windows-1254"?>\r\n<eqlist>\r\n${rows.join('\r\n')}\r\n</eqlist>\r\n`,
    bytes: windows1254,
  },
  'Kandilli reviewed, page': {
    feed: 'kandilli-zeqdb',
    row: (n) => zeqdbRow(n).join('\t'),
    document: (rows) => zeqdbPage(rows.map((row) => [row])),
    bytes: windows1254,
  },
  'Kandilli reviewed, copy': {
    feed: 'kandilli-zeqdb',
    row: (n) => zeqdbRow(n).join(','),
    document: lines(ZEQDB_HEADER.join(',')),
  },
  TURHEC: {
    feed: 'turhec-file',
    row: (n) =>
      `ev${n},${time(n)
        .replace(/[- :T]/g, ',')
        .replace('Z', '')},38.1,37.2,5,4.5,,,,`,
    document: lines(TURHEC_COLUMNS.join(',')),
  },
  historical: {
    feed: 'historical-file',
    row: (n) =>
      `antioch-${n},${500 + n},5,29,,,,36.2,36.1,,7,Ms,,,Antakya,Antioch,NOAA,${n},,,Antakya depremi,Antioch earthquake`,
    document: lines(HISTORICAL_COLUMNS.join(',')),
  },
  GCMT: {
    feed: 'gcmt-ndk',
    row: (n) => NDK.join('\n').replace('34.46 ', `34.${10 + n} `),
    document: (rows) => `${rows.join('\n')}\n`,
  },
};

const zeqdbRow = (n: number): string[] => {
  const stamp = dotted(n);
  const cells = [String(n + 1).padStart(6, '0'), stamp.replace(/\D/g, ''), ...stamp.split(' ')];
  return [...cells, ...ONE.slice(4, 14), city(n)];
};
