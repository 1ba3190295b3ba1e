/**
 * Kandilli's reviewed catalogue `zeqdb`: the answer page (records joined by `<br>`, tabs between fields), the text file
 * it offers, and copies of it as CSV with commas or semicolons. Times are UTC. The `Deprem Kodu` is the origin time cut
 * to its second, so it changes with the solution and identifies nothing (one code is there twice): reports have no key.
 */
import type { Magnitude } from '#core/earthquake.ts';
import { shown } from '#core/text.ts';
import { epochOfCivil, formatDay, MINUTE, parseCivil, type EpochMs } from '#core/time.ts';
import { MIB } from '../limits.ts';
import { checkCount, emptyParsed, emptyReport, readNumber, readReports, reject } from '../parsing/rows.ts';
import { splitLine } from '../parsing/delimited.ts';
import { precisionOfRoundTime } from '../parsing/origin-time.ts';
import { decodeKandilli, kindOf, parseKandilliCivil, placeText, requireReports } from './text.ts';
import { countRecords, HEADING, tableOf, type Table } from './zeqdb-table.ts';
import { DocumentError, type Feed, type Parsed, type SourceReport } from '../feed.ts';

const FIELDS = 'No,Deprem Kodu,Olus tarihi,Olus zamani,Enlem,Boylam,Derinlik,xM,MD,ML,Mw,Ms,Mb,Tip,Yer'.split(',');

/**
 * UTC. Seconds run to 60.99 where a computed origin time was rounded up; larger ones (`10:03:73` in an old copy) are
 * typing errors.
 */
function timeOf(date: string, clock: string): EpochMs | { reason: string } {
  const sixty = /^(.*:)60((?:[.,]\d*)?)$/.exec(clock);
  const read = parseKandilliCivil(`${date} ${sixty ? `${sixty[1]}00${sixty[2]}` : clock}`);
  if ('civil' in read) return epochOfCivil(read.civil)! + (sixty ? MINUTE : 0);
  return sixty ? { reason: `there is no date or time of day ${shown(`${date} ${clock}`)}` } : read;
}

/** The whole second that a code of 14 digits names; null for the `2.02101E+13` that a spreadsheet makes of it. */
function codedSecond(code: string): EpochMs | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(code)?.slice(1);
  const time = parts && timeOf(parts.slice(0, 3).join('.'), parts.slice(3).join(':'));
  return typeof time === 'number' ? time : null;
}

/** Distance of the epicentre from the place: `[North West  2.4 km]`, `[  2.09 km]`, `[3 km Güneyi]`. */
const SUFFIX = /^\[[^[\]]{0,60}\bkm\b[^[\]]{0,40}\]?$/;

function withoutSuffix(place: string): string {
  const trimmed = place.trim();
  const start = trimmed.lastIndexOf('[');
  return start !== -1 && SUFFIX.test(trimmed.slice(start)) ? trimmed.slice(0, start) : trimmed;
}

/** In order of preference. Ms and mb come last: for old earthquakes they are what the others were computed from. */
const MAGNITUDE_FIELDS: [field: number, type: string][] = [
  [10, 'Mw'],
  [9, 'ML'],
  [8, 'MD'],
  [11, 'Ms'],
  [12, 'mb'],
];

/**
 * Before 1977 `Mw` is computed from the others: Mw − mb is 0.0 to 0.3 in 1,754 of 1,762 rows, from M 4 to M 8. The
 * earliest moment tensors (Global CMT) are of 1976 and 1977.
 */
const MW_MEASURED_SINCE = parseCivil('1977-01-01 00:00:00')!;

/** The magnitudes given (0.0 and an empty cell mean none), xM without a type where no other is given. */
function magnitudesOf(values: (number | null)[], time: EpochMs): Magnitude[] {
  const typed = MAGNITUDE_FIELDS.flatMap(([field, type]) =>
    values[field] ? [{ type: type === 'Mw' && time < MW_MEASURED_SINCE ? 'Mw*' : type, value: values[field] }] : [],
  );
  const largest = values[7];
  return typed.length > 0 || !largest ? typed : [{ type: null, value: largest }];
}

/** `Sm` is a suspected blast; QuakeML's type for what is blasted in this region is `quarry blast`. */
const EVENT_TYPES = new Map(Object.entries({ Ke: 'earthquake', Sm: 'quarry blast', '': 'earthquake' }));

interface Notes {
  otherCodes: number;
  otherTypes: Set<string>;
}

