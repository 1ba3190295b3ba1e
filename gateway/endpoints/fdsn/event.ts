/** `/fdsnws/event/1/query` and `/count`. */
import { agenciesOf, type Manifest } from '#core/manifest.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { contentHash } from '#core/etag.ts';
import { EVENT, EVENT_PARAMETERS, FORMAT_OF_EXTENSION, MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { canonicalView, planView, type ViewPlan } from '#core/fdsn/view.ts';
import type { EpochMs } from '#core/time.ts';
import { termsOfShards } from '#core/terms.ts';
import { callerId } from '../../access/caller.ts';
import { invalid } from '../../http/errors.ts';
import {
  bytesRepresentation,
  type Representation,
  type StreamedRepresentation,
  linkHeader,
} from '../../http/representation.ts';
import { type ByteRange, bytesInRange } from '../../http/response.ts';
import { type EventQuery, readEventQuery } from '../../query/fdsn/event-query.ts';
import type { EventPosition } from '../../scan/event-cursor.ts';
import type { Work } from '../../work/work-queue.ts';
import { Extents } from '../extents.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';
import { refuseEmpty } from './error.ts';
import { integer, object, type Schema } from '../schemas.ts';
import { EMSC_FEATURE_OR_FEATURES, FEATURE_OR_FEATURES } from './geojson-schema.ts';
import { EventBody, EVENT_TYPES_OF, type EventWriter, type WriterOptions, WRITERS } from './event-body.ts';
import { type Job, rowsOf, select, type Selected, tallied } from './event-selection.ts';

/** Equal events give equal bytes as long as this is the same. */
const WRITTEN_BY = sourceHash('gateway/endpoints/fdsn/event-body.ts');

/** Memory for extents of answers, in bytes. */
const EXTENTS_BYTES = 8e6;

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
  const agencies = agenciesOf(request.snapshot.manifest);
  const query = readEventQuery(request.query, request.body, { agencies, path: request.path });
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
  const headers = { ...linkHeader(undefined, terms), ...namedFile(rendering), 'Accept-Ranges': 'bytes' };
  const streaming = (signal: AbortSignal): Work =>
    request.queue.streaming({ caller: callerId(request.caller), signal });
  return {
    hash,
    type: rendering.type,
    caching: 'data',
    async prepare(sized) {
      if (sized) {
        const extent = await extents.of(hash, request, {
          expensive: isExpensive(job),
          measure: (work) => measure(job, rendering, work),
        });
        return {
          size: extent.size,
          headers,
          chunks: (signal, range) => part(job, rendering, { extent, range, work: streaming(signal) }),
        };
      }
      const { body, first } = await within(job, (work) => beginBody(job, rendering, work));
      return {
        // A short answer is complete before its status is sent.
        size: body.isComplete ? first.byteLength : extents.kept(hash)?.size,
        headers,
        chunks: (signal) => body.chunks(streaming(signal), first),
      };
    },
  };
}

const namedFile = ({ fileName }: Rendering): Record<string, string> =>
  fileName === undefined ? {} : { 'Content-Disposition': `inline; filename="${fileName}"` };

