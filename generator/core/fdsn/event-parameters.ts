/** Parameters of the event service, version 1.2, with the radii in km of the USGS. */
import { AGENCIES, type Agency, catalogName } from '../agencies.ts';
import type { EVENT_EXTENSIONS } from '../endpoints.ts';
import { EVENT_TYPES } from '../event-types.ts';
import { Refused } from '../parameter.ts';
import {
  AREA,
  choice,
  decimal,
  flag,
  KEY,
  NODATA,
  text,
  timeParameter,
  whole,
  type FdsnParameter,
} from './parameter.ts';

export const EVENT_VERSION = '1.2.0';

/** Events of one answer at most. */
export const MAX_EVENTS = 20_000;

/** Catalogues of the usual agencies. */
export const CATALOGS: readonly string[] = AGENCIES.map(catalogName);

const EVENT_FORMATS = ['xml', 'text', 'geojson', 'csv', 'json'] as const;
export type EventFormat = (typeof EVENT_FORMATS)[number];

export const FORMAT_OF_EXTENSION = {
  ...{ '.geojson': 'geojson', '.json': 'json', '.csv': 'csv', '.text': 'text', '.txt': 'text' },
  ...{ '.xml': 'xml', '.quakeml': 'xml' },
} as const satisfies Record<(typeof EVENT_EXTENSIONS)[number], EventFormat>;

const ORDERS = ['time', 'time-asc', 'magnitude', 'magnitude-asc'] as const;
export type Order = (typeof ORDERS)[number];

const catalog = (name: string, description: string): FdsnParameter<Agency> => ({
  name,
  description,
  type: 'xs:string',
  options: CATALOGS,
  schema: { type: 'string', enum: CATALOGS },
  parse: (value, known = AGENCIES) =>
    known.find((agency) => agency === value.toLowerCase()) ??
    new Refused(`one of ${known.map(catalogName).join(', ')}`),
});

/** `unknown` means events without a type, of which there are none here. */
const ASKED_TYPES: readonly string[] = [...EVENT_TYPES, 'unknown'];

const eventType: FdsnParameter<string[]> = {
  name: 'eventtype',
  description: 'QuakeML event types, separated by commas, in any case.',
  type: 'xs:string',
  schema: { type: 'string' },
  parse(value) {
    const types = value.split(',').map((type) => type.trim().toLowerCase());
    const isKnown = types.every((type) => ASKED_TYPES.includes(type));
    return isKnown ? types : new Refused(`a comma list of QuakeML event types (${ASKED_TYPES.join(', ')})`);
  },
};

const named = text(
  'eventid',
  'One event: its event_id or publicID, or the identifier of an agency (afad:543593, us6000jllz); with catalog, of that one.',
);

/** No identifier has a `%`: one that is percent-encoded twice is decoded once more. */
const eventId: FdsnParameter<string> = {
  ...named,
  parse: (value) => named.parse(/%[\dA-Fa-f]{2}/.test(value) ? (decoded(value) ?? value) : value),
};

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const EVENT = {
  start: timeParameter('starttime', 'Events on or after this time, UTC.', { short: 'start' }),
  end: timeParameter('endtime', 'Events on or before this time, UTC.', { short: 'end' }),
  ...AREA,
  minDepth: decimal('mindepth', 'Least depth in km, inclusive; events without a depth never match.'),
  maxDepth: decimal('maxdepth', 'Greatest depth in km, inclusive; events without a depth never match.'),
  minMagnitude: decimal('minmagnitude', 'Least magnitude, inclusive.', { short: 'minmag' }),
  maxMagnitude: decimal('maxmagnitude', 'Greatest magnitude, inclusive.', { short: 'maxmag' }),
  magnitudeType: text(
    'magnitudetype',
    'Events with a magnitude of this type, in any case, which is bounded and shown; Mw is every moment magnitude.',
    {
      short: 'magtype',
    },
  ),
  eventType,
  allOrigins: flag('includeallorigins', "Every agency's origin (xml)."),
  allMagnitudes: flag('includeallmagnitudes', 'Every magnitude (xml).'),
  arrivals: flag('includearrivals', 'Accepted; there are no arrivals here.'),
  eventId,
  limit: whole('limit', `How many events at most; more than ${MAX_EVENTS} are never answered.`),
  offset: whole('offset', 'The first event of the answer, from 1.', { default: '1' }),
  order: choice('orderby', 'Order: newest first, oldest first, largest first, smallest first.', ORDERS, {
    synonyms: { 'time-desc': 'time', 'magnitude-desc': 'magnitude' },
  }),
  catalog: catalog('catalog', "That agency's own catalogue: its solutions are bounded and come first."),
  contributor: catalog('contributor', 'As catalog.'),
  updatedAfter: timeParameter('updatedafter', 'Events that this service published or changed after this time, UTC.'),
  format: choice(
    'format',
    'QuakeML 1.2, FDSN text, GeoJSON or CSV as the USGS gives them, or GeoJSON with the fields of EMSC.',
    EVENT_FORMATS,
    { synonyms: { quakeml: 'xml' } },
  ),
  nodata: NODATA,
  key: KEY,
} as const;

export const EVENT_PARAMETERS: readonly FdsnParameter<unknown>[] = Object.values(EVENT);

const ANY = ['true', 'false', '1', '0'];
const NO = ['false', '0'];

/**
 * Parameters of the USGS and of SeisComP, with the values that change nothing here: their programs send them always.
 * There are no superseded products and no picks, withdrawn events are no data, and QuakeML always has the mechanisms
 * and comments that there are.
 */
export const IGNORED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  includedeleted: NO,
  includesuperseded: ANY,
  includefocalmechanism: ANY,
  includecomments: ANY,
  includepicks: NO,
  reviewstatus: ['all'],
  jsonerror: ANY,
  kmlanimated: ANY,
  kmlcolorby: ['age', 'depth'],
};
