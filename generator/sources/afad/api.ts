/** AFAD's event service: the API's JSON array and CSV, and the JSON of its website, all in UTC. */
import { cleanText, shown } from '#core/text.ts';
import { type DatePrecision, type EpochMs, parseCivil } from '#core/time.ts';
import { MIB } from '../limits.ts';
import {
  checkCount,
  emptyParsed,
  emptyReport,
  isAbsent,
  jsonRows,
  keyField,
  magnitudeField,
  objectItem,
  optionalNumber,
  placeFields,
  placeTextField,
  readReports,
  RowError,
} from '../parsing/rows.ts';
import { precisionOfRoundTime } from '../parsing/origin-time.ts';
import { field, readTable, type Record } from '../parsing/delimited.ts';
import { isObject, type JsonObject, refusePage, utf8Document } from '../parsing/document-text.ts';
import { commonStart, countQuoted, parseList } from '../parsing/json-text.ts';
import { readUncertainties } from '../parsing/uncertainties.ts';
import { quakemlEventType } from '../parsing/event-type.ts';
import { DocumentError, type Feed, type Parsed, type SourceReport } from '../feed.ts';

/** Header of AFAD's CSV documents as far as all of them have it, in lower case. */
export const AFAD_COLUMNS = ['date', 'longitude', 'latitude', 'depth', 'type', 'magnitude', 'location', 'eventid'];

/** The CSV header at the beginning of a document, after a byte order mark as Latin-1 shows it. */
export const AFAD_CSV_HEADER = /^(?:ï»¿|\uFEFF)?"?Date"?,"?Longitude"?,"?Latitude"?,"?Depth"?,/i;

/** AFAD's identifiers below this number belong to its unified catalogue (greatest seen 20368). */
const AFAD_UNIFIED_IDS_END = 25_000;

/**
 * Whether an AFAD identifier is one of its unified catalogue of 1900 to 2012; the same earthquake may have a larger
 * identifier too (Van 2011-10-23 is 14172 and 141933).
 */
export const isAfadUnifiedId = (id: string): boolean => /^\d+$/.test(id) && Number(id) < AFAD_UNIFIED_IDS_END;

/** The unified catalogue does not give the precision: before 1950 443 of 923 rows end in :00. */
const precisionOf = (id: string, time: EpochMs): DatePrecision =>
  isAfadUnifiedId(id) ? precisionOfRoundTime(time) : 'second';

const COMMON = ['latitude', 'longitude', 'depth', 'type', 'magnitude', 'location', 'rms'] as const;

/** The identifier, and fields that nearly all of the three forms name alike. */
type AfadFields = { key: unknown } & { [Name in (typeof COMMON)[number]]?: unknown };

const afadFields = (item: JsonObject): Omit<AfadFields, 'key'> =>
  Object.fromEntries(COMMON.map((name) => [name, item[name]]));

/** A report of the fields that all of AFAD's documents have. @throws RowError */
function afadReport(line: number, time: EpochMs, fields: AfadFields): SourceReport {
  const key = keyField('event id', fields.key);
  if (!/^\d+$/.test(key)) throw new RowError(`the event id "${shown(key)}" is not a whole number`);
  return {
    ...emptyReport({ line, time, ...placeFields(fields.latitude, fields.longitude) }),
    key,
    precision: precisionOf(key, time),
    depthKm: optionalNumber('depth', fields.depth),
    magnitudes: magnitudeField(fields.type, fields.magnitude),
    place: placeTextField(fields.location),
    ...readUncertainties({ rms: fields.rms }),
  };
}

/** UTC without a suffix. @throws RowError */
function apiTime(value: unknown): EpochMs {
  if (isAbsent(value)) throw new RowError('the date is missing');
  const time = typeof value === 'string' ? parseCivil(value.trim().replace(/Z$/, '')) : undefined;
  if (time === undefined) throw new RowError(`the date "${shown(value)}" is not a UTC date like 2023-02-06T01:17:32`);
  return time;
}

function apiReport(line: number, item: JsonObject): SourceReport {
  const report = afadReport(line, apiTime(item['date']), { ...afadFields(item), key: item['eventID'] });
  const isUpdate = [true, 'true'].includes(item['isEventUpdate'] as boolean | string);
  const stamp = lastUpdate(item['lastUpdateDate'], isUpdate);
  return { ...report, ...(isUpdate ? { quality: 'reviewed' } : {}), ...(stamp === undefined ? {} : { stamp }) };
}

