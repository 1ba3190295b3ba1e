/** Kandilli's reviewed catalogue as the text file that its query page offers: tabs, CRLF, windows-1254, UTC. */
import { civilOfEpoch } from '#core/time.ts';
import type { PublishedRow } from '../report-history.ts';
import { two } from './clock.ts';

/** `time` to hundredths of a second. */
export interface ZeqdbRow extends PublishedRow {
  depthKm: number | null;
  md: number | null;
  ml: number | null;
  mw: number | null;
  ms: number | null;
  mb: number | null;
  /** A suspected blast (`Sm`). */
  blast: boolean;
  place: string;
  /** Distance in km for the ending `[North West  2.4 km]`; null without one. */
  offset: number | null;
}

export const ZEQDB_HEADER =
  'No\tDeprem Kodu\tOlus tarihi\tOlus zamani\tEnlem\tBoylam\tDerinlik\txM\tMD\tML\tMw\tMs\tMb\tTip\tYer\r\n';

const DIRECTIONS = ['North', 'North East', 'East', 'South East', 'South', 'South West', 'West', 'North West'];

const tenths = (value: number | null): string => (value ?? 0).toFixed(1);

/** A record without its number, which the file counts. */
export function zeqdbRecord(row: ZeqdbRow): string {
  const { year, month, day, hour, minute, second, millisecond } = civilOfEpoch(row.time);
  const code = `${year}${two(month)}${two(day)}${two(hour)}${two(minute)}${two(second)}`;
  const clock = `${two(hour)}:${two(minute)}:${two(second)}.${two(Math.floor(millisecond / 10))}`;
  const largest = Math.max(0, ...[row.md, row.ml, row.mw, row.ms, row.mb].filter((size) => size !== null));
  const sizes = [largest, row.md, row.ml, row.mw, row.ms, row.mb].map(tenths);
  const direction =
    row.offset === null
      ? ''
      : ` [${DIRECTIONS[Math.floor(row.offset * 10) % 8]} ${row.offset.toFixed(1).padStart(4)} km]`;
  return [
    code,
    `${year}.${two(month)}.${two(day)}`,
    clock,
    row.latitude.toFixed(4),
    row.longitude.toFixed(4),
    tenths(row.depthKm),
    ...sizes,
    row.blast ? 'Sm' : 'Ke',
    `${row.place}${direction}`,
  ].join('\t');
}

/** Records numbered from 1, six digits. */
export const numbered = (record: string, index: number): string => `${String(index + 1).padStart(6, '0')}\t${record}`;
