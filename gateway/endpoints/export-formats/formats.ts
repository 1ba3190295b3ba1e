/** The formats of an export: what comes before, between and after its rows. */
import type { Terms } from '#core/terms.ts';
import { doubtOf, inBrackets } from '#core/unsettled.ts';
import { ignoredSourcesField, LIST_FOOT, type ListItem } from '#core/wire.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { ExportFormat } from '../../query/parameters.ts';
import { type Cell, csvCell } from '#core/csv-cell.ts';
import { type MwEstimate, mwEstimate } from '#seismology/mw-estimate.ts';
import { placed, type RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';

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

interface ExportSummary {
  rows: number;
  /** Whether rows were left out. */
  truncated: boolean;
  terms: Terms[];
  /** Unknown names in `sources`. */
  ignoredSources?: string[];
}

export interface Format {
  type: string;
  extension: string;
  before(summary: ExportSummary): string;
  between: string;
  after(rows: number): string;
  /** Renders a record; undefined where a shard's line is the row. */
  row: ((item: ListItem) => string) | undefined;
}

const summaryJson = ({ rows, truncated, terms, ignoredSources = [] }: ExportSummary): string =>
  `"count":${rows},"truncated":${truncated},"terms":${JSON.stringify(terms)}${ignoredSourcesField(ignoredSources)}`;

const FORMATS: Record<ExportFormat, Format> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    before: () => `${CSV_HEADER}\r\n`,
    between: '\r\n',
    after: (rows) => (rows === 0 ? '' : '\r\n'),
    row: csvRow,
  },
  json: {
    type: JSON_TYPE,
    extension: 'json',
    before: (summary) => `{"status":"success",${summaryJson(summary)},"earthquakes":[\n`,
    between: ',\n',
    after: () => LIST_FOOT,
    row: undefined,
  },
  geojson: {
    type: 'application/geo+json; charset=utf-8',
    extension: 'geojson',
    before: (summary) => `{"type":"FeatureCollection",${summaryJson(summary)},"features":[\n`,
    between: ',\n',
    after: () => LIST_FOOT,
    row: (item) => JSON.stringify(feature(item)),
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    before: () => '',
    between: '\n',
    after: (rows) => (rows === 0 ? '' : '\n'),
    row: undefined,
  },
};

export const EXPORT_TYPES: readonly string[] = Object.values(FORMATS).map(({ type }) => type);

/** A format that names the ignored sources in its head. */
export function formatOf(name: ExportFormat, ignoredSources: string[]): Format {
  const format = FORMATS[name];
  return { ...format, before: (summary) => format.before({ ...summary, ignoredSources }) };
}

/** RFC 7946: longitude, latitude, then the height in metres, negative below sea level and absent without a depth. */
function feature({ latitude, longitude, ...properties }: ListItem) {
  const { event_id: id, depth_km: depth } = properties;
  const height = depth === null ? [] : [Math.round(depth * -1000) + 0];
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude, ...height] },
    properties: { title: titleOf(properties), ...properties },
  };
}

type Titled = Pick<ListItem, 'magnitude' | 'magnitude_doubtful' | 'magnitude_state' | 'location' | 'sources'>;

/** `M 4.2 - place`, a label for maps, with what speaks against the magnitude; the place alone without one. */
const titleOf = (item: Titled): string => {
  const { magnitude, location } = item;
  return magnitude === null ? location : `M ${magnitude.toFixed(1)} - ${location}${inBrackets(doubtOf(item, 'tr'))}`;
};

export const rowBytes = (line: Uint8Array, format: Format): Uint8Array =>
  format.row ? Buffer.from(format.row(jsonOf(line))) : line;
