/** Answers of a gateway for typed models, as they are and as later versions may give them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedType, Type } from '../../../scripts/compile/models/schema.ts';

/** Type of each answer, by name of its file. */
export const ANSWER_TYPES = {
  list: 'ListAnswer',
  detail: 'DetailAnswer',
  statistics: 'StatisticsAnswer',
  stations: 'StationsAnswer',
  status: 'StatusAnswer',
  export: 'FeatureCollection',
  events: 'EventGeoJson',
  event: 'EventGeoJson',
  error: 'ErrorAnswer',
} as const;

interface Item {
  occurred_at?: string;
  location?: string;
  magnitude?: number | null;
  depth_km?: number | null;
}

/** The members that the programs print. */
export interface Answers {
  list: { count: number; earthquakes: Item[] };
  detail: {
    earthquake: Record<'id' | 'source' | 'occurred_at_utc', unknown> &
      Record<'sources' | 'nearby_stations' | 'revisions', unknown[]>;
  };
  statistics: { total: number; by_source?: Record<string, number> };
  stations: { count: number; stations: { code: string }[] };
  status: { sources: { state: string; last_success?: string | null }[] };
  export: { features: { properties: { id: number } }[] };
  events: { features: { properties: { time: number } }[] };
  event: { id: string };
  error: { code: string; policy?: string };
}

type Json = Record<string, unknown>;

/** Changes every object and word of an answer, from the inside. */
interface Change {
  object?(value: Json, type: NamedType & { kind: 'object' }): Json;
  word?(word: string): string;
  list?(items: unknown[], of: Type): unknown[];
}

function changed(value: unknown, type: Type, { types, change }: { types: NamedType[]; change: Change }): unknown {
  const inside = (one: unknown, of: Type): unknown => changed(one, of, { types, change });
  if (value === null || value === undefined) return value;
  if (type.kind === 'list') {
    const items = (value as unknown[]).map((one) => inside(one, type.of));
    return change.list?.(items, type.of) ?? items;
  }
  if (type.kind !== 'named') return value;
  const named = types.find(({ name }) => name === type.name)!;
  if (named.kind === 'words') return change.word?.(value as string) ?? value;
  if (named.kind === 'union') {
    const is = named.alternatives.find(({ marks }) => marks.some((mark) => mark in (value as Json)))!;
    return inside(value, { kind: 'named', name: is.name });
  }
  const members = named.members.map((member) => [member.name, inside((value as Json)[member.name], member.type)]);
  const own = { ...(value as Json), ...Object.fromEntries(members.filter(([, one]) => one !== undefined)) } as Json;
  return change.object?.(own, named) ?? own;
}

const changedAnswers = (answers: Answers, types: NamedType[], change: Change): Answers =>
  Object.fromEntries(
    Object.entries(ANSWER_TYPES).map(([name, type]) => {
      return [name, changed(answers[name as keyof Answers], { kind: 'named', name: type }, { types, change })];
    }),
  ) as unknown as Answers;

/** With a new member in each object, new words, and an object of a new kind in the list. */
export const grown = (answers: Answers, types: NamedType[]): Answers =>
  changedAnswers(answers, types, {
    object: (value) => ({ a_new_member: { any: [1, 'x', null] }, ...value }),
    word: () => 'a new word',
    list: (items, of) =>
      of.kind === 'named' && of.name === 'EarthquakeOrTombstone' ? [...items, { swarm: true, id: 1 }] : items,
  });

/** With nothing that may be left out, and null for all that may be null. */
export const bare = (answers: Answers, types: NamedType[]): Answers =>
  changedAnswers(answers, types, {
    object(value, { members, name }) {
      // What tells a tombstone is optional by the schema, and always there.
      const kept = name === 'Tombstone' ? members : members.filter(({ isOptional }) => !isOptional);
      return Object.fromEntries(
        kept.filter((one) => one.name in value).map((one) => [one.name, one.isNullable ? null : value[one.name]]),
      );
    },
  });

export function writeAnswers(folder: string, answers: Answers): void {
  for (const [name, answer] of Object.entries(answers))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(answer));
}

/** What the programs print of the answers. */
export function summaryOf({
  list,
  detail,
  statistics,
  stations,
  status,
  export: all,
  events,
  event,
  error,
}: Answers): string {
  const earthquakes = list.earthquakes.filter((one) => 'occurred_at' in one);
  const tombstones = list.earthquakes.filter((one) => 'retracted' in one || 'merged_into' in one);
  const hundredths = earthquakes.reduce((sum, { magnitude }) => sum + Math.round((magnitude ?? 0) * 100), 0);
  const { id, source, occurred_at_utc, sources, nearby_stations, revisions } = detail.earthquake;
  return [
    [list.count, list.earthquakes.length, earthquakes.length, tombstones.length],
    [hundredths, earthquakes.filter((one) => one.depth_km === null).length],
    [id, source, occurred_at_utc, sources.length, nearby_stations.length, revisions.length],
    [statistics.total, statistics.by_source?.['afad'] ?? 0],
    [stations.count, stations.stations.length, stations.stations[0]!.code],
    [status.sources.length, status.sources[0]!.state, status.sources.filter((one) => !one.last_success).length],
    [all.features.length, all.features[0]!.properties.id],
    [events.features.length, events.features[0]!.properties.time, event.id],
    [error.code, error.policy ?? '-'],
  ]
    .map((row) => `${row.join(' ')}\n`)
    .join('');
}
