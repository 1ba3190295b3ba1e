/** Records as they are published: one function a shape, fixed key order, so that equal records give equal bytes. */
import type { Sparse } from './codecs.ts';
import type { Earthquake, Station } from './earthquake.ts';
import { mechanismItem, shakemapItem, solutionItem } from './record/items.ts';
import { LIST_FIELDS } from './record/list-fields.ts';
import { formatInstant } from './time.ts';

type Table = typeof LIST_FIELDS;

/** An earthquake as the list gives it; keys of absent optional fields are left out. */
export type ListItem = Sparse<{ [Name in keyof Table]: ReturnType<Table[Name]['value']> }>;

const LISTED = Object.entries(LIST_FIELDS).map(([name, { value }]) => ({ name, value }));

const UNSOURCED = LISTED.filter(({ name }) => name !== 'sources');

export const listItem = (earthquake: Earthquake): ListItem => itemOf(earthquake, LISTED) as ListItem;

/** Without `sources`, to be gone on with. */
export const unsourcedItem = (earthquake: Earthquake): Record<string, unknown> => itemOf(earthquake, UNSOURCED);

function itemOf(earthquake: Earthquake, fields: typeof LISTED): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const { name, value } of fields) {
    const own = value(earthquake);
    if (own !== undefined) item[name] = own;
  }
  return item;
}

export const stationItem = ({ network, code, name, source, latitude, longitude }: Station) => ({
  network,
  code,
  name,
  source,
  latitude,
  longitude,
});

/** As the stored answer gives it. */
export type StationItem = ReturnType<typeof stationItem> & { elevation_m: number | null };

/** A line of a solutions file: what rich exports and FDSN need beyond the list item. */
export function fullItem(earthquake: Earthquake) {
  return {
    id: earthquake.id,
    event_id: earthquake.eventId,
    slug: earthquake.slug,
    occurred_at_utc: formatInstant(earthquake.time),
    location_en: earthquake.locationEn,
    sources: earthquake.solutions.map(solutionItem),
    focal_mechanism: mechanismItem(earthquake.mechanism),
    shakemap: shakemapItem(earthquake.shakemap),
  };
}

export type FullItem = ReturnType<typeof fullItem>;

/** Both lines as one: an earthquake with all that is published of it but neighbours and revisions. */
export type WholeItem = Omit<ListItem, 'sources'> & FullItem;

export const wholeItem = (earthquake: Earthquake): WholeItem => ({ ...listItem(earthquake), ...fullItem(earthquake) });

export const LIST_FOOT = '\n]}\n';

/** A shard: JSON in the shape of the list endpoint, one event a line, so that lines can be served as they stand. */
export const listBody = (lines: string[]): string =>
  `{"status":"success","count":${lines.length},"earthquakes":[\n${lines.join(',\n')}${LIST_FOOT}`;

/** Unknown names in `sources`; no field where there are none. */
export const ignoredSourcesField = (names: readonly string[]): string =>
  names.length === 0 ? '' : `,"ignored_sources":${JSON.stringify(names)}`;

/** Start of a list response. `next` is the relative URL of the following page; null on the last one. */
export const listHead = (count: number, next: string | null, ignoredSources: readonly string[] = []): string =>
  `{"status":"success","count":${count},"truncated":${next !== null}` +
  `${next === null ? '' : `,"next":${JSON.stringify(next)}`}${ignoredSourcesField(ignoredSources)},"earthquakes":[\n`;

export const listDocument = (lines: string[], next: string | null): string =>
  listHead(lines.length, next) + lines.join(',\n') + LIST_FOOT;
