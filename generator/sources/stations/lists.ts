/** Station lists: FDSN station text, AFAD's list, and the shipped `data/stations.csv`. */
import { parse as parseCsv } from 'csv-parse/sync';
import type { Station } from '#core/earthquake.ts';
import { cleanText, shown } from '#core/text.ts';
import { parseCivil, parseDay, type EpochMs } from '#core/time.ts';
import { checkByteLimit, checkJsonLimits, checkLineLimit, checkRowLimit, MAX_STATIONS_BYTES } from '../limits.ts';
import { DocumentError, type Reject } from '../feed.ts';

/** `rows` = stations + rejects + repeated + closed. */
export interface StationList {
  rows: number;
  stations: Station[];
  rejects: Reject[];
  /** Rows of an epoch before the latest one, and rows that repeat a station. */
  repeated: number;
  /** Stations whose latest epoch has ended. */
  closed: number;
}

/** A row before its cells are checked. */
interface Draft {
  line: number;
  text: string;
  network: string;
  code: string;
  name: string;
  source: string;
  latitude: unknown;
  longitude: unknown;
  elevationM: unknown;
}

const emptyList = (): StationList => ({ rows: 0, stations: [], rejects: [], repeated: 0, closed: 0 });

/** A number as JSON or as plain decimal text; null for an empty cell, undefined for what is neither. */
function numberOf(value: unknown): number | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return null;
  return /^[+-]?\d{1,7}(?:\.\d{0,12})?$/.test(text) ? Number(text) : undefined;
}

/** Metres: from the deepest sea floor to above the highest mountain, both inclusive. */
const ELEVATION = { least: -11_000, most: 9_000 };

/** A station, or why the row is none. */
function stationOf(draft: Draft): Station | string {
  const { network, code } = draft;
  if (!/^[A-Z0-9]{1,8}$/.test(network))
    return `the network code ${shown(network)} is not one (capital letters and digits)`;
  if (!/^[A-Z0-9_-]{1,12}$/.test(code))
    return `the station code ${shown(code)} is not one (capital letters and digits)`;
  if (draft.source !== 'afad' && draft.source !== 'kandilli')
    return `the source ${shown(draft.source)} is neither afad nor kandilli`;
  const [latitude, longitude, elevationM] = [
    numberOf(draft.latitude),
    numberOf(draft.longitude),
    numberOf(draft.elevationM),
  ];
  if (typeof latitude !== 'number' || Math.abs(latitude) > 90)
    return `the latitude ${shown(draft.latitude)} is not between -90 and 90`;
  if (typeof longitude !== 'number' || Math.abs(longitude) > 180)
    return `the longitude ${shown(draft.longitude)} is not between -180 and 180`;
  if (latitude === 0 && longitude === 0) return 'the position is 0, 0, which stands for none';
  if (
    elevationM === undefined ||
    (elevationM !== null && (elevationM < ELEVATION.least || elevationM > ELEVATION.most))
  ) {
    return `the elevation ${shown(draft.elevationM)} is not between ${ELEVATION.least} and ${ELEVATION.most} m`;
  }
  return {
    network,
    code,
    name: cleanText(draft.name, 120) || code,
    source: draft.source,
    latitude,
    longitude,
    elevationM,
  };
}

const keyOf = (station: { network: string; code: string }): string => `${station.network}.${station.code}`;

const samePlace = (a: Station, b: Station): boolean => a.latitude === b.latitude && a.longitude === b.longitude;

/** Checks the drafts; of two with one network and code the first stays, the second is a repetition, or a reject where it stands elsewhere. */
function listOf(drafts: Draft[], list: StationList): StationList {
  const known = new Map<string, Station>();
  for (const draft of drafts) {
    const station = stationOf(draft);
    const reject = (reason: string): number =>
      list.rejects.push({ line: draft.line, reason, text: cleanText(draft.text) });
    if (typeof station === 'string') {
      reject(station);
      continue;
    }
    const earlier = known.get(keyOf(station));
    if (!earlier) {
      known.set(keyOf(station), station);
      list.stations.push(station);
    } else if (samePlace(earlier, station)) list.repeated += 1;
    else reject(`${keyOf(station)} is there twice, at different places; the other was kept`);
  }
  return list;
}

/** Network codes of Kandilli's own stations; AFAD's list names some of them too. */
const sourceOfNetwork = (network: string): 'afad' | 'kandilli' => (network === 'KO' ? 'kandilli' : 'afad');

function textOf(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new DocumentError('the document is empty (0 bytes)');
  checkByteLimit('a list of stations', bytes.length, MAX_STATIONS_BYTES);
  const text = new TextDecoder().decode(bytes);
  checkLineLimit(text);
  return text;
}

interface Epoch {
  draft: Draft;
  /** Text, which sorts as its time does. */
  start: string;
  end: EpochMs | null;
}

/** One line of FDSN station text: 8 columns, or the 7 of the specification's letter (no site name); or why it is none. */
function epochOf(line: number, text: string): Epoch | string {
  const cells = text.split('|').map((cell) => cell.trim());
  if (cells.length !== 8 && cells.length !== 7) return `${cells.length} columns where there should be 8`;
  const [network = '', code = '', latitude, longitude, elevationM] = cells;
  const [start = '', endText = ''] = cells.slice(-2);
  const end = endText === '' ? null : (parseCivil(endText.replace(/Z$/, '')) ?? parseDay(endText));
  if (end === undefined) return `the end time ${shown(endText)} is not a time`;
  const name = cells.length === 8 ? cells[5]! : '';
  return {
    draft: { line, text, network, code, name, source: sourceOfNetwork(network), latitude, longitude, elevationM },
    start,
    end,
  };
}

