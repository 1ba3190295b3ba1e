/** A record as a line of CSV: of `/export.php`, and of releases. */
import { type Cell, csvCell } from '../csv-cell.ts';
import type { ListItem } from '../wire.ts';
import { placed, type RecordField } from './field.ts';
import { LIST_FIELDS } from './list-fields.ts';

/** Moment magnitude estimated from another type. */
interface Estimate {
  value: number;
  uncertainty: number;
  method: string;
}

type CellOf = (item: ListItem, estimate: Estimate | undefined) => Cell;

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

export function csvLine(item: ListItem, estimate: Estimate | undefined): string {
  let row = '';
  for (const { cell } of COLUMNS) row += `,${csvCell(cell(item, estimate))}`;
  return row.slice(1);
}
