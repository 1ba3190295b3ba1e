/** A Parquet file of the catalogue, as the manifest names it. */
import { fail, field, integer, string, type Json } from './json-fields.ts';
import { cataloguePath, periodOf } from './paths.ts';

export interface CatalogueEntry {
  /** A year, `before-1900` or `recent`. */
  period: string;
  hash: string;
  /** In bytes. */
  size: number;
  /** Earthquakes in it. */
  count: number;
}

export const catalogueJson = ({ period, ...rest }: CatalogueEntry): Json => ({ file: cataloguePath(period), ...rest });

export const readCatalogueEntry = (json: Json): CatalogueEntry => ({
  period: field(json, 'file', (value) => periodOf(string(value)) ?? fail(`${JSON.stringify(value)} is no such file`)),
  hash: field(json, 'hash', string),
  size: field(json, 'size', integer),
  count: field(json, 'count', integer),
});
