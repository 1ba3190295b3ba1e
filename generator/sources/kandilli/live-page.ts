/** Kandilli's live list: an HTML page with one `<pre>` of fixed columns, newest first, in Istanbul civil time (its English twin: UTC). */
import type { Magnitude } from '#core/earthquake.ts';
import { cleanText, shown } from '#core/text.ts';
import { DAY, epochOfCivil, HOUR, type EpochMs } from '#core/time.ts';
import { checkLineLimit, rowTooLong } from '../limits.ts';
import { elementText } from '../parsing/document-text.ts';
import type { IstanbulReading } from '../parsing/istanbul-time.ts';
import {
  parseDecimal,
  decodeKandilli,
  magnitudeOf,
  parseKandilliCivil,
  readLocalTime,
  skippedWarning,
  splitQuality,
  stampedTime,
} from './text.ts';
import { DocumentError, type Coverage, type Feed, type Parsed, type SourceReport } from '../feed.ts';

/** What the lines above the rows say of them. */
interface Layout {
  zone: 'Europe/Istanbul' | 'UTC';
  /** Type of the third magnitude column: `Mw` now, `Ms` in 2011. */
  thirdType: 'Mw' | 'Ms';
  /** Number of rows that the title promises (`Son 500 deprem`); null where it names none. */
  promised: number | null;
}