/** Latitude to Mb by field; others are null. @throws RowError */
function numbersOf(cells: string[], delimiter: Table['delimiter']): (number | null)[] {
  return cells.map((cell, field) => {
    if (field < 4 || field > 12) return null;
    // A spreadsheet that separates with semicolons may write decimal commas.
    const value = readNumber(delimiter === ';' ? cell.replace(',', '.') : cell, { exponent: false });
    return value === undefined ? reject(`${FIELDS[field]} is not a number: ${shown(cell)}`) : value;
  });
}

/** @throws RowError */
function readRecord(line: number, cells: string[], delimiter: Table['delimiter'], notes: Notes): SourceReport {
  if (cells.length !== FIELDS.length) return reject(`${cells.length} fields where there should be ${FIELDS.length}`);
  const time = timeOf(cells[2]!, cells[3]!);
  if (typeof time !== 'number') return reject(time.reason);
  const values = numbersOf(cells, delimiter);
  const [latitude, longitude, depth] = values.slice(4, 7) as (number | null)[];
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return reject('latitude or longitude is missing');
  const coded = codedSecond(cells[1]!);
  if (coded !== null && coded !== Math.floor(time / 1000) * 1000) notes.otherCodes += 1;
  const eventType = EVENT_TYPES.get(cells[13]!);
  if (eventType === undefined) notes.otherTypes.add(cells[13]!);
  return {
    ...emptyReport({ line, time, latitude, longitude }),
    precision: precisionOfRoundTime(time),
    // 0.0 km is "not determined": from 1970 to 2004 1,111 rows have it (296 have 1.0 km), before and after none.
    depthKm: depth || null,
    magnitudes: magnitudesOf(values, time),
    quality: 'reviewed',
    place: placeText(withoutSuffix(cells[14]!)),
    eventType: eventType ?? 'not reported',
  };
}

/** @throws DocumentError */
function requireTable(text: string, { lines, found }: Table): void {
  if (lines.length > 0 || found === 0 || HEADING.test(text)) return;
  const beginning = text.slice(0, 4096).replace(/<[^<>]*>/g, ' ');
  throw new DocumentError(
    `no list of records (no "Bulunan:", no "Deprem Kodu"): it begins ${shown(beginning.slice(0, 500))}`,
  );
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = decodeKandilli(bytes);
  const table = tableOf(text);
  requireTable(text, table);
  const parsed = emptyParsed({ feed: 'kandilli-zeqdb', agency: 'kandilli' }, [...warnings, ...table.warnings]);
  const notes: Notes = { otherCodes: 0, otherTypes: new Set() };
  const cutRow = table.cutInRow ? table.lines.at(-1) : undefined;
  readReports(parsed, table.lines, (row) => {
    if (row === cutRow) return reject('the document ends in the middle of this record');
    const cells = splitLine(row.text, table.delimiter) ?? reject('the quotation marks do not pair');
    return readRecord(row.line, cells, table.delimiter, notes);
  });
  checkCount(parsed, countRecords(text), 'numbers and codes');
  if (table.lines.length > 0)
    requireReports(parsed, `none of its ${parsed.rows} records can be read`, ({ line }) => `record ${line}`);
  parsed.reports = withMinutes(parsed.reports);
  addWarnings(parsed, table, notes);
  return parsed;
}

/** On a day with so many records at :00.00, inclusive, they are known to the minute: on 1999-11-12 there are 33. */
const MINUTE_RECORDS = 3;

function withMinutes(reports: SourceReport[]): SourceReport[] {
  const isWholeMinute = ({ time }: SourceReport): boolean => time % MINUTE === 0;
  const onDay = new Map<string, number>();
  for (const report of reports.filter(isWholeMinute))
    onDay.set(formatDay(report.time), (onDay.get(formatDay(report.time)) ?? 0) + 1);
  return reports.map((report) =>
    report.precision === 'second' && isWholeMinute(report) && onDay.get(formatDay(report.time))! >= MINUTE_RECORDS
      ? { ...report, precision: 'minute' }
      : report,
  );
}

function addWarnings(parsed: Parsed, table: Table, notes: Notes): void {
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
  // 2.4 MB and 19,908 rows: M 3.5 and larger since 1915; the server cuts its own answers at 4,000 rows.
  maxBytes: 16 * MIB,
  recognise: (head) => kindOf(head) === 'zeqdb',
  parse,
};
