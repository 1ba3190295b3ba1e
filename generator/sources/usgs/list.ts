/** USGS ComCat: GeoJSON lists and feeds, the detail document of one event, and the 22-column CSV. All times UTC. */
import { cleanText, shown } from '#core/text.ts';
import { type EpochMs, parseInstant } from '#core/time.ts';
import type { Quality } from '#core/earthquake.ts';
import { MIB } from '../limits.ts';
import {
  checkCount,
  emptyParsed,
  emptyReport,
  isAbsent,
  jsonRows,
  keyField,
  magnitudeField,
  numberField,
  objectItem,
  optionalNumber,
  placeFields,
  placeTextField,
  readReports,
  reject,
  RowError,
} from '../parsing/rows.ts';
import { field, readTable, type Record } from '../parsing/delimited.ts';
import { isObject, type JsonObject, refusePage, utf8Document } from '../parsing/document-text.ts';
import { countQuoted, parseList } from '../parsing/json-text.ts';
import { quakemlEventType } from '../parsing/event-type.ts';
import { readUncertainties } from '../parsing/uncertainties.ts';
import { DocumentError, type Feed, type Parsed, type SourceReport } from '../feed.ts';
import { addProducts, webAddress } from './detail.ts';

const QUALITIES: readonly Quality[] = ['automatic', 'reviewed'];

const statusOf = (status: unknown): string => (typeof status === 'string' ? status.toLowerCase() : '');

const qualityOf = (status: unknown): Quality | null => QUALITIES.find((known) => known === statusOf(status)) ?? null;

/** Epoch milliseconds, negative before 1970. @throws RowError */
function millisecondsField(name: string, value: unknown): EpochMs {
  const time = numberField(name, value);
  if (Math.abs(time) > 8.64e15) throw new RowError(`the ${name} ${shown(value)} is not a time in milliseconds`);
  return Math.floor(time);
}

/** `",us7000abcd,usp000abcd,"` without the event's own identifier. */
function aliasesOf(ids: unknown, key: string): string[] {
  const all = typeof ids === 'string' ? ids.split(',') : [];
  const known = all.map((id) => id.trim()).filter((id) => /^[\w.:-]{1,64}$/.test(id) && id !== key);
  return [...new Set(known)];
}

/** @throws RowError */
function coordinates(feature: JsonObject): unknown[] {
  const { geometry } = feature;
  if (isObject(geometry) && Array.isArray(geometry['coordinates'])) return geometry['coordinates'] as unknown[];
  throw new RowError('the event has no coordinates');
}

type ReadTime = (name: string, value: unknown) => EpochMs;

/** What rows of both formats say. @throws RowError */
function reportOf(line: number, row: JsonObject, readTime: ReadTime): SourceReport {
  const { id, time, latitude, longitude, depth, mag, magtype, place, status, type, updated } = row;
  return {
    ...emptyReport({ line, time: readTime('time', time), ...placeFields(latitude, longitude) }),
    key: keyField('id', id),
    depthKm: optionalNumber('depth', depth),
    magnitudes: magnitudeField(magtype, mag),
    quality: qualityOf(status),
    place: placeTextField(place),
    eventType: quakemlEventType(type),
    updatedAt: isAbsent(updated) ? null : readTime('time of update', updated),
    withdrawn: statusOf(status) === 'deleted',
    ...readUncertainties({
      ...{ horizontal_error_km: row['horizontalerror'], depth_error_km: row['deptherror'] },
      ...{ magnitude_error: row['magerror'], magnitude_stations: row['magnst'], stations: row['nst'] },
      ...{ rms: row['rms'], azimuthal_gap: row['gap'], nearest_station: row['dmin'] },
    }),
  };
}

/** @throws RowError */
function featureReport(line: number, feature: JsonObject): SourceReport {
  const properties = isObject(feature['properties']) ? feature['properties'] : {};
  const key = keyField('id', feature['id']);
  const [longitude, latitude, depth] = coordinates(feature);
  const row = { ...properties, id: key, longitude, latitude, depth, magtype: properties['magType'] };
  const { ids, url } = properties;
  return { ...reportOf(line, row, millisecondsField), aliases: aliasesOf(ids, key), url: webAddress(url) };
}

