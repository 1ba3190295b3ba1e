/** Stations as StationXML 1.2 and as FDSN text, at the levels of networks and of stations. */
import { catalogName } from '../agencies.ts';
import { formatGregorian, type EpochMs } from '../time.ts';
import type { StationItem } from '../wire.ts';
import { textField, textNumber } from './text.ts';
import { element, optional, tag, XML_HEAD, type Markup } from './xml.ts';

interface NetworkItem {
  code: string;
  /** All of it, whatever was asked for. */
  total: number;
  stations: StationItem[];
}

/** The list has no dates, and clients refuse stations without one: before any instrument. */
const SINCE = '1900-01-01T00:00:00';

const DESCRIPTIONS = new Map(
  Object.entries({
    KO: 'Kandilli Observatory and Earthquake Research Institute, Bogazici University',
    TU: 'AFAD, weak motion',
    TK: 'AFAD, strong motion',
  }),
);

/** By network, in the order of the stations. @param all of the service @param selected some of them */
export function networksOf(all: readonly StationItem[], selected: readonly StationItem[]): NetworkItem[] {
  const totals = Map.groupBy(all, ({ network }) => network);
  return [...Map.groupBy(selected, ({ network }) => network)].map(([code, stations]) => ({
    code,
    total: totals.get(code)!.length,
    stations,
  }));
}

export function networksText(networks: readonly NetworkItem[]): string {
  const rows = networks.map(({ code, total }) => [
    code,
    textField(DESCRIPTIONS.get(code) ?? ''),
    SINCE,
    '',
    String(total),
  ]);
  return table(['Network', 'Description', 'StartTime', 'EndTime', 'TotalStations'], rows);
}

export function stationsText(networks: readonly NetworkItem[]): string {
  const rows = networks.flatMap(({ stations }) =>
    stations.map((one) => [
      ...[one.network, one.code, textNumber(one.latitude), textNumber(one.longitude)],
      textNumber(one.elevation_m ?? UNKNOWN_ELEVATION),
      ...[textField(one.name), SINCE, ''],
    ]),
  );
  const columns = ['Network', 'Station', 'Latitude', 'Longitude', 'Elevation', 'SiteName', 'StartTime', 'EndTime'];
  return table(columns, rows);
}

const table = (columns: string[], rows: string[][]): string =>
  `#${columns.join('|')}\n${rows.map((row) => `${row.join('|')}\n`).join('')}`;

interface XmlOptions {
  withStations: boolean;
  serviceName: string;
  /** When the list was created. */
  created: EpochMs;
}

export function stationXml(
  networks: readonly NetworkItem[],
  { withStations, serviceName, created }: XmlOptions,
): string {
  const document = element(
    'FDSNStationXML',
    { xmlns: 'http://www.fdsn.org/xml/station/1', schemaVersion: '1.2' },
    tag('Source', serviceName),
    tag('Created', `${formatGregorian(created)}Z`),
    networks.map((network) => networkXml(network, withStations)),
  );
  return `${XML_HEAD}${document.text}\n`;
}

const networkXml = ({ code, total, stations }: NetworkItem, withStations: boolean): Markup =>
  element(
    'Network',
    { code, startDate: `${SINCE}Z`, restrictedStatus: 'open' },
    optional('Description', DESCRIPTIONS.get(code)),
    tag('TotalNumberStations', total),
    tag('SelectedNumberStations', withStations ? stations.length : 0),
    withStations ? stations.map(oneXml) : [],
  );

/** The formats want an elevation, and readers of them a number, in metres. */
const UNKNOWN_ELEVATION = 0;

const oneXml = ({ code, source, name, latitude, longitude, elevation_m: elevation }: StationItem): Markup =>
  element(
    'Station',
    { code, startDate: `${SINCE}Z`, restrictedStatus: 'open' },
    elevation === null ? tag('Comment', tag('Value', 'The elevation is not known.')) : undefined,
    tag('Latitude', latitude),
    tag('Longitude', longitude),
    tag('Elevation', elevation ?? UNKNOWN_ELEVATION),
    tag('Site', tag('Name', name)),
    tag('Operator', tag('Agency', catalogName(source))),
  );