/** `lastUpdateDate`, which names no zone. Values change without it too. */
function lastUpdate(value: unknown, isUpdate: boolean): EpochMs | null | undefined {
  if (isAbsent(value)) return isUpdate ? undefined : null;
  return typeof value === 'string' ? parseCivil(value.trim().replace(/Z$/, '')) : undefined;
}

/** `eventTypeId` of the website where it is not an earthquake. */
const SITE_EVENT_TYPES = new Map(Object.entries({ 3: 'quarry blast', 4: 'collapse', 5: 'volcanic eruption' }));

function websiteReport(line: number, item: JsonObject): SourceReport {
  const key = item['refId'] ?? item['eventID'];
  const fields = { ...afadFields(item), key, type: item['magnitudeType'] };
  const report = afadReport(line, apiTime(item['eventDate']), fields);
  const id = item['eventTypeId'];
  const byId = typeof id === 'number' || typeof id === 'string' ? SITE_EVENT_TYPES.get(String(id)) : undefined;
  const errors = { horizontal_error_km: item['erh'], depth_error_km: item['erz'], azimuthal_gap: item['gap'] };
  const uncertainties = readUncertainties({ ...errors, rms: item['rms'] });
  return {
    ...report,
    ...uncertainties,
    eventType: byId ?? (isAbsent(id) ? quakemlEventType(item['eventType']) : 'earthquake'),
  };
}

/** A row of an AFAD CSV with its time already read. */
export function csvReport(record: Record, time: EpochMs): SourceReport {
  const key = field(record, 'eventid');
  return afadReport(record.line, time, { ...afadFields(Object.fromEntries(record.fields)), key });
}

/** The API's list is the document itself, the website's is in an object. */
function listIn(body: unknown): unknown[] | undefined {
  const list = isObject(body) ? body['eventList'] : body;
  return Array.isArray(list) ? list : undefined;
}

function parseJsonBody(text: string, parsed: Parsed): Parsed {
  const { body, rows } = parseList(text, commonStart(text), listIn);
  if (body === null) return parsed;
  if (rows === undefined) throw new DocumentError(`not a list of AFAD events: ${shown(body)}`);
  const reportOf = text.trimStart().startsWith('[') ? apiReport : websiteReport;
  readReports(parsed, jsonRows(rows), (row) => reportOf(row.line, objectItem(row)));
  checkCount(parsed, countQuoted(text, 'magnitude'), 'the keys "magnitude"');
  return parsed;
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = utf8Document(bytes);
  const parsed = emptyParsed({ feed: 'afad-api', agency: 'afad' }, warnings);
  if (text.trim() === '') {
    parsed.warnings.push('an empty body: AFAD answers so when there is no event');
    return parsed;
  }
  refusePage(text);
  if (/^\s*([[{]|null\s*$)/.test(text)) return parseJsonBody(text, parsed);
  const { records, lines } = readTable(text, AFAD_COLUMNS);
  readReports(parsed, records, (record) => csvReport(record, apiTime(field(record, 'date'))));
  checkCount(parsed, lines, 'its lines');
  return parsed;
}

/** Whether most dates in the beginning of an AFAD CSV are of the website's form. */
export function siteDates(head: string): boolean {
  const dates = [...head.matchAll(/[\r\n]"?(\d{4}-\d\d-\d\d[T ]|\d\d\/\d\d\/\d{4} )/g)].map(([, date]) => date!);
  return dates.filter((date) => date.includes('/')).length * 2 > dates.length;
}

export const afadApi: Feed = {
  name: 'afad-api',
  agency: 'afad',
  // 0.5 MB: a page of 1,000 rows; saved files may hold more.
  maxBytes: 16 * MIB,
  recognise(head) {
    const text = cleanText(head.replace(/^ï»¿/, ''), 4096);
    if (AFAD_CSV_HEADER.test(head)) return !siteDates(head);
    if (text.startsWith('[')) return text === '[]' || /^\[.*"eventID" ?:/i.test(text);
    return text.startsWith('{') && /"eventList" ?:/.test(text);
  },
  parse,
};
