/** Queries on the records of a province, by its index. Nothing here writes. */
import type { Earthquake } from '#core/earthquake.ts';
import { BANDS } from '#core/shard.ts';
import { civilOfEpoch, type EpochMs, spanOf } from '#core/time.ts';
import { allValues, firstValue, type Db } from './database.ts';
import { IS_BLAST } from './migrations/schema.ts';

type Which = 'all' | 'blasts' | 'others';

const WHICH: Record<Which, string> = { all: '', blasts: `AND ${IS_BLAST}`, others: `AND ${IS_BLAST} IS NOT TRUE` };

interface Wanted {
  code: string;
  /** Those with earthquakes, ascending. */
  bands: readonly number[];
  limit: number;
  which: Which;
}

const ofProvince = (which: Which): string =>
  `FROM earthquakes INDEXED BY ${which === 'blasts' ? 'earthquakes_blasts' : 'earthquakes_by_province'}
   WHERE state = 'current' AND record ->> 'provinceCode' = ? ${WHICH[which]}`;

const recordsOf = (
  db: Db,
  { code, limit, which }: Wanted,
  { band, rest }: { band: number; rest: string },
): Earthquake[] =>
  allValues<string>(db, `SELECT record ${ofProvince(which)} AND band = ? ${rest} LIMIT ?`, code, band, limit).map(
    (record) => JSON.parse(record) as Earthquake,
  );

/** At least the newest `limit` of each band, in no order. */
export const newestInProvince = (db: Db, wanted: Wanted): Earthquake[] =>
  wanted.bands.flatMap((band) => recordsOf(db, wanted, { band, rest: 'ORDER BY time DESC, id DESC' }));

/** The largest ones first, of equal ones the newest; none with a doubtful magnitude. */
export function largestInProvince(db: Db, wanted: Wanted): Earthquake[] {
  const found: Earthquake[] = [];
  for (const band of wanted.bands.toReversed()) {
    if (found.length >= wanted.limit) break;
    const rest = `AND record ->> 'magnitudeDoubtful' IS NULL ORDER BY record ->> 'magnitude' DESC, time DESC, id DESC`;
    found.push(...recordsOf(db, { ...wanted, limit: wanted.limit - found.length }, { band, rest }));
  }
  return found;
}

interface BandCount {
  /** UTC. */
  year: number;
  band: number;
  count: number;
}

/**
 * Records with a magnitude by year and band, in order of years. An index alone is read, and a row's year is looked for
 * only where the year before it ends.
 */
export function countsInProvince(db: Db, code: string, which: 'all' | 'blasts'): BandCount[] {
  const counts: BandCount[] = [];
  const text = `SELECT time ${ofProvince(which)} AND band = ? ORDER BY time`;
  for (let band = 1; band < BANDS; band += 1) {
    let end = -Infinity;
    for (const time of allValues<EpochMs>(db, text, code, band)) {
      if (time >= end) {
        counts.push({ year: civilOfEpoch(time).year, band, count: 0 });
        end = spanOf(time, 'year').to;
      }
      counts.at(-1)!.count += 1;
    }
  }
  return counts.sort((a, b) => a.year - b.year || a.band - b.band);
}

/** Plate codes that an earthquake has or had, whatever its state. */
export function provincesEverOf(db: Db, id: number): string[] {
  const text = firstValue<string>(db, 'SELECT record FROM earthquakes WHERE id = ?', id);
  const record = text === undefined ? undefined : (JSON.parse(text) as Earthquake);
  const former = record?.revisions.map(({ previous }) => previous?.['province_code']) ?? [];
  return [record?.provinceCode, ...former].filter((code) => typeof code === 'string');
}
