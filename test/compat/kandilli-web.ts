/** Pages and servers in JavaScript and TypeScript written for the Kandilli API. */
import { distanceKm } from '#core/geo.ts';
import type { Application, Row } from './frame.ts';
import { get, lastDay, results, succeeded } from './requests.ts';
import { type Fields, local, number, object, objects, parsedFloat, point, text } from './values.ts';

/** Next.js; the table and its CSV read every field of the newest generation. */
const earthquakeMonitor: Application = {
  name: 'VanColt/Turkish_Earthquake_Monitor',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read: ([answer]) =>
        results(succeeded(answer)).map((row) => {
          const near = object(object(row['location_properties'])['closestCity']);
          (number(near['distance']) / 1000).toFixed(2);
          text(near['name']);
          return {
            time: local(text(row['date_time'])),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            ...point(row['geojson']),
            place: text(row['title']),
            id: text(row['earthquake_id']),
          };
        }),
      expected: lastDay(),
    },
  ],
};

/** Node.js; `timestamp` first where there is one, whatever its type. */
const hdBackend: Application = {
  name: 'omerkonca/hdbackend',
  uses: (['kandilli', 'afad'] as const).map((agency) => ({
    what: `${agency}/live`,
    requests: () => [{ path: `/deprem/${agency}/live?limit=100`, headers: { 'User-Agent': 'HepsiDuziciApp/1.0' } }],
    read([answer]) {
      const body = object(answer!.json());
      if (body['status'] !== true) return [];
      return objects(body['result']).map((row) => ({
        time: row['timestamp'] ? Number(row['timestamp']) * 1000 : local(text(row['date_time'])),
        magnitude: parsedFloat(row['mag']),
        depthKm: parsedFloat(row['depth']),
        ...point(row['geojson']),
        place: text(row['title']),
        id: text(row['earthquake_id']),
      }));
    },
    expected: lastDay(100, agency),
  })),
};

/** A plain page; takes whatever list the answer has. */
const depremBilgi: Application = {
  name: 'sinasicicek/Deprem-Bilgi',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=100'),
      read: ([answer]) =>
        Object.values(object(answer!.json())).flatMap((value): Row[] =>
          Array.isArray(value)
            ? (value as Fields[])
                .filter((row) => row['date'] && row['lokasyon'] && row['mag'] !== undefined)
                .map((row) => ({
                  time: local(text(row['date'])),
                  magnitude: Number(row['mag']),
                  place: text(row['lokasyon']),
                }))
            : [],
        ),
      expected: lastDay(100),
    },
  ],
};

const BANDIRMA = { latitude: 40.3522, longitude: 27.9767 };

/** React Native; what is within 150 km of a town. */
const bandirmaCepte: Application = {
  name: 'lalkasikci/Bandirma-Cepte',
  uses: [
    {
      what: 'afad/live',
      requests: get('/deprem/afad/live?limit=50'),
      read([answer]) {
        const body = object(succeeded(answer).json());
        if (!body['status']) throw new Error('Beklenmeyen veri formatı');
        return objects(body['result'])
          .map((row) => ({
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            ...point(row['geojson']),
            place: text(row['title']),
          }))
          .filter((row) => distanceKm(BANDIRMA, row) <= 150);
      },
      expected: () =>
        lastDay(50, 'afad')().filter(
          ({ latitude, longitude }) => distanceKm(BANDIRMA, { latitude: latitude!, longitude: longitude! }) <= 150,
        ),
    },
  ],
};

/** Vue; both agencies at once, each row's day and time of day from two fields. */
const quakeMap: Application = {
  name: 'yeter-yavan/turkiye-quake-map-ai',
  uses: [
    {
      what: '/deprem',
      requests: get('/deprem'),
      read([answer]) {
        const body = object(succeeded(answer).json());
        if (body['status'] !== true) throw new Error('Kandilli API hatası');
        return objects(body['result']).map((row) => {
          const day = text(row['date']).replaceAll('.', '-').split(' ')[0]!;
          const time = text(row['date_time']).split(' ')[1] ?? '00:00:00';
          text(row['title']).split('-')[1]?.trim();
          return {
            time: local(`${day} ${time}`),
            magnitude: parsedFloat(row['mag']) || 0,
            depthKm: parsedFloat(row['depth']) || 0,
            ...point(row['geojson']),
            place: text(row['title']),
          };
        });
      },
      expected: () =>
        [...lastDay(Infinity)(), ...lastDay(Infinity, 'afad')()].toSorted((a, b) => b.time! - a.time!).slice(0, 100),
    },
  ],
};

/** React; what is falsy is shown as not found. */
const depremBilgiPage: Application = {
  name: 'keremduck/deprembilgi',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=500'),
      read: ([answer]) =>
        results(answer).map((row) => ({
          time: local(text(row['date'])),
          magnitude: number(row['mag']),
          latitude: number(row['lat']),
          longitude: number(row['lng']),
          depthKm: number(row['depth']),
          place: text(row['lokasyon']),
        })),
      expected: lastDay(500),
    },
  ],
};

export const KANDILLI_WEB: readonly Application[] = [
  ...[earthquakeMonitor, hdBackend, depremBilgi, bandirmaCepte, quakeMap, depremBilgiPage],
];
