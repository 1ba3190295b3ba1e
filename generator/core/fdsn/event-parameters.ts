/** Parameters of the event service, version 1.2, with the radii in km of the USGS. */
import { AGENCIES, type Agency } from '../earthquake.ts';
import { EVENT_TYPES } from '../event-types.ts';
import { Refused } from '../parameter.ts';
import { catalogName } from './event.ts';
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

const EVENT_FORMATS = ['xml', 'text', 'geojson', 'csv'] as const;
export type EventFormat = (typeof EVENT_FORMATS)[number];

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
  eventId: text(
    'eventid',
    'One event: its event_id or publicID, or the identifier of an agency (afad:543593, us6000jllz); with catalog, of that one.',
  ),
  limit: whole('limit', `How many events at most; more than ${MAX_EVENTS} are never answered.`),
  offset: whole('offset', 'The first event of the answer, from 1.', { default: '1' }),
  order: choice('orderby', 'Order: newest first, oldest first, largest first, smallest first.', ORDERS),
  catalog: catalog('catalog', "That agency's own catalogue: its solutions are bounded and come first."),
  contributor: catalog('contributor', 'As catalog.'),
  updatedAfter: timeParameter('updatedafter', 'Events that this service published or changed after this time, UTC.'),
  format: choice('format', 'QuakeML 1.2, FDSN text, or GeoJSON or CSV as the USGS gives them.', EVENT_FORMATS, {
    synonyms: { quakeml: 'xml', json: 'geojson' },
  }),
  nodata: NODATA,
  key: KEY,
} as const;

export const EVENT_PARAMETERS: readonly FdsnParameter<unknown>[] = Object.values(EVENT);

/** Parameters of the USGS, with the values that change nothing here: its programs send them always. */
export const IGNORED_PARAMETERS: Readonly<Record<string, RegExp>> = {
  includedeleted: /^false$/i,
  includesuperseded: /^false$/i,
  reviewstatus: /^all$/i,
  jsonerror: /^(?:true|false)$/i,
  kmlanimated: /^(?:true|false)$/i,
  kmlcolorby: /^(?:age|depth)$/i,
};
