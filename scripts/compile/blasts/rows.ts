/** The earthquakes of a catalogue from which the table of blasts is compiled. */
import type { Earthquake } from '#core/earthquake.ts';
import { signsOf, type Signs } from '#seismology/blasts/signs.ts';
import { sql, type Db } from '../../../generator/catalog/database.ts';

/** An earthquake in Türkiye that could be a blast. */
export interface BlastRow {
  record: Pick<Earthquake, 'time' | 'latitude' | 'longitude' | 'magnitude' | 'provinceCode' | 'district' | 'source'>;
  signs: Signs;
  /** 1, or less for many of one day in one cell: a sequence says little of other days. */
  weight: number;
}

/** Earthquakes of one cell and day count as these at most. */
const MOST_OF_A_DAY = 6;

/** In order of time. Agencies' own marks are not used. */
export function blastRows(db: Db): BlastRow[] {
  const texts = sql<[], string>(db, `SELECT record FROM earthquakes WHERE state = 'current' ORDER BY time, id`);
  const rows: BlastRow[] = [];
  for (const text of texts.pluck().iterate()) {
    const { time, precision, latitude, longitude, magnitude, depthKm, provinceCode, district, source } = JSON.parse(
      text,
    ) as Earthquake;
    const signs = signsOf({ time, latitude, longitude, district, magnitude, depthKm });
    if (!signs || provinceCode === undefined || precision !== 'second') continue;
    const record = { time, latitude, longitude, magnitude, provinceCode, source, ...(district ? { district } : {}) };
    rows.push({ record, signs, weight: 1 });
  }
  return weighted(rows);
}

function weighted(rows: BlastRow[]): BlastRow[] {
  const dayOf = ({ record, signs }: BlastRow): string => `${signs.cell} ${Math.floor(record.time / 86_400_000)}`;
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(dayOf(row), (counts.get(dayOf(row)) ?? 0) + 1);
  for (const row of rows) row.weight = Math.min(1, MOST_OF_A_DAY / counts.get(dayOf(row))!);
  return rows;
}
