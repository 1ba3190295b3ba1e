/** Common to Kandilli's three kinds of document: encodings, times, magnitudes and the words for quality. */
import type { Quality } from '#core/earthquake.ts';
import { shown } from '#core/text.ts';
import { type Civil, type EpochMs, epochOfCivil } from '#core/time.ts';
import { piecesOf } from '../parsing/document-text.ts';
import { instantOfIstanbul, type IstanbulReading } from '../parsing/istanbul-time.ts';
import { isAbsent, placeTextField, readNumber, reject } from '../parsing/rows.ts';
import { DocumentError, type Parsed, type Reject, type SourceReport } from '../feed.ts';

interface DecodedText {
  text: string;
  warnings: string[];
}

const MULTI_BYTE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}/g;
const HIGH_BYTES = /[^\x00-\x7f]/;

function isUtf8(latin1: string): boolean {
  const withoutUtf8 = latin1.replace(MULTI_BYTE, '');
  const strays = withoutUtf8.length - withoutUtf8.replace(/[^\x00-\x7f]+/g, '').length;
  return latin1.length - withoutUtf8.length > 2 * strays;
}

/**
 * The agency writes windows-1254 (byte 0x92 is an apostrophe that ISO-8859-9 lacks); saved copies are often UTF-8,
 * whatever their `<meta>` says. The bytes decide: high bytes that form UTF-8 sequences in most rows are UTF-8.
 * @throws DocumentError for an empty document.
 */
export function decodeKandilli(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw new DocumentError('the document is empty (0 bytes)');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), warnings: ['read as UTF-16, not windows-1254'] };
  }
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const pieces = piecesOf(latin1).filter((piece) => HIGH_BYTES.test(piece));
  const inUtf8 = pieces.filter(isUtf8).length;
  if (inUtf8 <= pieces.length / 2) return { text: new TextDecoder('windows-1254').decode(bytes), warnings: [] };
  const declared = /charset\s*=[\s"']*(windows-1254|iso-8859-9)/i.exec(latin1.slice(0, 4096))?.[1];
  const warnings = declared ? [`the page says ${declared} but its bytes are UTF-8; read as UTF-8`] : [];
  return { text: new TextDecoder('utf-8').decode(bytes), warnings };
}

/** What stands at the top of each kind of document. One pattern each: a common one is slow to prove linear. */
const MARKS = {
  live: [/Tarih\s+Saat\s+Enlem\(N\)/i, /Date\s+Time\s+Lat/i],
  xml: [/<\s*(?:eqlist|eart?h?quake)\b/i],
  zeqdb: [/No[\s,;]+"?Deprem Kodu/i, /Bulunan\s*:/i, /(?:^|[\n>])[^\S\n]*\d{1,7}\t\d{14}\t\d{4}\.\d\d\.\d\d\t/],
};

/** The kind of a document by the mark that stands first: a row may hold those of others. */
export function kindOf(head: string): keyof typeof MARKS | undefined {
  const first = (['live', 'xml', 'zeqdb'] as const)
    .flatMap((kind) => MARKS[kind].map((mark) => ({ kind, at: head.search(mark) })))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  return first[0]?.kind;
}

const CIVIL = /^(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})\s+(\d{1,2})[:.-](\d{2})[:.-](\d{2})(?:[.,](\d{1,9}))?$/;

/** `YYYY.MM.DD HH:MM:SS[.ff]`, also with the dots and hyphens that some months have between the parts of the time. */
export function parseKandilliCivil(text: string): { civil: Civil } | { reason: string } {
  const match = CIVIL.exec(text.trim());
  if (!match) return { reason: `the time ${shown(text)} is not YYYY.MM.DD HH:MM:SS` };
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const millisecond = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const civil = { year, month, day, hour, minute, second, millisecond };
  if (epochOfCivil(civil) === undefined) return { reason: `there is no date or time of day ${shown(text)}` };
  return { civil };
}

/** A time as Kandilli writes it on its live page and in its XML: Istanbul civil time. */
export function readLocalTime(text: string): IstanbulReading {
  const read = parseKandilliCivil(text);
  return 'civil' in read ? instantOfIstanbul(read.civil) : read;
}

/** One row with local times: where it is in the document, and how its times are read. */
interface LocalRow {
  /** `line 7`, for warnings. */
  where: string;
  warnings: string[];
  readTime(text: string): IstanbulReading;
}

type Origin = Extract<IstanbulReading, { time: EpochMs }>;

