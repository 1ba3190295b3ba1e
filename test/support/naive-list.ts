/** The oracle of the list: scans every record of a catalogue, with naively parsed parameters. */
import type { Change } from '#core/changes.ts';
import { tombstone } from '#core/changes.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { fold } from '#core/text.ts';
import { parseInstant } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { listItem } from '#core/wire.ts';

/** Parameters as a client writes them. */
export type Texts = Partial<Record<string, string>>;

const items = new WeakMap<Earthquake, ListItem>();
const itemOf = (earthquake: Earthquake): ListItem => items.getOrInsertComputed(earthquake, listItem);

/** Items of the list, newest first, not cut at any limit. */
export function naiveList(earthquakes: readonly Earthquake[], texts: Texts): ListItem[] {
  return earthquakes
    .map(itemOf)
    .filter((item) => matches(item, texts))
    .sort(newestFirst);
}

/** Items of an export: also those without a magnitude, and `updated_after` as a filter. */
export function naiveExport(earthquakes: readonly Earthquake[], texts: Texts): ListItem[] {
  const after = texts['updated_after'] === undefined ? -Infinity : parseInstant(texts['updated_after'])!;
  return earthquakes
    .filter(({ updatedAt }) => updatedAt > after)
    .map(itemOf)
    .filter((item) => passes(item, texts))
    .sort(newestFirst);
}

/** Items and tombstones in the order of publication. */
export function naiveChanges(earthquakes: readonly Earthquake[], changes: readonly Change[], texts: Texts): unknown[] {
  const after = parseInstant(texts['updated_after']!)!;
  const current = new Map(earthquakes.map((earthquake) => [earthquake.id, earthquake]));
  return changes.flatMap((change): unknown[] => {
    if (change.updatedAt <= after) return [];
    if (change.kind !== 'record') return [JSON.parse(tombstone(change))];
    const earthquake = current.get(change.id);
    if (earthquake?.updatedAt !== change.updatedAt) return [];
    const item = listItem(earthquake);
    return matches(item, texts) ? [item] : [];
  });
}

const newestFirst = (a: ListItem, b: ListItem): number =>
  a.occurred_at < b.occurred_at ? 1 : a.occurred_at > b.occurred_at ? -1 : b.id - a.id;

const matches = (item: ListItem, texts: Texts): boolean => item.magnitude !== null && passes(item, texts);

function passes(item: ListItem, texts: Texts): boolean {
  const number = (name: string): number | undefined => (texts[name] === undefined ? undefined : Number(texts[name]));
  const within = (value: number | null, low: string, high: string): boolean =>
    (number(low) === undefined && number(high) === undefined) ||
    (value !== null && value >= (number(low) ?? -Infinity) && value <= (number(high) ?? Infinity));
  const day = item.occurred_at.slice(0, 10);
  if (day < (texts['date_from'] ?? '') || day > (texts['date_to'] ?? '9999-99-99')) return false;
  if (!within(item.magnitude, 'min_magnitude', 'max_magnitude')) return false;
  if (!within(item.depth_km, 'min_depth', 'max_depth')) return false;
  if (!within(item.latitude, 'min_latitude', 'max_latitude')) return false;
  if (!within(item.longitude, 'min_longitude', 'max_longitude')) return false;
  if (texts['max_radius_km'] !== undefined) {
    const centre = { latitude: number('latitude')!, longitude: number('longitude')! };
    if (distanceKm(centre, item) > number('max_radius_km')!) return false;
  }
  const named: string[] = [item.source, ...(item.sources ?? []).map(({ name }) => name)];
  if (texts['sources'] !== undefined && !texts['sources'].split(',').some((name) => named.includes(name))) return false;
  if (texts['event_type'] !== undefined && (item.event_type ?? 'earthquake') !== texts['event_type']) return false;
  const words = [item.location, item.agency_location ?? ''];
  return texts['q'] === undefined || words.some((text) => fold(text).includes(fold(texts['q']!)));
}
