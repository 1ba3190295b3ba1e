/** JSON Schemas for the description of the API: their parts, and those that several answers share. */
import { AGENCIES } from '#core/earthquake.ts';
import { DATE_PRECISIONS } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';

/** A named schema of the description. */
export interface Schema {
  name: string;
  schema: object;
}

export const text = (description: string) => ({ type: 'string', description });
const textOrNull = (description: string) => ({ type: ['string', 'null'], description });
export const integer = (description: string) => ({ type: 'integer', description });
export const number = (description: string) => ({ type: 'number', description });
export const numberOrNull = (description: string) => ({ type: ['number', 'null'], description });
export const agency = { type: 'string', enum: AGENCIES };
export const list = (items: object, description?: string) => ({
  type: 'array',
  ...(description === undefined ? {} : { description }),
  items,
});
/** By default, every property is required. */
export const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
/** The body of a 200. */
export const body = (name: string, properties: object, required = Object.keys(properties)): Schema => ({
  name,
  schema: object({ status: { type: 'string', const: 'success' }, ...properties }, ['status', ...required]),
});

export const EARTHQUAKE_FIELDS = {
  id: integer('Given once and never reused.'),
  event_id: text('16 hexadecimal digits, the first a letter; stable across revisions.'),
  occurred_at: text('Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.'),
  date_precision: { type: 'string', enum: DATE_PRECISIONS, description: 'Only where coarser than a second.' },
  latitude: number('Degrees, north positive.'),
  longitude: number('Degrees, east positive.'),
  depth_km: numberOrNull('Kilometres below sea level; null where no agency gave one.'),
  magnitude: numberOrNull('The primary magnitude; never null in a list.'),
  magnitude_type: text('`ML`, `MD`, `Mw`, `mb`, `Ms`, …'),
  magnitude_doubtful: {
    type: 'boolean',
    const: true,
    description: 'Only where no other agency confirms a magnitude of 5 or more without a type or without an epicentre.',
  },
  magnitude_state: {
    type: 'string',
    enum: ['settling'],
    description:
      'Only where two agencies contradict each other and no third has spoken; `sources` has both magnitudes.',
  },
  magnitude_ml: number('Only where an agency gave one.'),
  magnitude_md: number('Only where an agency gave one.'),
  magnitude_mw: number('Only where an agency gave one.'),
  location: text('In Turkish.'),
  location_en: text('In English; absent where an agency’s own `location` is names alone.'),
  agency_location: text("The agency's own words, where `location` was made."),
  province: textOrNull('Province of Türkiye; null abroad and far at sea.'),
  province_code: textOrNull('Its plate code, two digits.'),
  district: textOrNull('District, on land in Türkiye.'),
  source: agency,
  sources: list(
    object({ name: agency, magnitude: number(''), magnitude_type: text('') }, ['name', 'magnitude']),
    'Where two agencies or more gave a magnitude.',
  ),
  quality: { type: 'string', enum: ['automatic', 'reviewed'] },
  event_type: text('Only where it is not an earthquake: `quarry blast`, …'),
  updated_at: text('When this service published the record, RFC 3339.'),
} satisfies Record<keyof ListItem, object>;

export const ALWAYS = [
  ...['id', 'event_id', 'occurred_at', 'latitude', 'longitude', 'depth_km', 'magnitude', 'location', 'source'],
  ...['province', 'province_code', 'district', 'updated_at'],
];

export const EARTHQUAKE: Schema = { name: 'Earthquake', schema: object(EARTHQUAKE_FIELDS, ALWAYS) };

const GONE = { id: integer('Of the earthquake that is gone.'), event_id: text('Of the same.') };

/** Of an earthquake that is gone from the list. */
export const TOMBSTONE: Schema = {
  name: 'Tombstone',
  schema: {
    oneOf: [
      object({
        ...GONE,
        retracted: { type: 'boolean', const: true, description: 'Withdrawn, or without a magnitude.' },
      }),
      object({ ...GONE, merged_into: integer('The `id` of the earthquake that it is the same as.') }),
    ],
  },
};

export const reference = ({ name }: Schema) => ({ $ref: `#/components/schemas/${name}` });

/** GeoJSON (RFC 7946). */
export const FEATURE: Schema = {
  name: 'Feature',
  schema: object({
    type: { type: 'string', const: 'Feature' },
    id: text('The `event_id`.'),
    geometry: object({
      type: { type: 'string', const: 'Point' },
      coordinates: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 3 },
    }),
    properties: { type: 'object', additionalProperties: true },
  }),
};
export const FEATURES: Schema = {
  name: 'FeatureCollection',
  schema: object({
    type: { type: 'string', const: 'FeatureCollection' },
    features: list(reference(FEATURE)),
  }),
};
/** One event asked for by its identifier is a feature. */
export const FEATURE_OR_FEATURES: Schema = {
  name: 'EventGeoJson',
  schema: { oneOf: [reference(FEATURES), reference(FEATURE)] },
};

export const LIST = body(
  'List',
  {
    count: integer('Items in `earthquakes`.'),
    truncated: { type: 'boolean', description: 'Whether there are more; then `next` is there.' },
    next: text('Relative URL of the following page.'),
    ignored_sources: list({ type: 'string' }, 'Names in `sources` that are no agency.'),
    earthquakes: list(
      { anyOf: [reference(EARTHQUAKE), reference(TOMBSTONE)] },
      'Tombstones only with `updated_after`.',
    ),
  },
  ['count', 'earthquakes'],
);

export const ERROR: Schema = {
  name: 'Error',
  schema: object(
    {
      status: { type: 'string', const: 'error' },
      code: text('`invalid_parameter`, `invalid_key`, `not_found`, `gone`, `rate_limited`, `unavailable`, …'),
      message: text('A sentence to act on.'),
      parameter: text('The parameter at fault.'),
      policy: { type: 'string', enum: ['daily', 'burst'] },
    },
    ['status', 'code', 'message'],
  ),
};
