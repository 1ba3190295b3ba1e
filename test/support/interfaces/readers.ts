/** The answers of each interface as rows. */
import { parse } from 'csv-parse/sync';
import { type EpochMs, parseCivil, parseGregorian, parseInstant, wholeSecond } from '#core/time.ts';
import type { SolutionItem } from '#core/record/items.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import type { Row } from './comparison.ts';

export type Reader = (text: string) => Row[];

type Cells = Record<string, string>;

type Line = Omit<ListItem, 'sources'> & { occurred_at_utc?: string };
/** A detail, or a line of a shard with its line of the solutions file. */
export type Item = Omit<ListItem, 'sources'> & FullItem;

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));
const instantRow = (instant: EpochMs): { time: EpochMs; instant: EpochMs } => ({ time: wholeSecond(instant), instant });

function recordRow(item: Line): Row {
  return {
    key: item.event_id,
    ...(item.occurred_at_utc === undefined
      ? { time: parseCivil(item.occurred_at)! }
      : instantRow(parseInstant(item.occurred_at_utc)!)),
    latitude: item.latitude,
    longitude: item.longitude,
    depth_km: item.depth_km,
    magnitude: item.magnitude,
    magnitude_type: item.magnitude_type ?? null,
    event_type: item.event_type ?? 'earthquake',
    location: item.location,
    ...(item.location_en === undefined ? {} : { location_en: item.location_en }),
    source: item.source,
    updated_at: parseInstant(item.updated_at)!,
  };
}

const solutionRow = (eventId: string, solution: SolutionItem): Row => ({
  key: `${eventId} ${solution.name}`,
  ...instantRow(parseInstant(solution.occurred_at_utc)!),
  latitude: solution.latitude,
  longitude: solution.longitude,
  depth_km: solution.depth_km,
  magnitude: solution.magnitude,
  magnitude_type: solution.magnitude_type,
  event_type: solution.event_type ?? 'earthquake',
  ...(solution.location === null ? {} : { location: solution.location }),
});

/** The record and every agency's solution, where the sources are complete. */
export const completeRows = (item: Line & Pick<Item, 'sources'>): Row[] => [
  recordRow(item),
  ...item.sources.map((solution) => solutionRow(item.event_id, solution)),
];

export const readList: Reader = (text) => (JSON.parse(text) as { earthquakes: ListItem[] }).earthquakes.map(recordRow);

export const readExpanded: Reader = (text) =>
  (JSON.parse(text) as { earthquakes: (Line & Pick<Item, 'sources'>)[] }).earthquakes.flatMap(completeRows);

export const readNdjson: Reader = (text) =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [recordRow(JSON.parse(line) as ListItem)]));

export const readExportCsv: Reader = (text) =>
  parse<Cells>(text, { columns: true, bom: true }).map((cells) => ({
    key: cells['event_id']!,
    time: parseCivil(cells['occurred_at']!)!,
    latitude: Number(cells['latitude']),
    longitude: Number(cells['longitude']),
    depth_km: numberOf(cells['depth_km']),
    magnitude: numberOf(cells['magnitude']),
    magnitude_type: cells['magnitude_type']! || null,
    event_type: cells['event_type']!,
    location: cells['location']!.replace(/^'(?='*[=+\-@\t])/, ''),
    source: cells['source']!,
    updated_at: parseInstant(cells['updated_at']!)!,
  }));

interface Feature<Properties> {
  id: string;
  properties: Properties;
  geometry: { coordinates: number[] };
}

/** Height in metres. */
export const readExportGeojson: Reader = (text) =>
  (JSON.parse(text) as { features: Feature<ListItem>[] }).features.map(({ id, properties, geometry }) => {
    const [longitude, latitude, height] = geometry.coordinates;
    return {
      ...recordRow({ ...properties, latitude: latitude!, longitude: longitude! }),
      key: id,
      depth_km: height === undefined ? null : height / -1000 || 0,
    };
  });

interface UsgsProperties {
  mag: number | null;
  magType: string | null;
  place: string;
  time: EpochMs;
  updated: EpochMs;
  type: string;
  net: string;
  depth_unknown?: true;
}

/** Also the feeds. @param agency of `catalog=` */
export const readUsgs =
  (agency?: string): Reader =>
  (text) => {
    const document = JSON.parse(text) as { features?: Feature<UsgsProperties>[] } & Feature<UsgsProperties>;
    return (document.features ?? [document]).map(({ id, properties, geometry: { coordinates } }) => ({
      key: agency === undefined ? id : `${id} ${agency}`,
      ...instantRow(properties.time),
      latitude: coordinates[1]!,
      longitude: coordinates[0]!,
      depth_km: properties.depth_unknown ? null : coordinates[2]!,
      magnitude: properties.mag,
      magnitude_type: properties.magType,
      event_type: properties.type,
      ...(agency === undefined ? { location_en: properties.place, updated_at: properties.updated } : {}),
    }));
  };

export const readFdsnCsv: Reader = (text) =>
  parse<Cells>(text, { columns: true }).map((cells) => ({
    key: cells['id']!,
    ...instantRow(parseGregorian(cells['time']!)!),
    latitude: Number(cells['latitude']),
    longitude: Number(cells['longitude']),
    depth_km: numberOf(cells['depth']),
    magnitude: numberOf(cells['mag']),
    magnitude_type: cells['magType']! || null,
    event_type: cells['type']!,
    location_en: cells['place']!.replace(/^'(?='*[=+\-@\t])/, ''),
    updated_at: parseGregorian(cells['updated']!)!,
  }));

/** @param agency of `catalog=` */
export const readFdsnText =
  (agency?: string): Reader =>
  (text) =>
    text
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [id, time, latitude, longitude, depth, author, , , , type, magnitude, , place, eventType] =
          line.split('|');
        if (eventType === undefined) return [];
        return {
          key: agency === undefined ? id! : `${id} ${agency}`,
          ...instantRow(parseGregorian(time!)!),
          latitude: Number(latitude),
          longitude: Number(longitude),
          depth_km: numberOf(depth),
          magnitude: numberOf(magnitude),
          magnitude_type: type! || null,
          event_type: eventType,
          ...(agency === undefined ? { location_en: place!, source: author!.toLowerCase() } : {}),
        };
      });
