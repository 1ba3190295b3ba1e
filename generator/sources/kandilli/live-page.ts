/**
 * Kandilli's live list: an HTML page with a `<pre>` of fixed columns, newest first, in Istanbul civil time (English
 * page: UTC).
 */
import type { Magnitude } from '#core/earthquake.ts';
import { shown } from '#core/text.ts';
import { DAY, epochOfCivil, HOUR, type EpochMs } from '#core/time.ts';
import { checkLineLimit, MIB } from '../limits.ts';
import { elementText } from '../parsing/document-text.ts';
import type { IstanbulReading } from '../parsing/istanbul-time.ts';
import { checkCount, emptyParsed, emptyReport, readReports, readRow, reject, type Row } from '../parsing/rows.ts';
import {
  decimalField,
  decodeKandilli,
  kindOf,
  localSolution,
  originOf,
  parseKandilliCivil,
  readLocalTime,
  readMagnitude,
  requireReports,
} from './text.ts';
import { DocumentError, type Coverage, type Feed, type Parsed, type SourceReport } from '../feed.ts';

/** From the lines above the rows. */
interface Layout {
  zone: 'Europe/Istanbul' | 'UTC';
  /** Type of the third magnitude column: `Mw` now, `Ms` in 2011. */
  thirdType: 'Mw' | 'Ms';
  /** Number of rows that the title names (`Son 500 deprem`); null where it names none. */
  statedCount: number | null;
}

interface LivePage {
  layout: Layout;
  /** Non-blank lines below the column header, with their 1-based line numbers in the document. */
  rows: Row[];
  /** Whether it has `</pre>`. */
  complete: boolean;
  /** The document ends inside the last row. */
  cutInRow: boolean;
  asOf: EpochMs | null;
}

function layoutOf(header: string, titles: string): Layout {
  const third = /\b(mw|ms)\s+(?:yer|region)/i.exec(header)?.[1]?.toLowerCase();
  if (third === undefined) {
    throw new DocumentError(
      `the column header does not say which magnitude (Mw or MS) the third one is: ${shown(header)}`,
    );
  }
  const turkish = /Tarih\s+Saat/i.test(header);
  if (!turkish && !/Date\s+Time/i.test(header)) {
    throw new DocumentError(`the column header tells neither Turkish (local time) nor English (UTC): ${shown(header)}`);
  }
  const promised = /(?:Son|last)\s+(\d{1,5})\s+(?:deprem|e)/i.exec(titles)?.[1];
  return {
    zone: turkish ? 'Europe/Istanbul' : 'UTC',
    thirdType: third === 'mw' ? 'Mw' : 'Ms',
    statedCount: promised === undefined ? null : Number(promised),
  };
}

/** `Yenileme zamanı: 17.09.2026 saat 00:50:32`, local. */
function renewedAt(text: string): EpochMs | null {
  const match = /Yenileme zaman\S{1,3}\s*(\d\d)\.(\d\d)\.(\d{4})\s+saat\s+(\d\d:\d\d:\d\d)/.exec(text);
  if (!match) return null;
  const reading = readLocalTime(`${match[3]}.${match[2]}.${match[1]} ${match[4]}`);
  return 'time' in reading ? (reading.alternative ?? reading.time) : null;
}

/** The line of dashes below the column header. */
const isRule = (text: string): boolean => text.includes('-----') && /^[\s-]*$/.test(text);

/** Beginnings of rows, wherever they stand in the document. */
const ROW = /^ {0,9}\d{4}\.\d\d\.\d\d[ \t]{1,9}\d\d:\d\d:\d\d\s/gm;

/** Where `</pre>` ends the list: the first one after the last row, since a place may hold one. -1 where none does. */
function endOfList(list: string): number {
  const END = /<\/pre\s*>/i;
  const last = [...list.matchAll(ROW)].at(-1)?.index ?? 0;
  const below = list.indexOf('\n', last);
  const end = below === -1 ? -1 : list.slice(below).search(END);
  if (end !== -1) return below + end;
  const within = list.slice(last).search(END);
  return within === -1 ? -1 : last + within;
}

function pageOf(text: string): LivePage {
  checkLineLimit(text);
  const start = text.search(/<pre\b/i);
  const from = start === -1 ? 0 : text.indexOf('>', start) + 1;
  if (from === 0) {
    const title = elementText(text, /<title/i);
    throw new DocumentError(
      `an error page: there is no <pre> with a list in it${title ? `; its title is ${shown(title)}` : ''}`,
    );
  }
  const end = endOfList(text.slice(from));
  const body = end === -1 ? text.slice(from) : text.slice(from, from + end);
  const firstLine = text.slice(0, from).split('\n').length;
  const lines = body.split(/\r?\n/).map((line, index) => ({ line: firstLine + index, text: line }));
  const header = lines.findIndex((line) => /^\s*(?:Tarih\s+Saat|Date\s+Time)\b/i.test(line.text));
  if (header === -1) throw new DocumentError('a broken page: its <pre> has no column header (Tarih Saat Enlem …)');
  const titles = lines.slice(0, header).map((line) => line.text);
  const below = lines.slice(header + 1);
  return {
    layout: layoutOf(lines[header]!.text, titles.join('\n')),
    rows: below.filter((line) => line.text.trim() !== '' && !isRule(line.text)),
    complete: end !== -1,
    cutInRow: end === -1 && !body.endsWith('\n'),
    asOf: end === -1 ? null : renewedAt(text.slice(from + end)),
  };
}

/** Columns before the place, which may hold blanks. */
const CELLS = 8;

