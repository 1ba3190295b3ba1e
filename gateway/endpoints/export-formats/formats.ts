/** The formats of an export: what comes before, between and after its rows. */
import type { Terms } from '#core/terms.ts';
import { doubtOf, inBrackets } from '#core/unsettled.ts';
import { ignoredSourcesField, LIST_FOOT, type ListItem } from '#core/wire.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { ExportFormat } from '../../query/parameters.ts';
import { CSV_HEADER, csvLine } from '#core/record/csv-line.ts';
import { mwEstimate } from '#seismology/mw-estimate.ts';

export const csvRow = (item: ListItem): string => csvLine(item, mwEstimate(item.magnitude, item.magnitude_type));

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
  return magnitude === null
    ? location
    : `M ${magnitude.toFixed(1)} - ${location}${inBrackets(doubtOf(item, 'tr', 'en'))}`;
};

export const rowBytes = (line: Uint8Array, format: Format): Uint8Array =>
  format.row ? Buffer.from(format.row(jsonOf(line))) : line;
