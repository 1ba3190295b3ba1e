/** Bots and scripts in JavaScript and Python written for the Kandilli API. */
import { MINUTE } from '#core/time.ts';
import type { Application } from './frame.ts';
import { get, lastDay, results, succeeded } from './requests.ts';
import { local, number, parsedFloat, point, text, whole } from './values.ts';

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

/** Python; collects the live list and the archive without a date, each earthquake once; keeps `timestamp` as it is. */
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

/** Discord in Python; all rows, five by five. */
const depremBot: Application = {
  name: 'byk1lla/deprem',
  uses: [
    {
      what: 'live',
      requests: get('/deprem/kandilli/live'),
      read([answer]) {
        if (answer!.status !== 200) throw new Error('Deprem bilgileri alınamadı.');
        return results(answer).map((row) => {
          text(row['provider']);
          return {
            time: local(text(row['date'])),
            magnitude: number(row['mag']),
            depthKm: number(row['depth']),
            ...point(row['geojson']),
            place: text(row['title']),
            id: text(row['earthquake_id']),
          };
        });
      },
      expected: lastDay(),
    },
  ],
};

export const KANDILLI_SCRIPT: readonly Application[] = [
  ...[depremBilgiBot, genelbot, wpbot, depremAnaliz, sheet, depremBot],
];
