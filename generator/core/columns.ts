/** Column files, one a shard: what a reader filters by, and where and with which checksum its lines are. */
import { crc32 } from 'node:zlib';
import { firstIndex } from './bisect.ts';
import { agencyBits } from './shard.ts';
import { fold } from './text.ts';
import { parseCivil, parseInstant } from './time.ts';
import type { ListItem } from './wire.ts';

/** Ends in the version of the layout. */
const MAGIC = 'hipocol2';
/** The magic and the counts. */
const HEADER_BYTES = 24;
/** Sections begin at multiples of it. */
const ALIGNMENT = 8;

/** Between two lines, and behind the last one as well: `,\n` or `\n]`. */
export const SEPARATOR_BYTES = 2;

interface Counts {
  rows: number;
  /** Distinct search texts. */
  texts: number;
  textBytes: number;
  typeBytes: number;
}

type Section = Float64Array | Uint32Array | Uint8Array;
type SectionType<T> = { new (buffer: ArrayBufferLike, offset: number, length: number): T; BYTES_PER_ELEMENT: number };
type Take = <T extends Section>(type: SectionType<T>, length: number) => T;

/** The sections in their order. */
const sectionsOf = ({ rows, texts, textBytes, typeBytes }: Counts, take: Take) => ({
  /** Whole seconds, as EpochMs. */
  time: take(Float64Array, rows),
  latitude: take(Float64Array, rows),
  longitude: take(Float64Array, rows),
  /** NaN where the record has none. */
  depthKm: take(Float64Array, rows),
  magnitude: take(Float64Array, rows),
  updatedAt: take(Float64Array, rows),
  id: take(Uint32Array, rows),
  /** Byte offset of each row's line in the shard, and of the end; lines are {@link SEPARATOR_BYTES} apart. */
  line: take(Uint32Array, rows + 1),
  /** CRC-32 (as in gzip and PNG) of each row's line with its separator. */
  checksum: take(Uint32Array, rows),
  /** Number of each row's search text. */
  text: take(Uint32Array, rows),
  /** Byte offset of each search text in `texts`, and of the end. */
  textStart: take(Uint32Array, texts + 1),
  /** Bit set over AGENCIES. */
  agencies: take(Uint8Array, rows),
  /** Number of each row's event type. */
  eventType: take(Uint8Array, rows),
  /** What `q` searches: the folded location and, if any, the folded words of the agency, each with a newline. */
  texts: take(Uint8Array, textBytes),
  types: take(Uint8Array, typeBytes),
});

export interface ShardColumns extends Omit<ReturnType<typeof sectionsOf>, 'types'> {
  rows: number;
  eventTypes: string[];
  /** Of the file, which the columns are views of. */
  byteLength: number;
}

