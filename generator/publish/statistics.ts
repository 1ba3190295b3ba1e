/** Counts for the page of statistics: one look into an index each, whatever the catalogue's size. */
import { AGENCIES } from '#core/earthquake.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { BANDS } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { countOf } from '../catalog/read.ts';
import type { Statistics } from '../site/site.ts';

const DAYS = 60;
const YEAR = 365 * DAY;
/** The band of magnitudes from 4 on. */
const FELT_BAND = 4;
const FELT_FROM = 4;

interface Inputs {
  db: Db;
  asOf: EpochMs;
  shards: ShardEntry[];
}

export function statisticsOf({ db, asOf, shards }: Inputs): Statistics {
  const today = Math.floor(asOf / DAY) * DAY;
  const bandsFrom = (lowest: number): number[] => Array.from({ length: BANDS - lowest }, (_, index) => lowest + index);
  const listed = shards.filter(({ band }) => band > 0);
  return {
    days: Array.from({ length: DAYS }, (_, index) => {
      const day = today - (DAYS - 1 - index) * DAY;
      const counts = bandsFrom(1).map((band) => countOf(db, band, day, day + DAY));
      const from = (band: number): number => counts.slice(band - 1).reduce((sum, count) => sum + count, 0);
      return { day, total: from(1), felt: from(FELT_BAND) };
    }),
    feltFrom: FELT_FROM,
    bands: bandsFrom(1).map((band) => ({
      // Bands are whole magnitudes from 2 on.
      from: band === 1 ? null : band,
      count: countOf(db, band, asOf - YEAR, asOf + 1),
    })),
    agencies: AGENCIES.map((name, bit) => ({
      name,
      count: listed.reduce((sum, { agencyCounts }) => sum + agencyCounts[bit]!, 0),
    })).filter(({ count }) => count > 0),
    total: listed.reduce((sum, { count }) => sum + count, 0),
  };
}
