/** The Turkish Homogenized Earthquake Catalogue's text file, read through a column map. Times UTC. */
import { readFileSync } from 'node:fs';
import { cleanText, shown } from '#core/text.ts';
import type { Magnitude } from '#core/earthquake.ts';
import {
  checkCount,
  emptyReport,
  readReports,
  emptyParsed,
  keyField,
  numberField,
  RowError,
  type Row,
} from '../parsing/rows.ts';
import { readColumnMap, TIME_PARTS, type ColumnMap, type DateOrder } from './column-map.ts';
import { planColumns, requirePlan, type ColumnPlan, type TimePlan } from './column-plan.ts';
import { MIB } from '../limits.ts';
import { countLines, splitLine, textLines } from '../parsing/delimited.ts';
import { refusePage, utf8Document } from '../parsing/document-text.ts';
import { originTime, type OriginTime } from '../parsing/origin-time.ts';
import { DocumentError, type Feed, type Parsed, type SourceReport } from '../feed.ts';

/** The shipped map, to be corrected by an operator. */
const SHIPPED_MAP = new URL('../../../data/turhec-columns.json', import.meta.url);
const SHIPPED_NAME = 'data/turhec-columns.json';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', blank: ' ' } as const;
type Delimiter = (typeof DELIMITERS)[keyof typeof DELIMITERS];

/** The most frequent delimiter of a line; blanks where there is no other. */
function sniffDelimiter(line: string): Delimiter {
  const counts = ([',', ';', '\t'] as const).map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  counts.sort((a, b) => b.count - a.count);
  return counts[0]!.count > 1 ? counts[0]!.delimiter : ' ';
}

/** Trimmed fields; null where a quoted one does not end. */
const fieldsIn = (line: string, delimiter: Delimiter): string[] | null =>
  delimiter === ' ' ? line.trim().split(/\s+/) : splitLine(line, delimiter);

interface Layout {
  header: Row | null;
  delimiter: Delimiter;
  names: string[] | null;
}

/** The header and delimiter of a text; `first` is its first line that is no comment. */
function layoutOf(map: ColumnMap, comments: Row[], first: Row | undefined): Layout {
  // A comment below the first row names no columns.
  const above = comments.findLast(({ line }) => first === undefined || line < first.line);
  const header = (map.header === 'comment' ? above : map.header === 'first' ? first : undefined) ?? null;
  const names = header?.text.slice(map.header === 'comment' ? (map.comment ?? '').length : 0).trim() ?? null;
  const sample = names ?? first?.text ?? '';
  const delimiter = map.delimiter === 'auto' ? sniffDelimiter(sample) : DELIMITERS[map.delimiter];
  return { header, delimiter, names: names === null ? null : fieldsIn(names, delimiter) };
}

interface Lines {
  comments: Row[];
  data: Row[];
}

function separate(map: ColumnMap, text: string): Lines {
  const lines: Lines = { comments: [], data: [] };
  for (const row of textLines(text)) {
    const isComment = map.comment !== null && row.text.trimStart().startsWith(map.comment);
    (isComment ? lines.comments : lines.data).push(row);
  }
  return lines;
}

/** Access to one row's fields by index. */
interface Fields {
  text(index: number): string | null;
  number(name: string, index: number): number;
  optional(name: string, index: number | null): number | null;
}

function fieldsOf(values: string[], absent: Set<string>): Fields {
  const text = (index: number): string | null => {
    const value = values[index] ?? '';
    return absent.has(value.toLowerCase()) || value === '' ? null : value;
  };
  return {
    text,
    number: (name, index) => numberField(name, text(index)),
    optional: (name, index) => {
      const value = index === null ? null : text(index);
      return value === null ? null : numberField(name, value);
    },
  };
}

