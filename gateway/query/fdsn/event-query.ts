/** A request of the event service as one complete query, or one error. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { ownValue } from '#core/own-value.ts';
import type { Agency } from '#core/agencies.ts';
import {
  EVENT,
  EVENT_PARAMETERS,
  type EventFormat,
  FORMAT_OF_EXTENSION,
  IGNORED_PARAMETERS,
  type Order,
} from '#core/fdsn/event-parameters.ts';
import type { View } from '#core/fdsn/view.ts';
import { type ReadParameter, upperEnd } from '#core/filters/filter.ts';
import type { ListFilter } from '#core/query.ts';
import { invalid } from '../../http/errors.ts';
import type { RawParameters } from '../../http/query-string.ts';
import { present, reading, valueOf } from '../parameters.ts';
import { readArea, readFdsnParameters, splitBody } from './read.ts';

export interface EventQuery {
  format: EventFormat;
  nodata: '204' | '404';
  view: View;
  filter: ListFilter;
  order: Order;
  limit: number | undefined;
  /** From 1. */
  offset: number;
  /** Whether limit and offset count from the newest event on, whatever the order. */
  isNewest?: boolean;
  /** One event, by any of its names. */
  eventId: string | undefined;
  allOrigins: boolean;
  allMagnitudes: boolean;
}

interface EventQueryOptions {
  agencies?: readonly Agency[] | undefined;
  /** Its end may name the format. */
  path?: string;
}

/** @param query as received @param body of a POST @throws GatewayError */
export function readEventQuery(
  query: string,
  body: string | undefined,
  { agencies, path = '' }: EventQueryOptions = {},
): EventQuery {
  const posted = splitBody(body ?? '');
  const [wrong] = posted.lines;
  if (wrong !== undefined) throw invalid('body', 'Each line of a POST body must be name=value.');
  const parameters = readFdsnParameters(
    [query, posted.query].filter((part) => part !== '').join('&'),
    EVENT_PARAMETERS,
    IGNORED_PARAMETERS,
  );
  const eventId = valueOf(parameters, EVENT.eventId);
  if (eventId !== undefined) refuseFilters(parameters);
  const read = (value: ReadParameter): EventQuery => {
    // Read even where it says nothing, so that a wrong one is an error.
    value(EVENT.arrivals);
    const given = value(EVENT.format);
    const format = ownValue(FORMAT_OF_EXTENSION, path.slice(ENDPOINTS.events.length));
    if (format !== undefined && given !== undefined && given !== format)
      throw invalid('format', `format=${given} contradicts the path, which says ${format}.`);
    return {
      format: format ?? given ?? 'xml',
      nodata: value(EVENT.nodata) ?? '204',
      view: readView(value),
      filter: { ...readFilter(value), ...readArea(parameters) },
      order: value(EVENT.order) ?? 'time',
      limit: value(EVENT.limit),
      offset: value(EVENT.offset) ?? 1,
      eventId,
      allOrigins: value(EVENT.allOrigins) ?? false,
      allMagnitudes: value(EVENT.allMagnitudes) ?? false,
    };
  };
  return reading(parameters, read, agencies);
}

/** What may stand beside an eventid. */
const BESIDE_ID = new Set<string>(
  [
    ...[EVENT.eventId, EVENT.format, EVENT.nodata, EVENT.allOrigins, EVENT.allMagnitudes, EVENT.arrivals],
    ...[EVENT.catalog, EVENT.contributor, EVENT.magnitudeType, EVENT.order, EVENT.key],
  ].map(({ name }) => name),
);

function refuseFilters(parameters: RawParameters): void {
  for (const name of parameters.keys())
    if (!BESIDE_ID.has(name)) throw invalid(name, `${name} cannot be combined with eventid.`);
}

function readView(value: ReadParameter): View {
  const [catalog, contributor] = [value(EVENT.catalog), value(EVENT.contributor)];
  if (catalog !== undefined && contributor !== undefined && catalog !== contributor)
    throw invalid(
      'contributor',
      'catalog and contributor name different agencies; each agency contributes its own catalogue.',
    );
  return present({ agency: catalog ?? contributor, magnitudeType: value(EVENT.magnitudeType)?.toLowerCase() });
}

/** Bounds between two milliseconds are those of the milliseconds inside. */
function readFilter(value: ReadParameter): ListFilter {
  const whole = (time: number | undefined, round: (time: number) => number) => time && round(time);
  return {
    includeUnrated: true,
    ...present({
      from: whole(value(EVENT.start), Math.ceil),
      to: whole(upperEnd(value, EVENT.start, EVENT.end), Math.floor),
      minDepthKm: value(EVENT.minDepth),
      maxDepthKm: upperEnd(value, EVENT.minDepth, EVENT.maxDepth),
      minMagnitude: value(EVENT.minMagnitude),
      maxMagnitude: upperEnd(value, EVENT.minMagnitude, EVENT.maxMagnitude),
      eventTypes: value(EVENT.eventType),
      updatedAfter: whole(value(EVENT.updatedAfter), Math.floor),
    }),
  };
}
