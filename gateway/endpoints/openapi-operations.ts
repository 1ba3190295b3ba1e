/** The operations that the description of the API lists. */
import { EVENT_PARAMETERS } from '#core/fdsn/event-parameters.ts';
import type { FdsnParameter } from '#core/fdsn/parameter.ts';
import { KEY } from '#core/fdsn/parameter.ts';
import { STATION_PARAMETERS } from '#core/fdsn/station-parameters.ts';
import { FILTER_LIST } from '#core/filters/table.ts';
import type { Parameter } from '#core/parameter.ts';
import { CURSOR, DATE, EXPORT_LIMIT, FORMAT, ID, LIMIT, SLUG_PARAMETER, STATION_SOURCE } from '../query/parameters.ts';
import type { SCHEMAS } from './openapi-schemas.ts';

const FILTERS = FILTER_LIST.flatMap(([, { parameters }]) => parameters);

export interface Operation {
  path: string;
  id: string;
  summary: string;
  parameters: readonly Parameter<unknown>[];
  /** Media type → name of a schema, or null where there is none. */
  content: Record<string, keyof typeof SCHEMAS | null>;
  /** Statuses of errors beside those of every operation. */
  errors: number[];
  /** Whether requests are counted. */
  counted: boolean;
  /** FDSN web services say in plain text what is wrong, and 204 for no data. */
  fdsn?: true;
}

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const CSV = 'text/csv; charset=utf-8';
const NDJSON = 'application/x-ndjson; charset=utf-8';
const GEOJSON = 'application/geo+json; charset=utf-8';

export const OPERATIONS: Operation[] = [
  {
    path: '/api.php',
    id: 'listEarthquakes',
    summary: 'Earthquakes, newest first, with filters and paging',
    parameters: [LIMIT, ...FILTERS, CURSOR],
    content: { 'application/json': 'List' },
    errors: [400],
    counted: true,
  },
  {
    path: '/deprem_api.php',
    id: 'getEarthquake',
    summary: 'One earthquake, by id or by date and slug',
    parameters: [ID, DATE, SLUG_PARAMETER],
    content: { 'application/json': 'Detail' },
    errors: [400, 404, 410],
    counted: true,
  },
  {
    path: '/export.php',
    id: 'exportEarthquakes',
    summary: 'Many earthquakes as CSV, JSON, GeoJSON or NDJSON',
    parameters: [FORMAT, EXPORT_LIMIT, ...FILTERS.filter(({ name }) => name !== 'updated_after'), CURSOR],
    content: { [CSV]: null, 'application/json': 'List', [GEOJSON]: null, [NDJSON]: null },
    errors: [400],
    counted: true,
  },
  {
    path: '/stats_api.php',
    id: 'getStatistics',
    summary: 'Numbers and greatest magnitude of the listed earthquakes',
    parameters: [],
    content: { 'application/json': 'Statistics' },
    errors: [],
    counted: true,
  },
  {
    path: '/station_api.php',
    id: 'listStations',
    summary: 'Stations',
    parameters: [STATION_SOURCE],
    content: { 'application/json': 'Stations' },
    errors: [400],
    counted: true,
  },
  {
    path: '/rss',
    id: 'getFeed',
    summary: 'The newest earthquakes of magnitude 3 and above as RSS 2.0',
    parameters: [],
    content: { 'application/rss+xml; charset=utf-8': null },
    errors: [],
    counted: true,
  },
  {
    path: '/status',
    id: 'getStatus',
    summary: 'How the sources answer; never counted',
    parameters: [],
    content: { 'application/json': 'Status' },
    errors: [],
    counted: false,
  },
  {
    path: '/fdsnws/event/1/query',
    id: 'queryEvents',
    summary: 'FDSN event service 1.2: QuakeML, text, GeoJSON as the USGS, CSV',
    parameters: described(EVENT_PARAMETERS),
    content: { [XML]: null, [TEXT]: null, [GEOJSON]: null, [CSV]: null },
    errors: [400, 404, 413],
    counted: true,
    fdsn: true,
  },
  {
    path: '/fdsnws/event/1/count',
    id: 'countEvents',
    summary: 'How many events match',
    parameters: described(EVENT_PARAMETERS.filter(({ name }) => name !== 'eventid')),
    content: { [TEXT]: null, 'application/json': null },
    errors: [400],
    counted: true,
    fdsn: true,
  },
  {
    path: '/fdsnws/station/1/query',
    id: 'queryStations',
    summary: 'FDSN station service 1.1: StationXML, text',
    parameters: described(STATION_PARAMETERS),
    content: { [XML]: null, [TEXT]: null },
    errors: [400, 404],
    counted: true,
    fdsn: true,
  },
];

/** With their short names. */
function described(parameters: readonly FdsnParameter<unknown>[]): Parameter<unknown>[] {
  // The key is described as a security scheme.
  return parameters
    .filter(({ name }) => name !== KEY.name)
    .map((one) =>
      one.short === undefined ? one : { ...one, description: `${one.description} Short: \`${one.short}\`.` },
    );
}