/** @throws RowError */
function instantField(name: string, value: unknown): EpochMs {
  const text = typeof value === 'string' ? value : '';
  return parseInstant(text) ?? reject(`the ${name} "${shown(text)}" is not a UTC time like 2023-02-06T01:17:34.342Z`);
}

function csvReport(record: Record): SourceReport {
  field(record, 'id');
  return reportOf(record.line, Object.fromEntries(record.fields), instantField);
}

/** Columns of the CSV without which a row cannot be used, in lower case. */
const CSV_COLUMNS = 'time,latitude,longitude,depth,mag,magtype,id,updated,place,type,status'.split(',');

function asOfCollection(metadata: JsonObject): EpochMs | null {
  const { generated, status, error, title } = metadata;
  if (typeof status === 'number' && status !== 200) {
    throw new DocumentError(`USGS answered status ${status}: ${shown(error ?? title)}`);
  }
  return typeof generated === 'number' && Number.isFinite(generated) ? generated : null;
}

/** How every event of a list begins. */
const FEATURE = ['{', '"type"', ':', '"Feature"'];

const featuresIn = (body: unknown): unknown[] | undefined =>
  isObject(body) && body['type'] === 'FeatureCollection' && Array.isArray(body['features'])
    ? body['features']
    : undefined;

function parseGeoJson(text: string, parsed: Parsed): Parsed {
  const { body, rows } = parseList(text, FEATURE, featuresIn);
  if (rows) {
    const metadata = isObject(body) && isObject(body['metadata']) ? body['metadata'] : {};
    parsed.asOf = asOfCollection(metadata);
    readReports(parsed, jsonRows(rows), (row) => featureReport(row.line, objectItem(row)));
    checkCount(parsed, countQuoted(text, 'Feature'), 'the words "Feature"');
    if (typeof metadata['count'] === 'number') checkCount(parsed, metadata['count'], 'its metadata');
    return parsed;
  }
  if (isObject(body) && body['type'] === 'Feature') {
    readReports(parsed, [{ line: 1, text: shown(body['id']) }], ({ line }) => featureReport(line, body));
    const [report] = parsed.reports;
    if (report && !report.withdrawn) addProducts(parsed, body, report);
    parsed.complete = parsed.rejects.length === 0;
    return parsed;
  }
  throw new DocumentError(`not a GeoJSON document of events: ${shown(body)}`);
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = utf8Document(bytes);
  if (text.trim() === '') throw new DocumentError('the document is empty: USGS answers a document even without events');
  refusePage(text);
  const parsed = emptyParsed({ feed: 'usgs-fdsn', agency: 'usgs' }, warnings);
  if (/^\s*[[{]/.test(text)) return parseGeoJson(text, parsed);
  if (/^\s*Error \d{3}/i.test(text)) throw new DocumentError(`USGS answered: ${shown(text)}`);
  const { records, lines } = readTable(text, CSV_COLUMNS);
  readReports(parsed, records, csvReport);
  checkCount(parsed, lines, 'its lines');
  return parsed;
}

export const usgsFdsn: Feed = {
  name: 'usgs-fdsn',
  agency: 'usgs',
  // 9 MB: a list of 10,000 rows, of which the service gives 20,000 at most; details reach 2.3 MB.
  maxBytes: 16 * MIB,
  recognise(head) {
    const text = cleanText(head.replace(/^ï»¿/, ''), 4096);
    if (/^time,latitude,longitude,depth,mag,magType,/i.test(text)) return true;
    // EMSC's documents have the same frame and `unid`; boundaries and station lists have neither of the marks below.
    const collection = /^\{ ?"type" ?: ?"Feature(?:Collection)?"/.test(text) && !/"unid" ?:/.test(text);
    return collection && /"metadata" ?:|"magType" ?:|"products" ?:|usgs\.gov/.test(text);
  },
  parse,
};
