/** A text file that fits the shipped column map of TURHEC. Its true columns are unknown. */
import { readFileSync } from 'node:fs';
import { civilOfEpoch } from '#core/time.ts';
import type { PublishedRow } from '../report-history.ts';

/** Header names in the order in which they are written. */
interface TurhecColumns {
  id: string;
  time: [year: string, month: string, day: string, hour: string, minute: string, second: string];
  latitude: string;
  longitude: string;
  depth: string;
  /** By the type that the map gives them. */
  magnitudes: { type: string; name: string }[];
}

interface TurhecRow extends PublishedRow {
  id: string;
  depthKm: number | null;
  mwProxy: number;
  ml: number | null;
  mb: number | null;
}

/** The first name of a column of the map: it may hold one name or several; a position cannot be written as a name. */
function nameOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'string' || first === '')
    throw new Error('the column map names a column by position or not at all');
  return first;
}

type JsonMap = { [name: string]: unknown };

const TURHEC_COLUMNS = columnsOf(new URL('../../../data/turhec-columns.json', import.meta.url));

function columnsOf(path: URL): TurhecColumns {
  const map = JSON.parse(readFileSync(path, 'utf8')) as JsonMap;
  const layouts = Array.isArray(map['time']) ? (map['time'] as JsonMap[]) : [map['time'] as JsonMap];
  const parts = layouts.find((layout) => layout['layout'] === 'parts');
  if (!parts) throw new Error('the column map has no layout of time in parts');
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((part) =>
    nameOf(parts[part]),
  );
  const magnitudes = (map['magnitudes'] as { type: string; column: unknown }[]).map(({ type, column }) => ({
    type,
    name: nameOf(column),
  }));
  return {
    id: nameOf(map['id']),
    time: [year!, month!, day!, hour!, minute!, second!],
    latitude: nameOf(map['latitude']),
    longitude: nameOf(map['longitude']),
    depth: nameOf(map['depth']),
    magnitudes,
  };
}

export function turhecHead(): string {
  const { id, time, latitude, longitude, depth, magnitudes } = TURHEC_COLUMNS;
  const names = [id, ...time, latitude, longitude, depth, ...magnitudes.map(({ name }) => name)];
  return `# SYNTHETIC: no real earthquake is listed here\n${names.join(',')}\n`;
}

const tenths = (value: number | null): string => (value === null ? '' : value.toFixed(1));

export function turhecRow(row: TurhecRow): string {
  const { year, month, day, hour, minute, second, millisecond } = civilOfEpoch(row.time);
  const seconds = `${second}.${Math.floor(millisecond / 100)}`;
  const sizes = TURHEC_COLUMNS.magnitudes.map(({ type }) =>
    tenths(type === 'Mw*' ? row.mwProxy : type === 'ML' ? row.ml : type === 'mb' ? row.mb : null),
  );
  const where = [row.latitude.toFixed(4), row.longitude.toFixed(4), tenths(row.depthKm)];
  return [row.id, year, month, day, hour, minute, seconds, ...where, ...sizes].join(',');
}
