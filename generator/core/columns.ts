/** Column files, one a shard: what a reader filters by, and where and with which checksum its lines are. */
import { firstIndex } from './bisect.ts';
import { isBlastItem } from './blasts.ts';
import {
  ascends,
  bufferOf,
  fillLineIndex,
  layoutOf,
  newFile,
  Numbering,
  readFile,
  SEPARATOR_BYTES,
  ShardFormatError,
  isKind,
  type AddSection,
} from './sections.ts';
import { agencyBits } from './shard.ts';
import { parseCivil, parseInstant } from './time.ts';
import type { ListItem } from './wire.ts';

const COUNTS = ['rows', 'texts', 'textBytes', 'typeBytes'] as const;
type ShardCounts = Record<(typeof COUNTS)[number], number>;

/** The sections in their order. @param wide whether a set of agencies needs more than 8 bits */
const sectionsOf = ({ rows, texts, textBytes, typeBytes }: ShardCounts, add: AddSection, wide = false) => ({
  /** Whole seconds, as EpochMs. */
  time: add(Float64Array, rows),
  latitude: add(Float64Array, rows),
  longitude: add(Float64Array, rows),
  /** NaN where the record has none. */
  depthKm: add(Float64Array, rows),
  magnitude: add(Float64Array, rows),
  updatedAt: add(Float64Array, rows),
  id: add(Uint32Array, rows),
  /** Byte offset of each row's line in the shard, and of the end; lines are {@link SEPARATOR_BYTES} apart. */
  line: add(Uint32Array, rows + 1),
  /** CRC-32 (as in gzip and PNG) of each row's line with its separator. */
  checksum: add(Uint32Array, rows),
  /** Number of each row's search text. */
  text: add(Uint32Array, rows),
  /** Byte offset of each search text in `texts`, and of the end. */
  textStart: add(Uint32Array, texts + 1),
  /** Bit set over the rows of AGENCY_NAMES. */
  agencies: wide ? add(Uint16Array, rows) : add(Uint8Array, rows),
  /** Number of each row's event type. */
  eventType: add(Uint8Array, rows),
  /** Plate code, 0 for none. */
  province: add(Uint8Array, rows),
  /** 1 where the record is a blast, or probably one. */
  blast: add(Uint8Array, rows),
  /** What `q` searches: place, names, words of all agencies and provinces reached, folded, each with a newline. */
  texts: add(Uint8Array, textBytes),
  types: add(Uint8Array, typeBytes),
});

export interface ShardColumns extends Omit<ReturnType<typeof sectionsOf>, 'types'> {
  rows: number;
  eventTypes: string[];
  /** For each search text, whether a folded text without newlines is part of it: 1 or 0. */
  textsWith(part: string): Uint8Array;
  /** Length of the file; the columns are views of it. */
  byteLength: number;
}

type Columns = ReturnType<typeof sectionsOf>;

const LAYOUT = layoutOf('hipocol4', COUNTS, sectionsOf);
/** For records that name an agency beyond the first eight. */
const WIDE = layoutOf('hipoco4w', COUNTS, (counts, add): Columns => sectionsOf(counts, add, true));

/** @param items the records of the shard in its order @param shard its bytes @param searchTexts one a record */
export function writeColumns(
  items: readonly ListItem[],
  shard: Uint8Array,
  searchTexts: readonly string[],
): Uint8Array {
  const [texts, types] = [new Numbering(), new Numbering()];
  const text = searchTexts.map((one) => texts.of(one));
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
  const agencies = items.map(({ source, sources = [] }) => agencyBits([source, ...sources.map(({ name }) => name)]));
  const { bytes, sections: columns } = newFile(agencies.some((bits) => bits > 0xff) ? WIDE : LAYOUT, counts);
  items.forEach((item, row) => setRow(columns, row, item));
  columns.agencies.set(agencies);
  columns.text.set(text);
  columns.eventType.set(eventType);
  columns.texts.set(Buffer.concat(textBytes));
  let end = 0;
  columns.textStart.set([0, ...textBytes.map(({ byteLength }) => (end += byteLength))]);
  columns.types.set(typeBytes);
  fillLineIndex(columns, shard);
  return bytes;
}

function setRow(columns: Columns, row: number, item: ListItem): void {
  columns.time[row] = parseCivil(item.occurred_at) ?? NaN;
  columns.latitude[row] = item.latitude;
  columns.longitude[row] = item.longitude;
  columns.depthKm[row] = item.depth_km ?? NaN;
  columns.magnitude[row] = item.magnitude ?? NaN;
  columns.updatedAt[row] = parseInstant(item.updated_at) ?? NaN;
  columns.id[row] = item.id;
  columns.province[row] = Number(item.province_code);
  columns.blast[row] = Number(isBlastItem(item));
}

/** @throws ShardFormatError when the bytes are not the whole columns of `rows` records. */
export function readColumns(file: Uint8Array, rows: number): ShardColumns {
  const { counts, sections, byteLength } = readFile(isKind(WIDE, file) ? WIDE : LAYOUT, file, rows);
  const { types, ...columns } = sections;
  const eventTypes = bufferOf(types).toString('utf8').split('\n');
  const { line, text, textStart, eventType } = columns;
  if (!ascends(line, SEPARATOR_BYTES)) throw new ShardFormatError('lines out of order');
  if (!ascends(textStart, 1) || textStart[0] !== 0 || textStart.at(-1) !== counts.textBytes)
    throw new ShardFormatError('texts out of order');
  if (!text.every((number) => number < counts.texts)) throw new ShardFormatError('a text that is not there');
  if (!eventType.every((number) => number < eventTypes.length))
    throw new ShardFormatError('an event type that is not there');
  return { ...columns, rows, eventTypes, textsWith: (part) => textsWith(columns, part), byteLength };
}

function textsWith({ texts, textStart }: Pick<ShardColumns, 'texts' | 'textStart'>, part: string): Uint8Array {
  const found = new Uint8Array(textStart.length - 1);
  const bytes = bufferOf(texts);
  for (let at = bytes.indexOf(part); at >= 0;) {
    const number = firstIndex(found.length, (index) => textStart[index + 1]! > at);
    found[number] = 1;
    at = bytes.indexOf(part, textStart[number + 1]);
  }
  return found;
}
