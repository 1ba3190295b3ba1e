/** The interfaces that answer for a span of days: what is requested, how it is read, and which rows it must have. */
import { AGENCIES } from '#core/earthquake.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { catalogName } from '#core/fdsn/event.ts';
import { DAY, type EpochMs, formatDay, formatGregorian } from '#core/time.ts';
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
import type { Row } from './row.ts';
import { readQuakeml } from './xml.ts';

/** Instants [from, to) at midnight UTC. */
export interface Span {
  from: EpochMs;
  to: EpochMs;
}

export interface Interface {
  name: string;
  pathOf(span: Span): string;
  read: Reader;
  /** Whether a row of the detail belongs into an answer that covers its time. @param record its earthquake's */
  has(row: Row, record: Row): boolean;
}

const isRecord = ({ key }: Row): boolean => !key.includes(' ');
const isOf =
  (agency: string) =>
  ({ key }: Row): boolean =>
    key.endsWith(` ${agency}`);
/** Clients of the list and of the adapters expect a number. */
const isRated = ({ magnitude }: Row): boolean => magnitude !== null;

const days = ({ from, to }: Span): string => `date_from=${formatDay(from)}&date_to=${formatDay(to - 1)}`;
/** An agency's own time may lie on the day before or after the record's. */
const wider = ({ from, to }: Span): Span => ({ from: from - DAY, to: to + DAY });
const times = ({ from, to }: Span): string =>
  `starttime=${formatGregorian(from)}&endtime=${formatGregorian(to - 1)}&orderby=time-asc`;
const localDays = ({ from, to }: Span): string =>
  `date=${formatGregorian(from).slice(0, 10)}&date_end=${formatGregorian(to).slice(0, 10)}&limit=20000`;

const list: Interface[] = [
  {
    name: 'list',
    pathOf: (span) => `${ENDPOINTS.list}?limit=1000&${days(span)}`,
    read: readList,
    has: (row) => isRecord(row) && isRated(row),
  },
  {
    name: 'list, expand=sources',
    pathOf: (span) => `${ENDPOINTS.list}?limit=1000&expand=sources&${days(span)}`,
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
  pathOf: (span) => `${ENDPOINTS.export}?format=${format}&${days(span)}`,
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
  pathOf: (span) => `${ENDPOINTS.events}?${times(span)}&format=${format}`,
  read,
  has: (row) => read === readQuakeml || isRecord(row),
}));

const catalogs = AGENCIES.flatMap((agency) =>
  Object.entries({ text: readFdsnText(agency), geojson: readUsgs(agency) }).map(([format, read]): Interface => ({
    name: `fdsn ${format} by agency`,
    pathOf: (span) => `${ENDPOINTS.events}?${times(wider(span))}&format=${format}&catalog=${catalogName(agency)}`,
    read,
    has: isOf(agency),
  })),
);

const adapters: Interface[] = [
  ...(['kandilli', 'afad'] as const).map((agency) => ({
    name: `/deprem/${agency}/archive`,
    pathOf: (span: Span) => `${ENDPOINTS[`${agency}Archive`]}?${localDays(wider(span))}`,
    read: readKandilli,
    has: (row: Row) => isOf(agency)(row) && isRated(row),
  })),
  {
    name: '/apiv2/event/filter',
    pathOf: (span) =>
      `${ENDPOINTS.afadFilter}?start=${formatGregorian(span.from - DAY)}&end=${formatGregorian(span.to + DAY)}`,
    read: readAfad,
    has: (row) => isOf('afad')(row) && isRated(row),
  },
];

export const INTERFACES: readonly Interface[] = [...list, ...exports, ...fdsn, ...catalogs, ...adapters];
