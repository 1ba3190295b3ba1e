/** What is known of a field of the record, whatever the format. */
import type { Earthquake } from '../earthquake.ts';

/** Where a format has a field: first by `order`, then as the table has them. A new field takes the next order. */
interface Place {
  order: number;
  /** Its name there, where that is another one. */
  name?: string;
}

/** `time`: milliseconds from 1970, UTC. `flag`: true, or absent. */
export type FieldType = 'integer' | 'number' | 'text' | 'flag' | 'list' | 'object';

interface ParquetPlace extends Place {
  /** That of the field by default. */
  type?: 'time';
  /** That of the field, or what its absence means, by default. */
  value?: (earthquake: Earthquake) => number | string;
}

export interface RecordField {
  type: FieldType;
  unit?: 'km' | 'degrees' | 'UTC';
  /** `null`: always there, null for none. `absent`: left out for none. */
  none?: 'null' | 'absent';
  /** The only values, where these are few. */
  options?: readonly string[];
  /** Least and greatest value, inclusive. */
  range?: readonly [least: number, greatest?: number];
  label: { tr: string; en: string };
  /** A sentence of what it is. */
  text: string;
  /** Undefined where it is left out. Estimates, and what depends on other earthquakes, have none here. */
  value?: (earthquake: Earthquake) => unknown;
  /** What its absence means, where that is a value. */
  absence?: string;
  /** A column of `/export.php?format=csv`. */
  csv?: Place;
  /** A column of the catalogue's Parquet files. */
  parquet?: ParquetPlace;
  /** An element of RSS. */
  rss?: Required<Place>;
  /** A column of the tables for assistants. */
  mcp?: Place;
  /** A column of the files of the last days, null for none. */
  recent?: true;
  /** A column of the file that the list of the site saves. */
  download?: true;
  /** In FDSN GeoJSON: always, or where the shown magnitude is the record's; then it is a column of FDSN CSV, too. */
  fdsn?: 'record' | 'magnitude';
}

/** The fields that a format has, in its order. */
export const placed = <F extends RecordField>(
  fields: Readonly<Record<string, F>>,
  format: 'csv' | 'parquet' | 'rss' | 'mcp',
): { name: string; field: F; order: number; as: string }[] =>
  Object.entries(fields)
    .flatMap(([name, field]) => {
      const place = field[format];
      return place ? [{ name, field, order: place.order, as: place.name ?? name }] : [];
    })
    .sort((a, b) => a.order - b.order);
