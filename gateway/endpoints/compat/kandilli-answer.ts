/** Answers and errors in the shape of the Kandilli API. */
import { MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { GatewayError } from '../../http/errors.ts';
import type { StreamedRepresentation } from '../../http/representation.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { streamedEvents } from '../fdsn/event.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';
import { integer, list, object, type Schema, text } from '../schemas.ts';
import { KANDILLI_LIST } from './schemas.ts';
import { headOf, itemOf, type Provider, PROVIDERS, type Shape, type Window, WRITTEN_BY } from './kandilli-item.ts';

/** Applications read a number, so an event without a magnitude has no row. */
export const ANY_MAGNITUDE = -9;

interface Asked extends Partial<Pick<EventQuery, 'filter' | 'order' | 'eventId'>>, Partial<Shape> {
  /** Undefined: both, each with its own solution; then rows are joint by default. */
  provider: Provider | undefined;
  limit: number;
  skip: number;
  /** Said before the rows. */
  window?: Window | undefined;
}

/** The rows that are asked for; with `eventId` one, without a list around it. */
export function kandilliAnswer(request: EndpointRequest, asked: Asked): Promise<StreamedRepresentation> {
  const { provider, filter, order = 'time', limit, skip, eventId, window } = asked;
  const shape = { isJoint: asked.isJoint ?? provider === undefined, isFirst: asked.isFirst ?? false };
  const query: EventQuery = {
    format: 'geojson',
    nodata: '404',
    view: provider === undefined ? { agencies: PROVIDERS } : { agency: provider },
    filter: { minMagnitude: ANY_MAGNITUDE, ...filter },
    order,
    limit: Math.min(limit, MAX_EVENTS),
    offset: skip + 1,
    eventId,
    allOrigins: false,
    allMagnitudes: false,
  };
  const isOne = eventId !== undefined;
  return streamedEvents(request, query, {
    name: `kandilli-api ${WRITTEN_BY} ${window?.from} ${isOne} ${JSON.stringify(shape)}`,
    type: JSON_TYPE,
    writer: ({ count }) => ({
      head: `${headOf(count, window)}"result":${isOne ? '' : '[\n'}`,
      between: ',\n',
      row: (event) => JSON.stringify(itemOf(event, event.origin.name as Provider, shape)),
      foot: isOne ? '}\n' : '\n]}\n',
    }),
    refuseEmpty() {
      if (isOne) throw new GatewayError('not_found', 'No such earthquake: earthquake_id is one of a list.');
    },
  });
}

const KANDILLI_ERROR: Schema = {
  name: 'KandilliError',
  schema: object(
    {
      status: { type: 'boolean', const: false },
      httpStatus: integer('The status of the answer.'),
      desc: text('A sentence to act on.'),
      parameter: text('The parameter at fault.'),
      result: { ...list({}, 'Empty.'), maxItems: 0 },
    },
    ['status', 'httpStatus', 'desc', 'result'],
  ),
};

type Described = Pick<NonNullable<EndpointRow['operation']>, 'parameters' | 'errors' | 'requestBody'> & {
  /** The body of a 200; by default the list. */
  body?: Schema | null;
};

export const kandilliOperation = (
  path: string,
  { body = KANDILLI_LIST, ...described }: Partial<Described> = {},
): EndpointRow['operation'] & {} => ({
  id: path.slice(1).replaceAll(/[/.]/g, '_'),
  parameters: [],
  content: { 'application/json': body },
  errors: [400, 413],
  error: KANDILLI_ERROR,
  ...described,
});