/**
 * FDSN station text at level station. Of a station's epochs the latest counts; where that one has ended by `now`, the station is closed and left out.
 * @throws DocumentError when the text is not of this kind.
 */
export function parseFdsnStations(bytes: Uint8Array, { now }: { now: EpochMs }): StationList {
  const lines = textOf(bytes)
    .split(/\r?\n/)
    .map((text, index) => ({ line: index + 1, text }));
  if (!lines.some(({ text }) => text.includes('|'))) {
    throw new DocumentError(`not FDSN station text: no line has columns; it begins ${shown(lines[0]!.text)}`);
  }
  const list = emptyList();
  const latest = new Map<string, Epoch>();
  for (const { line, text } of lines) {
    if (text.trim() === '' || text.startsWith('#') || /^\s*Network\s*\|/i.test(text)) continue;
    list.rows += 1;
    const epoch = epochOf(line, text);
    if (typeof epoch === 'string') {
      list.rejects.push({ line, reason: epoch, text: cleanText(text) });
      continue;
    }
    const earlier = latest.get(keyOf(epoch.draft));
    if (earlier) list.repeated += 1;
    if (!earlier || epoch.start >= earlier.start) latest.set(keyOf(epoch.draft), epoch);
  }
  const open = [...latest.values()].filter((epoch) => epoch.end === null || epoch.end > now);
  list.closed = latest.size - open.length;
  return listOf(
    open.map((epoch) => epoch.draft),
    list,
  );
}

/** The value of the first of some names that an object has, whatever their case. */
function field(item: Record<string, unknown>, ...names: string[]): unknown {
  const key = Object.keys(item).find((name) => names.includes(name.toLowerCase()));
  return key === undefined ? undefined : item[key];
}

const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** `Mudurnu (Bolu)`; AFAD writes `-` where there is no province. */
function placeName(item: Record<string, unknown>): string {
  const [district, province] = [word(field(item, 'district')), word(field(item, 'province'))].map((text) =>
    text === '-' ? '' : text,
  );
  return district && province
    ? `${district} (${province})`
    : district || province || word(field(item, 'name', 'stationname'));
}

/** The array of items, by itself or under `stations`, `data` or `result`. */
function itemsOf(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return undefined;
  const inner = field(json as Record<string, unknown>, 'stations', 'data', 'result');
  return Array.isArray(inner) ? inner : undefined;
}

/** @throws DocumentError that shows how the text begins: what is no JSON is a web page, as a rule. */
function jsonOf(text: string): unknown {
  checkJsonLimits(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentError(`not JSON: it begins ${shown(text.slice(0, 200))}`);
  }
}

/**
 * AFAD's `GetStations`. Of two stations with one code (ERCT is there as 18 and 19) the one with the greater id, the later registration, is kept.
 * @throws DocumentError when the document is not a list of that shape.
 */
export function parseAfadStations(bytes: Uint8Array): StationList {
  const text = textOf(bytes);
  const items = itemsOf(jsonOf(text));
  if (!items)
    throw new DocumentError(`JSON of an unknown shape, without an array of stations: ${shown(text.slice(0, 200))}`);
  checkRowLimit(items.length);
  const list = { ...emptyList(), rows: items.length };
  const drafts: (Draft & { id: number })[] = [];
  items.forEach((item: unknown, index) => {
    if (typeof item !== 'object' || item === null) {
      list.rejects.push({ line: index + 1, reason: 'not an object', text: shown(item) });
      return;
    }
    const station = item as Record<string, unknown>;
    const network = word(field(station, 'network', 'networkcode'));
    drafts.push({
      id: Number(word(field(station, 'id'))) || 0,
      line: index + 1,
      text: JSON.stringify(item),
      network,
      code: word(field(station, 'code', 'stationcode')),
      name: placeName(station),
      source: sourceOfNetwork(network),
      latitude: field(station, 'lat', 'latitude'),
      longitude: field(station, 'lon', 'lng', 'longitude'),
      elevationM: field(station, 'elevation', 'altitude'),
    });
  });
  drafts.sort((a, b) => b.id - a.id || a.line - b.line);
  return listOf(drafts, list);
}

const COLUMNS = ['network', 'code', 'name', 'source', 'latitude', 'longitude', 'elevation_m', 'reference'];

/**
 * The shipped list, columns `network,code,name,source,latitude,longitude,elevation_m,reference`.
 * @throws DocumentError naming a column that is missing, or where the CSV breaks.
 */
export function parseStationsCsv(bytes: Uint8Array): StationList {
  let records: { info: { lines: number }; record: Record<string, string>; raw: string }[];
  try {
    records = parseCsv(textOf(bytes), {
      columns: true,
      info: true,
      raw: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as never;
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(`not CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
  const header = textOf(bytes)
    .split(/\r?\n/, 1)[0]!
    .replace(/^\ufeff/, '')
    .split(',')
    .map((name) => name.trim());
  const missing = COLUMNS.filter((name) => !header.includes(name));
  if (missing.length > 0) throw new DocumentError(`the column ${missing.join(', ')} is missing`);
  const drafts = records.map(({ info, record, raw }) => ({
    line: info.lines,
    text: raw,
    network: record['network'] ?? '',
    code: record['code'] ?? '',
    name: record['name'] ?? '',
    source: record['source'] ?? '',
    latitude: record['latitude'],
    longitude: record['longitude'],
    elevationM: record['elevation_m'],
  }));
  return listOf(drafts, { ...emptyList(), rows: drafts.length });
}

/** One list of several, each station once: an earlier list's entry counts more. Sorted by network and code. */
export function mergeStations(...lists: Station[][]): Station[] {
  const merged = new Map<string, Station>();
  for (const station of lists.flat()) if (!merged.has(keyOf(station))) merged.set(keyOf(station), station);
  return [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, station]) => station);
}
