/** JSON Schemas of the answers, for the description of the API. */
import { FINDING_CODES, WATCHED_FIELDS } from '#core/finding.ts';
import { AGENCIES } from '#core/earthquake.ts';
import { DATE_PRECISIONS } from '#core/time.ts';

const text = (description: string) => ({ type: 'string', description });
const number = (description: string) => ({ type: 'number', description });
const numberOrNull = (description: string) => ({ type: ['number', 'null'], description });
const status = { type: 'string', const: 'success' };
const agency = { type: 'string', enum: AGENCIES };
const rows = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });

const FIELDS = {
  id: { type: 'integer', description: 'Given once and never reused.' },
  event_id: text('16 hexadecimal digits, the first a letter; stable across revisions.'),
  occurred_at: text('Origin time in UTC, `YYYY-MM-DD HH:MM:SS`.'),
  date_precision: { type: 'string', enum: DATE_PRECISIONS, description: 'Only where coarser than a second.' },
  latitude: number('Degrees, north positive.'),
  longitude: number('Degrees, east positive.'),
  depth_km: numberOrNull('Kilometres below sea level; null where no agency gave one.'),
  magnitude: numberOrNull('The primary magnitude; never null in a list.'),
  magnitude_type: text('`ML`, `MD`, `Mw`, `mb`, `Ms`, …'),
  magnitude_ml: number('Only where an agency gave one.'),
  magnitude_md: number('Only where an agency gave one.'),
  magnitude_mw: number('Only where an agency gave one.'),
  location: text('In Turkish.'),
  location_en: text('In English, where `location` was made.'),
  agency_location: text("The agency's own words, where `location` was made."),
  source: agency,
  sources: {
    type: 'array',
    description: 'Where two agencies or more gave a magnitude.',
    items: {
      type: 'object',
      properties: { name: agency, magnitude: number(''), magnitude_type: text('') },
      required: ['name', 'magnitude'],
    },
  },
  quality: { type: 'string', enum: ['automatic', 'reviewed'] },
  event_type: text('Only where it is not an earthquake: `quarry blast`, …'),
  updated_at: text('When this service published the record, RFC 3339.'),
};

const ALWAYS = [
  ...['id', 'event_id', 'occurred_at', 'latitude', 'longitude', 'depth_km', 'magnitude', 'location', 'source'],
  'updated_at',
];

/** The detail has another `sources`. */
const DETAIL_FIELDS = { ...FIELDS, sources: undefined };

export const SCHEMAS = {
  Error: {
    type: 'object',
    properties: {
      status: { type: 'string', const: 'error' },
      code: text('`invalid_parameter`, `invalid_key`, `not_found`, `gone`, `rate_limited`, `unavailable`, …'),
      message: text('A sentence to act on.'),
      parameter: text('The parameter at fault.'),
      policy: { type: 'string', enum: ['daily', 'burst'] },
    },
    required: ['status', 'code', 'message'],
  },
  Earthquake: { type: 'object', properties: FIELDS, required: ALWAYS },
  List: {
    type: 'object',
    properties: {
      status,
      count: { type: 'integer', description: 'Items in `earthquakes`.' },
      truncated: { type: 'boolean', description: 'Whether there are more; then `next` is there.' },
      next: text('Relative URL of the following page.'),
      earthquakes: rows('Earthquake'),
    },
    required: ['status', 'count', 'earthquakes'],
  },
  Detail: {
    type: 'object',
    properties: {
      status,
      earthquake: {
        type: 'object',
        properties: {
          ...DETAIL_FIELDS,
          slug: text('With the UTC day, the name of the earthquake in addresses.'),
          occurred_at_utc: text('RFC 3339, with fractions where known.'),
          sources: {
            type: 'array',
            items: { type: 'object' },
            description:
              "Each agency's solution; `other_event_ids`: identifiers of its other reports of the earthquake.",
          },
          nearby_stations: { type: 'array', items: { type: 'object' }, description: 'The nearest 10.' },
          nearby_quakes: {
            type: 'array',
            items: { type: 'object' },
            description: 'The nearest 10 within 100 km and 30 days.',
          },
          focal_mechanism: { type: ['object', 'null'] },
          shakemap: { type: ['object', 'null'] },
          revisions: { type: 'array', items: { type: 'object' }, description: 'What changed, and when.' },
        },
        required: [...ALWAYS, 'slug', 'sources', 'nearby_stations', 'nearby_quakes', 'focal_mechanism', 'revisions'],
      },
    },
    required: ['status', 'earthquake'],
  },
  Statistics: {
    type: 'object',
    properties: {
      status,
      total: { type: 'integer' },
      today: { type: 'integer', description: 'Of this UTC day.' },
      last_24h: { type: 'integer' },
      avg_magnitude: numberOrNull('Rounded to two decimals.'),
      max_magnitude: numberOrNull('Greatest magnitude.'),
      by_source: { type: 'object', additionalProperties: { type: 'integer' } },
    },
    required: ['status', 'total', 'today', 'avg_magnitude', 'max_magnitude'],
  },
  Stations: {
    type: 'object',
    properties: {
      status,
      count: { type: 'integer' },
      stations: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ network: text('FDSN network code.'), code: text('Station code.'), name: text('Place.') },
            ...{ source: agency, latitude: number('Degrees.'), longitude: number('Degrees.') },
            elevation_m: numberOrNull('Metres above sea level.'),
          },
          required: ['network', 'code', 'name', 'source', 'latitude', 'longitude', 'elevation_m'],
        },
      },
    },
    required: ['status', 'count', 'stations'],
  },
  Status: {
    type: 'object',
    properties: {
      status,
      dataset: text('Changes with the dataset.'),
      generated_at: text('RFC 3339.'),
      clock_offset_seconds: {
        type: 'integer',
        description:
          'There only while two agencies agree against the clock of this service, by which it is behind: nothing new ' +
          'is published.',
      },
      sources: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: agency,
            live: { type: 'boolean', description: 'Whether it is asked regularly.' },
            state: { type: 'string', enum: ['ok', 'degraded', 'stale', 'down', 'idle'] },
            quarantine: {
              type: 'array',
              description: 'Feeds of which documents are held back, since they contradict what was sent before.',
              items: {
                type: 'object',
                properties: {
                  feed: text('Its name.'),
                  since: text('RFC 3339.'),
                  message: text('The reason in words.'),
                  code: { type: 'string', enum: FINDING_CODES },
                  count: { type: 'integer', description: 'Rows that show it,' },
                  of: { type: 'integer', description: 'of so many that could.' },
                  field: { type: 'string', enum: [...WATCHED_FIELDS] },
                  hours: { type: 'number' },
                },
                required: ['feed', 'since', 'message', 'code', 'count', 'of'],
              },
            },
            rows_read: { type: 'integer', description: 'Rows of all documents so far.' },
            rows_rejected: { type: 'integer', description: 'Of these, those that could not be used.' },
            documents_quarantined: { type: 'integer', description: 'Documents that were held back so far.' },
            gaps: {
              type: 'array',
              description: 'Times without an answer, longer than 15 minutes, that ended within the last day.',
              items: {
                type: 'object',
                properties: {
                  from: text('RFC 3339: the answer before.'),
                  until: text('RFC 3339: the answer after.'),
                  reason: { type: 'string', enum: ['no_answer', 'not_requested'] },
                },
                required: ['from', 'until', 'reason'],
              },
            },
          },
          required: ['name', 'state'],
        },
      },
    },
    required: ['status', 'dataset', 'sources'],
  },
} as const;
