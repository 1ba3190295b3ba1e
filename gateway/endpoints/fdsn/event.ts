/** `/fdsnws/event/1/query` and `/count`. */
import { agenciesOf } from '#core/manifest.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { contentHash } from '#core/etag.ts';
import { EVENT, EVENT_PARAMETERS, MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { canonicalView, planView, viewColumns, type ViewPlan } from '#core/fdsn/view.ts';
import { termsOfShards } from '#core/terms.ts';
import { callerId } from '../../access/caller.ts';
import { GatewayError, invalid } from '../../http/errors.ts';
import {
  bytesRepresentation,
  type Representation,
  type StreamedRepresentation,
  linkHeader,
} from '../../http/representation.ts';
import { bytesInRange } from '../../http/response.ts';
import { type EventQuery, readEventQuery } from '../../query/fdsn/event-query.ts';
import type { WorkBounds } from '../../work/admission.ts';
import { EventCursor, NO_ROWS, oneRow, type RowSource } from '../../scan/event-cursor.ts';
import { type EventSelection, type RowRef, Tally } from '../../scan/event-rows.ts';
import type { Work } from '../../work/work-queue.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';
import { integer, object, type Schema } from '../schemas.ts';
import { FEATURE_OR_FEATURES } from './geojson-schema.ts';
import { EventBody, EVENT_TYPES_OF, type EventWriter, type WriterOptions, WRITERS } from './event-body.ts';
import { findEvent } from './find-event.ts';

/** Equal events give equal bytes as long as this is the same. */
const WRITTEN_BY = sourceHash('gateway/endpoints/fdsn/event-body.ts');

/** Highest number of a row in the order that a page may reach: each row up to it is counted. */
const MAX_COUNTED = 200_000;

/** Every query looks at whole shards. */
const boundsOf = ({ files, rows }: WorkBounds): WorkBounds => ({ files: files * 4, rows: rows * 2 });

const tooMuch = (message: string): GatewayError => new GatewayError('too_large', message);

/** QuakeML and text without an event are no data; the others are empty documents, as the USGS gives them. */
export function refuseEmpty({ format, eventId, nodata }: EventQuery): void {
  const isData = format === 'geojson' || format === 'csv';
  if (isData && eventId === undefined) return;
  const code = isData || nodata === '404' ? 'not_found' : 'no_data';
  throw new GatewayError(code, 'No event matches the request.');
}

interface Job {
  request: EndpointRequest;
  query: EventQuery;
  plan: ViewPlan;
  hash: string;
}

/** How events are written. */
interface Rendering {
  /** Of equal names, equal events have equal bytes. */
  name: string;
  type: string;
  /** Of a saved answer; absent where programs alone read it. */
  fileName?: string;
  writer(options: WriterOptions): EventWriter;
  /** Called for a query without an event. @throws GatewayError where that is no document */
  refuseEmpty?(query: EventQuery): void;
}

async function eventAnswer(request: EndpointRequest): Promise<StreamedRepresentation> {
  const query = readEventQuery(request.query, request.body, agenciesOf(request.snapshot.manifest));
  const { format } = query;
  return streamedEvents(request, query, {
    name: format,
    type: EVENT_TYPES_OF[format],
    writer: WRITERS[format],
    refuseEmpty,
  });
}

/** The events of a query in some shape. */
export async function streamedEvents(
  request: EndpointRequest,
  query: EventQuery,
  rendering: Rendering,
): Promise<StreamedRepresentation> {
  const job = await jobOf(request, query, rendering.name);
  const { hash, plan } = job;
  const terms = termsOfShards(plan.shards.map(({ entry }) => entry));
  return {
    hash,
    type: rendering.type,
    caching: 'data',
    async prepare() {
      const { queue, caller } = request;
      const { body, first } = await within(job, (work) => beginBody(job, rendering, work));
      return {
        // A short answer is complete before its status is sent.
        size: body.isComplete ? first.byteLength : undefined,
        headers: { ...linkHeader(undefined, terms), ...namedFile(rendering) },
        chunks: (signal, range) => {
          const chunks = body.chunks(first, queue.streaming({ caller: callerId(caller), signal }));
          return range ? bytesInRange(chunks, range) : chunks;
        },
      };
    },
  };
}

const namedFile = ({ fileName }: Rendering): Record<string, string> =>
  fileName === undefined ? {} : { 'Content-Disposition': `inline; filename="${fileName}"` };

export const eventEndpoint: EndpointRow = {
  path: ENDPOINTS.events,
  description: 'FDSN event service 1.2: QuakeML, text, GeoJSON as the USGS, CSV',
  answer: eventAnswer,
  operation: {
    id: 'queryEvents',
    parameters: EVENT_PARAMETERS,
    content: {
      ...Object.fromEntries(Object.values(EVENT_TYPES_OF).map((type) => [type, null])),
      [EVENT_TYPES_OF.geojson]: FEATURE_OR_FEATURES,
    },
    errors: [400, 404, 413],
  },
};

const COUNT: Schema = {
  name: 'Count',
  schema: object({ count: integer('Events that match.'), maxAllowed: integer('Most events of one answer.') }),
};

export const countEndpoint: EndpointRow = {
  path: ENDPOINTS.eventCount,
  description: 'How many events match',
  answer: countAnswer,
  operation: {
    id: 'countEvents',
    parameters: EVENT_PARAMETERS.filter(({ name }) => name !== EVENT.eventId.name),
    content: { [EVENT_TYPES_OF.text]: null, 'application/json': COUNT },
    errors: [400],
  },
};

/** As the USGS answers: a number, or with `format=geojson` an object. */
async function countAnswer(request: EndpointRequest): Promise<Representation> {
  const query = readEventQuery(request.query, request.body, agenciesOf(request.snapshot.manifest));
  if (query.eventId !== undefined) throw invalid('eventid', 'count takes no eventid.');
  const job = await jobOf(request, query, query.format);
  const isJson = query.format === 'geojson';
  const { matched } = await within(job, (work) => tallied({ ...job, query: { ...query, order: 'time' } }, work));
  const text = isJson ? JSON.stringify({ count: matched, maxAllowed: MAX_EVENTS }) : String(matched);
  return bytesRepresentation(Buffer.from(text), {
    hash: contentHash(`count ${isJson} ${job.hash} ${text}`),
    type: isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    caching: 'data',
    validFor: 'dataset',
  });
}

async function jobOf(request: EndpointRequest, query: EventQuery, name: string): Promise<Job> {
  const { snapshot, baseUrl, authorityId } = request;
  const { filter, view } = query;
  const { order, limit, offset, eventId, allOrigins, allMagnitudes } = query;
  const shape = JSON.stringify([name, order, limit, offset, eventId, allOrigins, allMagnitudes]);
  const plan = await snapshot.memo(`fdsn ${JSON.stringify(filter)} ${canonicalView(view)}`, () =>
    planView(snapshot.manifest, filter, view),
  );
  const hash = contentHash(`fdsn ${WRITTEN_BY} ${shape} ${baseUrl} ${authorityId} ${plan.hash}`);
  return { request, query, plan, hash };
}

/** The work of one answer, within the limit of its caller. */
function within<T>({ request, query, plan }: Job, use: (work: Work) => Promise<T>): Promise<T> {
  const { queue, caller, signal } = request;
  const expensive = query.eventId === undefined && plan.shards.length > 8;
  return queue.during({ caller: callerId(caller), signal: signal(), expensive }, use);
}

/** Its first piece is read before the status is sent: a file that is missing there is a 503. */
async function beginBody(
  job: Job,
  { writer: writerOf, refuseEmpty: refuse }: Rendering,
  work: Work,
): Promise<{ body: EventBody; first: Uint8Array }> {
  const { request, query, plan, hash } = job;
  const { snapshot, baseUrl, authorityId } = request;
  const { rows, count } = await select(job, work);
  if (count === 0) refuse?.(query);
  const updatedAt = Math.max(0, ...plan.shards.map(({ entry }) => entry.updatedAt[1]));
  const writer = writerOf({ query, count, hash, updatedAt, baseUrl, authorityId });
  const body = new EventBody({ files: snapshot.files, rows, view: query.view }, writer);
  return { body, first: await body.piece(work) };
}

interface Selected {
  rows: RowSource;
  count: number;
}

const NONE: Selected = { rows: NO_ROWS, count: 0 };

async function select(job: Job, work: Work): Promise<Selected> {
  const { query } = job;
  if (query.eventId !== undefined) return selectOne(job, query.eventId, work);
  const { limit = Infinity, offset } = query;
  const maxRows = offset - 1 + Math.min(limit, MAX_EVENTS + 1);
  if (maxRows > MAX_COUNTED)
    throw tooMuch(`limit and offset reach at most ${MAX_COUNTED} events; please divide the request by time.`);
  const tally = await tallied(job, work, maxRows);
  const skip = offset - 1;
  const count = Math.min(limit, tally.matched - skip);
  if (count <= 0) return NONE;
  if (count > MAX_EVENTS)
    throw tooMuch(`More than ${MAX_EVENTS} events match; please ask for a shorter time, or with limit and offset.`);
  return { rows: new EventCursor(selectionOf(job), tally, { skip, count }), count };
}

const selectionOf = ({ request: { snapshot }, plan, query: { filter, view, order } }: Job): EventSelection => ({
  ...{ files: snapshot.files, plan, filter, view, order },
});

async function tallied(job: Job, work: Work, maxRows?: number): Promise<Tally> {
  const { bounds, trace } = job.request;
  const tally = new Tally(selectionOf(job), { bounds: boundsOf(bounds), maxRows });
  await work.run(tally.steps(work.signal));
  trace.opened += tally.opened;
  if (tally.exceeded) throw tooMuch(`This needs too much work at once (${job.hash}); please ask for a shorter time.`);
  return tally;
}

/** A record that the view does not have is no data. */
async function selectOne({ request, query, plan }: Job, eventId: string, work: Work): Promise<Selected> {
  const found = await findEvent(request, { text: eventId, agency: query.view.agency }, work);
  const isPlanned = found && plan.shards.some(({ entry }) => entry === found.entry);
  if (!isPlanned || !(await inView(request, query, found))) return NONE;
  return { rows: oneRow(found), count: 1 };
}

async function inView({ snapshot }: EndpointRequest, { view }: EventQuery, { entry, row }: RowRef): Promise<boolean> {
  if (view.agency === undefined && view.magnitudeType === undefined) return true;
  const { recordRow } = viewColumns(await snapshot.files.shard(entry), await snapshot.files.solutions(entry), view);
  return recordRow!.includes(row);
}
