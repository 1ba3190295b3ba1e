/**
 * Kandilli's reviewed catalogue `zeqdb`: the answer page (records joined by `<br>`, tabs between fields), the text file it offers, and copies of it as
 * CSV with commas or semicolons. Times are UTC. The `Deprem Kodu` is the origin time cut to its second, so it changes with the solution and identifies
 * nothing (one code is there twice): reports have no key.
 */
import type { Magnitude } from '#core/earthquake.ts';
import { cleanText, shown } from '#core/text.ts';
import { epochOfCivil, MINUTE, type EpochMs } from '#core/time.ts';
import { checkLineLimit, rowTooLong } from '../limits.ts';
import { emptyParsed } from '../parsing/rows.ts';
import { lineSplitter } from '../parsing/delimited.ts';
import { parseDecimal, decodeKandilli, parseKandilliCivil } from './text.ts';
import { DocumentError, type Feed, type Parsed, type SourceReport } from '../feed.ts';

const FIELDS = [
  'No',
  'Deprem Kodu',
  'Olus tarihi',
  'Olus zamani',
  'Enlem',
  'Boylam',
  'Derinlik',
  'xM',
  'MD',
  'ML',
  'Mw',
  'Ms',
  'Mb',
  'Tip',
  'Yer',
];

/** A document as lines: in the page, 1-based record numbers after joining at `<br>`; in files, line numbers. */
interface Table {
  delimiter: '\t' | ',' | ';';
  lines: { line: number; text: string }[];
  /** N of `Bulunan: N`; null where it is not said. */
  found: number | null;
  /** The page does not end with `Liste sonu`, and not with the end of a record either. */
  cutInRow: boolean;
  warnings: string[];
}

const HEADER = /^\s*No([\s,;]*)"?Deprem Kodu/i;

/** What stands between the names of a header; undefined where the line is none. */
function headerDelimiter(line: string): Table['delimiter'] | undefined {
  const between = HEADER.exec(line)?.[1];
  return ([',', ';', '\t'] as const).find((delimiter) => between?.includes(delimiter));
}

function tableOf(text: string): Table {
  const html = /<br\s*\/?>|<html|<pre/i.test(text.slice(0, 20_000));
  const plain = html
    ? text
        .replace(/\r?\n/g, ' ')
        .replace(/<br\s*\/?>/gi, '\n')
        .replace(/&nbsp;/gi, ' ')
        .replace(/<[^<>]*>/g, '')
    : text;
  checkLineLimit(plain);
  const all = plain.split(/\r?\n/).map((line, index) => ({ line: index + 1, text: line }));
  const header = all.find((line) => headerDelimiter(line.text) !== undefined);
  const delimiter = (header && headerDelimiter(header.text)) ?? '\t';
  const found = /Bulunan[\s:]*(\d{1,7})/.exec(plain)?.[1];
  // Between a page's records is furniture; a file has only records.
  const meant = (line: string): boolean => (html ? looksLikeRecord(line, delimiter) : line.trim() !== '');
  const lines = all.filter((line) => line !== header && meant(line.text));
  const ended = !html || /Liste sonu/i.test(plain);
  return {
    delimiter,
    lines: lines.filter((line) => !/^\s*(?:Liste sonu|Bulunan\b)/i.test(line.text)),
    found: found === undefined ? null : Number(found),
    cutInRow: !ended && lines.at(-1) === all.at(-1),
    warnings: ended ? [] : ['the page is cut off: "Liste sonu" is missing'],
  };
}

/** Everything that was meant as a record, sound or not: it is numbered, or it has most of the fields. */
const looksLikeRecord = (line: string, delimiter: string): boolean =>
  (/^\s*\d{1,7}\s*[\t,;]/.test(line) && line.includes(delimiter)) || line.split(delimiter).length > 8;

/** UTC. Seconds run to 60.99 where a computed origin time was rounded up; larger ones (`10:03:73` in an old copy) are typing errors. */
function timeOf(date: string, clock: string): EpochMs | string {
  const sixty = /^(.*:)60((?:[.,]\d*)?)$/.exec(clock);
  const read = parseKandilliCivil(`${date} ${sixty ? `${sixty[1]}00${sixty[2]}` : clock}`);
  if (!('civil' in read)) return sixty ? `there is no date or time of day ${shown(`${date} ${clock}`)}` : read.reason;
  return epochOfCivil(read.civil)! + (sixty ? MINUTE : 0);
}

/** The whole second that a code of 14 digits names; null for the `2.02101E+13` that a spreadsheet makes of it. */
function codedSecond(code: string): EpochMs | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(code)?.slice(1);
  if (!parts) return null;
  const time = timeOf(parts.slice(0, 3).join('.'), parts.slice(3).join(':'));
  return typeof time === 'string' ? null : time;
}

/** Distance of the epicentre from the place, which our own figures tell better: `[North West  2.4 km]`, `[  2.09 km]`, `[3 km Güneyi]`. */
const SUFFIX = /^\[[^[\]]{0,60}\bkm\b[^[\]]{0,40}\]?$/;

function withoutSuffix(place: string): string {
  const whole = place.trim();
  const start = whole.lastIndexOf('[');
  return start !== -1 && SUFFIX.test(whole.slice(start)) ? whole.slice(0, start) : whole;
}

/** In order of preference. Ms and mb come last: for old earthquakes they are what the others were computed from. */
const MAGNITUDE_FIELDS: [field: number, type: string][] = [
  [10, 'Mw'],
  [9, 'ML'],
  [8, 'MD'],
  [11, 'Ms'],
  [12, 'mb'],
];

