/**
 * The table of historical earthquakes that ships with the project, `data/historical.csv`; `data/README.md` describes
 * its columns.
 */
import { eventNamesOf, placeEnOf } from '#core/earthquake.ts';
import { shown, SLUG } from '#core/text.ts';
import {
  checkCount,
  emptyParsed,
  emptyReport,
  magnitudeField,
  optionalNumber,
  placeFields,
  placeTextField,
  readReports,
  RowError,
  textField,
} from '../parsing/rows.ts';
import { MIB } from '../limits.ts';
import { field, readTable, type Record } from '../parsing/delimited.ts';
import { refusePage, utf8Document } from '../parsing/document-text.ts';
import { timeFields } from '../parsing/origin-time.ts';
import type { AgencyDefinition } from '../agency.ts';
import type { Feed, Parsed, SourceReport } from '../feed.ts';

/** The columns as the shipped table has them. They are read in any order, and those of `OPTIONAL` may be absent. */
export const HISTORICAL_COLUMNS = [
  ...(['key', 'year', 'month', 'day', 'hour', 'minute', 'second', 'latitude', 'longitude', 'depth_km'] as const),
  ...(['magnitude', 'magnitude_type', 'max_intensity', 'deaths', 'place', 'place_en'] as const),
  ...(['source', 'source_row', 'note', 'former_keys'] as const),
  ...(['event_name', 'event_name_en'] as const),
] as const;

const OPTIONAL: readonly string[] = [
  ...['max_intensity', 'deaths', 'place_en', 'note', 'former_keys', 'event_name', 'event_name_en'],
];
const REQUIRED = HISTORICAL_COLUMNS.filter((column) => !OPTIONAL.includes(column));

/** A header line with `key` as its first column, and with a `year`. */
function recognise(head: string): boolean {
  const [firstLine = ''] = head.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, '').split(/[\r\n]/, 1);
  const [first, ...others] = firstLine.split(',').map((name) => name.replaceAll('"', '').trim().toLowerCase());
  return first === 'key' && others.includes('year');
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = utf8Document(bytes);
  refusePage(text);
  const { records, lines } = readTable(text, REQUIRED);
  if (records.length === 0) warnings.push('the table has a header but no rows');
  const keys = new Map<string, number>();
  const parsed = emptyParsed({ feed: 'historical-file', agency: 'historical' }, warnings);
  readReports(parsed, records, (record) => reportOf(record, keys));
  checkCount(parsed, lines, 'its lines');
  return parsed;
}

/** @param keys the keys of the rows read so far, and their lines */
function reportOf(record: Record, keys: Map<string, number>): SourceReport {
  const { time, precision } = timeFields((part) => field(record, part));
  const type = textField(field(record, 'magnitude_type'));
  const magnitudes = magnitudeField(type, field(record, 'magnitude'));
  if (type !== null && magnitudes.length === 0) throw new RowError(`the magnitude of type "${shown(type)}" is missing`);
  if (textField(field(record, 'source')) === null) throw new RowError('the source is missing');
  const report: SourceReport = {
    ...emptyReport({ line: record.line, time, ...placeFields(field(record, 'latitude'), field(record, 'longitude')) }),
    precision,
    depthKm: optionalNumber('depth_km', field(record, 'depth_km')),
    magnitudes,
    quality: 'reviewed',
    place: placeTextField(field(record, 'place')),
    ...placeEnOf({ placeEn: placeTextField(field(record, 'place_en')) ?? undefined }),
    ...eventNamesOf({
      eventName: placeTextField(field(record, 'event_name')) ?? undefined,
      eventNameEn: placeTextField(field(record, 'event_name_en')) ?? undefined,
    }),
    ...effectsOf(record),
  };
  // Last, so that a row rejected for something else does not take its key.
  return { ...report, key: newKey(record, keys), aliases: formerKeys(record) };
}

/** Keys of rows of former editions that are part of this one. */
function formerKeys(record: Record): string[] {
  const keys = (field(record, 'former_keys') ?? '').split(' ').filter((key) => key !== '');
  for (const key of keys)
    if (!SLUG.test(key)) throw new RowError(`the former key "${shown(key)}" is not lower-case words joined by hyphens`);
  return keys;
}

function effectsOf(record: Record): Pick<SourceReport, 'maxIntensity' | 'deaths'> {
  const maxIntensity = optionalNumber('max_intensity', field(record, 'max_intensity') ?? '');
  const deaths = optionalNumber('deaths', field(record, 'deaths') ?? '');
  if (maxIntensity !== null && !(maxIntensity >= 1 && maxIntensity <= 12))
    throw new RowError(`the max_intensity ${maxIntensity} is outside of 1 to 12`);
  if (deaths !== null && !(Number.isInteger(deaths) && deaths >= 0))
    throw new RowError(`the deaths ${deaths} are no count`);
  return { ...(maxIntensity === null ? {} : { maxIntensity }), ...(deaths === null ? {} : { deaths }) };
}

function newKey(record: Record, keys: Map<string, number>): string {
  const key = field(record, 'key') ?? '';
  if (key === '') throw new RowError('the key is missing');
  if (!SLUG.test(key)) throw new RowError(`the key "${shown(key)}" is not lower-case words joined by hyphens`);
  const earlier = keys.get(key);
  if (earlier !== undefined) throw new RowError(`the key "${key}" is that of line ${earlier}`);
  keys.set(key, record.line);
  return key;
}

/** Reader of the shipped table. Its rows never change but with an edition of the table. */
export const historicalFile: Feed = {
  name: 'historical-file',
  agency: 'historical',
  // 0.06 MB: the shipped table.
  maxBytes: MIB,
  recognise,
  parse,
};

/** After every other agency's solution. */
const LAST = 1000;

/** Compiled from EPICA and NOAA. */
export const HISTORICAL: AgencyDefinition = {
  groups: [{ name: 'historical', number: 7, keyed: true }],
  feeds: [{ parser: historicalFile, group: 'historical' }],
  addresses: {},
  ranks: { inside: LAST, outside: LAST, early: LAST },
  errors: { model: 'compiled' },
  place: { language: 'turkish', substitute: 2 },
};
