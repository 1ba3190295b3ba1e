/** CSV (RFC 4180): CRLF, a header row, quotes only where needed, one earthquake a row. */
import { type Cell, csvCell } from '#core/csv-cell.ts';
import { type MwEstimate, mwEstimate } from '#core/mw-estimate.ts';
import type { ListItem } from '#core/wire.ts';

/** The order never changes; a new column goes to the end. */
const COLUMNS: [name: string, cell: (item: ListItem, estimate: MwEstimate | undefined) => Cell][] = [
  ['id', (item) => item.id],
  ['event_id', (item) => item.event_id],
  ['occurred_at', (item) => item.occurred_at],
  ['date_precision', (item) => item.date_precision ?? 'second'],
  ['latitude', (item) => item.latitude],
  ['longitude', (item) => item.longitude],
  ['depth_km', (item) => item.depth_km],
  ['magnitude', (item) => item.magnitude],
  ['magnitude_type', (item) => item.magnitude_type],
  ['magnitude_ml', (item) => item.magnitude_ml],
  ['magnitude_md', (item) => item.magnitude_md],
  ['magnitude_mw', (item) => item.magnitude_mw],
  ['location', (item) => item.location],
  ['agency_location', (item) => item.agency_location],
  ['source', (item) => item.source],
  ['sources', ({ sources }) => sources?.map(sourceText).join('; ')],
  ['quality', (item) => item.quality],
  ['event_type', (item) => item.event_type ?? 'earthquake'],
  ['updated_at', (item) => item.updated_at],
  ['mw_estimate', (_, estimate) => estimate?.value],
  ['mw_estimate_uncertainty', (_, estimate) => estimate?.uncertainty],
  ['mw_estimate_method', (_, estimate) => estimate?.method],
  ['province', (item) => item.province],
  ['province_code', (item) => item.province_code],
  ['district', (item) => item.district],
  ['magnitude_state', (item) => item.magnitude_state],
];

/** `afad 7.7 Mw`, without the type where the agency gave none. */
const sourceText = ({ name, magnitude, magnitude_type: type }: NonNullable<ListItem['sources']>[number]): string =>
  `${name} ${magnitude}${type === undefined ? '' : ` ${type}`}`;

export const CSV_HEADER = COLUMNS.map(([name]) => name).join(',');

export function csvRow(item: ListItem): string {
  const estimate = mwEstimate(item.magnitude, item.magnitude_type);
  let row = '';
  for (const [, cell] of COLUMNS) row += `,${csvCell(cell(item, estimate))}`;
  return row.slice(1);
}
