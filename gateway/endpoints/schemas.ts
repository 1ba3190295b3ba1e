/** JSON Schemas for the description of the API: their parts, and those that several answers share. */
import { AGENCIES } from '#core/earthquake.ts';
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import type { FieldType, RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';

/** A named schema of the description. */
export interface Schema {
  name: string;
  schema: object;
}

export const text = (description: string) => ({ type: 'string', description });
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

const TYPES: Record<FieldType, string> = {
  ...{ integer: 'integer', number: 'number', text: 'string', flag: 'boolean', list: 'array', object: 'object' },
};

/** What a field of the record may be. */
function fieldSchema({ type, none, options, range, text: description }: RecordField): object {
  return {
    type: none === 'null' ? [TYPES[type], 'null'] : TYPES[type],
    ...(type === 'flag' ? { const: true } : {}),
    ...(type === 'list' ? { items: { type: 'object' } } : {}),
    ...(options ? { enum: none === 'null' ? [...options, null] : options } : {}),
    ...(range ? { minimum: range[0] } : {}),
    ...(range?.[1] === undefined ? {} : { maximum: range[1] }),
    description,
  };
}

/** @param more fields with parts of their own */
function recordSchema(fields: Readonly<Record<string, RecordField>>, more: object): object {
  const entries = Object.entries(fields);
  return object(
    { ...Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])), ...more },
    entries.filter(([, { none }]) => none !== 'absent').map(([name]) => name),
  );
}

export const EARTHQUAKE: Schema = {
  name: 'Earthquake',
  schema: recordSchema(LIST_FIELDS, {
    sources: list(
      object({ name: agency, magnitude: number(''), magnitude_type: text('') }, ['name', 'magnitude']),
      LIST_FIELDS.sources.text,
    ),
  }),
};

const OF_DETAIL: Record<string, RecordField> = {
  ...LIST_FIELDS,
  ...DETAIL_FIELDS,
  sources: {
    ...LIST_FIELDS.sources,
    text: "Each agency's solution; `other_event_ids`: identifiers of its other reports of the earthquake. With its uncertainties.",
  },
};
delete OF_DETAIL['sources']!.none;

export const EARTHQUAKE_DETAIL = recordSchema(OF_DETAIL, {});

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
