/** `/fdsnws/event/1/query` and `/count`. */
import { contentHash } from '#core/etag.ts';
import { EVENT_VERSION, MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { canonicalView, viewColumns } from '#core/fdsn/view.ts';
import type { ViewPlan } from '#core/fdsn/view-plan.ts';
import { planView } from '#core/fdsn/view-plan.ts';
import { termsOf } from '#core/terms.ts';
import { callerId } from '../../access/caller.ts';
import { ClientGone } from '../../http/client-gone.ts';
import { GatewayError, invalid } from '../../http/errors.ts';
import type { Representation, StreamedRepresentation } from '../../http/representation.ts';
import { bytesRepresentation } from '../../http/representation.ts';
import { linkHeader } from '../../http/link-header.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { readEventQuery } from '../../query/fdsn/event-query.ts';
import type { WorkBounds } from '../../scan/bounds.ts';
import type { RecordPlace } from '../../scan/ranked.ts';
import { Ranking } from '../../scan/ranked.ts';
import type { Work } from '../../work/work-queue.ts';
import type { EndpointRequest } from '../request.ts';
import type { EventWriter } from './event-formats.ts';
import { EVENT_TYPES_OF, eventWriter } from './event-formats.ts';
import { NameSearch, placeOfNumber } from './find-event.ts';
import { eventSteps } from './read-events.ts';

/** Raised when the bytes of equal events change. */
const REVISION = 1;

/** Rows from the beginning of the order that a page may need: what is kept of each stays in memory. */
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

export async function eventAnswer(request: EndpointRequest): Promise<StreamedRepresentation> {
  const job = await jobOf(request, readEventQuery(request.query, request.body));
  const { query, hash, plan } = job;
  const terms = termsOf(plan.shards.reduce((bits, { entry }) => bits | entry.agencies, 0));
  return {
    hash,
    type: EVENT_TYPES_OF[query.format],
    caching: 'data',
    async prepare() {
      const places = await select(job);
      if (places.length === 0) throw noData(query);
      const updatedAt = Math.max(...plan.shards.map(({ entry }) => entry.updatedAt[1]));
      const { baseUrl, authorityId, queue, caller } = request;
      const writer = eventWriter({ query, count: places.length, hash, updatedAt, baseUrl, authorityId });
      return {
        size: undefined,
        headers: linkHeader(undefined, terms),
        chunks: (signal) => chunksOf(job, { places, writer }, queue.streaming({ caller: callerId(caller), signal })),
      };
    },
  };
}

/** As the USGS answers: a number, or with `format=geojson` an object. */
export async function countAnswer(request: EndpointRequest): Promise<Representation> {
  const query = readEventQuery(request.query, request.body);
  if (query.eventId !== undefined) throw invalid('eventid', 'count takes no eventid.');
  const job = await jobOf(request, query);
  const isJson = query.format === 'geojson';
  const ranking = await rank(job, 0);
  const text = isJson ? JSON.stringify({ count: ranking.matched, maxAllowed: MAX_EVENTS }) : String(ranking.matched);
  return bytesRepresentation(Buffer.from(text), {
    hash: contentHash(`count ${isJson} ${job.hash} ${text}`),
    type: isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    caching: 'data',
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

async function select(job: Job): Promise<readonly RecordPlace[]> {
  const { query } = job;
  if (query.eventId !== undefined) return selectOne(job, query.eventId);
  const { limit = Infinity, offset } = query;
  const depth = offset - 1 + Math.min(limit, MAX_EVENTS + 1);
  if (depth > MAX_DEPTH)
    throw tooMuch(`limit and offset reach at most ${MAX_DEPTH} events; please divide the request by time.`);
  const { rows } = await rank(job, depth);
  if (rows.length - (offset - 1) > MAX_EVENTS)
    throw tooMuch(`More than ${MAX_EVENTS} events match; please ask for a shorter time, or with limit and offset.`);
  return rows.slice(offset - 1);
}

/** @param depth rows from the beginning of the order; 0 to count all */
async function rank({ request, query, plan, hash }: Job, depth: number): Promise<Ranking> {
  const { snapshot, queue, caller, signal, bounds, trace } = request;
  const { filter, view, order } = query;
  const ranking = new Ranking({
    ...{ plan, filter, view, order, depth, bounds: boundsOf(bounds) },
    open: (entry) => snapshot.shard(entry),
    companion: (entry) => snapshot.companion(entry),
  });
  const expensive = plan.shards.length > 8;
  await queue.during({ caller: callerId(caller), signal: signal(), expensive }, async (work) => {
    await work.run(ranking.steps(work.signal));
    trace.opened += ranking.opened;
  });
  if (ranking.exceeded) throw tooMuch(`This needs too much work at once (${hash}); please ask for a shorter time.`);
  return ranking;
}

/** A record that the view does not have is no data. */
async function selectOne({ request, query, plan }: Job, eventId: string): Promise<RecordPlace[]> {
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
  if (!place || !plan.shards.some(({ entry }) => entry === place.entry)) return [];
  return (await inView(request, query, place)) ? [place] : [];
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
  { places, writer }: { places: readonly RecordPlace[]; writer: EventWriter },
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
      yield Buffer.from(text);
      text = '';
    }
  } catch (error) {
    if (error instanceof ClientGone) return;
    throw error;
  }
  yield Buffer.from(text + writer.foot);
}
