/** The oracle of the list: scans every record of a catalogue, with naively parsed parameters. */
import { type Change, tombstone } from '#core/changes.ts';
import type { Earthquake } from '#core/earthquake.ts';
import type { FilterValues } from '#core/filters/table.ts';
import { distanceKm } from '#core/geo.ts';
import { provinceOf } from '#core/provinces.ts';
import { fold } from '#core/text.ts';
import { DAY, formatSecond, HOUR, parseInstant } from '#core/time.ts';
import { type ListItem, listItem } from '#core/wire.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

/** Parameters as a client writes them. */
export type Texts = Partial<Record<string, string>>;

const items = new WeakMap<Earthquake, ListItem>();
const sourceOf = new WeakMap<ListItem, Earthquake>();
const itemOf = (earthquake: Earthquake): ListItem =>
  items.getOrInsertComputed(earthquake, () => {
    const item = listItem(earthquake);
    sourceOf.set(item, earthquake);
    return item;
  });

/** Items of the list in the order that the texts name, not cut at any limit. */
export function naiveList(earthquakes: readonly Earthquake[], texts: Texts): ListItem[] {
  const items = earthquakes.map(itemOf).filter(matcher(texts)).sort(newestFirst);
  if (texts['order'] !== 'magnitude') return items;
  return items.filter((item) => !item.magnitude_doubtful).sort((a, b) => b.magnitude! - a.magnitude!);
}

/** Items of an export: also those without a magnitude, and `updated_after` as a filter. */
export function naiveExport(earthquakes: readonly Earthquake[], texts: Texts): ListItem[] {
  return earthquakes.map(itemOf).filter(filter(texts)).sort(newestFirst);
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

type Read = (texts: Texts) => Test | undefined;

/** @param valueOf null never passes */
const bound =
  (name: string, valueOf: (item: ListItem) => number | null, passes: (value: number, bound: number) => boolean): Read =>
  (texts) => {
    const text = texts[name];
    if (text === undefined) return undefined;
    return (item) => {
      const value = valueOf(item);
      return value !== null && passes(value, Number(text));
    };
  };
const least = (name: string, valueOf: (item: ListItem) => number | null): Read =>
  bound(name, valueOf, (value, from) => value >= from);
const most = (name: string, valueOf: (item: ListItem) => number | null): Read =>
  bound(name, valueOf, (value, to) => value <= to);

const named =
  (name: string, passes: (text: string, item: ListItem) => boolean): Read =>
  ({ [name]: text }) =>
    text === undefined ? undefined : (item) => passes(text, item);

const all =
  (...reads: Read[]): Read =>
  (texts) => {
    const tests = reads.map((read) => read(texts)).filter((one) => one !== undefined);
    return (item) => tests.every((passes) => passes(item));
  };

/** What each filter of the table means, told a second time. */
const ORACLES: Readonly<Record<keyof FilterValues, Read>> = {
  from: named('date_from', (day, { occurred_at: at }) => at.slice(0, 10) >= day),
  to: named('date_to', (day, { occurred_at: at }) => at.slice(0, 10) <= day),
  maxAge: named(
    'max_age',
    (age, { occurred_at: at }) => at >= formatSecond(AS_OF - parseInt(age) * (age.endsWith('d') ? DAY : HOUR)),
  ),
  minMagnitude: least('min_magnitude', (item) => item.magnitude),
  maxMagnitude: most('max_magnitude', (item) => item.magnitude),
  agencies: named('sources', (sources, { source, sources: others = [] }) => {
    const names: string[] = [source, ...others.map(({ name }) => name)];
    return sources.split(',').some((name) => names.includes(name));
  }),
  box: all(
    ...[least('min_latitude', (item) => item.latitude), most('max_latitude', (item) => item.latitude)],
    ...[least('min_longitude', (item) => item.longitude), most('max_longitude', (item) => item.longitude)],
  ),
  circle: ({ latitude, longitude, max_radius_km: radius }) =>
    radius === undefined
      ? undefined
      : (item) => distanceKm({ latitude: Number(latitude), longitude: Number(longitude) }, item) <= Number(radius),
  minDepthKm: least('min_depth', (item) => item.depth_km),
  maxDepthKm: most('max_depth', (item) => item.depth_km),
  place: named('q', (q, item) => {
    const { solutions, provincesReached = [] } = sourceOf.get(item)!;
    const words = solutions.flatMap(({ place, eventName, eventNameEn }) => [place, eventName, eventNameEn]);
    const provinces = provincesReached.map((code) => provinceOf(code)!.name);
    const texts = [item.location, ...words, ...provinces].map((text) => fold(text ?? ''));
    const asked = fold(q)
      .split(' ')
      .filter((word) => word !== 'depremi');
    const years = asked.filter((word) => /^[12]\d{3}$/.test(word));
    return (
      asked.every((word) => years.includes(word) || texts.some((text) => text.includes(word))) &&
      (years.length === 0 || years.includes(item.occurred_at.slice(0, 4)))
    );
  }),
  provinces: named('province', (province, item) => {
    const names = province.split(',').map((name) => provinceOf(name)!.name);
    return item.province !== null && names.includes(item.province);
  }),
  eventTypes: named('event_type', (type, item) => (item.event_type ?? 'earthquake') === type),
  blasts: named('blasts', (wanted, { event_type: type = '', blast_probability: probability = 0 }) => {
    const isBlast = /blast|explosion|road cut|blasting levee/.test(type) && type !== 'sonic blast';
    return wanted === 'include' || (wanted === 'only') === (isBlast || probability > 0.5);
  }),
  updatedAfter: named('updated_after', (after, item) => parseInstant(item.updated_at)! > parseInstant(after)!),
};

/** The parameters are read once, the items looked at one by one. */
const filter = (texts: Texts): Test => all(...Object.values(ORACLES))(texts)!;
