/** What the agencies show at an instant of the first day after 2023-02-06 01:17. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DAY, MINUTE, parseCivil, type EpochMs } from '#core/time.ts';
import { readCopiedRows } from '../../test/support/kandilli-xml.ts';
import { wordOf } from '../synthetic/random.ts';
import { trueEvents } from '../synthetic/seismicity.ts';
import { livePage, type LiveRow } from '../synthetic/wire/live-page.ts';

/** A minute before the M 7.8. */
export const BEGIN = parseCivil('2023-02-06 01:16:00')!;
/** Shocks of a synthetic day by default: as many as the agencies listed together. */
const SYNTHETIC_SHOCKS = 750;
/** Rows of Kandilli's page. */
const PAGE = 500;
/** Assumed time from a shock to its row. */
const DELAYS = { kandilli: 3 * MINUTE, afad: 5 * MINUTE, usgs: 20 * MINUTE };
const ISTANBUL = 3 * 60 * MINUTE;

const KANDILLI = 'kandilli/monthly_xml_json/2023.json.gz';
/** Queries as CSV: the first column is the time in UTC. */
const QUERIES = {
  afad: 'afad/afad_api_csv_M4_1990_2023-02-19_UTC.csv.gz',
  usgs: 'usgs/usgs_query_csv_turkey_2023-02_07.csv.gz',
};

export interface Day {
  /** For the reader of the table. */
  origin: string;
  /** Writes the documents of an instant. @returns their paths */
  write(folder: string, at: EpochMs): string[];
}

interface Query {
  agency: keyof typeof QUERIES;
  head: string;
  lines: { time: EpochMs; text: string }[];
}

type PlainRow = Pick<LiveRow, 'time' | 'latitude' | 'longitude' | 'depthKm' | 'ml' | 'place'>;

const liveRow = (row: PlainRow): LiveRow => ({ ...row, md: null, mw: null, revision: null });

function realRows(data: string): LiveRow[] {
  return readCopiedRows(join(data, KANDILLI)).map(({ date, lat, lng, depth, mag, location }) =>
    liveRow({
      ...{ time: parseCivil(date)! - ISTANBUL, latitude: lat, longitude: lng, depthKm: depth },
      ...{ ml: mag, place: location },
    }),
  );
}

function syntheticRows(shocks: number): LiveRow[] {
  const options = { events: shocks, seed: wordOf('rehearse'), from: BEGIN, until: BEGIN + DAY } as const;
  return [...trueEvents({ ...options, scenario: 'sequence' })].map(
    ({ time, latitude, longitude, depthKm, magnitude }) =>
      liveRow({ time, latitude, longitude, depthKm, ml: magnitude, place: 'SENTETIK (KAHRAMANMARAS)' }),
  );
}

function queryOf(data: string, agency: Query['agency']): Query {
  const text = gunzipSync(readFileSync(join(data, QUERIES[agency]))).toString('utf8');
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const timed = lines.map((line) => ({ time: Date.parse(`${line.replace('"', '').slice(0, 19)}Z`), text: line }));
  return { agency, head, lines: timed.filter(({ time }) => time >= BEGIN) };
}

/**
 * @param data the agencies' real files; without them the day is synthetic
 * @param shocks so many synthetic ones in place of the real day
 */
export function dayOf(data: string, shocks?: number): Day {
  const isReal = shocks === undefined && existsSync(join(data, KANDILLI));
  const rows = (isReal ? realRows(data) : syntheticRows(shocks ?? SYNTHETIC_SHOCKS)).toSorted(
    (a, b) => b.time - a.time,
  );
  const queries = isReal ? [queryOf(data, 'afad'), queryOf(data, 'usgs')] : [];
  return {
    origin: isReal
      ? "real rows: Kandilli's monthly list, AFAD and USGS of magnitude 4 and more"
      : 'SYNTHETIC: no real earthquake of that day is listed',
    write(folder, at) {
      mkdirSync(folder, { recursive: true });
      const file = (name: string, content: string | Uint8Array): string => {
        const path = join(folder, name);
        writeFileSync(path, content);
        return path;
      };
      const page = rows.filter(({ time }) => time <= at - DELAYS.kandilli).slice(0, PAGE);
      const answers = queries.map(({ agency, head, lines }) => {
        const known = lines.filter(({ time }) => time <= at - DELAYS[agency]).map(({ text }) => text);
        return file(`${agency}-${at}.csv`, [head, ...known, ''].join('\n'));
      });
      return page.length === 0 ? answers : [file(`kandilli-${at}.html`, livePage(page, at)), ...answers];
    },
  };
}
