/** Executes a plan for `updated_after`: the change log in order, with each change's record from its shard. */
import { firstIndex } from '#core/bisect.ts';
import { type Change, tombstone } from '#core/changes.ts';
import type { ShardColumns } from '#core/columns.ts';
import type { RowPredicate } from '#core/filters/filter.ts';
import type { ShardEntry } from '#core/manifest.ts';
import type { ChangesPlan } from '#core/plan.ts';
import { type ChangesQuery, rowFilter } from '#core/query.ts';
import { bucketFrom, bucketTo } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import type { OpenShard } from '../dataset/lines.ts';
import type { WorkBounds } from '../work/admission.ts';
import type { DatasetFiles } from '../dataset/files.ts';
import { firstAfter } from './merge.ts';
import { ListPage, type PageRequest, type ShardFiles } from './page.ts';
import { Pace } from '../work/slices.ts';
import type { Work } from '../work/work-queue.ts';

interface ChangesResult {
  body: Uint8Array;
  /** Shards and segments opened. */
  opened: number;
}

type ChangesFiles = ShardFiles & Pick<DatasetFiles, 'segment'>;

interface ChangesRequest extends PageRequest<number> {
  plan: ChangesPlan;
  query: ChangesQuery;
  bounds: WorkBounds;
  files: ChangesFiles;
}

interface Reading {
  page: ListPage;
  /** The following page begins after this change; undefined on the last page. */
  end: number | undefined;
  opened: number;
}

type RecordChange = Change & { kind: 'record' };

export async function readChanges(request: ChangesRequest, work: Work): Promise<ChangesResult> {
  const page = new ListPage(request.expand);
  const reading: Reading = { page, end: undefined, opened: 0 };
  async function* all(): AsyncGenerator<void, void, void> {
    yield* steps(request, reading, work.signal);
    yield* page.write(request.headOf(page.count, reading.end), request.files);
  }
  await work.run(all());
  return { body: page.body, opened: reading.opened };
}

/** Fills in the result; yields after each slice. */
async function* steps(request: ChangesRequest, result: Reading, signal: AbortSignal): AsyncGenerator<void, void, void> {
  const { plan, query, bounds, files } = request;
  const { updatedAfter, afterSequence = 0 } = query;
  const { page } = result;
  const shards = new OpenShards(plan.shards, files, rowFilter(query));
  const pace = new Pace();
  let last: number | undefined;
  let rows = 0;
  for (const [index, segment] of plan.segments.entries()) {
    if (signal.aborted) return;
    if (last !== undefined && index + 1 + shards.opened > bounds.files) return void (result.end = last);
    pace.startSlice();
    const changes = await files.segment(segment);
    const opened = (): number => (result.opened = index + 1 + shards.opened);
    opened();
    if (pace.countShard()) yield;
    for (const change of changes) {
      if (pace.countRow()) yield;
      if (change.sequence <= afterSequence || change.updatedAt <= updatedAfter) continue;
      const entry = change.kind === 'record' ? shards.entryOf(change) : undefined;
      const isUnopened = entry !== undefined && !shards.has(entry);
      const isAtBound = rows >= bounds.rows || (opened() >= bounds.files && isUnopened);
      if (isAtBound && last !== undefined) return void (result.end = last);
      if (isUnopened && signal.aborted) return;
      rows += 1;
      pace.startSlice();
      const found = change.kind === 'record' ? await shards.find(change, entry) : undefined;
      if (isUnopened) opened();
      if (isUnopened && pace.countShard()) yield;
      const matches = change.kind === 'record' ? found?.passes(found.row) : true;
      if (matches && page.count === query.limit) return void (result.end = last);
      if (change.kind !== 'record') page.addText(tombstone(change));
      else if (found && matches) page.addRow(found.shard, found.row);
      last = change.sequence;
    }
  }
}

export interface MatchedChange {
  change: Change;
  passes: boolean;
  /** The record as published by the change; undefined for one that was superseded, and for the end of a record. */
  row: { shard: OpenShard; index: number } | undefined;
  /** Shards opened so far. */
  opened: number;
}

/** Every change after the one that the query names. Undefined ends a slice of work. */
export async function* matchedChanges(
  plan: ChangesPlan,
  query: ChangesQuery,
  files: Pick<ChangesFiles, 'shard' | 'segment'>,
): AsyncGenerator<MatchedChange | undefined, void, void> {
  const { afterSequence = 0, updatedAfter } = query;
  const shards = new OpenShards(plan.shards, files, rowFilter(query));
  const pace = new Pace();
  for (const segment of plan.segments) {
    pace.startSlice();
    const changes = await files.segment(segment);
    for (const change of changes.slice(firstIndex(changes.length, (i) => changes[i]!.sequence > afterSequence))) {
      if (pace.countRow()) yield undefined;
      if (change.updatedAt <= updatedAfter) continue;
      const found = change.kind === 'record' ? await shards.find(change, shards.entryOf(change)) : undefined;
      const row = found && { shard: found.shard, index: found.row };
      const passes = change.kind !== 'record' || found?.passes(found.row) === true;
      yield { change, passes, row, opened: shards.opened };
    }
  }
}

interface Filtered {
  shard: OpenShard;
  passes: RowPredicate;
}

/** The shards of one request, each opened when a change first needs it. */
export class OpenShards {
  readonly #bands = new Map<number, ShardEntry[]>();
  readonly #opened = new Map<ShardEntry, Filtered>();
  readonly #files: Pick<ShardFiles, 'shard'>;
  readonly #filter: (columns: ShardColumns) => RowPredicate;

  constructor(shards: ShardEntry[], files: Pick<ShardFiles, 'shard'>, filter: (columns: ShardColumns) => RowPredicate) {
    this.#files = files;
    this.#filter = filter;
    for (const shard of shards.toSorted((a, b) => bucketFrom(a) - bucketFrom(b)))
      this.#bands.getOrInsert(shard.band, []).push(shard);
  }

  get opened(): number {
    return this.#opened.size;
  }

  has(entry: ShardEntry): boolean {
    return this.#opened.has(entry);
  }

  /** The shard of the record after the change; undefined when the plan excludes it. */
  entryOf({ band, time }: RecordChange): ShardEntry | undefined {
    const shards = this.#bands.get(band) ?? [];
    const entry = shards[lastBefore(shards, time)];
    return entry && time < bucketTo(entry) ? entry : undefined;
  }

  /** The record as published by the change; undefined when a later change superseded it. */
  async find(change: RecordChange, entry: ShardEntry | undefined): Promise<(Filtered & { row: number }) | undefined> {
    if (!entry) return undefined;
    const { shard, passes } = this.#opened.get(entry) ?? (await this.#filtered(entry));
    const row = firstAfter(shard, { time: change.time, id: change.id + 1 });
    const current = row < shard.rows && shard.id[row] === change.id && shard.updatedAt[row] === change.updatedAt;
    return current ? { shard, passes, row } : undefined;
  }

  async #filtered(entry: ShardEntry): Promise<Filtered> {
    const shard = await this.#files.shard(entry);
    const filtered = { shard, passes: this.#filter(shard) };
    this.#opened.set(entry, filtered);
    return filtered;
  }
}

/** Index of the last shard that begins at or before an instant; -1 when there is none. */
const lastBefore = (shards: ShardEntry[], time: EpochMs): number =>
  firstIndex(shards.length, (index) => bucketFrom(shards[index]!) > time) - 1;
