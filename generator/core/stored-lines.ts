/**
 * Stored lines of details, as buckets have them: stations and earthquakes nearby as rows without the names of their
 * fields, and of a station its number in the table of stations in place of what every detail near it says of it.
 */

/** Begins a stored line; a whole one begins with the answer's status. */
export const STORED = '{"status":"stored"';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const WHOLE = bytesOf('{"status":"success"');
const STATIONS = '"nearby_stations":[';
const QUAKES = '],"nearby_quakes":[';
const [LISTS, BETWEEN] = [STATIONS, QUAKES].map(bytesOf) as [Uint8Array, Uint8Array];
const [DISTANCE, AZIMUTH] = [',"distance_km":', ',"azimuth":'].map(bytesOf) as [Uint8Array, Uint8Array];
/** Before the numbers of an earthquake, but its distance. */
const NUMBERS = ['"id":', ',"latitude":', ',"longitude":', ',"depth_km":', ',"magnitude":'].map(bytesOf);
/** Before its texts. */
const TEXTS = [',"occurred_at":', ',"location":', ',"location_en":', ',"slug":'].map(bytesOf);
const [TIME, LOCATION, ENGLISH, SLUG] = TEXTS as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];

const [QUOTE, COMMA, ZERO, OPEN, BACKSLASH, CLOSE, BEGIN, END] = bytesOf('",0[\\]{}') as unknown as number[];

/** What details store of an earthquake near them, as parts of JSON lists. */
export interface StoredQuake {
  /** `id,latitude,longitude,depth_km,magnitude`. */
  numbers: string;
  /** `"occurred_at","location","location_en","slug"`; 0 in place of the third where it equals the second. */
  texts: string;
}

/** A line's lists, as parts of JSON. */
interface StoredLists {
  /** Of each its number in the table, distance in km, and azimuth in degrees. */
  stations: readonly string[];
  /** {@link StoredQuake.numbers} of each and its distance in km. */
  numbers: readonly string[];
  /** {@link StoredQuake.texts} of each. */
  texts: readonly string[];
}

/** The two lists of a stored line, with the comma behind them. */
export const storedLists = ({ stations, numbers, texts }: StoredLists): string =>
  `${STATIONS}${stations.join(',')}${QUAKES}[${numbers.join(',')}],[${texts.join(',')}]],`;

/** What is being written; it grows as needed. Nothing waits between the first byte and the copy of all. */
let written = new Uint8Array(16_384);
let size = 0;
/** Longer parts are copied by the engine. */
const SHORT = 40;

function put(source: Uint8Array, from = 0, to = source.length): void {
  const length = to - from;
  if (size + length > written.length) {
    const larger = new Uint8Array(2 * (size + length));
    larger.set(written);
    written = larger;
  }
  const target = written;
  let at = size;
  if (length > SHORT) target.set(length === source.length ? source : source.subarray(from, to), at);
  else for (let next = from; next < to; next += 1) target[at++] = source[next]!;
  size += length;
}

function putByte(byte: number): void {
  if (size === written.length) put(Uint8Array.of(byte));
  else written[size++] = byte;
}

/** @returns the position behind a number. */
function putNumber(line: Uint8Array, from: number): number {
  let to = from;
  while (to < line.length && line[to] !== COMMA && line[to] !== CLOSE) to += 1;
  put(line, from, to);
  return to;
}

/** @returns the position behind a text or a 0. */
function putText(line: Uint8Array, from: number): number {
  let to = from + 1;
  if (line[from] === QUOTE) {
    while (to < line.length && line[to] !== QUOTE) to += line[to] === BACKSLASH ? 2 : 1;
    to += 1;
  }
  put(line, from, to);
  return to;
}

/**
 * The answer of a stored line, byte for byte.
 * @param line its bytes with the newline
 * @param stations the table of stations, each as JSON without its closing brace
 * @throws Error when it is no stored line of this table
 */
