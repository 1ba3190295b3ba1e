/** Pages, servers, bots and scripts in JavaScript, TypeScript and Python written for the Kandilli API. */
import { distanceKm } from '#core/geo.ts';
import { MINUTE } from '#core/time.ts';
import type { Application, Row } from './frame.ts';
import { get, lastDay, results, succeeded } from './requests.ts';

import { type Fields, local, number, object, objects, parsedFloat, point, text, whole } from './values.ts';

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

/** Discord; the time is a mark that every reader sees in their own zone. */
const depremBilgiBot: Application = {
  name: 'Zyrxus11/Deprem-Bilgi-Bot',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=3'),
      read: ([answer]) =>
        results(answer).map((row) => ({
          time: whole(Number(row['timestamp'])) * 1000,
          magnitude: Number(row['mag']),
          depthKm: Number(row['depth']),
          place: text(row['lokasyon']),
        })),
      expected: lastDay(3),
    },
  ],
};

/** Discord; texts as they are. */
const genelbot: Application = {
  name: 'genelbot/genelbot',
  uses: [
    {
      what: 'live.php',
      requests: get('/deprem/live.php?limit=5'),
      read: ([answer]) =>
        results(answer).map((row) => ({
          time: local(text(row['date'])),
          magnitude: Number(row['mag']),
          depthKm: Number(row['depth']),
          place: text(row['lokasyon']),
        })),
      expected: lastDay(5),
    },
  ],
};

/** WhatsApp; the newest six, to the minute. */
const wpbot: Application = {
  name: 'blackeker/wpbot',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read: ([answer]) =>
        results(succeeded(answer))
          .slice(0, 6)
          .map((row) => ({
            time: local(text(row['date_time']).slice(0, 16)),
            magnitude: parsedFloat(row['mag']),
            depthKm: Number(row['depth']),
            place: text(row['title']),
          })),
      expected: lastDay(6),
      step: MINUTE,
    },
  ],
};

/** Python; collects the live list and the archive without a date, each earthquake once. */
const depremAnaliz: Application = {
  name: 'Aysenisa-yasar/DepremAnaliz',
  uses: [
    {
      what: 'live and archive',
      requests: () =>
        ['live', 'archive'].map((list) => ({
          path: `/deprem/kandilli/${list}`,
          headers: { Accept: 'application/json', 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' },
        })),
      read(answers) {
        const all = answers.flatMap((answer) => results(succeeded(answer)));
        const known = new Map(all.map((row) => [text(row['earthquake_id']), row]));
        return [...known].map(([id, row]) => ({
          time: Number(row['timestamp'] ?? row['created_at']) * 1000,
          magnitude: number(row['mag']),
          ...point(row['geojson']),
          id,
        }));
      },
      expected: lastDay(),
    },
  ],
};

/** Python and pandas; six named columns, fifty rows, into a table on the web. */
const sheet: Application = {
  name: 'dlrzkn/deprem-takip',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read([answer]) {
        const rows = results(answer);
        for (const name of ['title', 'mag', 'lat', 'lng', 'depth'])
          if (!rows.some((row) => name in row)) throw new Error(`KeyError: ${name}`);
        return rows.slice(0, 50).map((row) => ({
          time: local(text(row['date'] ?? row['date_time'])),
          magnitude: number(row['mag']),
          latitude: number(row['lat']),
          longitude: number(row['lng']),
          depthKm: number(row['depth']),
          place: text(row['title']),
        }));
      },
      expected: lastDay(50),
    },
  ],
};

export const KANDILLI_SCRIPT: readonly Application[] = [
  ...[earthquakeMonitor, hdBackend, depremBilgi, bandirmaCepte, depremBilgiBot, genelbot, wpbot],
  ...[depremAnaliz, sheet],
];
