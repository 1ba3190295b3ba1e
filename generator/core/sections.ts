/** Binary files of typed arrays, one after the other: a magic word, counts, and sections at multiples of 8 bytes. */
import { crc32 } from 'node:zlib';
import { ownValue } from './own-value.ts';

/** Sections begin at multiples of it. */
const ALIGNMENT = 8;
/** Length of the magic word. */
const MAGIC_BYTES = 8;

/** Between two lines, and behind the last one as well: `,\n` or `\n]`. */
export const SEPARATOR_BYTES = 2;

type Section = Float64Array | Uint32Array | Uint16Array | Uint8Array;
type SectionType<T> = { new (buffer: ArrayBufferLike, offset: number, length: number): T; BYTES_PER_ELEMENT: number };
export type AddSection = <T extends Section>(type: SectionType<T>, length: number) => T;

export class ShardFormatError extends Error {
  override name = 'ShardFormatError';
}

/** A kind of file. */
interface Layout<Counts extends Record<string, number>, Sections> {
  /** Eight characters that end in the version of the layout. */
  magic: string;
  /** Names of the counts in their order. */
  counts: readonly (keyof Counts & string)[];
  sections(counts: Counts, add: AddSection): Sections;
}

/** @param counts their names @param sections in their order */
export const layoutOf = <Name extends string, Sections>(
  magic: string,
  counts: readonly Name[],
  sections: (counts: Record<Name, number>, add: AddSection) => Sections,
): Layout<Record<Name, number>, Sections> => ({ magic, counts, sections });

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

const headerBytes = ({ counts }: Pick<Layout<never, unknown>, 'counts'>): number =>
  padded(MAGIC_BYTES + counts.length * Uint32Array.BYTES_PER_ELEMENT);

function sizeOf<C extends Record<string, number>, S>(layout: Layout<C, S>, counts: C): number {
  let size = headerBytes(layout);
  layout.sections(counts, (type, length) => {
    size += padded(length * type.BYTES_PER_ELEMENT);
    return new type(new ArrayBuffer(0), 0, 0);
  });
  return size;
}

/** Views on a file of the right size; hosts are little-endian, as the file is. */
function viewsOf<C extends Record<string, number>, S>(layout: Layout<C, S>, bytes: Uint8Array, counts: C): S {
  let at = bytes.byteOffset + headerBytes(layout);
  return layout.sections(counts, (type, length) => {
    const view = new type(bytes.buffer, at, length);
    at += padded(length * type.BYTES_PER_ELEMENT);
    return view;
  });
}

/** An empty file, and its sections to be filled. */
export function newFile<C extends Record<string, number>, S>(
  layout: Layout<C, S>,
  counts: C,
): { bytes: Uint8Array; sections: S } {
  const bytes = new Uint8Array(sizeOf(layout, counts));
  bytes.set(Buffer.from(layout.magic));
  new Uint32Array(bytes.buffer, MAGIC_BYTES, layout.counts.length).set(
    layout.counts.map((name) => ownValue(counts, name) ?? 0),
  );
  return { bytes, sections: viewsOf(layout, bytes, counts) };
}

/** Whether a file begins with the magic word of a layout. */
export const isKind = ({ magic }: Pick<Layout<never, unknown>, 'magic'>, file: Uint8Array): boolean =>
  bufferOf(file).toString('latin1', 0, MAGIC_BYTES) === magic;

/** @throws ShardFormatError when the bytes are not a whole file of the kind with `rows` records */
export function readFile<C extends Record<string, number>, S>(
  layout: Layout<C, S>,
  file: Uint8Array,
  rows: number,
): { counts: C; sections: S; byteLength: number } {
  const bytes = file.byteOffset % ALIGNMENT === 0 ? file : new Uint8Array(file);
  const { magic, counts: names } = layout;
  if (bytes.byteLength < headerBytes(layout) || !isKind(layout, bytes))
    throw new ShardFormatError(`it does not begin with ${magic}`);
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset + MAGIC_BYTES, names.length);
  const counts = Object.fromEntries(names.map((name, index) => [name, numbers[index]!])) as C;
  if (counts['rows'] !== rows) throw new ShardFormatError(`${counts['rows']} records where ${rows} are due`);
  const size = sizeOf(layout, counts);
  if (size !== bytes.byteLength) throw new ShardFormatError(`${bytes.byteLength} bytes where ${size} are due`);
  return { counts, sections: viewsOf(layout, bytes, counts), byteLength: bytes.byteLength };
}

export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether each value is at least `step` greater than the one before. */
export function ascends(values: Uint32Array | Uint16Array, step: number): boolean {
  for (let index = 1; index < values.length; index += 1) if (values[index]! < values[index - 1]! + step) return false;
  return true;
}

/** Values in the order of their first appearance. */
export class Numbering {
  readonly numbers = new Map<string, number>();
  of = (value: string): number => {
    const number = this.numbers.get(value) ?? this.numbers.size;
    this.numbers.set(value, number);
    return number;
  };
}

/** Where the lines of a JSON file are, and their checksums. */
export interface LineIndex {
  /** Byte offset of each row's line, and of the end; a line ends {@link SEPARATOR_BYTES} before the next. */
  line: Uint32Array;
  /** CRC-32 of each row's line with its separator. */
  checksum: Uint32Array;
}

/** @param file of the list's shape, with as many lines as the index */
export function fillLineIndex({ line, checksum }: LineIndex, file: Uint8Array): void {
  line.set(lineOffsets(file, checksum.length));
  for (let row = 0; row < checksum.length; row += 1) checksum[row] = crc32(file.subarray(line[row], line[row + 1]));
}

const NEWLINE = 0x0a;

/** Where the lines of a file of the list's shape begin, and the end. */
function lineOffsets(file: Uint8Array, rows: number): number[] {
  const offsets = [file.indexOf(NEWLINE) + 1];
  for (let row = 0; row < rows; row += 1) offsets.push(file.indexOf(NEWLINE, offsets[row]) + 1);
  // The last line ends with its newline, the others with a comma and a newline.
  if (rows > 0) offsets[rows]! += 1;
  return offsets;
}

/** Whether these are the bytes of a row's line and its separator. */
export const isLine = ({ checksum }: LineIndex, row: number, bytes: Uint8Array): boolean =>
  crc32(bytes) === checksum[row];
