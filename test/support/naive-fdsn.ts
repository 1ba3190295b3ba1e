/** What the event service should answer, by looking at every earthquake; and readers of its text format. */
import type { Agency, Earthquake, Solution } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { type EpochMs, parseGregorian } from '#core/time.ts';

/** Parameters by their long names. */
export type EventTexts = Record<string, string>;

interface Seen {
  earthquake: Earthquake;
  solution: Solution | undefined;
  time: EpochMs;
  latitude: number;
  longitude: number;
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  eventType: string;
}

function seen(earthquake: Earthquake, texts: EventTexts): Seen | undefined {
  const agency = (texts['catalog'] ?? texts['contributor'])?.toLowerCase() as Agency | undefined;
  const solution = earthquake.solutions.find((one) => one.agency === agency);
  if (agency !== undefined && !solution) return undefined;
  const type = texts['magnitudetype']?.toLowerCase();
  const offered = (solution ? [solution] : earthquake.solutions).flatMap(({ magnitudes }) => magnitudes);
  const typed = offered.find((one) => {
    const own = (one.type ?? '').toLowerCase();
    return type === 'mw' ? own.startsWith('mw') : own === type;
  });
  if (type !== undefined && !typed) return undefined;
  const lead = type === undefined && solution ? (solution.magnitudes[0] ?? { value: null, type: null }) : typed;
  return {
    ...{ earthquake, solution, ...(solution ?? earthquake) },
    magnitude: lead ? lead.value : earthquake.magnitude,
    magnitudeType: lead ? lead.type : earthquake.magnitudeType,
  };
}

const number = (texts: EventTexts, name: string): number | undefined =>
  texts[name] === undefined ? undefined : Number(texts[name]);
const time = (texts: EventTexts, name: string): number | undefined =>
  texts[name] === undefined ? undefined : parseGregorian(texts[name]);
const within = (value: number | null, low: number | undefined, high: number | undefined): boolean =>
  (low === undefined && high === undefined) ||
  (value !== null && value >= (low ?? -Infinity) && value <= (high ?? Infinity));

function matches(one: Seen, texts: EventTexts): boolean {
  const [west, east] = [number(texts, 'minlongitude') ?? -180, number(texts, 'maxlongitude') ?? 180];
  const inside =
    west <= east ? one.longitude >= west && one.longitude <= east : one.longitude >= west || one.longitude <= east;
  const [latitude, longitude] = [number(texts, 'latitude'), number(texts, 'longitude')];
  const degrees =
    latitude === undefined || longitude === undefined
      ? 0
      : distanceKm({ latitude, longitude }, one) / (6371.0088 * (Math.PI / 180));
  return (
    inside &&
    within(one.time, time(texts, 'starttime'), time(texts, 'endtime')) &&
    within(one.latitude, number(texts, 'minlatitude'), number(texts, 'maxlatitude')) &&
    within(one.depthKm, number(texts, 'mindepth'), number(texts, 'maxdepth')) &&
    within(one.magnitude, number(texts, 'minmagnitude'), number(texts, 'maxmagnitude')) &&
    (latitude === undefined || within(degrees, number(texts, 'minradius'), number(texts, 'maxradius'))) &&
    (texts['eventtype'] === undefined || texts['eventtype'].split(',').includes(one.eventType)) &&
    (texts['updatedafter'] === undefined || one.earthquake.updatedAt > time(texts, 'updatedafter')!)
  );
}

const byTime = (a: Seen, b: Seen): number => b.time - a.time || b.earthquake.id - a.earthquake.id;
const last = ({ magnitude, earthquake }: Seen, sign: number): number =>
  magnitude === null || earthquake.magnitudeDoubtful ? Infinity : sign * magnitude;
const ORDERS: Record<string, (a: Seen, b: Seen) => number> = {
  time: byTime,
  'time-asc': (a, b) => a.time - b.time || b.earthquake.id - a.earthquake.id,
  magnitude: (a, b) => compare(last(a, -1), last(b, -1)) || byTime(a, b),
  'magnitude-asc': (a, b) => compare(last(a, 1), last(b, 1)) || byTime(a, b),
};
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Without limit and offset. Of several catalogues, separated by commas, an earthquake has a row of each. */
export function naiveEvents(earthquakes: readonly Earthquake[], texts: EventTexts): Seen[] {
  const catalogs = texts['catalog']?.split(',').map((catalog) => ({ ...texts, catalog })) ?? [texts];
  return earthquakes
    .flatMap((earthquake) => catalogs.flatMap((one) => seen(earthquake, one) ?? []))
    .filter((one) => matches(one, texts))
    .sort(ORDERS[texts['orderby'] ?? 'time']);
}

export const EVENT_COLUMNS =
  'EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName|EventType'.split(
    '|',
  );

/** By the specification: lines of fields between `|`, `#` before the names. */
export function readFdsnText(text: string, columns = EVENT_COLUMNS): Record<string, string>[] {
  const [head, ...rows] = text.split('\n');
  if (head !== `#${columns.join('|')}`) throw new Error(`a header line ${head}`);
  if (rows.pop() !== '') throw new Error('the last line has no end');
  return rows.map((row) => {
    const fields = row.split('|');
    if (fields.length !== columns.length) throw new Error(`${fields.length} fields: ${row}`);
    if (/["\r\t]/.test(row)) throw new Error(`a character that readers stumble over: ${row}`);
    return Object.fromEntries(columns.map((name, index) => [name, fields[index]!]));
  });
}
