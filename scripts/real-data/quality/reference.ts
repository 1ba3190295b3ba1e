/** The ISC-GEM catalogue's great earthquakes, in the stand-in file of the real data: no agency's feed, so a judge. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { insideBox } from '#core/geo.ts';
import { parseCivil, type EpochMs } from '#core/time.ts';
import { REGION } from '#core/region.ts';

export interface Reference {
  time: EpochMs;
  latitude: number;
  longitude: number;
  /** Mw. */
  magnitude: number;
}

const FILE = 'turhec/STANDIN_isc-gem_v7_turkey_region_1904_2016.csv.gz';

/** Those of M ≥ 6 in the region. */
export function readReference(data: string): Reference[] {
  const text = gunzipSync(readFileSync(join(data, FILE))).toString('utf8');
  return parseCsv<Record<string, string>>(text, { columns: true })
    .map((row) => ({
      time: parseCivil(row['origin_time_utc']!)!,
      latitude: Number(row['lat']),
      longitude: Number(row['lon']),
      magnitude: Number(row['mw']),
    }))
    .filter((one) => one.magnitude >= 6 && insideBox(one, REGION));
}
