/** What Kandilli's three kinds of document have in common: encodings, times, magnitudes and the words for quality. */
import type { Quality } from '#core/earthquake.ts';
import { shown } from '#core/text.ts';
import { epochOfCivil, type Civil, type EpochMs } from '#core/time.ts';
import { instantOfIstanbul, type IstanbulReading } from '../parsing/istanbul-time.ts';
import { DocumentError } from '../feed.ts';

export interface DecodedText {
  text: string;
  warnings: string[];
}

const MULTI_BYTE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}/g;

/**
 * The agency writes windows-1254 (proved by byte 0x92, an apostrophe that ISO-8859-9 lacks); copies saved by browsers and programs are often UTF-8,
 * whatever their `<meta>` still says. The bytes decide: high bytes that mostly form UTF-8 sequences are UTF-8.
 * @throws DocumentError for an empty document.
 */
export function decodeKandilli(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw new DocumentError('the document is empty (0 bytes)');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), warnings: ['read as UTF-16, not windows-1254'] };
  }
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const withoutUtf8 = latin1.replace(MULTI_BYTE, '');
  const sequences = latin1.length - withoutUtf8.length;
  if (sequences === 0) return { text: new TextDecoder('windows-1254').decode(bytes), warnings: [] };
  const strays = withoutUtf8.length - withoutUtf8.replace(/[^\x00-\x7f]+/g, '').length;
  if (sequences <= 2 * strays) return { text: new TextDecoder('windows-1254').decode(bytes), warnings: [] };
  const declared = /charset\s*=[\s"']*(windows-1254|iso-8859-9)/i.exec(latin1.slice(0, 4096))?.[1];
  const warnings = declared ? [`the page says ${declared} but its bytes are UTF-8; read as UTF-8`] : [];
  return { text: new TextDecoder('utf-8').decode(bytes), warnings };
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

/** For the summary: a row whose local time no right clock showed. */
export const skippedWarning = (where: string, text: string): string =>
  `${where}: a clock change left out the time ${shown(text)}; the row was kept, with both readings`;

/** The instant that a stamp of revision means: of an ambiguous one the reading nearer to the row's own time; null when it names none. */
export function stampedTime(reading: IstanbulReading, rowTime: EpochMs): EpochMs | null {
  if (!('time' in reading)) return null;
  const { time, alternative } = reading;
  return alternative !== null && Math.abs(alternative - rowTime) < Math.abs(time - rowTime) ? alternative : time;
}

/** A plain decimal; undefined when it is not one. */
export function parseDecimal(text: string): number | undefined {
  return /^[+-]?\d{1,6}(?:\.\d{0,12})?$/.test(text) ? Number(text) : undefined;
}

/** A magnitude: null for the agency's `-.-` and for an empty cell, undefined when it is neither that nor a number. */
export function magnitudeOf(text: string): number | null | undefined {
  return text === '' || text === '-.-' || text === '--' ? null : parseDecimal(text);
}

/** The first letter of `İlksel` is lost or changed in many copies: `ilksel`, `Ýlksel` (read as Latin-1), `Ä°lksel` (UTF-8 read as Latin-1). */
const AUTOMATIC = /(?:(?:[İIiıÝ\ufffd?]|Ä°)?lksel|Quick)$/;
const REVISED = /REV(?:[İIiıÝ\ufffd?]|Ä°)[ZS]E/g;
/** What may follow `REVIZE`: its number, and a stamp whose parenthesis need not close. */
const STAMP = /^(?:\d{1,2}\s*)?(?:\(([^()]*)\)?)?$/;

/** Longer texts than this are no rows of Kandilli's (the live page's are about 170 characters). */
const LONGEST_TEXT = 500;

export interface PlaceAndQuality {
  place: string;
  quality: Quality | null;
  /** The stamp in parentheses: origin time of the solution that this one replaces (not the time of revision); null where there is none. */
  stamp: string | null;
}

/** Takes the word for quality, which may be glued to the place, off the end of a text. */
export function splitQuality(text: string): PlaceAndQuality {
  const none: PlaceAndQuality = { place: text.trim(), quality: null, stamp: null };
  if (text.length > LONGEST_TEXT) return none;
  const whole = text.trimEnd();
  for (const { 0: word, index } of whole.matchAll(REVISED)) {
    const after = STAMP.exec(whole.slice(index + word.length).trimStart());
    if (after) return { place: text.slice(0, index).trimEnd(), quality: 'reviewed', stamp: after[1]?.trim() || null };
  }
  const automatic = AUTOMATIC.exec(whole);
  return automatic ? { ...none, place: text.slice(0, automatic.index).trimEnd(), quality: 'automatic' } : none;
}
