/** The formats of the event service: what comes before, between and after its events. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { catalogName, type FdsnEvent, statusOf } from '#core/fdsn/event.ts';
import type { EventFormat } from '#core/fdsn/event-parameters.ts';
import { collectionHead, feature } from '#core/fdsn/geojson.ts';
import { ResourceIds } from '#core/fdsn/ids.ts';
import { QUAKEML_FOOT, quakemlEvent, quakemlHead } from '#core/fdsn/quakeml.ts';
import { EVENT_TEXT_HEAD, eventTextRow } from '#core/fdsn/text.ts';
import { type EpochMs, formatGregorian } from '#core/time.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { csvCell } from '../export-formats/csv.ts';

export interface EventWriter {
  head: string;
  between: string;
  row(event: FdsnEvent): string;
  foot: string;
}

export interface WriterOptions {
  query: EventQuery;
  count: number;
  /** Identifies query and data. */
  hash: string;
  /** When the newest shard that the answer may draw on was last changed. */
  updatedAt: EpochMs;
  baseUrl: string;
  authorityId: string;
}

export const EVENT_TYPES_OF: Record<EventFormat, string> = {
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

export const WRITERS: Record<EventFormat, (options: WriterOptions) => EventWriter> = {
  xml({ query: { allOrigins, allMagnitudes, view }, hash, updatedAt, authorityId }) {
    const options = { ids: new ResourceIds(authorityId), allOrigins, allMagnitudes };
    return {
      head: quakemlHead(options, hash, updatedAt),
      between: '',
      row: (event) => quakemlEvent(view.agency === undefined ? event : ownPart(event), options),
      foot: QUAKEML_FOOT,
    };
  },
  text: () => ({ head: EVENT_TEXT_HEAD, between: '', row: eventTextRow, foot: '' }),
  geojson: geojsonWriter,
  csv: () => ({ head: `${CSV_HEAD}\n`, between: '', row: (event) => `${csvRow(event)}\n`, foot: '' }),
};

/** The event as one agency's own catalogue has it. */
const ownPart = (event: FdsnEvent): FdsnEvent => ({
  ...event,
  solutions: [event.solution],
  mechanism: event.mechanism?.source.toLowerCase() === event.solution.name ? event.mechanism : null,
});

/** One event asked for by its id is a feature, as the USGS gives it. */
function geojsonWriter({ query, count, updatedAt, baseUrl }: WriterOptions): EventWriter {
  if (query.eventId !== undefined)
    return { head: '', between: '', row: (event) => feature(event, { baseUrl, isDetail: true }), foot: '\n' };
  const row = (event: FdsnEvent): string => feature(event, { baseUrl });
  const { limit, offset } = query;
  const page = limit === undefined && offset === 1 ? {} : { limit, offset };
  const url = `${baseUrl}${ENDPOINTS.events}`;
  return {
    head: collectionHead({ generated: updatedAt, url, title: 'Earthquakes', count, ...page }),
    between: ',\n',
    row,
    foot: '\n]}\n',
  };
}

/** The columns of the USGS; those that no agency here gives are empty. */
const CSV_HEAD =
  'time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource';

function csvRow(event: FdsnEvent): string {
  const { magnitude, solution } = event;
  const cells = [
    ...[iso(event.time), event.latitude, event.longitude, event.depthKm, magnitude?.value, magnitude?.type],
    ...[null, null, null, null, solution.name, event.eventId, iso(event.updatedAt), event.place, event.eventType],
    ...[null, null, null, null, statusOf(solution)],
    ...[catalogName(solution.name), magnitude && catalogName(magnitude.solution.name)],
  ];
  return cells.map(csvCell).join(',');
}

/** With milliseconds, as the USGS writes them. */
const iso = (time: EpochMs): string => {
  const text = formatGregorian(time);
  return `${text.length === 19 ? `${text}.000` : text}Z`;
};
