/** The rules of all station lists: what a station is, and which of two with one code counts. */
import type { Station } from '#core/earthquake.ts';
import { cleanText, shown } from '#core/text.ts';
import { checkByteLimit, checkLineLimit, MAX_STATIONS_BYTES } from '../limits.ts';
import { readNumber, readRow, readRows, reject, type Row, type RowCounts } from '../parsing/rows.ts';
import { DocumentError } from '../feed.ts';
import { field, readTable } from '../parsing/delimited.ts';

/** `rows` = stations + rejects + repeated + closed. `repeated` counts rows of earlier epochs too. */
export interface StationList extends RowCounts {
  stations: Station[];
  /** Stations with a latest epoch that has ended. */
  closed: number;
}

export const emptyList = (): StationList => ({ rows: 0, stations: [], rejects: [], repeated: 0, closed: 0 });

/** A row with its cells not yet checked. */
export interface StationRow extends Row {
  network: string;
  code: string;
  name: string;
  source: string;
  latitude: unknown;
  longitude: unknown;
  elevationM: unknown;
}

/** Metres, both inclusive: from the deepest sea floor to above the highest mountain. */
const ELEVATION = { least: -11_000, most: 9_000 };

interface Range {
  least: number;
  most: number;
  unit?: string;
}

/** Null where it is absent. @throws RowError for anything but a number within the range, both ends inclusive */
function numberWithin(name: string, value: unknown, { least, most, unit = '' }: Range): number | null {
  const number = readNumber(value, { exponent: false });
  const isWithin = number === null || (number !== undefined && number >= least && number <= most);
  return isWithin ? number : reject(`the ${name} ${shown(value)} is not between ${least} and ${most}${unit}`);
}

/** @throws RowError */
function stationOf(row: StationRow): Station {
  const { network, code, source } = row;
  if (!/^[A-Z0-9]{1,8}$/.test(network))
    reject(`the network code ${shown(network)} is not one (capital letters and digits)`);
  if (!/^[A-Z0-9_-]{1,12}$/.test(code))
    reject(`the station code ${shown(code)} is not one (capital letters and digits)`);
  if (source !== 'afad' && source !== 'kandilli')
    return reject(`the source ${shown(source)} is neither afad nor kandilli`);
  const latitude = numberWithin('latitude', row.latitude, { least: -90, most: 90 });
  const longitude = numberWithin('longitude', row.longitude, { least: -180, most: 180 });
  if (latitude === null) return reject('the latitude is missing');
  if (longitude === null) return reject('the longitude is missing');
  if (latitude === 0 && longitude === 0) reject('the position is 0, 0, which means none');
  const elevationM = numberWithin('elevation', row.elevationM, { ...ELEVATION, unit: ' m' });
  return { network, code, name: cleanText(row.name, 120) || code, source, latitude, longitude, elevationM };
}

export const stationKey = ({ network, code }: { network: string; code: string }): string => `${network}.${code}`;

/** The first of two rows with one network and code counts; the second is a repetition, or a reject at another place. */
export function addStations(list: StationList, rows: StationRow[]): StationList {
  const known = new Map<string, Station>();
  for (const row of rows) {
    const station = readRow(list.rejects, row, () => {
      const read = stationOf(row);
      const { latitude, longitude } = known.get(stationKey(read)) ?? read;
      return latitude === read.latitude && longitude === read.longitude
        ? read
        : reject(`${stationKey(read)} is there twice, at different places; the other was kept`);
    });
    if (!station) continue;
    if (known.has(stationKey(station))) list.repeated += 1;
    else {
      known.set(stationKey(station), station);
      list.stations.push(station);
    }
  }
  return list;
}

/** Network codes of Kandilli's own stations; AFAD's list names some of them too. */
export const sourceOfNetwork = (network: string): Station['source'] => (network === 'KO' ? 'kandilli' : 'afad');

/** @throws DocumentError */
export function stationText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new DocumentError('the document is empty (0 bytes)');
  checkByteLimit('a list of stations', bytes.length, MAX_STATIONS_BYTES);
  const text = new TextDecoder().decode(bytes);
  checkLineLimit(text);
  return text;
}

/** Each station once: an earlier list's entry counts more. Sorted by network and code. */
export function mergeStations(...lists: Station[][]): Station[] {
  const merged = new Map<string, Station>();
  for (const station of lists.flat()) if (!merged.has(stationKey(station))) merged.set(stationKey(station), station);
  return [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, station]) => station);
}

const COLUMNS = ['network', 'code', 'name', 'source', 'latitude', 'longitude', 'elevation_m', 'reference'];

/** @throws DocumentError naming a missing column, or where the CSV breaks */
export function parseStationsCsv(bytes: Uint8Array): StationList {
  const list = emptyList();
  const { records } = readTable(stationText(bytes), COLUMNS);
  const broken = records.find(({ fields }) => fields.size === 0);
  if (broken) throw new DocumentError(`not CSV: ${broken.problem} in line ${broken.line}`);
  const rows = readRows(list, records, (record): StationRow => {
    const cell = (name: string): string => field(record, name)!;
    return {
      ...{ line: record.line, text: record.text },
      ...{ network: cell('network'), code: cell('code'), name: cell('name'), source: cell('source') },
      ...{ latitude: cell('latitude'), longitude: cell('longitude'), elevationM: cell('elevation_m') },
    };
  });
  return addStations(list, rows);
}
