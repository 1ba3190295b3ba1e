/** A column map applied to one file's header: which field of a row is what, by index from 0. */
import { shown } from '#core/text.ts';
import {
  TIME_PARTS,
  type ColumnMap,
  type ColumnRef,
  type DateOrder,
  type TimeLayout,
  type TimePart,
} from './column-map.ts';
import { DocumentError } from '../feed.ts';

export type TimePlan =
  | { layout: 'parts'; columns: Record<TimePart, number | null> }
  | { layout: 'text'; columns: number[]; order: DateOrder };

export interface ColumnPlan {
  /** Fields that a row must have at least. */
  width: number;
  id: number | null;
  time: TimePlan;
  latitude: number;
  longitude: number;
  depth: number | null;
  magnitudes: { type: string | null; index: number }[];
}

/** A column name without case, blanks, underscores and a unit in brackets; the star of `Mw*` counts. */
const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[([][^()[\]]*[)\]]/g, '')
    .replace(/[^\p{L}\p{N}*]/gu, '');

type Finder = (ref: ColumnRef) => number | null;

/** Finds columns by name among a header's names; positions need no header. */
function finderOf(header: string[] | null): Finder {
  const keys = (header ?? []).map(nameKey);
  return (ref) => {
    if (typeof ref === 'number') return ref - 1;
    for (const name of ref) {
      const index = keys.indexOf(nameKey(name));
      if (index >= 0) return index;
    }
    return null;
  };
}

const refsOf = ({ columns }: TimeLayout): ColumnRef[] => Object.values(columns).filter((ref) => ref !== null);

function planTime(layout: TimeLayout, find: Finder): TimePlan | null {
  if (refsOf(layout).some((ref) => find(ref) === null)) return null;
  if (layout.layout === 'text') return { ...layout, columns: layout.columns.map((ref) => find(ref)!) };
  const found = TIME_PARTS.map((part) => [part, layout.columns[part] && find(layout.columns[part])]);
  return { layout: 'parts', columns: Object.fromEntries(found) as Record<TimePart, number | null> };
}

const describeRef = (ref: ColumnRef): string => (typeof ref === 'number' ? `position ${ref}` : ref.join(', '));

/** Columns of the map that the header lacks, each with its possible names. */
function missingColumns(map: ColumnMap, find: Finder, time: TimePlan | null): string[] {
  const wanted: [string, ColumnRef][] = [
    ['latitude', map.latitude],
    ['longitude', map.longitude],
    ...map.magnitudes
      .filter(({ optional }) => !optional)
      .map(({ type, column }): [string, ColumnRef] => [`magnitude ${type ?? ''}`.trim(), column]),
  ];
  const missing = wanted.filter(([, ref]) => find(ref) === null).map(([name, ref]) => `${name} (${describeRef(ref)})`);
  if (time) return missing;
  const layouts = map.times.map((layout) =>
    refsOf(layout)
      .filter((ref) => find(ref) === null)
      .map(describeRef)
      .join(' + '),
  );
  return [`time (${layouts.join(', or ')})`, ...missing];
}

/** The plan, or the list of what is missing. */
export function planColumns(map: ColumnMap, header: string[] | null): ColumnPlan | { missing: string[] } {
  const find = finderOf(header);
  const time = map.times.map((layout) => planTime(layout, find)).find((plan) => plan !== null) ?? null;
  const missing = missingColumns(map, find, time);
  if (missing.length > 0 || !time) return { missing };
  const latitude = find(map.latitude)!;
  const longitude = find(map.longitude)!;
  const magnitudes = map.magnitudes.flatMap(({ type, column }) => {
    const index = find(column);
    return index === null ? [] : [{ type, index }];
  });
  const plan = {
    id: map.id && find(map.id),
    depth: map.depth && find(map.depth),
    time,
    latitude,
    longitude,
    magnitudes,
  };
  const used = [latitude, longitude, plan.id ?? 0, plan.depth ?? 0, ...magnitudes.map(({ index }) => index)];
  const times = Object.values(time.columns).map((index) => index ?? 0);
  return { ...plan, width: header?.length ?? Math.max(...used, ...times) + 1 };
}

/** @throws DocumentError that names the missing columns and those that are there. */
export function requirePlan(map: ColumnMap, header: string[] | null, where: string): ColumnPlan {
  const plan = planColumns(map, header);
  if (!('missing' in plan)) return plan;
  const there = header ? `; the file has: ${header.map(shown).join(', ').slice(0, 400)}` : '';
  throw new DocumentError(`no column for ${plan.missing.join('; ')}${there}. Correct ${where}`);
}