interface Page {
  layout: Layout;
  /** Non-blank lines below the column header, with their 1-based line numbers in the document. */
  rows: { line: number; text: string }[];
  /** Whether `</pre>` was seen. */
  whole: boolean;
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
    promised: promised === undefined ? null : Number(promised),
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

function pageOf(text: string): Page {
  checkLineLimit(text);
  const start = text.search(/<pre\b/i);
  const from = start === -1 ? 0 : text.indexOf('>', start) + 1;
  if (from === 0) {
    const title = elementText(text, /<title/i);
    throw new DocumentError(
      `an error page: there is no <pre> with a list in it${title ? `; its title is ${shown(title)}` : ''}`,
    );
  }
  const end = text.slice(from).search(/<\/pre\s*>/i);
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
    whole: end !== -1,
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

/** In the order in which the agency's magnitudes are preferred: moment, local, duration, surface wave. */
function magnitudesOf(md: number | null, ml: number | null, third: number | null, thirdType: 'Mw' | 'Ms'): Magnitude[] {
  const typed: [string, number | null][] =
    thirdType === 'Mw'
      ? [
          ['Mw', third],
          ['ML', ml],
          ['MD', md],
        ]
      : [
          ['ML', ml],
          ['MD', md],
          ['Ms', third],
        ];
  return typed.flatMap(([type, value]) => (value === null ? [] : [{ type, value }]));
}

/** One row, or why it cannot be used. */
function readRow(row: { line: number; text: string }, layout: Layout, warnings: string[]): SourceReport | string {
  const cells = cellsOf(row.text);
  if (!cells) return 'the row has fewer than eight columns';
  const [date, clock, latitudeText, longitudeText, depthText, mdText, mlText, thirdText, rest = ''] = cells;
  const reading = timeOf(`${date} ${clock}`, layout.zone);
  if (!('time' in reading)) return reading.reason;
  if (reading.skipped) warnings.push(skippedWarning(`line ${row.line}`, `${date} ${clock}`));
  const [latitude, longitude, depthKm] = [
    parseDecimal(latitudeText!),
    parseDecimal(longitudeText!),
    parseDecimal(depthText!),
  ];
  if (latitude === undefined) return `the latitude ${shown(latitudeText)} is not a number`;
  if (longitude === undefined) return `the longitude ${shown(longitudeText)} is not a number`;
  if (depthKm === undefined) return `the depth ${shown(depthText)} is not a number`;
  const [md, ml, third] = [magnitudeOf(mdText!), magnitudeOf(mlText!), magnitudeOf(thirdText!)];
  if (md === undefined || ml === undefined || third === undefined) {
    return `a magnitude is neither a number nor -.-: ${shown(`${mdText} ${mlText} ${thirdText}`)}`;
  }
  const { place, quality, stamp } = splitQuality(rest);
  const replacesTime = stamp === null ? null : stampedTime(timeOf(stamp, layout.zone), reading.time);
  if (stamp !== null && replacesTime === null) {
    warnings.push(
      `line ${row.line}: the stamp ${shown(stamp)} of a revision is not a time; the row was kept without it`,
    );
  }
  return {
    line: row.line,
    key: null,
    aliases: [],
    time: reading.time,
    precision: 'second',
    alternativeTime: reading.alternative,
    replacesTime,
    latitude,
    longitude,
    depthKm,
    magnitudes: magnitudesOf(md, ml, third, layout.thirdType),
    quality,
    place: cleanText(place) || null,
    // The page's title says that blasts have not been sorted out; it marks none.
    eventType: 'earthquake',
    updatedAt: null,
    withdrawn: false,
    url: null,
  };
}

/** A gap between neighbouring rows that the page cannot have (500 rows span 15 to about 200 hours): a date mistyped, or an excerpt. */
const IMPOSSIBLE_GAP = 7 * DAY;

/**
 * What the page lists completely: from its oldest row to its renewal. Null where any doubt is left, since what is missing from a coverage counts as dropped.
 */
function coverageOf(page: Page, parsed: Parsed): Coverage | null {
  const { promised } = page.layout;
  const times = parsed.reports.map((report) => report.time);
  if (!page.whole || parsed.rejects.length > 0 || (promised !== null && times.length < promised)) return null;
  // The rows' order is that of civil time, which the hour repeated in autumn may reverse.
  if (times.some((time, index) => index > 0 && time > times[index - 1]! + HOUR)) return null;
  const to = page.asOf ?? times[0]!;
  let from = times[0]!;
  for (const time of times) if (from - time <= IMPOSSIBLE_GAP) from = Math.min(from, time);
  return from <= to ? { from, to, minMagnitude: null } : null;
}

function pageWarnings(page: Page): string[] {
  const { promised, zone } = page.layout;
  const warnings: string[] = [];
  if (!page.whole) warnings.push('the page is cut off: </pre> is missing');
  if (promised !== null && page.rows.length < promised) {
    warnings.push(`the page promises ${promised} rows and has ${page.rows.length}: an excerpt or a damaged copy`);
  }
  if (zone === 'UTC') warnings.push('the English page: times read as UTC');
  return warnings;
}

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = decodeKandilli(bytes);
  const page = pageOf(text);
  warnings.push(...pageWarnings(page));
  const parsed: Parsed = {
    feed: 'kandilli-live',
    agency: 'kandilli',
    rows: page.rows.length,
    reports: [],
    products: [],
    rejects: [],
    repeated: 0,
    asOf: page.asOf,
    coverage: null,
    warnings,
  };
  page.rows.forEach((row, index) => {
    const read = rowTooLong(row.text) ?? readRow(row, page.layout, warnings);
    const cut = page.cutInRow && index === page.rows.length - 1 && (typeof read === 'string' || read.quality === null);
    const reason = cut ? 'the document ends in the middle of this row' : read;
    if (typeof reason === 'string') parsed.rejects.push({ line: row.line, reason, text: cleanText(row.text) });
    else parsed.reports.push(reason);
  });
  if (parsed.reports.length === 0) {
    const first = parsed.rejects[0];
    throw new DocumentError(
      `a broken page: there is a <pre>, but none of its ${page.rows.length} rows can be read` +
        (first ? ` (line ${first.line}: ${first.reason})` : ''),
    );
  }
  parsed.coverage = coverageOf(page, parsed);
  return parsed;
}

export const kandilliLive: Feed = {
  name: 'kandilli-live',
  agency: 'kandilli',
  recognise: (head) =>
    /<title>\s*(?:Son Depremler|Last Earthquakes)|lasteq\.asp|lst\d\.asp|Tarih\s+Saat\s+Enlem\(N\)|Date\s+Time\s+Lat/i.test(
      head,
    ) && !/Bulunan\s*:|Deprem Kodu|<eqlist/i.test(head),
  parse,
};
