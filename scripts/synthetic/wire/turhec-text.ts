/** A file in the columns of TURHEC. */
import { civilOfEpoch } from '#core/time.ts';
import { TURHEC_COLUMNS } from '../../../generator/sources/turhec/file.ts';
import type { PublishedRow } from '../report-history.ts';

interface TurhecRow extends PublishedRow {
  id: string;
  depthKm: number | null;
  mwProxy: number;
  ml: number | null;
  mb: number | null;
}

export const TURHEC_HEAD = `${TURHEC_COLUMNS.join(',')}\n`;

const tenths = (value: number | null): string => (value === null ? '' : value.toFixed(1));

export function turhecRow(row: TurhecRow): string {
  const { year, month, day, hour, minute, second, millisecond } = civilOfEpoch(row.time);
  const seconds = `${second}.${Math.floor(millisecond / 100)}`;
  const where = [row.latitude.toFixed(4), row.longitude.toFixed(4), tenths(row.depthKm)];
  const sizes = [row.mwProxy, null, row.mb, row.ml, null].map(tenths);
  return [row.id, year, month, day, hour, minute, seconds, ...where, ...sizes].join(',');
}
