/** What the page of statistics shows: one look into an index each, and the research files of the last years. */
import { isBlast } from '#core/blasts.ts';
import { KNOWN_AGENCIES, shownAgencies, type Agency } from '#core/agencies.ts';
import type { ResearchEntry, ShardEntry } from '#core/manifest.ts';
import { BANDS } from '#core/shard.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { blastsBetween } from '../catalog/blasts.ts';
import type { Db } from '../catalog/database.ts';
import { countOf, earthquakesOf } from '../catalog/read.ts';
import { CELL_DEGREES } from '../outputs/research/cells.ts';
import { completeDecades } from '../outputs/research/completeness-map.ts';
import type { Statistics } from '../site/site.ts';
import type { Output } from './writer.ts';
import { yearStatistics } from './year-statistics.ts';

const DAYS = 60;
const YEAR = 365 * DAY;
/** The band of magnitudes from 4 on. */
const FELT_BAND = 4;
const FELT_FROM = 4;
/** Epicentres on the map of the year at most, the greatest ones. */
const MOST_MAPPED = 500;
/** Years with shown completeness and b. */
const TREND_YEARS = 30;
/** Agencies are compared over the newest year with so many earthquakes. */
const ENOUGH = 500;

interface Inputs {
  db: Db;
  asOf: EpochMs;
  shards: ShardEntry[];
  /** In use. */
  agencies: readonly Agency[];
  research: readonly ResearchEntry[];
  output: Output;
}

export function statisticsOf({ db, asOf, shards, research, output, agencies }: Inputs): Statistics {
  const today = Math.floor(asOf / DAY) * DAY;
  const bandsFrom = (lowest: number): number[] => Array.from({ length: BANDS - lowest }, (_, index) => lowest + index);
  const listed = shards.filter(({ band }) => band > 0);
  const blasts = blastsBetween(db, asOf - YEAR, today + DAY);
  const quakesOf = (band: number, from: EpochMs, to: EpochMs): number =>
    countOf(db, band, from, to) - blasts.filter((one) => one.band === band && one.time >= from && one.time < to).length;
  return {
    days: Array.from({ length: DAYS }, (_, index) => {
      const day = today - (DAYS - 1 - index) * DAY;
      const counts = bandsFrom(1).map((band) => quakesOf(band, day, day + DAY));
      const from = (band: number): number => counts.slice(band - 1).reduce((sum, count) => sum + count, 0);
      return { day, total: from(1), felt: from(FELT_BAND) };
    }),
    feltFrom: FELT_FROM,
    bands: bandsFrom(1).map((band) => ({
      // Bands are whole magnitudes from 2 on.
      from: band === 1 ? null : band,
      count: quakesOf(band, asOf - YEAR, asOf + 1),
      reports: shownAgencies(agencies).map((name) => ({ name, count: reportsOf(listed, band, name) })),
      total: countIn(listed.filter((shard) => shard.band === band)),
    })),
    total: countIn(listed) - blastsIn(listed),
    blasts: blastsIn(listed),
    felt: bandsFrom(FELT_BAND)
      .flatMap((band) => earthquakesOf(db, band, asOf - YEAR, asOf + 1))
      .filter((one) => !isBlast(one))
      .toSorted((a, b) => b.magnitude! - a.magnitude! || b.time - a.time || b.id - a.id)
      .slice(0, MOST_MAPPED),
    ...yearsOf(research, output),
  };
}

const countIn = (shards: readonly ShardEntry[]): number => shards.reduce((sum, { count }) => sum + count, 0);

const blastsIn = (shards: readonly ShardEntry[]): number => shards.reduce((sum, { blasts }) => sum + blasts, 0);

const reportsOf = (shards: readonly ShardEntry[], band: number, agency: Agency): number =>
  shards.reduce(
    (sum, shard) => sum + (shard.band === band ? shard.agencyCounts[KNOWN_AGENCIES.indexOf(agency)]! : 0),
    0,
  );

/** By year, from the research files. */
function yearsOf(
  research: readonly ResearchEntry[],
  output: Output,
): Pick<Statistics, 'cellDegrees' | 'decades' | 'trend' | 'compared'> {
  const years = yearStatistics(research, output);
  const read = years.slice(-TREND_YEARS);
  const compared = read.findLast(({ count }) => count >= ENOUGH) ?? read.at(-1);
  return {
    cellDegrees: CELL_DEGREES,
    decades: completeDecades(years),
    trend: read.flatMap(({ year, completeness }) => {
      const whole = completeness.find(({ agency, region }) => agency === 'all' && region === 'all');
      if (!whole) return [];
      return { year, mc: whole.mc, mcError: whole.mc_error, b: whole.b, bError: whole.b_error, reason: whole.b_reason };
    }),
    compared: compared && {
      year: compared.year,
      count: compared.count,
      depths: compared.depths,
      pairs: compared.agencies.map(({ first, second, count, magnitude, seconds, km }) => ({
        ...{ first, second, count },
        magnitude: magnitude.percentiles,
        seconds: seconds.percentiles,
        km: km.percentiles,
      })),
      delays: compared.delays.map(({ agency, count, percentiles }) => ({ agency, count, seconds: percentiles })),
    },
  };
}
