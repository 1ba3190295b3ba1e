/** The expected rows of an export, written independently, and parsers of its formats. */
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { type MwEstimate, mwEstimate } from '#seismology/mw-estimate.ts';
import type { ListItem } from '#core/wire.ts';

/** A row of the CSV as a parser gives it: every field a text. */
export type CsvRow = Record<string, string>;

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

export const csvRowOf = (item: ListItem): CsvRow => ({
  id: text(item.id),
  event_id: item.event_id,
  occurred_at: item.occurred_at,
  date_precision: item.date_precision ?? 'second',
  latitude: text(item.latitude),
  longitude: text(item.longitude),
  depth_km: text(item.depth_km),
  magnitude: text(item.magnitude),
  magnitude_type: text(item.magnitude_type),
  magnitude_ml: text(item.magnitude_ml),
  magnitude_md: text(item.magnitude_md),
  magnitude_mw: text(item.magnitude_mw),
  location: item.location,
  agency_location: text(item.agency_location),
  source: item.source,
  sources: (item.sources ?? [])
    .map((one) => [one.name, one.magnitude, one.magnitude_type].filter((part) => part !== undefined).join(' '))
    .join('; '),
  quality: text(item.quality),
  event_type: item.event_type ?? 'earthquake',
  updated_at: item.updated_at,
  ...estimateCells(mwEstimate(item.magnitude, item.magnitude_type)),
  province: text(item.province),
  province_code: text(item.province_code),
  district: text(item.district),
  magnitude_state: text(item.magnitude_state),
  magnitude_doubtful: text(item.magnitude_doubtful),
  blast_probability: text(item.blast_probability),
  magnitude_source: text(item.magnitude_source),
  event_name: text(item.event_name),
  event_name_en: text(item.event_name_en),
  magnitude_error: text(item.magnitude_error),
});

const estimateCells = (estimate: MwEstimate | undefined) => ({
  mw_estimate: text(estimate?.value),
  mw_estimate_uncertainty: text(estimate?.uncertainty),
  mw_estimate_method: text(estimate?.method),
});

/** A text cell without the apostrophe that keeps a spreadsheet from computing it. */
export const unguarded = (cell: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

export function readCsv(body: string): CsvRow[] {
  const rows = parse<CsvRow>(body, { columns: true, record_delimiter: '\r\n' });
  return rows.map((row) => ({
    ...row,
    location: unguarded(row['location']!),
    agency_location: unguarded(row['agency_location']!),
  }));
}

export const readNdjson = (body: string): unknown[] => {
  const lines = body.split('\n');
  assert.equal(lines.pop(), '');
  return lines.map((line) => JSON.parse(line) as unknown);
};

/** A feature with the members of RFC 7946 and the project's properties. */
export const featureOf = ({ latitude, longitude, ...properties }: ListItem) => ({
  type: 'Feature',
  id: properties.event_id,
  geometry: {
    type: 'Point',
    coordinates:
      properties.depth_km === null
        ? [longitude, latitude]
        : [longitude, latitude, Number((-1000 * properties.depth_km).toFixed(0)) + 0],
  },
  properties: {
    title:
      properties.magnitude === null
        ? properties.location
        : `M ${properties.magnitude.toFixed(1)} - ${properties.location}${properties.magnitude_doubtful ? ' (doğrulanmamış: tek kurum veriyor)' : ''}`,
    ...properties,
  },
});
