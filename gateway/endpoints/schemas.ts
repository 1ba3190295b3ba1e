/** JSON Schemas for the description of the API: their parts, and those that several answers share. */
import { AGENCIES } from '#core/earthquake.ts';
import type { FieldType, RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import type { Terms } from '#core/terms.ts';

/** A named schema of the description. */
export interface Schema {
  name: string;
  schema: object;
}

export const text = (description: string) => ({ type: 'string', description });
export const integer = (description: string) => ({ type: 'integer', description });
export const number = (description: string) => ({ type: 'number', description });
export const numberOrNull = (description: string) => ({ type: ['number', 'null'], description });
export const textOrNull = (description: string) => ({ type: ['string', 'null'], description });
/** One of some words. @param title name of the type in typed clients */
export const words = (title: string, options: readonly string[], description?: string) => ({
  type: 'string',
  title,
  enum: options,
  ...(description === undefined ? {} : { description }),
});
export const agencyNamed = (description: string) => words('Agency', AGENCIES, description);
export const agency = words('Agency', AGENCIES);
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
/** An object inside of others. @param title name of the type in typed clients */
export const titled = (title: string, properties: object, required = Object.keys(properties)) => ({
  title,
  ...object(properties, required),
});
export const orNull = <T extends { type: string }>(schema: T) => ({ ...schema, type: [schema.type, 'null'] });
/** The body of a 200. */
export const body = (name: string, properties: object, required = Object.keys(properties)): Schema => ({
  name,
  schema: object({ status: { type: 'string', const: 'success' }, ...properties }, ['status', ...required]),
});

/** The agencies' terms. */
export const TERMS = list(
  titled('Terms', {
    name: text('The agency, or `places`.'),
    holder: text('Who holds the rights.'),
    terms: text('In words.'),
    url: text('Of the holder.'),
  } satisfies Record<keyof Terms, object>),
  'Of each agency inside.',
);

export const IGNORED = list({ type: 'string' }, 'Names in `sources` that are no agency.');
export const TRUNCATED = { type: 'boolean', description: 'Whether rows were left out.' };

const TYPES: Record<FieldType, string> = {
  ...{ integer: 'integer', number: 'number', text: 'string', flag: 'boolean', list: 'array', object: 'object' },
};

/** `date_precision` → `DatePrecision`. */
const titleOf = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What a field of the record may be. */
export function fieldSchema(name: string, { type, none, options, range, text: description }: RecordField): object {
  return {
    type: none === 'null' ? [TYPES[type], 'null'] : TYPES[type],
    ...(options ? { title: options === AGENCIES ? 'Agency' : titleOf(name) } : {}),
    ...(type === 'flag' ? { const: true } : {}),
    ...(type === 'list' ? { items: { type: 'object' } } : {}),
    ...(options ? { enum: none === 'null' ? [...options, null] : options } : {}),
    ...(range ? { minimum: range[0] } : {}),
    ...(range?.[1] === undefined ? {} : { maximum: range[1] }),
    description,
  };
}

/** @param more fields with parts of their own */
export function recordSchema(fields: Readonly<Record<string, RecordField>>, more: object): object {
  const entries = Object.entries(fields);
  return object(
    { ...Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(name, field)])), ...more },
    entries.filter(([, { none }]) => none !== 'absent').map(([name]) => name),
  );
}

const MAGNITUDES = list(
  titled(
    'AgencyMagnitude',
    {
      name: agencyNamed('Agency.'),
      magnitude: number('Its magnitude.'),
      magnitude_type: text('`ML`, `MD`, `Mw`, `mb`, `Ms`, …'),
    },
    ['name', 'magnitude'],
  ),
  LIST_FIELDS.sources.text,
);

export const EARTHQUAKE: Schema = { name: 'Earthquake', schema: recordSchema(LIST_FIELDS, { sources: MAGNITUDES }) };

const GONE = { id: integer('Of the earthquake that is gone.'), event_id: text('Of the same.') };

/** Of an earthquake that is gone from the list. */
const TOMBSTONE: Schema = {
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

/** Of GeoJSON (RFC 7946). @param third what the third of the coordinates is @param title of the geometry */
export const featureSchema = (properties: object, third: string, title: string): object =>
  object({
    type: { type: 'string', const: 'Feature' },
    id: text('The `event_id`.'),
    geometry: titled(title, {
      type: { type: 'string', const: 'Point' },
      coordinates: {
        ...{ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 3 },
        description: `Longitude and latitude in degrees, then ${third}.`,
      },
    }),
    properties,
  });
/** @param more members; not required */
export const featuresSchema = (feature: Schema, more: object): object =>
  object({ type: { type: 'string', const: 'FeatureCollection' }, ...more, features: list(reference(feature)) }, [
    'type',
    'features',
  ]);

const { latitude: _, longitude: __, ...PROPERTIES } = LIST_FIELDS;

/** Of exports. */
const FEATURE: Schema = {
  name: 'Feature',
  schema: featureSchema(
    {
      title: 'FeatureProperties',
      ...recordSchema(PROPERTIES, { title: text('A label: magnitude and place, in Turkish.'), sources: MAGNITUDES }),
    },
    'height in metres, negative below sea level, where a depth is known',
    'PointGeometry',
  ),
};
export const FEATURES: Schema = {
  name: 'FeatureCollection',
  schema: featuresSchema(FEATURE, {
    count: integer('Items in `features`.'),
    truncated: TRUNCATED,
    terms: TERMS,
    ignored_sources: IGNORED,
  }),
};

export const LIST = body(
  'List',
  {
    count: integer('Items in `earthquakes`.'),
    truncated: { type: 'boolean', description: 'Whether there are more; then `next` is there.' },
    next: text('Relative URL of the following page.'),
    ignored_sources: IGNORED,
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
      policy: words('LimitPolicy', ['daily', 'burst'], 'The limit that is reached.'),
    },
    ['status', 'code', 'message'],
  ),
};

/** Of every description, in its order. */
export const COMMON: readonly Schema[] = [ERROR, EARTHQUAKE, TOMBSTONE, FEATURE, FEATURES];