export class ShardFormatError extends Error {
  override name = 'ShardFormatError';
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function sizeOf(counts: Counts): number {
  let size = HEADER_BYTES;
  sectionsOf(counts, (type, length) => {
    size += padded(length * type.BYTES_PER_ELEMENT);
    return new type(new ArrayBuffer(0), 0, 0);
  });
  return size;
}

/** Views on a file of the right size; hosts are little-endian, as the file is. */
function viewsOf(bytes: Uint8Array, counts: Counts): ReturnType<typeof sectionsOf> {
  let at = bytes.byteOffset + HEADER_BYTES;
  return sectionsOf(counts, (type, length) => {
    const view = new type(bytes.buffer, at, length);
    at += padded(length * type.BYTES_PER_ELEMENT);
    return view;
  });
}

/** Values in the order of their first appearance. */
class Numbering {
  readonly numbers = new Map<string, number>();
  of = (value: string): number => this.numbers.getOrInsertComputed(value, () => this.numbers.size);
}

/** @param items the records of the shard in its order @param shard its bytes */
export function writeColumns(items: readonly ListItem[], shard: Uint8Array): Uint8Array {
  const [texts, types] = [new Numbering(), new Numbering()];
  const text = textNumbers(items, texts);
  const eventType = items.map((item) => types.of(item.event_type ?? 'earthquake'));
  if (types.numbers.size > 256 || items.some(({ id }) => id >= 2 ** 32)) throw new ShardFormatError('too many values');
  const textBytes = [...texts.numbers.keys()].map((one) => Buffer.from(one));
  const typeBytes = Buffer.from([...types.numbers.keys()].join('\n'));
  const counts = {
    rows: items.length,
    texts: textBytes.length,
    textBytes: textBytes.reduce((sum, { byteLength }) => sum + byteLength, 0),
    typeBytes: typeBytes.byteLength,
  };
  const bytes = new Uint8Array(sizeOf(counts));
  bytes.set(Buffer.from(MAGIC));
  new Uint32Array(bytes.buffer, MAGIC.length, 4).set(Object.values(counts));
  const columns = viewsOf(bytes, counts);
  items.forEach((item, row) => setRow(columns, row, item));
  columns.text.set(text);
  columns.eventType.set(eventType);
  columns.texts.set(Buffer.concat(textBytes));
  let end = 0;
  columns.textStart.set([0, ...textBytes.map(({ byteLength }) => (end += byteLength))]);
  columns.types.set(typeBytes);
  columns.line.set(lineOffsets(shard, items.length));
  for (let row = 0; row < items.length; row += 1)
    columns.checksum[row] = crc32(shard.subarray(columns.line[row], columns.line[row + 1]));
  return bytes;
}

/** The number of each record's search text; equal words are folded once. */
function textNumbers(items: readonly ListItem[], texts: Numbering): number[] {
  const known = new Map<string, number>();
  return items.map(({ location, agency_location: agencyText }) => {
    const parts = agencyText === undefined ? [location] : [location, agencyText];
    const folded = (): number => texts.of(parts.map((part) => `${fold(part)}\n`).join(''));
    return known.getOrInsertComputed(parts.join('\n'), folded);
  });
}

function setRow(columns: ReturnType<typeof sectionsOf>, row: number, item: ListItem): void {
  columns.time[row] = parseCivil(item.occurred_at) ?? NaN;
  columns.latitude[row] = item.latitude;
  columns.longitude[row] = item.longitude;
  columns.depthKm[row] = item.depth_km ?? NaN;
  columns.magnitude[row] = item.magnitude ?? NaN;
  columns.updatedAt[row] = parseInstant(item.updated_at) ?? NaN;
  columns.id[row] = item.id;
  columns.agencies[row] = agencyBits([item.source, ...(item.sources ?? []).map((source) => source.name)]);
}

const NEWLINE = 0x0a;

/** Where the lines of a file of the list's shape begin, and the end. */
function lineOffsets(shard: Uint8Array, rows: number): number[] {
  const offsets = [shard.indexOf(NEWLINE) + 1];
  for (let row = 0; row < rows; row += 1) offsets.push(shard.indexOf(NEWLINE, offsets[row]) + 1);
  // The last line ends with its newline, the others with a comma and a newline.
  if (rows > 0) offsets[rows]! += 1;
  return offsets;
}

/** @throws ShardFormatError when the bytes are not the whole columns of `rows` records. */
export function readColumns(file: Uint8Array, rows: number): ShardColumns {
  const bytes = file.byteOffset % ALIGNMENT === 0 ? file : new Uint8Array(file);
  const counts = countsOf(bytes);
  if (counts.rows !== rows) throw new ShardFormatError(`${counts.rows} records where ${rows} are due`);
  if (sizeOf(counts) !== bytes.byteLength)
    throw new ShardFormatError(`${bytes.byteLength} bytes where ${sizeOf(counts)} are due`);
  const { types, ...columns } = viewsOf(bytes, counts);
  const eventTypes = bufferOf(types).toString('utf8').split('\n');
  const { line, text, textStart, eventType } = columns;
  if (!ascends(line, SEPARATOR_BYTES)) throw new ShardFormatError('lines out of order');
  if (!ascends(textStart, 1) || textStart[0] !== 0 || textStart.at(-1) !== counts.textBytes)
    throw new ShardFormatError('texts out of order');
  if (!text.every((number) => number < counts.texts)) throw new ShardFormatError('a text that is not there');
  if (!eventType.every((number) => number < eventTypes.length))
    throw new ShardFormatError('an event type that is not there');
  return { ...columns, rows, eventTypes, byteLength: bytes.byteLength };
}

function countsOf(bytes: Uint8Array): Counts {
  if (bytes.byteLength < HEADER_BYTES || !bufferOf(bytes).toString('latin1', 0, MAGIC.length).startsWith(MAGIC))
    throw new ShardFormatError(`it does not begin with ${MAGIC}`);
  const [rows, texts, textBytes, typeBytes] = new Uint32Array(bytes.buffer, bytes.byteOffset + MAGIC.length, 4);
  return { rows: rows!, texts: texts!, textBytes: textBytes!, typeBytes: typeBytes! };
}

function ascends(values: Uint32Array, step: number): boolean {
  for (let index = 1; index < values.length; index += 1) if (values[index]! < values[index - 1]! + step) return false;
  return true;
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether these are the bytes of a row's line and its separator. */
export const isLine = ({ checksum }: ShardColumns, row: number, bytes: Uint8Array): boolean =>
  crc32(bytes) === checksum[row];

/** For each search text, whether a folded text without newlines is part of it: 1 or 0. */
export function textsWith({ texts, textStart }: ShardColumns, part: string): Uint8Array {
  const found = new Uint8Array(textStart.length - 1);
  const bytes = bufferOf(texts);
  for (let at = bytes.indexOf(part); at >= 0;) {
    const number = firstIndex(found.length, (index) => textStart[index + 1]! > at);
    found[number] = 1;
    at = bytes.indexOf(part, textStart[number + 1]);
  }
  return found;
}
