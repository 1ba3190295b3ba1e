/**
 * How AFAD's events are written. JSON and CSV are as AFAD's own; names and namespace of XML, and names and nesting of
 * GeoJSON, are what public readers of AFAD's take. No reader of its KML is known: that is OGC's (KML 2.2).
 */
import { csvCell } from '#core/csv-cell.ts';
import type { FdsnEvent } from '#core/fdsn/event.ts';
import { element, type Markup, tag, XML_HEAD } from '#core/fdsn/xml.ts';
import { MEDIA_TYPES } from '#core/headers.ts';
import { provinceOf } from '#core/provinces.ts';
import { formatSecond } from '#core/time.ts';
import type { EventWriter } from '../fdsn/event-body.ts';
import type { AfadFormat } from './afad-parameters.ts';

interface Format {
  type: string;
  /** Of a saved answer. */
  extension?: string;
  writer(): EventWriter;
}

export const AFAD_FORMATS: Record<AfadFormat, Format> = {
  json: {
    type: MEDIA_TYPES.json,
    writer: () => ({ head: '[', between: ',\n', row: (event) => JSON.stringify(itemOf(event)), foot: ']\n' }),
  },
  xml: { type: MEDIA_TYPES.xml, extension: 'xml', writer: xmlWriter },
  csv: {
    type: MEDIA_TYPES.csv,
    extension: 'csv',
    writer: () => ({ head: CSV_HEAD, between: '', row: csvRow, foot: '' }),
  },
  kml: { type: 'application/vnd.google-earth.kml+xml', extension: 'kml', writer: kmlWriter },
  // An array, so that it is no document of the media type of GeoJSON.
  geojson: {
    type: MEDIA_TYPES.json,
    extension: 'geojson',
    writer: () => ({
      ...{ head: '[{"type":"FeatureCollection","features":[\n', between: ',\n' },
      row: (event) => JSON.stringify(featureOf(event)),
      foot: '\n]}]\n',
    }),
  },
};

/** Every value is a text, as AFAD sends it; null where it is not known. */
export function itemOf({
  origin: own,
  magnitude,
  latitude,
  longitude,
  depthKm,
  time: origin,
  location,
  fields,
}: FdsnEvent) {
  const place = own.location === null ? recordPlace(fields) : undefined;
  const { district, province, country } = place ?? placeIn(own.location ?? location);
  const text = (number: number | null | undefined): string | null =>
    number === undefined || number === null ? null : String(number);
  return {
    rms: text(own.rms),
    eventID: own.event_id,
    location: own.location ?? location,
    latitude: String(latitude),
    longitude: String(longitude),
    depth: String(depthKm ?? 0),
    ...(depthKm === null ? { depth_unknown: true } : {}),
    type: magnitude?.type ?? null,
    magnitude: magnitude ? oneDecimal(magnitude.value) : null,
    ...{ country, province, district, neighborhood: null },
    date: formatSecond(origin).replace(' ', 'T'),
    isEventUpdate: own.updated_at !== null,
    lastUpdateDate: own.updated_at?.replace(/Z$/, '') ?? null,
  };
}

/** AFAD writes `2.0`, and no second decimal that there is not. */
const oneDecimal = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

type Name = Exclude<keyof ReturnType<typeof itemOf>, 'depth_unknown'>;

/** In the order of AFAD's XML. */
const NAMES: readonly Name[] = [
  ...(['country', 'date', 'depth', 'district', 'eventID', 'latitude', 'location', 'longitude'] as const),
  ...(['magnitude', 'neighborhood', 'province', 'rms', 'type', 'isEventUpdate', 'lastUpdateDate'] as const),
];

type Value = string | boolean | null;

/** As the other formats name them, with capitals; an unknown depth is null. */
const fieldsOf = (event: FdsnEvent): [name: string, value: Value][] => {
  const item: Record<Name, Value> = { ...itemOf(event), ...(event.depthKm === null ? { depth: null } : {}) };
  return NAMES.map((name) => [`${name[0]!.toUpperCase()}${name.slice(1)}`, item[name]]);
};

const NAMESPACES = {
  xmlns: 'http://schemas.datacontract.org/2004/07/EventAPIv2.Model',
  'xmlns:i': 'http://www.w3.org/2001/XMLSchema-instance',
};