/** The first eight columns and what follows them; undefined where there are fewer. */
function cellsOf(text: string): string[] | undefined {
  const cells: string[] = [];
  for (const { 0: cell, index } of text.matchAll(/\S+/g)) {
    cells.push(cell);
    if (cells.length === CELLS) return [...cells, text.slice(index + cell.length).trim()];
  }
  return undefined;
}

function timeOf(text: string, zone: Layout['zone']): IstanbulReading {
  if (zone === 'Europe/Istanbul') return readLocalTime(text);
  const read = parseKandilliCivil(text);
  return 'civil' in read ? { time: epochOfCivil(read.civil)!, alternative: null, skipped: false } : read;
}

/** In order of preference: moment, local, duration, surface wave. @throws RowError */
function magnitudesOf(texts: string[], thirdType: Layout['thirdType']): Magnitude[] {
  const [md, ml, third] = texts.map(readMagnitude);
  if (md === undefined || ml === undefined || third === undefined)
    return reject(`a magnitude is neither a number nor -.-: ${shown(texts.join(' '))}`);
  const local: [string, number | null][] = [
    ['ML', ml],
    ['MD', md],
  ];
  const typed = thirdType === 'Mw' ? [['Mw', third] as const, ...local] : [...local, ['Ms', third] as const];
  return typed.flatMap(([type, value]) => (value === null ? [] : [{ type, value }]));
}

/** @throws RowError */
function reportOf({ line, text }: Row, layout: Layout, warnings: string[]): SourceReport {
  const cells = cellsOf(text);
  if (!cells) return reject('the row has fewer than eight columns');
  const [date, clock, latitude, longitude, depth, ...others] = cells;
  const row = { where: `line ${line}`, warnings, readTime: (time: string) => timeOf(time, layout.zone) };
  const origin = originOf(`${date} ${clock}`, row);
  // The page does not mark blasts.
  return {
    ...emptyReport({
      line,
      time: origin.time,
      latitude: decimalField('latitude', latitude!),
      longitude: decimalField('longitude', longitude!),
    }),
    depthKm: decimalField('depth', depth!),
    magnitudes: magnitudesOf(others.slice(0, 3), layout.thirdType),
    ...localSolution(origin, others[3] ?? '', row),
  };
}

/**
 * Longer than any real gap between neighbouring rows (500 rows span 15 to about 200 hours): a mistyped date, or an
 * excerpt.
 */
const IMPOSSIBLE_GAP = 7 * DAY;

/**
 * What the page lists completely: from its oldest row to its renewal. Null in any doubt, since what is missing from
 * a coverage counts as dropped.
 */
function coverageOf(page: LivePage, parsed: Parsed): Coverage | null {
  const { statedCount: promised } = page.layout;
  const times = parsed.reports.map((report) => report.time);
  if (!page.complete || parsed.partial || parsed.rejects.length > 0 || (promised !== null && parsed.rows < promised))
    return null;
  // The rows' order is that of civil time, which the hour repeated in autumn may reverse.
  if (times.some((time, index) => index > 0 && time > times[index - 1]! + HOUR)) return null;
  const to = page.asOf ?? times[0]!;
  let from = times[0]!;
  for (const time of times) if (from - time <= IMPOSSIBLE_GAP) from = Math.min(from, time);
  return from <= to ? { from, to, minMagnitude: null } : null;
}

function pageWarnings(page: LivePage): string[] {
  const { statedCount: promised, zone } = page.layout;
  const warnings: string[] = [];
  if (!page.complete) warnings.push('the page is cut off: </pre> is missing');
  if (promised !== null && page.rows.length < promised) {
    warnings.push(`the page promises ${promised} rows and has ${page.rows.length}: an excerpt or a damaged copy`);
  }
  if (zone === 'UTC') warnings.push('the English page: times read as UTC');
  return warnings;
}

/** The last cell of the row in which a document ends, the quality, shows that it is complete. @throws RowError */
function requireQuality(row: Row, read: () => SourceReport): SourceReport {
  const report = readRow([], row, read);
  return report && report.quality !== null ? report : reject('the document ends in the middle of this row');
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = decodeKandilli(bytes);
  const page = pageOf(text);
  warnings.push(...pageWarnings(page));
  const parsed = { ...emptyParsed({ feed: 'kandilli-live', agency: 'kandilli' }, warnings), asOf: page.asOf };
  const cutRow = page.cutInRow ? page.rows.at(-1) : undefined;
  readReports(parsed, page.rows, (row) => {
    const report = (): SourceReport => reportOf(row, page.layout, warnings);
    return row === cutRow ? requireQuality(row, report) : report();
  });
  const none = `a broken page: there is a <pre>, but none of its ${page.rows.length} rows can be read`;
  requireReports(parsed, none, ({ line }) => `line ${line}`);
  checkCount(parsed, [...text.matchAll(ROW)].length, 'the lines that begin with a time');
  return { ...parsed, coverage: coverageOf(page, parsed) };
}

/** A page that is cut off above its list. */
const TITLES = [/<title>\s*(?:Son Depremler|Last Earthquakes)/i, /lasteq\.asp|lst\d\.asp/i];

export const kandilliLive: Feed = {
  name: 'kandilli-live',
  agency: 'kandilli',
  // 0.3 MB and 2,000 rows: the longest list.
  maxBytes: 2 * MIB,
  recognise: (head) => (kindOf(head) ?? (TITLES.some((title) => title.test(head)) && 'live')) === 'live',
  parse,
};
