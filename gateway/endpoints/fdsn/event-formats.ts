/** The formats of the event service: what comes before, between and after its events. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { EVENT_CSV_HEAD, eventCsvRow } from '#core/fdsn/csv.ts';
import type { FdsnEvent } from '#core/fdsn/event.ts';
import type { EventFormat } from '#core/fdsn/event-parameters.ts';
import { collectionHead, feature } from '#core/fdsn/geojson.ts';
import { ResourceIds } from '#core/fdsn/ids.ts';
import { QUAKEML_FOOT, quakemlEvent, quakemlHead } from '#core/fdsn/quakeml.ts';
import { EVENT_TEXT_HEAD, eventTextRow } from '#core/fdsn/text.ts';
import type { EpochMs } from '#core/time.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';

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
  csv: () => ({ head: EVENT_CSV_HEAD, between: '', row: eventCsvRow, foot: '' }),
};

/** The event as one agency's own catalogue has it. */
const ownPart = (event: FdsnEvent): FdsnEvent => ({
  ...event,
  origins: [event.origin],
  mechanism: event.mechanism?.source.toLowerCase() === event.origin.name ? event.mechanism : null,
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
