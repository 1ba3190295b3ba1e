/** A request of the event service as one complete query, or one error. */
import type { Agency } from '#core/agencies.ts';
import { EVENT, EVENT_PARAMETERS, type EventFormat, type Order } from '#core/fdsn/event-parameters.ts';
import type { View } from '#core/fdsn/view.ts';
import type { ListFilter } from '#core/query.ts';
import { invalid } from '../../http/errors.ts';
import type { RawParameters } from '../../http/query-string.ts';
import { present, valueOf } from '../read.ts';
import { checkOrder, readArea, readFdsnParameters, splitBody } from './read.ts';

export interface EventQuery {
  format: EventFormat;
  nodata: '204' | '404';
  view: View;
  filter: ListFilter;
  order: Order;
  limit: number | undefined;
  /** From 1. */
  offset: number;
  /** One event, by any of its names. */
  eventId: string | undefined;
  allOrigins: boolean;
  allMagnitudes: boolean;
}

/** @param query as received @param body of a POST @throws GatewayError */
export function readEventQuery(query: string, body: string | undefined, agencies?: readonly Agency[]): EventQuery {
  const posted = splitBody(body ?? '');
  const [wrong] = posted.lines;
  if (wrong !== undefined) throw invalid('body', 'Each line of a POST body must be name=value.');
  const parameters = readFdsnParameters(
    [query, posted.query].filter((part) => part !== '').join('&'),
    EVENT_PARAMETERS,
  );
  const eventId = valueOf(parameters, EVENT.eventId);
  if (eventId !== undefined) refuseFilters(parameters);
  // Read even where it says nothing, so that a wrong one is an error.
  valueOf(parameters, EVENT.arrivals);
  return {
    format: valueOf(parameters, EVENT.format) ?? 'xml',
    nodata: valueOf(parameters, EVENT.nodata) ?? '204',
    view: readView(parameters, agencies),
    filter: readFilter(parameters),
    order: valueOf(parameters, EVENT.order) ?? 'time',
    limit: valueOf(parameters, EVENT.limit),
    offset: valueOf(parameters, EVENT.offset) ?? 1,
    eventId,
    allOrigins: valueOf(parameters, EVENT.allOrigins) ?? false,
    allMagnitudes: valueOf(parameters, EVENT.allMagnitudes) ?? false,
  };
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

function readView(parameters: RawParameters, agencies?: readonly Agency[]): View {
  const [catalog, contributor] = [EVENT.catalog, EVENT.contributor].map((one) => valueOf(parameters, one, agencies));
  if (catalog !== undefined && contributor !== undefined && catalog !== contributor)
    throw invalid(
      'contributor',
      'catalog and contributor name different agencies; each agency contributes its own catalogue.',
    );
  const magnitudeType = valueOf(parameters, EVENT.magnitudeType)?.toLowerCase();
  return present({ agency: catalog ?? contributor, magnitudeType });
}

/** Bounds between two milliseconds are those of the milliseconds inside. */
function readFilter(parameters: RawParameters): ListFilter {
  for (const [low, high] of [
    [EVENT.start, EVENT.end],
    [EVENT.minDepth, EVENT.maxDepth],
    [EVENT.minMagnitude, EVENT.maxMagnitude],
  ] as const)
    checkOrder(parameters, low, high);
  const [from, to] = [valueOf(parameters, EVENT.start), valueOf(parameters, EVENT.end)];
  const updatedAfter = valueOf(parameters, EVENT.updatedAfter);
  return {
    includeUnrated: true,
    ...present({
      from: from === undefined ? undefined : Math.ceil(from),
      to: to === undefined ? undefined : Math.floor(to),
      minMagnitude: valueOf(parameters, EVENT.minMagnitude),
      maxMagnitude: valueOf(parameters, EVENT.maxMagnitude),
      minDepthKm: valueOf(parameters, EVENT.minDepth),
      maxDepthKm: valueOf(parameters, EVENT.maxDepth),
      eventTypes: valueOf(parameters, EVENT.eventType),
      updatedAfter: updatedAfter === undefined ? undefined : Math.floor(updatedAfter),
    }),
    ...readArea(parameters),
  };
}