/** @throws RowError */
export function originOf(text: string, { where, warnings, readTime }: LocalRow): Origin {
  const reading = readTime(text);
  if (!('time' in reading)) return reject(reading.reason);
  if (reading.skipped)
    warnings.push(`${where}: a clock change left out the time ${shown(text)}; the row was kept, with both readings`);
  return reading;
}

/** The Turkish letter of a byte that a copy took for ISO-8859-1. */
const TURKISH = new Map(Object.entries({ Ý: 'İ', Ð: 'Ğ', Þ: 'Ş', ý: 'ı', ð: 'ğ', þ: 'ş' }));

export const placeText = (text: string): string | null =>
  placeTextField(text.replace(/[ÝÐÞýðþ]/g, (letter) => TURKISH.get(letter)!));

/** Times, place and quality of a row that ends in its place and quality. */
export function localSolution(
  { time, alternative }: Origin,
  ending: string,
  { where, warnings, readTime }: LocalRow,
): Pick<SourceReport, 'time' | 'alternativeTime' | 'replacesTime' | 'place' | 'quality'> {
  const { place, quality, stamp } = splitQuality(ending);
  const replacesTime = stamp === null ? null : stampedTime(readTime(stamp), time);
  if (stamp !== null && replacesTime === null)
    warnings.push(`${where}: the stamp ${shown(stamp)} of a revision is not a time; the row was kept without it`);
  return { time, alternativeTime: alternative, replacesTime, place: placeText(place), quality };
}

/**
 * The time that a revision stamp names, of an ambiguous one the reading nearer to the row's time; null where it names
 * none.
 */
function stampedTime(reading: IstanbulReading, rowTime: EpochMs): EpochMs | null {
  if (!('time' in reading)) return null;
  const { time, alternative } = reading;
  return alternative !== null && Math.abs(alternative - rowTime) < Math.abs(time - rowTime) ? alternative : time;
}

/** Without an exponent, which no Kandilli document has. @throws RowError */
export const decimalField = (name: string, text: string): number =>
  readNumber(text, { exponent: false }) ?? reject(`the ${name} ${shown(text)} is not a number`);

/** Null for `-.-`, `--` and an empty cell, undefined for what is not a number. */
export const readMagnitude = (text: string): number | null | undefined =>
  isAbsent(text) || ['-.-', '--'].includes(text) ? null : readNumber(text, { exponent: false });

/** @throws DocumentError, with the reason of the first reject, where no row could be read */
export function requireReports({ reports, rejects }: Parsed, message: string, where: (first: Reject) => string): void {
  const [first] = rejects;
  if (reports.length === 0) throw new DocumentError(first ? `${message} (${where(first)}: ${first.reason})` : message);
}

/**
 * Many copies lose or change the first letter of `İlksel`: `ilksel`, `Ýlksel` (Latin-1), `Ä°lksel` (UTF-8 as Latin-1);
 * one row of 2012 has `ilsel`. The lists of 2016 to 2019 have `Otomatik` too.
 */
const AUTOMATIC = /(?:(?:[İIiıÝ\ufffd?]|Ä°)?lk?sel|Quick|Otomatik)$/;
/** In January 2016 `Güncel` means `REVIZE`. */
const REVISED = /REV(?:[İIiıÝ\ufffd?]|Ä°)[ZS]E|G(?:[üu\ufffd?]|Ã¼)ncel/g;
/** What may follow `REVIZE`: its number, and a stamp; its parenthesis need not close. */
const STAMP = /^(?:\d{1,2}\s*)?(?:\(([^()]*)\)?)?$/;

/** Characters, inclusive; rows of the live page have about 170. */
const MAX_TEXT = 500;

interface PlaceAndQuality {
  place: string;
  quality: Quality | null;
  /** In parentheses: origin time of the replaced solution (not the time of revision); null where there is none. */
  stamp: string | null;
}

/** Takes the word for quality, which may be glued to the place, off the end of a text. */
function splitQuality(text: string): PlaceAndQuality {
  const none: PlaceAndQuality = { place: text.trim(), quality: null, stamp: null };
  if (text.length > MAX_TEXT) return none;
  const trimmed = text.trimEnd();
  for (const { 0: word, index } of trimmed.matchAll(REVISED)) {
    const after = STAMP.exec(trimmed.slice(index + word.length).trimStart());
    if (after) return { place: text.slice(0, index).trimEnd(), quality: 'reviewed', stamp: after[1]?.trim() || null };
  }
  const automatic = AUTOMATIC.exec(trimmed);
  return automatic ? { ...none, place: text.slice(0, automatic.index).trimEnd(), quality: 'automatic' } : none;
}
