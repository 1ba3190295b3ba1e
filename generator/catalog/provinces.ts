/** Queries on the records of a province, by its index. Nothing here writes. */
import type { Earthquake } from '#core/earthquake.ts';
import { allRows, allValues, firstValue, type Db } from './database.ts';

const OF_PROVINCE = `FROM earthquakes WHERE state = 'current' AND record ->> 'provinceCode' = ?`;

const recordsOf = (db: Db, rest: string, ...values: [code: string, band: number, limit: number]): Earthquake[] =>
  allValues<string>(db, `SELECT record ${OF_PROVINCE} AND band = ? ${rest} LIMIT ?`, ...values).map(
    (record) => JSON.parse(record) as Earthquake,
  );

/** At least the newest `limit` of each band, in no order. @param bands those with earthquakes */
export const newestInProvince = (db: Db, code: string, bands: readonly number[], limit: number): Earthquake[] =>
  bands.flatMap((band) => recordsOf(db, 'ORDER BY time DESC, id DESC', code, band, limit));

/** The largest ones first, of equal ones the newest; none with a doubtful magnitude. @param bands ascending */
export function largestInProvince(db: Db, code: string, bands: readonly number[], limit: number): Earthquake[] {
  const found: Earthquake[] = [];
  for (const band of bands.toReversed()) {
    if (found.length >= limit) break;
    const order = `AND record ->> 'magnitudeDoubtful' IS NULL ORDER BY record ->> 'magnitude' DESC, time DESC, id DESC`;
    found.push(...recordsOf(db, order, code, band, limit - found.length));
  }
  return found;
}

interface BandCount {
  /** UTC. */
  year: number;
  band: number;
  count: number;
}

/** The year as the record has it: before 1582-10-15 of the Julian calendar, counted from 0001-01-01. */
const YEAR = `CASE WHEN time < -12219292800000 THEN (4 * ((time + 62135769600000) / 86400000) + 3) / 1461 + 1
  ELSE CAST(strftime('%Y', time / 1000.0, 'unixepoch') AS INTEGER) END`;

/** Earthquakes with a magnitude by year and band, in order of years. The index alone is read. */
export const countsInProvince = (db: Db, code: string): BandCount[] =>
  allRows<BandCount>(
    db,
    `SELECT ${YEAR} AS year, band, count(*) AS count
       ${OF_PROVINCE} AND band > 0 GROUP BY year, band ORDER BY year, band`,
    code,
  );

/** Plate codes that an earthquake has or had, whatever its state. */
export function provincesEverOf(db: Db, id: number): string[] {
  const text = firstValue<string>(db, 'SELECT record FROM earthquakes WHERE id = ?', id);
  const record = text === undefined ? undefined : (JSON.parse(text) as Earthquake);
  const former = record?.revisions.map(({ previous }) => previous?.['province_code']) ?? [];
  return [record?.provinceCode, ...former].filter((code) => typeof code === 'string');
}
