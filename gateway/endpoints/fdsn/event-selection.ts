/** Which events a query selects: counted within bounds, and read from any of them on. */
import { MAX_EVENTS } from '#core/fdsn/event-parameters.ts';
import { planView, showsRecords, viewColumns, type ViewPlan } from '#core/fdsn/view.ts';
import { rowFilter } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { EventCursor, type EventPosition, NO_ROWS, oneRow, type RowSource } from '../../scan/event-cursor.ts';
import { type Counted, type EventSelection, type RowRef, Tally } from '../../scan/event-rows.ts';
import type { WorkBounds } from '../../work/admission.ts';
import type { Work } from '../../work/work-queue.ts';
import type { EndpointRequest } from '../request.ts';
import { findEvent } from './find-event.ts';

/** Highest number of a row in the order that a page may reach: each row up to it is counted. */
const MAX_COUNTED = 200_000;

/** Rows passed over at once. */
const WINDOW_BATCH = 1000;

/** Every query looks at whole shards. */
const boundsOf = ({ files, rows }: WorkBounds): WorkBounds => ({ files: files * 4, rows: rows * 2 });

const tooMuch = (message: string): GatewayError => new GatewayError('too_large', message);

export interface Job {
  request: EndpointRequest;
  query: EventQuery;
  plan: ViewPlan;
  /** When the newest shard that the answer may draw on was last changed. */
  updatedAt: EpochMs;
  hash: string;
}

/** The events of an answer. It holds nothing of the dataset but one row. */
export interface Selected {
  count: number;
  /** The only event, of an identifier. */
  row?: RowRef;
  counted: Counted;
  /** Rows counted before the first event. */
  skip: number;
  /** What was counted lies in it, where it is narrower than the query. */
  window?: Window;
}

/** Both inclusive. */
interface Window {
  from: EpochMs;
  to: EpochMs;
}

const NONE: Selected = { count: 0, counted: { matched: 0, magnitudes: new Map() }, skip: 0 };

/** @throws GatewayError 413 for too many events, and too much work */
export async function select(job: Job, work: Work): Promise<Selected> {
  const { query } = job;
  if (query.eventId !== undefined) return selectOne(job, query.eventId, work);
  if (query.isNewest && query.order !== 'time') return selectNewest(job, work);
  const { limit = Infinity, offset } = query;
  const maxRows = offset - 1 + Math.min(limit, MAX_EVENTS + 1);
  if (maxRows > MAX_COUNTED)
    throw tooMuch(`limit and offset reach at most ${MAX_COUNTED} events; please divide the request by time.`);
  const { matched, magnitudes } = await tallied(job, work, maxRows);
  const skip = offset - 1;
  const count = Math.min(limit, matched - skip);
  if (count <= 0) return NONE;
  if (count > MAX_EVENTS)
    throw tooMuch(`More than ${MAX_EVENTS} events match; please ask for a shorter time, or with limit and offset.`);
  return { count, counted: { matched, magnitudes }, skip };
}

/** The newest events in another order: their times are found first, so that no older shard is opened. */
async function selectNewest(job: Job, work: Work): Promise<Selected> {
  const byTime: Job = { ...job, query: { ...job.query, order: 'time' } };
  const newest = await select(byTime, work);
  if (newest.count === 0) return NONE;
  const window = await windowOf(rowsOf(byTime, newest), work);
  const { matched, magnitudes } = await tallied(within(job, window), work);
  // Of equal times there may be more.
  const skip = job.query.order === 'time-asc' ? matched - newest.count : 0;
  return { count: newest.count, counted: { matched, magnitudes }, skip, window };
}

/** Of rows of which the newest one is the first. */
async function windowOf(rows: RowSource, work: Work): Promise<Window> {
  const batch: RowRef[] = [];
  let newest: EpochMs | undefined;
  async function* pass(): AsyncGenerator<void, void, void> {
    for (let isLast = false; !isLast; batch.length = 0) {
      isLast = await rows.advance(batch, newest === undefined ? 1 : WINDOW_BATCH);
      // Until then it passes over the rows before the offset.
      if (batch.length > 0) newest ??= rows.position()!.after!.time;
      yield;
    }
  }
  await work.run(pass());
  return { from: rows.position()!.after!.time, to: newest! };
}

const within = (job: Job, window: Window): Job => {
  const { request, query } = job;
  const filter = { ...query.filter, ...window };
  return { ...job, query: { ...query, filter }, plan: planView(request.snapshot.manifest, filter, query.view) };
};

/** @param from where an earlier source was; undefined: at the first event */
export function rowsOf(job: Job, { count, row, counted, skip, window }: Selected, from?: EventPosition): RowSource {
  if (row) return oneRow(row);
  if (count === 0) return NO_ROWS;
  return new EventCursor(selectionOf(window ? within(job, window) : job), counted, { skip, count }, from);
}

const selectionOf = ({ request: { snapshot }, plan, query: { filter, view, order } }: Job): EventSelection => ({
  ...{ files: snapshot.files, plan, filter, view, order },
});

/** @param maxRows rows at the beginning of the order that must be counted; undefined: all */
export async function tallied(job: Job, work: Work, maxRows?: number): Promise<Tally> {
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
  const row = isPlanned && (await inView(request, query, found));
  return row ? { ...NONE, count: 1, row } : NONE;
}

/** Its first row in the view; undefined where that has none. */
async function inView(
  { snapshot: { files } }: EndpointRequest,
  { view, filter }: EventQuery,
  found: RowRef,
): Promise<RowRef | undefined> {
  if (showsRecords(view)) return found;
  const columns = viewColumns(await files.shard(found.entry), await files.solutions(found.entry), view);
  const passes = rowFilter({ includeUnrated: true, ...filter })(columns);
  const row = columns.recordRow!.findIndex((own, index) => own === found.row && passes(index));
  const agency = columns.agencyOfRow?.[row];
  return row < 0 ? undefined : { ...found, ...(agency && { agency }) };
}
