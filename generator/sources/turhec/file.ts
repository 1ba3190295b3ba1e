/**
 * Turkish Homogenized Earthquake Catalogue (Tan 2021): a CSV file, UTC, in the columns of `data/README.md`. It
 * re-evaluated the bulletins before the networks.
 */
import type { AgencyDefinition } from '../agency.ts';
import type { Feed, Parsed, SourceReport } from '../feed.ts';
import { MIB } from '../limits.ts';
import { field, readTable, type Record } from '../parsing/delimited.ts';
import { refusePage, utf8Document } from '../parsing/document-text.ts';
import { timeFields } from '../parsing/origin-time.ts';
import {
  checkCount,
  emptyParsed,
  emptyReport,
  isAbsent,
  keyField,
  magnitudeField,
  optionalNumber,
  placeFields,
  readReports,
} from '../parsing/rows.ts';

/** The catalogue's preferred magnitude first; the others are the means of what agencies gave. */
const MAGNITUDES = ['Mw*', 'Ms', 'mb', 'ML', 'MD'] as const;

export const TURHEC_COLUMNS = [
  ...(['eventid', 'year', 'month', 'day', 'hour', 'minute', 'second', 'latitude', 'longitude', 'depth'] as const),
  ...MAGNITUDES,
] as const;

const REQUIRED = TURHEC_COLUMNS.map((name) => name.toLowerCase());

/** Case and blanks in names do not count. */
function recognise(head: string): boolean {
  const [first = ''] = head.replace(/^(?:ï»¿|\uFEFF)/, '').split(/[\r\n]/, 1);
  const names = first.split(',').map((name) => name.trim().toLowerCase());
  return ['eventid', 'latitude', 'mw*'].every((name) => names.includes(name));
}

/** @throws RowError */
function reportOf(record: Record): SourceReport {
  const { time, precision } = timeFields((part) => field(record, part));
  return {
    ...emptyReport({ line: record.line, time, ...placeFields(field(record, 'latitude'), field(record, 'longitude')) }),
    precision,
    key: isAbsent(field(record, 'eventid')) ? null : keyField('eventid', field(record, 'eventid')),
    depthKm: optionalNumber('depth', field(record, 'depth')),
    magnitudes: MAGNITUDES.flatMap((type) => magnitudeField(type, field(record, type.toLowerCase()))),
  };
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = utf8Document(bytes);
  refusePage(text);
  const { records, lines } = readTable(text, REQUIRED);
  const parsed = emptyParsed({ feed: 'turhec-file', agency: 'turhec' }, warnings);
  readReports(parsed, records, reportOf);
  checkCount(parsed, lines, 'its lines');
  return parsed;
}

export const turhecFile: Feed = {
  name: 'turhec-file',
  agency: 'turhec',
  // 378,000 events with 45 parameters have some 120 MB; the preprint names 700,000. A local file, never fetched.
  maxBytes: 256 * MIB,
  recognise,
  parse,
};

export const TURHEC: AgencyDefinition = {
  groups: [{ name: 'turhec', number: 6, keyed: true }],
  feeds: [{ parser: turhecFile, group: 'turhec' }],
  addresses: {},
  ranks: { inside: 40, outside: 40, early: 10 },
  errors: { model: 'turhec' },
  place: { language: 'turkish' },
};