const xmlField = ([name, value]: [string, Value]): Markup =>
  value === null ? element(name, { 'i:nil': 'true' }) : tag(name, String(value));

/** Start and end of an element that has its content between them. */
const around = ({ text }: Markup): [start: string, end: string] => {
  const end = text.lastIndexOf('</');
  return [text.slice(0, end), text.slice(end)];
};

function xmlWriter(): EventWriter {
  const [start, end] = around(element('ArrayOfEarthquake', NAMESPACES));
  const row = (event: FdsnEvent): string => `${tag('Earthquake', fieldsOf(event).map(xmlField)).text}\n`;
  return { head: `${XML_HEAD}${start}\n`, between: '', row, foot: `${end}\n` };
}

const CSV_HEAD = 'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\r\n';

/** Texts are always quoted there. */
function quoted(value: string | null): string {
  const cell = csvCell(value);
  return cell === '' || cell.startsWith('"') ? cell : `"${cell}"`;
}

function csvRow(event: FdsnEvent): string {
  const { date, longitude, latitude, rms, type, location, eventID } = itemOf(event);
  const place = [longitude, latitude, event.depthKm];
  const cells = [quoted(date), ...place, rms, quoted(type), event.magnitude?.value, quoted(location)];
  return `${[...cells, csvCell(eventID)].map((cell) => cell ?? '').join(',')}\r\n`;
}

const NUMBERS: readonly string[] = ['Depth', 'Magnitude', 'Rms'];

function featureOf(event: FdsnEvent) {
  const properties = fieldsOf(event).map(([name, value]) => [
    name,
    NUMBERS.includes(name) && value !== null ? Number(value) : value,
  ]);
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [event.longitude, event.latitude] },
    properties: Object.fromEntries(properties) as Record<string, Value | number>,
  };
}

function kmlWriter(): EventWriter {
  const document = tag('Document', tag('name', 'AFAD'));
  const [start, end] = around(element('kml', { xmlns: 'http://www.opengis.net/kml/2.2' }));
  const [inner, outer] = around(document);
  return { head: `${XML_HEAD}${start}${inner}\n`, between: '', row: placemark, foot: `${outer}${end}\n` };
}

function placemark(event: FdsnEvent): string {
  const { magnitude, type, location, date, longitude, latitude } = itemOf(event);
  const data = fieldsOf(event).flatMap(([name, value]) =>
    value === null ? [] : [element('Data', { name }, tag('value', String(value)))],
  );
  return `${
    tag('Placemark', [
      tag('name', [type, magnitude, location].filter((part) => part !== null).join(' ')),
      tag('TimeStamp', tag('when', `${date}Z`)),
      tag('ExtendedData', data),
      tag('Point', tag('coordinates', `${longitude},${latitude}`)),
    ]).text
  }\n`;
}

interface NamedPlace {
  district: string | null;
  province: string | null;
  country: string | null;
}

const NOWHERE: NamedPlace = { district: null, province: null, country: null };

/** Where AFAD says nothing; undefined abroad and at sea. */
const recordPlace = ({ district = null, province = null }: FdsnEvent['fields']): NamedPlace | undefined =>
  province === null ? undefined : { district, province, country: 'Türkiye' };

/** Before the last parentheses: what is no list, and follows nothing, a comma or the kilometres to it. */
const LAST_PLACE = /(?:^|, |\] )([^()[\],]+) \(([^()]+)\)$/;
/** Where the nearest place in Türkiye follows. */
const ABROAD = /^([^()]+)\(([^()]+)\) - \[/;

/**
 * @param location `Pazarcık (Kahramanmaraş)`, `Akdeniz - [05.64 km] Arsuz (Hatay)`,
 * `Lori (Ermenistan) - [42.39 km] Akyaka (Kars)`; of other words nothing is known
 */
function placeIn(location: string): NamedPlace {
  const text = location.trim();
  const [, district, unit] = LAST_PLACE.exec(text) ?? [];
  if (district === undefined || unit === undefined) return NOWHERE;
  const province = provinceOf(unit);
  if (!province) return { ...NOWHERE, country: unit };
  const [, name = '', other] = ABROAD.exec(text) ?? [];
  // At sea the parentheses name an island.
  const abroad = /deniz/i.test(name) ? null : other;
  return { district, province: province.name, country: other === undefined ? 'Türkiye' : (abroad ?? null) };
}
