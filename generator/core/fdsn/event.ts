/** An earthquake as the FDSN formats show it: every agency's origin, and which of them comes first in a view. */
import type { Quality } from '../earthquake.ts';
import { PAGE_FOLDERS } from '../paths.ts';
import { parseInstant, type EpochMs } from '../time.ts';
import { doubtOf } from '../unsettled.ts';
import type { RecordField } from '../record/field.ts';
import type { SolutionItem } from '../record/items.ts';
import { LIST_FIELDS } from '../record/list-fields.ts';
import type { FullItem, ListItem } from '../wire.ts';
import { isType, type View } from './view.ts';

export interface ShownMagnitude {
  origin: SolutionItem;
  value: number;
  type: string | null;
}

export interface FdsnEvent {
  id: number;
  eventId: string;
  time: EpochMs;
  latitude: number;
  longitude: number;
  /** km. */
  depthKm: number | null;
  magnitude: ShownMagnitude | null;
  /** Its origin comes first. */
  origin: SolutionItem;
  /** English. */
  place: string;
  /** The record's place, Turkish. */
  location: string;
  /** Fields of the record, as the list has them. */
  fields: Partial<ListItem>;
  /** What speaks against its magnitude, in English; absent for nothing. */
  doubt?: string;
  /** Path of its page, with a leading slash. */
  page: string;
  eventType: string;
  updatedAt: EpochMs;
  origins: SolutionItem[];
  mechanism: FullItem['focal_mechanism'];
}

export const instantOf = (text: string): EpochMs => parseInstant(text) ?? NaN;

/** As the agency states it. Nobody computes a historical earthquake without looking at it. */
export const statusOf = ({ name, quality }: SolutionItem): SolutionItem['quality'] =>
  quality ?? (name === 'historical' ? 'reviewed' : null);

/**
 * In the feeds of the USGS a status is never null: typed models read an enum. Where the agency states none it is the
 * one that claims least.
 */
export const feedStatusOf = (origin: SolutionItem): Quality => statusOf(origin) ?? 'automatic';

/** Whether it is the one whose error the agency gives. */
export const isLead = ({ origin, value, type }: ShownMagnitude): boolean =>
  origin.magnitude === value && origin.magnitude_type === type;

export const magnitudesOf = (origins: SolutionItem[]): ShownMagnitude[] =>
  origins.flatMap((origin) =>
    origin.magnitudes.map(({ magnitude, magnitude_type: type }) => ({ origin, value: magnitude, type })),
  );

const namesOf = (shown: RecordField['fdsn'][]): (keyof ListItem)[] =>
  Object.entries<RecordField>(LIST_FIELDS).flatMap(([name, { fdsn }]) =>
    fdsn && shown.includes(fdsn) ? [name as keyof ListItem] : [],
  );

/** Of an event with another magnitude than the record's, and with that. */
const FIELDS = { others: namesOf(['record']), records: namesOf(['record', 'magnitude']) };

function pick(item: Partial<ListItem>, names: readonly (keyof ListItem)[]): Partial<ListItem> {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (item[name] !== undefined) picked[name] = item[name];
  return picked as Partial<ListItem>;
}

/** @param view one that has the record */
export function eventOf(
  item: Omit<ListItem, 'sources'>,
  full: FullItem,
  { agency, magnitudeType }: View = {},
): FdsnEvent {
  const origins: SolutionItem[] = full.sources;
  const origin = origins.find(({ name }) => name === (agency ?? item.source)) ?? origins[0]!;
  const magnitudes = magnitudesOf(agency === undefined ? origins : [origin]);
  const shown = agency === undefined ? item : origin;
  const wanted = (one: ShownMagnitude): boolean => {
    if (magnitudeType !== undefined) return isType(one.type ?? '', magnitudeType);
    return agency !== undefined || (one.value === item.magnitude && one.type === (item.magnitude_type ?? null));
  };
  const magnitude = magnitudes.find(wanted) ?? null;
  const isRecords = magnitude?.value === item.magnitude && magnitude.type === (item.magnitude_type ?? null);
  const { magnitude_doubtful, magnitude_state } = item;
  const stated = { magnitude: item.magnitude, magnitude_doubtful, magnitude_state, sources: origins };
  const doubt = isRecords ? doubtOf(stated, 'en') : undefined;
  return {
    id: item.id,
    eventId: item.event_id,
    time: instantOf(agency === undefined ? full.occurred_at_utc : origin.occurred_at_utc),
    latitude: shown.latitude,
    longitude: shown.longitude,
    depthKm: shown.depth_km,
    magnitude,
    origin,
    place: full.location_en,
    location: item.location,
    fields: pick(item, isRecords ? FIELDS.records : FIELDS.others),
    ...(doubt === undefined ? {} : { doubt }),
    page: `/${PAGE_FOLDERS.tr}/${item.occurred_at.slice(0, 10)}/${full.slug}`,
    eventType: shown.event_type ?? 'earthquake',
    updatedAt: instantOf(item.updated_at),
    origins,
    mechanism: full.focal_mechanism,
  };
}
