/** The interfaces: what is requested, how it is read, and which rows it must have. */
import { AGENCIES } from '#core/earthquake.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { catalogName } from '#core/agencies.ts';
import { readAfad, readKandilli } from './adapters.ts';
import {
  readExpanded,
  readExportCsv,
  readExportGeojson,
  readFdsnCsv,
  readFdsnText,
  type Reader,
  readList,
  readNdjson,
  readUsgs,
} from './readers.ts';
import type { Row } from './comparison.ts';
import { readQuakeml, readRss } from './xml.ts';

export interface Interface {
  name: string;
  path: string;
  read: Reader;
  /** Whether a row of the details must be there; absent where some are. @param record its earthquake's */
  has?(row: Row, record: Row): boolean;
}

const isRecord = ({ key }: Row): boolean => !key.includes(' ');
const isOf =
  (agency: string) =>
  ({ key }: Row): boolean =>
    key.endsWith(` ${agency}`);
/** Clients of the list and of the adapters expect a number. */
const isRated = ({ magnitude }: Row): boolean => magnitude !== null;

const LIST = `${ENDPOINTS.list}?limit=1000`;

const list: Interface[] = [
  { name: 'list', path: LIST, read: readList, has: (row) => isRecord(row) && isRated(row) },
  {
    name: 'list, expand=sources',
    path: `${LIST}&expand=sources`,
    read: readExpanded,
    has: (_, record) => isRated(record),
  },
];

const EXPORTS: Record<string, Reader> = {
  csv: readExportCsv,
  json: readList,
  geojson: readExportGeojson,
  ndjson: readNdjson,
};
const exports = Object.entries(EXPORTS).map(([format, read]): Interface => ({
  name: `export ${format}`,
  path: `${ENDPOINTS.export}?format=${format}&date_from=0001-01-01`,
  read,
  has: isRecord,
}));

const FDSN: Record<string, Reader> = {
  text: readFdsnText(),
  geojson: readUsgs(),
  csv: readFdsnCsv,
  'xml&includeallorigins=true&includeallmagnitudes=true': readQuakeml,
};
const fdsn = Object.entries(FDSN).map(([format, read]): Interface => ({
  name: `fdsn ${format.split('&')[0]!}`,
  path: `${ENDPOINTS.events}?format=${format}`,
  read,
  has: (row) => read === readQuakeml || isRecord(row),
}));

const catalogs = AGENCIES.flatMap((agency) =>
  Object.entries({ text: readFdsnText(agency), geojson: readUsgs(agency) }).map(([format, read]): Interface => ({
    name: `fdsn ${format} by agency`,
    path: `${ENDPOINTS.events}?format=${format}&catalog=${catalogName(agency)}`,
    read,
    has: isOf(agency),
  })),
);

const adapters: Interface[] = [
  ...(['kandilli', 'afad'] as const).map((agency) => ({
    name: `/deprem/${agency}/archive`,
    path: `${ENDPOINTS[`${agency}Archive`]}?date=1900-01-01&date_end=2100-01-01&limit=20000`,
    read: readKandilli,
    has: (row: Row) => isOf(agency)(row) && isRated(row),
  })),
  {
    name: '/apiv2/event/filter',
    path: `${ENDPOINTS.afadFilter}?start=1900-01-01&end=2100-01-01`,
    read: readAfad,
    has: (row) => isOf('afad')(row) && isRated(row),
  },
];

const newest: Interface[] = [
  { name: 'rss', path: ENDPOINTS.rss, read: readRss },
  { name: 'feed', path: '/feed/v1.0/summary/all_month.geojson', read: readUsgs() },
];

export const INTERFACES: readonly Interface[] = [...list, ...exports, ...fdsn, ...catalogs, ...adapters, ...newest];
