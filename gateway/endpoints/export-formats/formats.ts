/** The formats of an export, each as what stands before, between and behind its rows. */
import type { Terms } from '#core/terms.ts';
import type { ListItem } from '#core/wire.ts';
import { ignoredSourcesField, LIST_FOOT } from '#core/wire.ts';
import { JSON_TYPE } from '../../http/headers.ts';
import type { ExportFormat } from '../../query/parameters.ts';
import { CSV_HEADER, csvRow } from './csv.ts';

/** What an export says of itself. */
export interface ExportSummary {
  rows: number;
  /** Whether rows were left out. */
  truncated: boolean;
  terms: Terms[];
  /** Names of sources that were asked for and are none of ours. */
  ignoredSources?: string[];
}

export interface Format {
  type: string;
  extension: string;
  before(about: ExportSummary): string;
  between: string;
  after(rows: number): string;
  /** A row from its record; undefined where a shard's line is the row as it stands. */
  row: ((item: ListItem) => string) | undefined;
}

const aboutJson = ({ rows, truncated, terms, ignoredSources = [] }: ExportSummary): string =>
  `"count":${rows},"truncated":${truncated},"terms":${JSON.stringify(terms)}${ignoredSourcesField(ignoredSources)}`;

export const FORMATS: Record<ExportFormat, Format> = {
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
    before: (about) => `{"status":"success",${aboutJson(about)},"earthquakes":[\n`,
    between: ',\n',
    after: () => LIST_FOOT,
    row: undefined,
  },
  geojson: {
    type: 'application/geo+json; charset=utf-8',
    extension: 'geojson',
    before: (about) => `{"type":"FeatureCollection",${aboutJson(about)},"features":[\n`,
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

/** A format whose head, where it has one for that, names the sources that were left out. */
export function formatOf(name: ExportFormat, ignoredSources: string[]): Format {
  const format = FORMATS[name];
  return { ...format, before: (about) => format.before({ ...about, ignoredSources }) };
}

/**
 * RFC 7946: longitude first, then latitude; the third coordinate is the height in metres, so below sea level it is negative, and it is
 * left out where no depth is known.
 */
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

/** `M 4.2 - place`, as map programs show it beside a point; the place alone without a magnitude. */
const titleOf = ({ magnitude, location }: Pick<ListItem, 'magnitude' | 'location'>): string =>
  magnitude === null ? location : `M ${magnitude.toFixed(1)} - ${location}`;