/** The magnitudes given (0.0 and an empty cell mean none), xM without a type where no other is given; or the cell that is not a number. */
function magnitudesOf(values: (number | null | undefined)[]): Magnitude[] {
  const typed = MAGNITUDE_FIELDS.flatMap(([field, type]) => {
    const value = values[field];
    return value === null || value === undefined || value === 0 ? [] : [{ type, value }];
  });
  const largest = values[7];
  return typed.length > 0 || !largest ? typed : [{ type: null, value: largest }];
}

/** `Sm` is a suspected blast; QuakeML's type for what is blasted in this region is `quarry blast`. */
const EVENT_TYPES: Record<string, string> = { Ke: 'earthquake', Sm: 'quarry blast', '': 'earthquake' };

interface Notes {
  otherCodes: number;
  otherTypes: Set<string>;
}

/** One record, or why it cannot be used. */
function readRecord(line: number, cells: string[], delimiter: string, notes: Notes): SourceReport | string {
  if (cells.length !== FIELDS.length) return `${cells.length} fields where there should be ${FIELDS.length}`;
  const time = timeOf(cells[2]!, cells[3]!);
  if (typeof time === 'string') return time;
  // A spreadsheet that separates with semicolons may write decimal commas.
  const values = cells.map((cell, field) =>
    field < 4 || field > 12
      ? null
      : cell === ''
        ? null
        : parseDecimal(delimiter === ';' ? cell.replace(',', '.') : cell),
  );
  const bad = values.indexOf(undefined);
  if (bad !== -1) return `${FIELDS[bad]} is not a number: ${shown(cells[bad])}`;
  const [latitude, longitude, depth] = [values[4], values[5], values[6]];
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return 'latitude or longitude is missing';
  const coded = codedSecond(cells[1]!);
  if (coded !== null && coded !== Math.floor(time / 1000) * 1000) notes.otherCodes += 1;
  const eventType = EVENT_TYPES[cells[13]!];
  if (eventType === undefined) notes.otherTypes.add(cells[13]!);
  return {
    line,
    key: null,
    aliases: [],
    time,
    precision: 'second',
    alternativeTime: null,
    replacesTime: null,
    latitude,
    longitude,
    // 0.0 km is "not determined": from 1970 to 2004 1,111 rows have it and 296 have 1.0 km; before and after no row has it.
    depthKm: typeof depth === 'number' && depth !== 0 ? depth : null,
    magnitudes: magnitudesOf(values),
    quality: 'reviewed',
    place: cleanText(withoutSuffix(cells[14]!)) || null,
    eventType: eventType ?? 'not reported',
    updatedAt: null,
    withdrawn: false,
    url: null,
  };
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = decodeKandilli(bytes);
  const table = tableOf(text);
  if (table.lines.length === 0 && table.found !== 0 && !HEADER.test(text)) {
    throw new DocumentError(
      `no list of records (no "Bulunan:", no "Deprem Kodu"): it begins ${shown(
        text
          .slice(0, 4096)
          .replace(/<[^<>]*>/g, ' ')
          .slice(0, 500),
      )}`,
    );
  }
  const parsed: Parsed = {
    ...emptyParsed({ feed: 'kandilli-zeqdb', agency: 'kandilli' }, [...warnings, ...table.warnings]),
    rows: table.lines.length,
  };
  const notes: Notes = { otherCodes: 0, otherTypes: new Set() };
  const split = lineSplitter(table.delimiter);
  const readLine = (line: number, record: string): SourceReport | string => {
    const cells = split(record);
    return cells === null ? 'the quotation marks do not pair' : readRecord(line, cells, table.delimiter, notes);
  };
  for (const { line, text: record } of table.lines) {
    const cut = table.cutInRow && line === table.lines.at(-1)!.line;
    const unread = cut ? 'the document ends in the middle of this record' : rowTooLong(record);
    const read = unread ?? readLine(line, record);
    if (typeof read === 'string') parsed.rejects.push({ line, reason: read, text: cleanText(record) });
    else parsed.reports.push(read);
  }
  addWarnings(parsed, table, notes);
  return parsed;
}

function addWarnings(parsed: Parsed, table: Table, notes: Notes): void {
  if (table.lines.length > 0 && parsed.reports.length === 0) {
    const first = parsed.rejects[0]!;
    throw new DocumentError(
      `none of its ${table.lines.length} records can be read (record ${first.line}: ${first.reason})`,
    );
  }
  if (table.found !== null && table.found !== table.lines.length) {
    parsed.warnings.push(`the page says "Bulunan: ${table.found}" and has ${table.lines.length} records`);
  }
  if (notes.otherCodes > 0)
    parsed.warnings.push(`${notes.otherCodes} records have a Deprem Kodu that is not their origin time`);
  if (notes.otherTypes.size > 0) {
    parsed.warnings.push(
      `unknown kinds of event (Tip), kept as "not reported": ${[...notes.otherTypes].map(shown).join(', ')}`,
    );
  }
}

export const kandilliZeqdb: Feed = {
  name: 'kandilli-zeqdb',
  agency: 'kandilli',
  recognise: (head) =>
    /No[\s,;]+"?Deprem Kodu|Bulunan\s*:|(?:^|[\n>])[^\S\n]*\d{1,7}\t\d{14}\t\d{4}\.\d\d\.\d\d\t/i.test(head),
  parse,
};
