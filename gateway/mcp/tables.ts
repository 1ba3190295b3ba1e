/** Answers of the endpoints in the form that assistants read: compact tables, and one earthquake. */
import { isProbableBlast } from '#core/blasts.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { PAGE_FOLDERS } from '#core/paths.ts';
import { placed, type RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import { otherMagnitude, unsettledWords } from '#core/unsettled.ts';
import type { ListItem } from '#core/wire.ts';

export interface Answer {
  text: string;
  data: Record<string, unknown>;
}

type Cell = string | number | null;

const FIELDS = placed<RecordField>(LIST_FIELDS, 'mcp');
const COLUMNS = [...FIELDS.map(({ as }) => as), 'note'];

const cellsOf = (item: ListItem): Cell[] => [
  ...FIELDS.map(({ name }) => (item[name as keyof ListItem] ?? null) as Cell),
  noteOf(item),
];

/** What must not be overlooked. */
function noteOf(item: ListItem): string | null {
  const { magnitude_doubtful: doubtful, event_type: type, date_precision: precision, blast_probability } = item;
  const other = otherMagnitude(item);
  const notes = [
    ...(doubtful ? ['magnitude doubtful: no other agency confirms it'] : []),
    ...(other ? [`magnitude ${unsettledWords(other, 'en')}`] : []),
    ...(type === undefined ? [] : [`not an earthquake: ${type}`]),
    ...(isProbableBlast({ blastProbability: blast_probability }) ? [`probably a blast (${blast_probability})`] : []),
    ...(precision === undefined ? [] : [`time known to the ${precision}`]),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

const cell = { type: ['string', 'number', 'null'] };

export const TABLE_SCHEMA = {
  type: 'object' as const,
  properties: {
    columns: { type: 'array', items: { type: 'string' }, description: 'Names of the cells of each row, in order.' },
    rows: { type: 'array', items: { type: 'array', items: cell } },
    count: { type: 'integer', description: 'Rows in this answer.' },
    has_more: { type: 'boolean', description: 'Whether further earthquakes match.' },
    next_cursor: { type: ['string', 'null'], description: 'For the next page: the argument `cursor`.' },
    ignored_sources: { type: 'array', items: { type: 'string' }, description: 'Unknown names in `sources`.' },
  },
  required: ['columns', 'rows', 'count', 'has_more', 'next_cursor'],
};

interface ListBody {
  earthquakes: ListItem[];
  next?: string;
  ignored_sources?: string[];
}

/** @param from where distances are measured from */
export function tableOf({ earthquakes, next, ignored_sources: ignored }: ListBody, from?: Point): Answer {
  const columns = [...COLUMNS, ...(from ? ['distance_km'] : [])];
  const rows = earthquakes.map((item) => [
    ...cellsOf(item),
    ...(from ? [Math.round(distanceKm(from, item) * 10) / 10] : []),
  ]);
  const cursor = next === undefined ? null : new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor');
  const lines = [columns, ...rows].map((cells) => cells.map(textOf).join(' | '));
  const more =
    cursor === null ? 'has_more: false' : `has_more: true; next page: the same arguments and cursor=${cursor}`;
  return {
    text: `${lines.join('\n')}\n${rows.length} rows, times in UTC; ${more}`,
    data: {
      ...{ columns, rows, count: rows.length, has_more: cursor !== null, next_cursor: cursor },
      ...(ignored && { ignored_sources: ignored }),
    },
  };
}

const textOf = (value: Cell): string => (value === null ? '' : String(value).replaceAll(/[|\n]/g, '/'));

export const DETAIL_SCHEMA = {
  type: 'object' as const,
  properties: {
    state: {
      type: 'string',
      enum: ['found', 'merged', 'withdrawn', 'unknown'],
      description:
        '`merged`: the earthquake asked for is part of the one given. `withdrawn`: every agency withdrew it. ' +
        '`unknown`: there is no such earthquake.',
    },
    message: { type: 'string' },
    earthquake: { type: ['object', 'null'], description: 'Times in UTC, depths in km, coordinates in degrees.' },
  },
  required: ['state', 'message', 'earthquake'],
};

interface Detail extends Record<string, unknown> {
  id: number;
  event_id: string;
  occurred_at: string;
  slug: string;
  revisions: { at: string; agencies: string[]; changed: string[] }[];
}

/** Long, and requested otherwise: by `earthquakes_near`. */
const LEFT_OUT = ['nearby_stations', 'nearby_quakes', 'revisions'];
const LAST_REVISIONS = 5;

export function detailOf({ earthquake }: { earthquake: Detail }, asked: URLSearchParams, baseUrl: string): Answer {
  const { id, event_id: eventId, occurred_at: at, slug, revisions } = earthquake;
  const isMerged = asked.has('id') ? Number(asked.get('id')) !== id : (asked.get('event_id') ?? eventId) !== eventId;
  const isRenamed = asked.has('slug') && `${asked.get('date')} ${asked.get('slug')}` !== `${at.slice(0, 10)} ${slug}`;
  const kept = Object.entries(earthquake).filter(([name]) => !LEFT_OUT.includes(name));
  const last = revisions
    .slice(-LAST_REVISIONS)
    .map(({ at: time, agencies, changed }) => ({ at: time, agencies, changed }));
  const page = `${baseUrl}/${PAGE_FOLDERS.en}/${at.slice(0, 10)}/${slug}`;
  const own = { ...Object.fromEntries(kept), page, revision_count: revisions.length, last_revisions: last };
  const found = isRenamed ? `Found. Its name is now ${at.slice(0, 10)} ${slug}.` : 'Found.';
  const message = isMerged ? `It was merged into earthquake ${id}, which is given.` : found;
  return stated(isMerged ? 'merged' : 'found', message, own);
}

export const withdrawnAnswer = (message: string): Answer => stated('withdrawn', message, null);

export const unknownAnswer = (): Answer =>
  stated(
    'unknown',
    'There is no such earthquake. Do not guess ids: take id and event_id from an answer of search_earthquakes.',
    null,
  );

function stated(state: string, message: string, earthquake: object | null): Answer {
  const data = { state, message, earthquake };
  return { text: `${state}: ${message}${earthquake ? `\n${JSON.stringify(earthquake)}` : ''}`, data };
}
