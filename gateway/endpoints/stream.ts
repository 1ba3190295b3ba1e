/** `/events`: what is published, as Server-Sent Events. A client that comes back names the last number it has. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { agenciesOf } from '#core/manifest.ts';
import { type Parameter, Refused, wordParameter } from '#core/parameter.ts';
import { canonicalQuery } from '#core/query.ts';
import { contentHash } from '#core/etag.ts';
import { callerId, originsOf } from '../access/caller.ts';
import type { LiveRepresentation } from '../http/representation.ts';
import { endOf, type LiveFeed, type LiveQuery, type Piece, type Place } from '../live/feed.ts';
import type { Progress, Visitor } from '../live/departures.ts';
import { follow, type Followed, type Message, type StreamFormat } from '../live/follow.ts';
import { FILTER_PARAMETERS, readFilters, valueOf } from '../query/parameters.ts';
import type { EndpointRequest, EndpointRow } from './request.ts';

const numberParameter = (name: string, description: string): Parameter<number> => ({
  name,
  description,
  schema: { type: 'integer', minimum: 0 },
  parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : new Refused('a number that a stream gave as an id')),
});

const SINCE = numberParameter(
  'since',
  'Number of the last change that the client has; by default, only new ones follow.',
);
const LAST_EVENT_ID = numberParameter('Last-Event-ID', 'As `since`, which it precedes.');

const REVISIONS = wordParameter('revisions', ['all', 'major'], {
  description:
    '`major`: of revisions only those that change the magnitude by 0.3 or more, the epicentre by 20 km or more, or the ' +
    'type of event.',
  default: 'all',
});

/** A stream has no end and no age: filters by a moment are ignored. */
const PARAMETERS = FILTER_PARAMETERS.filter(({ name }) => name !== 'updated_after' && name !== 'max_age');
const NAMES = new Set(PARAMETERS.map(({ name }) => name));

export const streamEndpoint: EndpointRow = {
  path: ENDPOINTS.stream,
  description: 'Changes as they are published, as Server-Sent Events that a client can resume',
  answer: (request) => liveAnswer(request, 'text/event-stream; charset=utf-8', EVENT_STREAM),
  operation: {
    id: 'streamChanges',
    parameters: [...PARAMETERS, REVISIONS, SINCE],
    content: { 'text/event-stream': null },
    errors: [400],
  },
};

/** Keeps neither the request nor its dataset. */
export async function liveAnswer(
  request: EndpointRequest,
  type: string,
  format: StreamFormat,
): Promise<LiveRepresentation> {
  const { feed, renew } = request;
  const origins = originsOf(request.caller);
  const query = queryOf(request);
  feed.connections.admit(origins);
  const visitor = format.isRemembered && !request.lastEventId ? visitorOf(request, query) : undefined;
  const place = await placeOf(request);
  return liveRepresentation(type, {
    feed,
    renew,
    origins,
    query,
    place,
    format,
    ...(visitor && returning(feed, visitor)),
  });
}

/** A place is taken when the connection is there: one that is refused leaves it for the next. */
const returning = (feed: LiveFeed, visitor: Visitor): Pick<Followed, 'resume' | 'enter'> => ({
  async resume() {
    const since = await feed.departures.take(visitor);
    return since === undefined ? undefined : feed.placeOf(feed.snapshot!, since);
  },
  enter: (progress: Progress) => feed.departures.enter(visitor, progress),
});

const liveRepresentation = (type: string, stream: Followed): LiveRepresentation => ({
  type,
  messages: (signal, receipts) => follow(stream, signal, receipts),
});

const visitorOf = ({ caller, program = '' }: EndpointRequest, { key }: LiveQuery): Visitor => ({
  address: caller.address,
  name: contentHash(JSON.stringify([callerId(caller), program, key])),
});

function queryOf({ parameters, snapshot }: EndpointRequest): LiveQuery {
  const asked = new Map([...parameters].filter(([name]) => NAMES.has(name)));
  const filter = readFilters(asked, () => 0, agenciesOf(snapshot.manifest));
  const majorOnly = valueOf(parameters, REVISIONS) === 'major';
  return { filter, majorOnly, key: `${majorOnly} ${canonicalQuery({ ...filter, limit: 0 })}` };
}

async function placeOf({ parameters, snapshot, lastEventId, feed }: EndpointRequest): Promise<Place> {
  const since = lastEventId
    ? valueOf(new Map([[LAST_EVENT_ID.name, lastEventId]]), LAST_EVENT_ID)
    : valueOf(parameters, SINCE);
  return since === undefined ? endOf(snapshot) : feed.placeOf(snapshot, since);
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Clients of the same filter are sent the same bytes. */
const written = new WeakMap<Piece, Message[]>();

const EVENT_STREAM: StreamFormat = {
  // A number without data: from here on the client resumes, even before the first event.
  start: (sequence, retryMs) => [bytes(`retry: ${retryMs}\nid: ${sequence}\n\n`)],
  messages: (piece) => written.getOrInsertComputed(piece, eventsOf),
  reset: (sequence) => [bytes(`id: ${sequence}\nevent: reset\ndata: {"sequence":${sequence}}\n\n`)],
  beat: (sequence) => bytes(`:\nid: ${sequence}\n\n`),
};

const eventsOf = ({ changes, to }: Piece): Message[] =>
  changes.length === 0
    ? []
    : [
        {
          sequence: to,
          bytes: bytes(
            changes.map(({ sequence, kind, item }) => `id: ${sequence}\nevent: ${kind}\ndata: ${item}\n\n`).join(''),
          ),
        },
      ];