/** A date with any of `- / .` between its parts, and a time that may lack seconds. */
const DATE_AND_TIME =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:(?:[ T]+)(\d{1,2}):(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?Z?$/;

const ORDERS: Record<DateOrder, [number, number, number]> = { ymd: [1, 2, 3], dmy: [3, 2, 1], mdy: [3, 1, 2] };

function textTime(fields: Fields, columns: number[], order: DateOrder): OriginTime | undefined {
  const match = DATE_AND_TIME.exec(
    columns
      .map((index) => fields.text(index) ?? '')
      .join(' ')
      .trim(),
  );
  if (!match) return undefined;
  const [year, month, day] = ORDERS[order].map((index) => Number(match[index]));
  const part = (index: number): number | null => (match[index] === undefined ? null : Number(match[index]));
  return originTime({ year: year!, month: month!, day: day!, hour: part(4), minute: part(5), second: part(6) });
}

function partsTime(fields: Fields, { columns }: TimePlan & { layout: 'parts' }): OriginTime | undefined {
  const [year, month, day, hour, minute, second] = TIME_PARTS.map((part) => fields.optional(part, columns[part]));
  if (year === null || year === undefined) throw new RowError('the year is missing');
  // A month or day 0 is how catalogues write "unknown".
  const known = (value: number | null | undefined): number | null => value || null;
  return originTime({
    year,
    month: known(month),
    day: known(day),
    hour: hour ?? null,
    minute: minute ?? null,
    second: second ?? null,
  });
}

/** @throws RowError */
function timeOf(fields: Fields, plan: TimePlan): OriginTime {
  const time = plan.layout === 'parts' ? partsTime(fields, plan) : textTime(fields, plan.columns, plan.order);
  if (time) return time;
  const indexes = Object.values(plan.columns).filter((index) => index !== null);
  const given = indexes.map((index) => fields.text(index) ?? '').join(' ');
  throw new RowError(`the date "${shown(given)}" does not exist or is not of the map's layout`);
}

interface Reading {
  map: ColumnMap;
  plan: ColumnPlan;
  delimiter: Delimiter;
}

/** @throws RowError */
function readRow(row: Row, { map, plan, delimiter }: Reading): SourceReport {
  const values = fieldsIn(row.text, delimiter);
  if (values === null) throw new RowError('a quoted field does not end');
  if (values.length < plan.width) throw new RowError(`${values.length} columns where ${plan.width} are due`);
  const fields = fieldsOf(values, map.absent);
  const { time, precision } = timeOf(fields, plan.time);
  const id = plan.id === null ? null : fields.text(plan.id);
  const magnitudes = plan.magnitudes.flatMap(({ type, index }): Magnitude[] => {
    const value = fields.optional(`magnitude ${type ?? ''}`.trim(), index);
    return value === null ? [] : [{ type, value }];
  });
  return {
    ...emptyReport({
      line: row.line,
      time,
      latitude: fields.number('latitude', plan.latitude),
      longitude: fields.number('longitude', plan.longitude),
    }),
    precision,
    key: id === null ? null : keyField('id', id),
    depthKm: fields.optional('depth', plan.depth),
    magnitudes,
  };
}

function parse(bytes: Uint8Array, map: ColumnMap, mapName: string): Parsed {
  const { text, warnings } = utf8Document(bytes);
  if (text.trim() === '') throw new DocumentError('the document is empty');
  refusePage(text);
  const { comments, data } = separate(map, text);
  const { header, names, delimiter } = layoutOf(map, comments, data[0]);
  if (map.header !== 'none' && names === null) throw new DocumentError(`no header line; see "header" in ${mapName}`);
  const plan = requirePlan(map, names, mapName);
  const rows = header !== null && header === data[0] ? data.slice(1) : data;
  const parsed = emptyParsed({ feed: 'turhec-file', agency: 'turhec' }, warnings);
  const reading = { map, plan, delimiter };
  readReports(parsed, rows, (row) => readRow(row, reading));
  const above = comments.filter(({ line }) => line < (data[0]?.line ?? Infinity)).length;
  checkCount(parsed, countLines(text) - above - (data.length - rows.length), 'the lines below its header');
  return parsed;
}

/**
 * Whether a document has a header with the map's columns. A map of positions recognises nothing: anything would fit.
 */
function fitsMap(head: string, map: ColumnMap): boolean {
  const byName = [map.latitude, map.longitude, map.magnitudes[0]!.column].every((ref) => typeof ref !== 'number');
  if (!byName || /^\s*[<[{]/.test(head)) return false;
  const { comments, data } = separate(map, cleanHead(head));
  const { names } = layoutOf(map, comments, data[0]);
  return names !== null && !('missing' in planColumns(map, names));
}

const cleanHead = (head: string): string => head.replace(/^ï»¿/, '');

const TURHEC = {
  name: 'turhec-file',
  agency: 'turhec',
  // 378,000 events with 45 parameters have some 120 MB; the preprint names 700,000. A local file, never fetched.
  maxBytes: 256 * MIB,
  maxRows: 1_000_000,
} as const;

/** The feed of a column map; `mapName` is where an operator finds the map, for messages. */
export const turhecFeed = (map: ColumnMap, mapName = SHIPPED_NAME): Feed => ({
  ...TURHEC,
  recognise: (head) => fitsMap(head, map),
  parse: (bytes) => parse(bytes, map, mapName),
});

let shipped: Feed | DocumentError | undefined;

/** Read when first needed; a broken map is an error only when a file is read with it. */
function shippedFeed(): Feed | DocumentError {
  if (shipped) return shipped;
  try {
    shipped = turhecFeed(readColumnMap(readFileSync(SHIPPED_MAP, 'utf8')));
  } catch (error) {
    shipped = new DocumentError(`${SHIPPED_NAME}: ${cleanText((error as Error).message)}`);
  }
  return shipped;
}

export const turhecFile: Feed = {
  ...TURHEC,
  recognise(head) {
    const feed = shippedFeed();
    return feed instanceof DocumentError ? false : feed.recognise(head);
  },
  parse(bytes, context) {
    const feed = shippedFeed();
    if (feed instanceof DocumentError) throw feed;
    return feed.parse(bytes, context);
  },
};
