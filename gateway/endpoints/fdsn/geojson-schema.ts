/** JSON Schemas of FDSN GeoJSON, in the shape of the USGS. */
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import type { RecordField } from '#core/record/field.ts';
import {
  featureSchema,
  featuresSchema,
  fieldSchema,
  integer,
  number,
  numberOrNull,
  reference,
  type Schema,
  text,
  textOrNull,
  titled,
} from '../schemas.ts';

const UNUSED = numberOrNull('Null: no agency here gives it.');

/** Fields of the record that are properties, too. */
const OF_RECORD = Object.entries<RecordField>(LIST_FIELDS).flatMap(([name, field]) =>
  field.fdsn ? [[name, fieldSchema(name, field)] as const] : [],
);

const GIVEN = {
  mag: numberOrNull('Magnitude.'),
  place: text('In English.'),
  time: integer('Origin time, milliseconds since 1970-01-01T00:00:00Z.'),
  updated: integer('When the record was published, milliseconds since 1970-01-01T00:00:00Z.'),
  tz: UNUSED,
  url: text('Page of the earthquake.'),
  detail: text('Address of this earthquake alone, as GeoJSON.'),
  felt: UNUSED,
  cdi: UNUSED,
  mmi: UNUSED,
  alert: textOrNull('Null: no agency here gives it.'),
  status: textOrNull('`automatic` or `reviewed`.'),
  tsunami: integer('0.'),
  sig: integer('Significance, from the magnitude.'),
  net: text('Agency of the origin.'),
  code: text('Its identifier of the earthquake.'),
  ids: text('Identifiers, between commas.'),
  sources: text('Agencies, between commas.'),
  types: text('Kinds of products, between commas.'),
  nst: numberOrNull('Stations used for the hypocentre.'),
  dmin: numberOrNull('Distance of the nearest station from the epicentre, in degrees.'),
  rms: numberOrNull('Root mean square of the residuals of arrival times, in s.'),
  gap: numberOrNull('Greatest angle at the epicentre without a station, in degrees.'),
  magType: textOrNull('`ML`, `MD`, `Mw`, `mb`, `Ms`, …'),
  type: text('`earthquake`, `quarry blast`, …'),
  title: text('Magnitude and place, in English.'),
};

const PROPERTIES = {
  ...GIVEN,
  ...Object.fromEntries(OF_RECORD),
  max_intensity: fieldSchema('max_intensity', DETAIL_FIELDS.max_intensity),
  deaths: fieldSchema('deaths', DETAIL_FIELDS.deaths),
  products: { type: 'object', additionalProperties: true, description: 'Empty: there only for one event.' },
  depth_unknown: { type: 'boolean', const: true, description: 'Only where no agency gave a depth.' },
};

const EVENT_FEATURE: Schema = {
  name: 'EventFeature',
  schema: featureSchema(
    titled('EventProperties', PROPERTIES, Object.keys(GIVEN)),
    'depth in km below sea level',
    'EventGeometry',
  ),
};

const EMSC_GIVEN = {
  source_id: text('The `id` of the earthquake.'),
  source_catalog: text('`HIPOSANTR`.'),
  lastupdate: text('When the record was published, UTC, with a fraction.'),
  time: text('Origin time, UTC, with a fraction: `2023-02-06T01:17:32.0Z`.'),
  flynn_region: text('Place, in English.'),
  lat: number('Degrees north.'),
  lon: number('Degrees east.'),
  depth: number('km below sea level; 0 where it is unknown.'),
  evtype: text('`ke` earthquake, `km` mining explosion, `kx` explosion, `uk` another event.'),
  auth: text('Agency of the origin, in capitals.'),
  mag: numberOrNull('Magnitude.'),
  magtype: text('Type of the magnitude in lower case; `m` where it is unknown.'),
  unid: text('The `event_id`.'),
};

const EMSC_FEATURE: Schema = {
  name: 'EmscFeature',
  schema: featureSchema(
    titled('EmscProperties', { ...PROPERTIES, ...EMSC_GIVEN }, Object.keys({ ...GIVEN, ...EMSC_GIVEN })),
    'height in km, negative below sea level',
    'EmscGeometry',
  ),
};
const METADATA = titled(
  'EventMetadata',
  {
    generated: integer('When the answer was made, milliseconds since 1970-01-01T00:00:00Z.'),
    url: text('That was asked.'),
    title: text('Of the collection.'),
    status: integer('200.'),
    api: text('Version of the format.'),
    limit: integer('Most events of the answer.'),
    offset: integer('The first of them, from 1.'),
    count: integer('Items in `features`.'),
  },
  ['generated', 'url', 'title', 'status', 'api', 'count'],
);

const BBOX = {
  ...{ type: 'array', items: { type: 'number' }, minItems: 6, maxItems: 6 },
  description: 'Least coordinates of the features, then the greatest; absent for fewer than two.',
};

const EVENT_FEATURES: Schema = {
  name: 'EventFeatureCollection',
  schema: featuresSchema(EVENT_FEATURE, { metadata: METADATA, bbox: BBOX }),
};

/** One event asked for by its identifier is a feature. */
export const FEATURE_OR_FEATURES: Schema = {
  name: 'EventGeoJson',
  schema: { oneOf: [reference(EVENT_FEATURES), reference(EVENT_FEATURE)] },
};

const EMSC_FEATURES: Schema = {
  name: 'EmscFeatureCollection',
  schema: featuresSchema(EMSC_FEATURE, { metadata: METADATA, bbox: BBOX }),
};

/** The same with the fields of EMSC. */
export const EMSC_FEATURE_OR_FEATURES: Schema = {
  name: 'EmscGeoJson',
  schema: { oneOf: [reference(EMSC_FEATURES), reference(EMSC_FEATURE)] },
};

export const GEOJSON_SCHEMAS: readonly Schema[] = [EVENT_FEATURE, EVENT_FEATURES, EMSC_FEATURE, EMSC_FEATURES];
