/** The oracle of the list: scans every record of a catalogue, with naively parsed parameters. */
import { type Change, tombstone } from '#core/changes.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { provinceOf } from '#core/provinces.ts';
import { fold } from '#core/text.ts';
import { DAY, formatSecond, HOUR, parseInstant } from '#core/time.ts';
import { type ListItem, listItem } from '#core/wire.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

/** Parameters as a client writes them. */
export type Texts = Partial<Record<string, string>>;

const items = new WeakMap<Earthquake, ListItem>();
const itemOf = (earthquake: Earthquake): ListItem => items.getOrInsertComputed(earthquake, listItem);

/** Items of the list in the order that the texts name, not cut at any limit. */
export function naiveList(earthquakes: readonly Earthquake[], texts: Texts): ListItem[] {
  const items = earthquakes.map(itemOf).filter(matcher(texts)).sort(newestFirst);
  if (texts['order'] !== 'magnitude') return items;
  return items.filter((item) => !item.magnitude_doubtful).sort((a, b) => b.magnitude! - a.magnitude!);
}

/** Items of an export: also those without a magnitude, and `updated_after` as a filter. */
export function naiveExport(earthquakes: readonly Earthquake[], texts: Texts): ListItem[] {
  const after = texts['updated_after'] === undefined ? -Infinity : parseInstant(texts['updated_after'])!;
  return earthquakes
    .filter(({ updatedAt }) => updatedAt > after)
    .map(itemOf)
    .filter(filter(texts))
    .sort(newestFirst);
}

/** Items and tombstones in the order of publication. */
export function naiveChanges(earthquakes: readonly Earthquake[], changes: readonly Change[], texts: Texts): unknown[] {
  const after = parseInstant(texts['updated_after']!)!;
  const matches = matcher(texts);
  const current = new Map(earthquakes.map((earthquake) => [earthquake.id, earthquake]));
  return changes.flatMap((change): unknown[] => {
    if (change.updatedAt <= after) return [];
    if (change.kind !== 'record') return [JSON.parse(tombstone(change))];
    const earthquake = current.get(change.id);
    if (earthquake?.updatedAt !== change.updatedAt) return [];
    const item = itemOf(earthquake);
    return matches(item) ? [item] : [];
  });
}

const newestFirst = (a: ListItem, b: ListItem): number =>
  a.occurred_at < b.occurred_at ? 1 : a.occurred_at > b.occurred_at ? -1 : b.id - a.id;

type Test = (item: ListItem) => boolean;

function matcher(texts: Texts): Test {
  const passes = filter(texts);
  return (item) => item.magnitude !== null && passes(item);
}

/** The parameters are read once, the items looked at one by one. */
function filter(texts: Texts): Test {
  const number = (name: string): number | undefined => (texts[name] === undefined ? undefined : Number(texts[name]));
  const tests: Test[] = [];
  const within = (valueOf: (item: ListItem) => number | null, low: string, high: string): void => {
    if (number(low) === undefined && number(high) === undefined) return;
    const [from, to] = [number(low) ?? -Infinity, number(high) ?? Infinity];
    tests.push((item) => {
      const value = valueOf(item);
      return value !== null && value >= from && value <= to;
    });
  };
  const { date_from: from = '', date_to: to = '9999-99-99', sources, event_type: eventType, q, province } = texts;
  tests.push(({ occurred_at: at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to);
  within((item) => item.magnitude, 'min_magnitude', 'max_magnitude');
  within((item) => item.depth_km, 'min_depth', 'max_depth');
  within((item) => item.latitude, 'min_latitude', 'max_latitude');
  within((item) => item.longitude, 'min_longitude', 'max_longitude');
  if (texts['max_radius_km'] !== undefined) {
    const centre = { latitude: number('latitude')!, longitude: number('longitude')! };
    tests.push((item) => distanceKm(centre, item) <= number('max_radius_km')!);
  }
  if (sources !== undefined)
    tests.push((item) => {
      const named: string[] = [item.source, ...(item.sources ?? []).map(({ name }) => name)];
      return sources.split(',').some((name) => named.includes(name));
    });
  const { max_age: age } = texts;
  if (age !== undefined) {
    const since = formatSecond(AS_OF - parseInt(age) * (age.endsWith('d') ? DAY : HOUR));
    tests.push(({ occurred_at: at }) => at >= since);
  }
  if (eventType !== undefined) tests.push((item) => (item.event_type ?? 'earthquake') === eventType);
  if (province !== undefined) {
    const names = province.split(',').map((name) => provinceOf(name)!.name);
    tests.push((item) => item.province !== null && names.includes(item.province));
  }
  if (q !== undefined)
    tests.push(({ location, agency_location: other = '' }) =>
      [location, other].some((text) => fold(text).includes(fold(q))),
    );
  return (item) => tests.every((passes) => passes(item));
}
