/** CSV (RFC 4180): CRLF, a header row, quotes only where needed, one earthquake a row. */
import { type Cell, csvCell } from '#core/csv-cell.ts';
import { type MwEstimate, mwEstimate } from '#seismology/mw-estimate.ts';
import { placed, type RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import type { ListItem } from '#core/wire.ts';

type CellOf = (item: ListItem, estimate: MwEstimate | undefined) => Cell;

/** The order never changes; a new column goes to the end. */
const COLUMNS: { as: string; order: number; cell: CellOf }[] = [
  ...placed<RecordField>(LIST_FIELDS, 'csv').map(({ name, field, as, order }) => ({
    ...{ as, order },
    cell: cellOf(name as keyof ListItem, field),
  })),
  { as: 'mw_estimate', order: 1, cell: (_, estimate) => estimate?.value },
  { as: 'mw_estimate_uncertainty', order: 1, cell: (_, estimate) => estimate?.uncertainty },
  { as: 'mw_estimate_method', order: 1, cell: (_, estimate) => estimate?.method },
];
COLUMNS.sort((a, b) => a.order - b.order);

function cellOf(name: keyof ListItem, { absence }: RecordField): CellOf {
  if (name === 'sources') return ({ sources }) => sources?.map(sourceText).join('; ');
  return (item) => item[name] ?? absence;
}

/** `afad 7.7 Mw`, without the type where the agency gave none. */
function sourceText({ name, magnitude, magnitude_type: type }: NonNullable<ListItem['sources']>[number]): string {
  return `${name} ${magnitude}${type === undefined ? '' : ` ${type}`}`;
}

export const CSV_HEADER = COLUMNS.map(({ as }) => as).join(',');

export function csvRow(item: ListItem): string {
  const estimate = mwEstimate(item.magnitude, item.magnitude_type);
  let row = '';
  for (const { cell } of COLUMNS) row += `,${csvCell(cell(item, estimate))}`;
  return row.slice(1);
}
