/** `/fdsnws/event/1/query` and `/count`. */
import { agenciesOf } from '#core/manifest.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { contentHash } from '#core/etag.ts';
import { EVENT, EVENT_PARAMETERS, EVENT_VERSION, MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { canonicalView, planView, viewColumns, type ViewPlan } from '#core/fdsn/view.ts';
import { termsOf } from '#core/terms.ts';
import { callerId } from '../../access/caller.ts';
import { ClientGone, GatewayError, invalid } from '../../http/errors.ts';
import { offered } from '../../http/streaming.ts';
import { bytesRepresentation, type Representation, type StreamedRepresentation } from '../../http/representation.ts';
import { linkHeader } from '../../http/link-header.ts';
import { type EventQuery, readEventQuery } from '../../query/fdsn/event-query.ts';
import type { WorkBounds } from '../../work/limits.ts';
import { EventCursor, onePlace, type Places } from '../../scan/event-cursor.ts';
import type { EventSelection, RecordPlace } from '../../scan/event-rows.ts';
import { Tally } from '../../scan/event-tally.ts';
import type { Work } from '../../work/work-queue.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';
import { EVENT_TYPES_OF, eventWriter, type EventWriter } from './event-formats.ts';
import { NameSearch, placeOfNumber } from './find-event.ts';
import { eventSteps } from './read-events.ts';

/** Raised when the bytes of equal events change. */
const REVISION = 1;

/** Rows from the beginning of the order that a page may pass over: each is looked at. */
const MAX_DEPTH = 200_000;

/** Every query looks at whole shards. */
const boundsOf = ({ files, rows }: WorkBounds): WorkBounds => ({ files: files * 4, rows: rows * 2 });

const tooMuch = (message: string): GatewayError => new GatewayError('too_large', message);

const noData = ({ nodata }: EventQuery): GatewayError =>
  nodata === '404'
    ? new GatewayError('not_found', 'No event matches the request.')
    : new GatewayError('no_data', 'No event matches the request.');

interface Job {
  request: EndpointRequest;
  query: EventQuery;
  plan: ViewPlan;
  hash: string;
}

async function eventAnswer(request: EndpointRequest): Promise<StreamedRepresentation> {
  const job = await jobOf(request, readEventQuery(request.query, request.body, agenciesOf(request.snapshot.manifest)));
  const { query, hash, plan } = job;
  const terms = termsOf(plan.shards.reduce((bits, { entry }) => bits | entry.agencies, 0));
  return {
    hash,
    type: EVENT_TYPES_OF[query.format],
    caching: 'data',
    async prepare() {
      const { places, count } = await select(job);
      const updatedAt = Math.max(...plan.shards.map(({ entry }) => entry.updatedAt[1]));
      const { baseUrl, authorityId, queue, caller } = request;
      const writer = eventWriter({ query, count, hash, updatedAt, baseUrl, authorityId });
      return {
        size: undefined,
        headers: linkHeader(undefined, terms),
        chunks: (signal) => chunksOf(job, { places, writer }, queue.streaming({ caller: callerId(caller), signal })),
      };
    },
  };
}

export const eventEndpoint: EndpointRow = {
  path: ENDPOINTS.events,
  description: 'FDSN event service 1.2: QuakeML, text, GeoJSON as the USGS, CSV',
  answer: eventAnswer,
  operation: {
    id: 'queryEvents',
    parameters: EVENT_PARAMETERS,
    content: Object.fromEntries(Object.values(EVENT_TYPES_OF).map((type) => [type, null])),
    errors: [400, 404, 413],
  },
};

export const countEndpoint: EndpointRow = {
  path: ENDPOINTS.eventCount,
  description: 'How many events match',
  answer: countAnswer,
  operation: {
    id: 'countEvents',
    parameters: EVENT_PARAMETERS.filter(({ name }) => name !== EVENT.eventId.name),
    content: { [EVENT_TYPES_OF.text]: null, 'application/json': null },
    errors: [400],
  },
};

/** As the USGS answers: a number, or with `format=geojson` an object. */
async function countAnswer(request: EndpointRequest): Promise<Representation> {
  const query = readEventQuery(request.query, request.body, agenciesOf(request.snapshot.manifest));
  if (query.eventId !== undefined) throw invalid('eventid', 'count takes no eventid.');
  const job = await jobOf(request, query);
  const isJson = query.format === 'geojson';
  const { matched } = await count({ ...job, query: { ...query, order: 'time' } }, Infinity);
  const text = isJson ? JSON.stringify({ count: matched, maxAllowed: MAX_EVENTS }) : String(matched);
  return bytesRepresentation(Buffer.from(text), {
    hash: contentHash(`count ${isJson} ${job.hash} ${text}`),
    type: isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    caching: 'data',
    validFor: 'dataset',
  });
}

async function jobOf(request: EndpointRequest, query: EventQuery): Promise<Job> {
  const { snapshot, baseUrl, authorityId } = request;
  const { filter, view } = query;
  const { format, order, limit, offset, eventId, allOrigins, allMagnitudes } = query;
  const shape = JSON.stringify([format, order, limit, offset, eventId, allOrigins, allMagnitudes]);
  const plan = await snapshot.memo(`fdsn ${JSON.stringify(filter)} ${canonicalView(view)}`, () =>
    planView(snapshot.manifest, filter, view),
  );
  const hash = contentHash(`fdsn ${EVENT_VERSION} ${REVISION} ${shape} ${baseUrl} ${authorityId} ${plan.hash}`);
  return { request, query, plan, hash };
}

/** The events of an answer, of which there is one at least. */
interface Selected {
  places: Places;
  count: number;
}

async function select(job: Job): Promise<Selected> {
  const { query } = job;
  if (query.eventId !== undefined) return selectOne(job, query.eventId);
  const { limit = Infinity, offset } = query;
  const depth = offset - 1 + Math.min(limit, MAX_EVENTS + 1);
  if (depth > MAX_DEPTH)
    throw tooMuch(`limit and offset reach at most ${MAX_DEPTH} events; please divide the request by time.`);
  const tally = await count(job, depth);
  const skip = offset - 1;
  const rows = Math.min(limit, tally.matched - skip);
  if (rows <= 0) throw noData(query);
  if (rows > MAX_EVENTS)
    throw tooMuch(`More than ${MAX_EVENTS} events match; please ask for a shorter time, or with limit and offset.`);
  return { places: new EventCursor(selectionOf(job), tally, { skip, count: rows }), count: rows };
}

const selectionOf = ({ request: { snapshot }, plan, query: { filter, view, order } }: Job): EventSelection => ({
  ...{ snapshot, plan, filter, view, order },
});

/** @param depth rows from the beginning of the order; Infinity to count all */
async function count(job: Job, depth: number): Promise<Tally> {
  const { queue, caller, signal, bounds, trace } = job.request;
  const tally = new Tally(selectionOf(job), { bounds: boundsOf(bounds), depth });
  const expensive = job.plan.shards.length > 8;
  await queue.during({ caller: callerId(caller), signal: signal(), expensive }, async (work) => {
    await work.run(tally.steps(work.signal));
    trace.opened += tally.opened;
  });
  if (tally.exceeded) throw tooMuch(`This needs too much work at once (${job.hash}); please ask for a shorter time.`);
  return tally;
}

/** A record that the view does not have is no data. */
async function selectOne({ request, query, plan }: Job, eventId: string): Promise<Selected> {
  const { snapshot, queue, caller, signal, trace } = request;
  const place = await queue.during({ caller: callerId(caller), signal: signal() }, async (work) => {
    if (/^\d{1,15}$/.test(eventId)) {
      const found = await placeOfNumber(snapshot, Number(eventId));
      if (found) return found;
    }
    const search = new NameSearch(snapshot, eventId);
    await work.run(search.steps(work.signal));
    trace.opened += search.opened;
    return search.found;
  });
  const isPlanned = place && plan.shards.some(({ entry }) => entry === place.entry);
  if (!isPlanned || !(await inView(request, query, place))) throw noData(query);
  return { places: onePlace(place), count: 1 };
}

async function inView({ snapshot }: EndpointRequest, { view }: EventQuery, place: RecordPlace): Promise<boolean> {
  if (view.agency === undefined && view.magnitudeType === undefined) return true;
  const companion = await snapshot.companion(place.entry);
  const { recordRow } = viewColumns(await snapshot.shard(place.entry), companion, view);
  return recordRow!.includes(place.row);
}

/** Least size of a chunk but the last one, in characters. */
const CHUNK = 65_536;

async function* chunksOf(
  { request: { snapshot }, query: { view } }: Job,
  { places, writer }: { places: Places; writer: EventWriter },
  work: Work,
): AsyncGenerator<Uint8Array, void, void> {
  let text = writer.head;
  let isFirst = true;
  const steps = eventSteps({ snapshot, places, view }, (event) => {
    text += (isFirst ? '' : writer.between) + writer.row(event);
    isFirst = false;
  });
  try {
    for (let done = false; !done;) {
      done = await work.step(steps);
      if (text.length < CHUNK) continue;
      const chunk = Buffer.from(text);
      text = '';
      yield* offered(chunk, () => places.forget());
    }
  } catch (error) {
    if (error instanceof ClientGone) return;
    throw error;
  }
  yield Buffer.from(text + writer.foot);
}