export const eventEndpoint: EndpointRow = {
  path: ENDPOINTS.events,
  endings: Object.keys(FORMAT_OF_EXTENSION),
  description: 'FDSN event service 1.2: QuakeML, text, GeoJSON as the USGS or EMSC, CSV',
  answer: eventAnswer,
  operation: {
    id: 'queryEvents',
    parameters: EVENT_PARAMETERS,
    content: {
      ...Object.fromEntries((['xml', 'text', 'csv'] as const).map((format) => [EVENT_TYPES_OF[format], null])),
      [EVENT_TYPES_OF.geojson]: FEATURE_OR_FEATURES,
      'application/json': EMSC_FEATURE_OR_FEATURES,
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
  const query = readEventQuery(request.query, request.body, { agencies: agenciesOf(request.snapshot.manifest) });
  if (query.eventId !== undefined) throw invalid('eventid', 'count takes no eventid.');
  const job = await jobOf(request, query, query.format);
  const isJson = query.format === 'geojson' || query.format === 'json';
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
  const { order, limit, offset, isNewest, eventId, allOrigins, allMagnitudes } = query;
  const shape = JSON.stringify([name, order, limit, offset, isNewest, eventId, allOrigins, allMagnitudes]);
  const { plan, updatedAt } = await snapshot.memo(`fdsn ${JSON.stringify(filter)} ${canonicalView(view)}`, () => {
    const planned = planView(snapshot.manifest, filter, view);
    return { plan: planned, updatedAt: lastChange(snapshot.manifest, planned) };
  });
  const hash = contentHash(`fdsn ${WRITTEN_BY} ${shape} ${baseUrl} ${authorityId} ${plan.hash} ${updatedAt}`);
  return { request, query, plan, updatedAt, hash };
}

/** Where no shard can match, that of the dataset; of an empty one its day. */
const lastChange = ({ shards, day }: Manifest, plan: ViewPlan): EpochMs =>
  (plan.shards.length > 0 ? plan.shards.map(({ entry }) => entry) : shards).reduce(
    (last, { updatedAt }) => Math.max(last, updatedAt[1]),
    0,
  ) || day;

/** The work of one answer, within the limit of its caller. */
function within<T>(job: Job, use: (work: Work) => Promise<T>): Promise<T> {
  const { queue, caller, signal } = job.request;
  return queue.during({ caller: callerId(caller), signal: signal(), expensive: isExpensive(job) }, use);
}

const isExpensive = ({ query, plan }: Job): boolean => query.eventId === undefined && plan.shards.length > 8;

/** Its first piece is read before the status is sent: a file that is missing there is a 503. */
async function beginBody(
  job: Job,
  rendering: Rendering,
  work: Work,
): Promise<{ body: EventBody; first: Uint8Array; selected: Selected }> {
  const selected = await select(job, work);
  if (selected.count === 0) rendering.refuseEmpty?.(job.query);
  const body = bodyOf(job, rendering, selected);
  return { body, first: await body.piece(work), selected };
}

/** @param resumed where an earlier body was, and the end of the whole */
function bodyOf(
  job: Job,
  { writer: writerOf }: Rendering,
  selected: Selected,
  resumed?: { from: EventPosition; foot: string },
): EventBody {
  const { request, query, updatedAt, hash } = job;
  const { snapshot, baseUrl, authorityId } = request;
  const writer = writerOf({ query, count: selected.count, hash, updatedAt, baseUrl, authorityId });
  const source = { files: snapshot.files, rows: rowsOf(job, selected, resumed?.from), view: query.view };
  return new EventBody(source, writer, resumed?.foot);
}

/** What ranges of an answer need. */
interface Extent {
  /** In bytes. */
  size: number;
  /** Without the dataset. */
  selected: Selected;
  foot: string;
  /** Ends of pieces. */
  marks: { bytes: number; from: EventPosition }[];
}

const extents = new Extents<Extent>(
  EXTENTS_BYTES,
  ({ marks, selected }) => marks.length + selected.counted.magnitudes.size,
);

/** Writes the whole answer, as a GET does, and keeps where its pieces end. */
async function measure(job: Job, rendering: Rendering, work: Work): Promise<Extent> {
  const { body, first, selected } = await beginBody(job, rendering, work);
  const marks: Extent['marks'] = [];
  let size = first.byteLength;
  while (!body.isComplete) {
    const from = body.position();
    if (from) marks.push({ bytes: size, from });
    size += (await body.piece(work)).byteLength;
  }
  return { size, selected, marks, foot: body.foot };
}

interface Part {
  extent: Extent;
  /** Undefined: all of it. */
  range: ByteRange | undefined;
  work: Work;
}

/** Events are written from the mark before the range on. */
function part(job: Job, rendering: Rendering, { extent, range, work }: Part): AsyncGenerator<Uint8Array> {
  const mark = range && extent.marks.findLast(({ bytes }) => bytes <= range.from);
  const chunks = bodyOf(job, rendering, extent.selected, mark && { from: mark.from, foot: extent.foot }).chunks(work);
  const start = mark?.bytes ?? 0;
  return range ? bytesInRange(chunks, { from: range.from - start, to: range.to - start }) : chunks;
}