export function wholeLine(line: Uint8Array, stations: readonly Uint8Array[]): Uint8Array {
  size = 0;
  const lists = listsOf(line);
  put(WHOLE);
  put(line, STORED.length, lists);
  const stationsEnd = putStations(line, lists, stations);
  put(BETWEEN);
  const end = putQuakes(line, stationsEnd + BETWEEN.length);
  if (end >= line.length) throw new Error('not a stored line');
  put(line, end, line.length);
  return written.slice(0, size);
}

/** Position of the first station. No text has these bytes, as quotation marks in texts are escaped. */
function listsOf(line: Uint8Array): number {
  for (let at = line.indexOf(OPEN!); at >= 0; at = line.indexOf(OPEN!, at + 1)) {
    const start = at + 1 - LISTS.length;
    let same = LISTS.length - 1;
    while (same >= 0 && line[start + same] === LISTS[same]) same -= 1;
    if (same < 0) return at + 1;
  }
  throw new Error('not a stored line');
}

/** @returns the position behind the last one */
function putStations(line: Uint8Array, from: number, stations: readonly Uint8Array[]): number {
  let at = from;
  while (at < line.length && line[at] !== CLOSE) {
    if (line[at] === COMMA) putByte(line[at++]!);
    let number = 0;
    while (at < line.length && line[at] !== COMMA) number = number * 10 + line[at++]! - ZERO!;
    const station = stations[number];
    if (!station) throw new Error(`no station ${number}`);
    put(station);
    put(DISTANCE);
    at = putNumber(line, at + 1);
    put(AZIMUTH);
    at = putNumber(line, at + 1);
    putByte(END!);
  }
  return at;
}

/** @param from of the list of numbers @returns the position behind the list of texts */
function putQuakes(line: Uint8Array, from: number): number {
  let number = from + 1;
  let text = number;
  while (text < line.length && line[text] !== CLOSE) text += 1;
  // Behind `],[`.
  text += 3;
  while (number < line.length && line[number] !== CLOSE) {
    if (line[number] === COMMA) {
      putByte(COMMA!);
      number += 1;
      text += 1;
    }
    putByte(BEGIN!);
    for (let field = 0; field < NUMBERS.length; field += 1) {
      put(NUMBERS[field]!);
      number = putNumber(line, number) + 1;
      if (field > 0) continue;
      put(TIME);
      text = putText(line, text) + 1;
    }
    text = putNames(line, text);
    put(DISTANCE);
    number = putNumber(line, number);
    putByte(END!);
  }
  return text + 1;
}

/** @param location its position @returns the position behind the slug */
function putNames(line: Uint8Array, location: number): number {
  put(LOCATION);
  const english = putText(line, location) + 1;
  put(ENGLISH);
  const slug = line[english] === ZERO ? english + 2 : putText(line, english) + 1;
  if (line[english] === ZERO) putText(line, location);
  put(SLUG);
  return putText(line, slug);
}

/** The table of stations as its file has it: one a line, as JSON. */
export const readStationTable = (file: Uint8Array): Uint8Array[] => {
  const rows: Uint8Array[] = [];
  for (let from = 0, to = file.indexOf(NEWLINE); to >= 0; from = to + 1, to = file.indexOf(NEWLINE, from))
    rows.push(file.slice(from, to - 1));
  return rows;
};

const NEWLINE = 0x0a;

/** First line of a bucket: the hash of the table to which the numbers in its lines belong. */
export const bucketHead = (table: string): string => `{"stations":"${table}"}\n`;

/** In each line but a bucket's first one the first `"id":` is its own. */
const ID = /"id":(\d{1,15})[,}]/;

/**
 * The line of an earthquake in the text of a file of lines, whole.
 * @param tableOf the file with the table of stations of that hash
 */
export async function lineIn(
  text: string,
  id: number,
  tableOf: (hash: string) => Promise<Uint8Array>,
): Promise<string | undefined> {
  const lines = text.split('\n');
  const line = lines.find((one) => Number(ID.exec(one)?.[1]) === id);
  if (!line?.startsWith(STORED)) return line && `${line}\n`;
  const { stations } = JSON.parse(lines[0]!) as { stations: string };
  const table = readStationTable(await tableOf(stations));
  return new TextDecoder().decode(wholeLine(bytesOf(`${line}\n`), table));
}
