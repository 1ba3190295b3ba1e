/** The files of an open page: the earthquakes of the last week, and the last changes of them. */
import { isBlast } from '#core/blasts.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { LEAST_SEQUENCE } from '#core/paths.ts';
import { type Columns, RECENT, type RecentChanges, type RecentWeek } from '#core/recent.ts';
import type { RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import { formatSecond, type EpochMs } from '#core/time.ts';
import { otherMagnitude, type OtherMagnitude } from '#core/unsettled.ts';
import { listItem, type ListItem } from '#core/wire.ts';
import { newestFirst } from './shards.ts';

interface RecentInputs {
  /** At least those of the last week, in any order. */
  earthquakes: readonly Earthquake[];
  asOf: EpochMs;
  /** Number of the last published change. */
  sequence: number;
}

type ValueOf = (item: ListItem) => unknown;

const englishOf: ValueOf = ({ location, location_en: english = location }) => (english === location ? null : english);

const stateOf: ValueOf = ({ magnitude_state: state }) => state ?? null;

function columnOf([name, { recent }]: [string, RecordField]): [name: string, value: ValueOf][] {
  if (name === 'magnitude_state')
    return [
      [name, stateOf],
      ['other_magnitude', otherOf],
    ];
  if (name === 'location_en') return [[name, englishOf]];
  return recent ? [[name, (item) => item[name as keyof ListItem] ?? null]] : [];
}

/** Names of columns in their order, each with its value. */
const COLUMNS: [name: string, value: ValueOf][] = [
  ...Object.entries(LIST_FIELDS).flatMap(columnOf),
  ['agencies', ({ source, sources = [] }) => [...new Set([source, ...sources.map(({ name }) => name)])]],
];

function otherOf(item: ListItem): OtherMagnitude | null {
  const other = otherMagnitude(item);
  return other ? { name: other.name, magnitude: other.magnitude } : null;
}

function columnsOf(earthquakes: readonly Earthquake[]): Columns {
  const items = earthquakes.map(listItem);
  const slug = earthquakes.map((one) => ((one.magnitude ?? 0) >= LEAST_SEQUENCE ? one.slug : null));
  const columns = COLUMNS.map(([name, value]): [string, unknown[]] => [name, items.map(value)]);
  return Object.fromEntries([...columns, ['slug', slug]]) as unknown as Columns;
}

/** Listed ones, newest first. */
const recentOf = ({ earthquakes, asOf }: Pick<RecentInputs, 'earthquakes' | 'asOf'>): Earthquake[] =>
  earthquakes
    .filter(({ time, magnitude }) => magnitude !== null && time > asOf - RECENT.age && time <= asOf)
    .toSorted(newestFirst);

const totalOf = (recent: readonly Earthquake[]): number => recent.filter((one) => !isBlast(one)).length;

/** From where on the week is complete, in long sequences alone. */
interface Complete {
  /** All after this time are there. */
  since: EpochMs;
  /** Before it, those from this magnitude up; null for none. */
  from: number | null;
}

export interface Week {
  /** Newest first. */
  rows: Earthquake[];
  complete?: Complete | undefined;
}

export function weekOf(inputs: Pick<RecentInputs, 'earthquakes' | 'asOf'>): Week {
  const all = recentOf(inputs);
  const [newest, older] = [all.slice(0, RECENT.newest), all.slice(RECENT.newest)];
  const sizes = older.map(({ magnitude }) => magnitude!).toSorted((a, b) => b - a);
  const cut = sizes[RECENT.largest];
  if (cut === undefined) return { rows: all };
  return {
    rows: [...newest, ...older.filter(({ magnitude }) => magnitude! > cut)],
    complete: { since: newest.at(-1)!.time, from: sizes.findLast((size) => size > cut) ?? null },
  };
}

export function recentWeekFile(inputs: RecentInputs): string {
  const { rows, complete } = weekOf(inputs);
  const week: RecentWeek = {
    sequence: inputs.sequence,
    complete_since: complete ? formatSecond(complete.since) : null,
    complete_from: complete?.from ?? null,
    total: totalOf(recentOf(inputs)),
    columns: columnsOf(rows),
  };
  return `${JSON.stringify(week)}\n`;
}

/** @param changes the last published ones, in order of their numbers without a gap */
export function recentChangesFile(inputs: RecentInputs, changes: readonly { sequence: number; id: number }[]): string {
  const recent = new Map(recentOf(inputs).map((one) => [one.id, one]));
  const [rows, seen]: [Earthquake[], Set<number>] = [[], new Set()];
  let after = inputs.sequence;
  for (const { sequence, id } of changes.toReversed()) {
    const row = seen.has(id) ? undefined : recent.get(id);
    if (row && rows.length === RECENT.changed) break;
    if (row) rows.push(row);
    seen.add(id);
    after = sequence - 1;
  }
  const file: RecentChanges = {
    ...{ after, sequence: inputs.sequence },
    removed: [...seen].filter((id) => !recent.has(id)),
    total: totalOf([...recent.values()]),
    columns: columnsOf(rows.toSorted(newestFirst)),
  };
  return `${JSON.stringify(file)}\n`;
}
