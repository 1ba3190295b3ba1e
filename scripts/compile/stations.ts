/** The table of stations, from the agencies' lists to the bytes of `data/stations.csv`. Pure. */
import { parse } from 'csv-parse/sync';
import { cleanText } from '#core/text.ts';
import { DocumentError } from '../../generator/sources/feed.ts';
import { csvTable } from './tables.ts';

interface StationInputs {
  /** KOERI's FDSN station list: FDSN text (level=station), or CSV `network,station,latitude,longitude,elevation_m`. */
  koeriFdsn: string;
  /** KOERI's web list as CSV `code,place`, further columns allowed: names only. */
  koeriNames: string;
  /** AFAD `Station/GetStations` as JSON `{stations: [{id, code, lat, lon, province, district, network}]}`. */
  afad: string;
}

export const STATION_COLUMNS = [
  ...(['network', 'code', 'name', 'source', 'latitude', 'longitude', 'elevation_m', 'reference'] as const),
] as const;

type StationRow = Record<(typeof STATION_COLUMNS)[number], string>;

interface AfadStation {
  id: number;
  code: string;
  lat: number;
  lon: number;
  province: string;
  district: string;
  network: string;
}

/** AFAD's own networks, weak and strong motion; its list repeats some stations of others. */
const AFAD_NETWORKS = ['TK', 'TU'];

/** Makes the table: one row a network and code, in that order. */
export function compileStations(inputs: StationInputs): string {
  const afad = readAfad(inputs.afad);
  const rows = [...koeriRows(inputs.koeriFdsn, koeriNames(inputs.koeriNames, afad)), ...afadRows(afad)];
  rows.sort((a, b) => (`${a.network} ${a.code}` < `${b.network} ${b.code}` ? -1 : 1));
  return csvTable(STATION_COLUMNS, rows);
}

/** Decimal degrees as text, checked to be within ±`most`. */
function degrees(value: string | number | undefined, most: number, what: string): string {
  const number = value === undefined || value === '' ? NaN : Number(value);
  if (!(Math.abs(number) <= most))
    throw new DocumentError(`${what}: "${value ?? ''}" is not between -${most} and ${most}`);
  return String(number);
}

/** Metres above sea level; the list writes 0 for inland stations of unknown height. */
function elevation(text: string | undefined): string {
  const metres = Number(text?.trim() || NaN);
  return Number.isFinite(metres) && metres !== 0 ? String(metres) : '';
}

function koeriRows(text: string, names: ReadonlyMap<string, string>): StationRow[] {
  const delimiter = text.startsWith('#') ? '|' : ',';
  const columns = (cells: string[]): string[] => cells.map((cell) => cell.replace(/^#/, '').trim().toLowerCase());
  const records = parse(text, { bom: true, delimiter, columns }) as Record<string, string>[];
  const taken = new Set<string>();
  return records.map((record, index) => {
    const { network = '', station: code = '' } = record;
    const what = `KOERI station ${index + 1} (${network} ${code})`;
    if (network === '' || code === '') throw new DocumentError(`${what}: no network or no code`);
    if (taken.has(`${network} ${code}`)) throw new DocumentError(`${what} stands there twice`);
    taken.add(`${network} ${code}`);
    return {
      network,
      code,
      name: names.get(code) ?? code,
      source: 'kandilli',
      latitude: degrees(record['latitude'], 90, `${what}, latitude`),
      longitude: degrees(record['longitude'], 180, `${what}, longitude`),
      elevation_m: elevation(record['elevation_m'] ?? record['elevation']),
      reference: 'KOERI FDSN station list',
    };
  });
}

/** Names of Kandilli stations: from the web list, else from AFAD's repetition of the station. */
function koeriNames(text: string, afad: readonly AfadStation[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const station of afad) if (station.network === 'KO') names.set(station.code, afadName(station));
  for (const { code, place } of parse(text, { bom: true, columns: true }) as Record<string, string>[])
    if (code && place) names.set(code, koeriName(place));
  return names;
}

function readAfad(text: string): AfadStation[] {
  const { stations } = JSON.parse(text) as { stations?: AfadStation[] };
  if (!Array.isArray(stations)) throw new DocumentError('AFAD station list has no array "stations"');
  return stations;
}

/** AFAD's own stations; where two share network and code, the one entered last (greatest id). */
function afadRows(stations: readonly AfadStation[]): StationRow[] {
  const kept = new Map<string, AfadStation>();
  for (const station of [...stations].sort((a, b) => a.id - b.id))
    if (AFAD_NETWORKS.includes(station.network)) kept.set(`${station.network} ${station.code}`, station);
  return [...kept.values()].map((station) => ({
    network: station.network,
    code: station.code,
    name: afadName(station),
    source: 'afad',
    latitude: degrees(station.lat, 90, `AFAD station ${station.id}, latitude`),
    longitude: degrees(station.lon, 180, `AFAD station ${station.id}, longitude`),
    elevation_m: '',
    reference: `AFAD GetStations id ${station.id}`,
  }));
}

/** Northern Cyprus as KOERI's list writes it; everything else of a last part is a province. */
const NORTH_CYPRUS = 'KKTC';

/** Spellings of KOERI's list that are wrong by a letter. */
const CORRECTED: Record<string, string> = { DİYARBAKİR: 'DİYARBAKIR' };

const UPPER_TO_LOWER: Record<string, string> = { I: 'ı', İ: 'i' };

/**
 * `DİYARBAKIR` and `ÇaldIran` as `Diyarbakır` and `Çaldıran`: a capital first letter, Turkish small letters after it.
 */
function turkishTitle(word: string): string {
  const [first = '', ...rest] = (CORRECTED[word] ?? word).normalize('NFC');
  return first + rest.map((letter) => UPPER_TO_LOWER[letter] ?? letter.toLowerCase()).join('');
}

const titled = (part: string): string => part.split(' ').map(turkishTitle).join(' ');

/** `Abdülvahap-İznik-BURSA` as `Abdülvahap, İznik (Bursa)`; a province alone stands alone. */
function koeriName(place: string): string {
  const parts = cleanText(place)
    .split('-')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const province = parts.pop() ?? '';
  const within = province === NORTH_CYPRUS ? NORTH_CYPRUS : titled(province);
  return parts.length === 0 ? within : `${parts.map(titled).join(', ')} (${within})`;
}

/** `Mudurnu (Bolu)`. AFAD writes `-` for both on Cyprus, the only such place of its list. */
function afadName({ province, district }: { province: string; district: string }): string {
  const named = [district, province].map((part) => cleanText(part ?? '')).filter((part) => part !== '' && part !== '-');
  if (named.length === 0) return 'Kıbrıs';
  return named.length === 2 ? `${named[0]} (${named[1]})` : named[0]!;
}
