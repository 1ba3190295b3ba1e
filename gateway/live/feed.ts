/** The log behind a position, in pieces. Streams with the same query and position share them. */
import { planChanges } from '#core/plan.ts';
import type { ListFilter } from '#core/query.ts';
import { type EpochMs, parseInstant } from '#core/time.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { LoadingCache } from '../http/loading-cache.ts';
import { matchedChanges, type MatchedChange } from '../scan/changes-reader.ts';
import type { WorkBounds } from '../work/admission.ts';
import type { WorkQueue } from '../work/work-queue.ts';
import type { Connections } from './connections.ts';
import { Departures } from './departures.ts';
import { type Change, tombstone } from '#core/changes.ts';
import { isMajorRevision } from '#core/major.ts';
import type { ListItem } from '#core/wire.ts';
import { jsonOf } from '../dataset/lines.ts';

export interface LiveQuery {
  filter: ListFilter;
  majorOnly: boolean;
  /** Equal for equal queries. */
  key: string;
}

/** Where a client is in the log. */
export interface Place {
  /** It has received everything up to this number. */
  sequence: number;
  /** Changes up to this instant are known to it, whatever their numbers. */
  knownAt: EpochMs;
  /** Changes up to this instant are not sent. */
  notBefore: EpochMs;
  /** `beyond` the end of the log; `reset` where the client's number belongs to a dataset that was replaced. */
  jump?: 'beyond' | 'reset';
}

export interface Piece {
  changes: LiveChange[];
  /** Number of the last change that was looked at. */
  to: number;
}

/** A piece ends after so many characters. */
const PIECE = 65_536;
/** Memory for pieces, in bytes. */
const CACHE_BYTES = 16e6;

interface LiveOptions {
  dataset: Pick<Dataset, 'peek' | 'onChange'>;
  connections: Connections;
  queue: WorkQueue;
  bounds: WorkBounds;
  /** By default places are kept in this process alone. */
  departures?: Departures | undefined;
}

export class LiveFeed {
  readonly connections: Connections;
  readonly departures: Departures;
  readonly #dataset: LiveOptions['dataset'];
  readonly #queue: WorkQueue;
  readonly #bounds: WorkBounds;
  /** Number of the last change. */
  #last = 0;
  /** Numbers that an older dataset gives again: those after `after`, up to `to`. */
  #repeated = { after: Infinity, to: 0 };
  readonly #pieces = new LoadingCache<Piece>(CACHE_BYTES, ({ changes }) =>
    changes.reduce((bytes, { item }) => bytes + 2 * item.length + 200, 200),
  );

  constructor({ dataset, connections, queue, bounds, departures = new Departures() }: LiveOptions) {
    this.#dataset = dataset;
    this.departures = departures;
    this.connections = connections;
    this.#queue = queue;
    this.#bounds = bounds;
    dataset.onChange(() => {
      const { sequence } = this.snapshot!.manifest;
      const { after, to } = this.#repeated;
      if (sequence < this.#last) this.#repeated = { after: Math.min(after, sequence), to: Math.max(to, this.#last) };
      this.#last = sequence;
      void connections.wake();
    });
  }

  get snapshot(): Snapshot | undefined {
    return this.#dataset.peek();
  }

  /** The place of a client that comes back with a number. */
  async placeOf(snapshot: Snapshot, sequence: number): Promise<Place> {
    const { after, to } = this.#repeated;
    const end = snapshot.manifest.sequence;
    if (sequence > after && sequence <= to)
      return { ...(await placeAfter(snapshot, Math.min(after, end))), jump: 'reset' };
    return sequence > end ? { ...endOf(snapshot), sequence, jump: 'beyond' } : placeAfter(snapshot, sequence);
  }

  /** The place of a client that is beyond the end of the log, when other gateways have no more than this one. */
  async placeBeyond({ sequence }: Place, isOpen: () => boolean, signal: AbortSignal): Promise<Place> {
    const until = performance.now() + this.connections.times.lag;
    const isAhead = (): boolean => sequence > this.snapshot!.manifest.sequence;
    while (isAhead() && isOpen() && performance.now() < until)
      await this.connections.wait(until - performance.now(), signal);
    return isAhead() ? { ...endOf(this.snapshot!), jump: 'reset' } : placeAfter(this.snapshot!, sequence);
  }

  /** The next changes. Undefined when a file of the dataset is gone, and another dataset has replaced it. */
  async piece(snapshot: Snapshot, query: LiveQuery, { place, from, caller }: PieceRequest): Promise<Piece | undefined> {
    const { knownAt, notBefore } = place;
    const key = `${snapshot.manifestHash} ${query.key} ${knownAt} ${notBefore} ${from}`;
    const load = async (): Promise<Piece> => {
      const piece: Piece = { changes: [], to: from };
      const work = this.#queue.streaming({ caller, signal: NEVER });
      await work.run(this.#read(snapshot, { query, place, from }, piece));
      return piece;
    };
    try {
      return await this.#pieces.get(key, load);
    } catch (error) {
      if (this.snapshot === snapshot) throw error;
      return undefined;
    }
  }

  async *#read(
    snapshot: Snapshot,
    { query: { filter, majorOnly }, place, from }: Omit<PieceRequest, 'caller'> & { query: LiveQuery },
    piece: Piece,
  ): AsyncGenerator<void, void, void> {
    const query = { ...filter, limit: Infinity, updatedAfter: place.notBefore, afterSequence: from };
    const plan = planChanges(snapshot.manifest, query);
    let size = 0;
    for await (const matched of matchedChanges(plan, query, snapshot.files)) {
      if (!matched) {
        yield;
        continue;
      }
      if (matched.passes) {
        const change = await liveChange(snapshot, matched, place.knownAt);
        size += change.item.length;
        if (change.isMajor || !majorOnly) piece.changes.push(change);
      }
      piece.to = matched.change.sequence;
      if (size >= PIECE || matched.opened >= this.#bounds.files) return;
    }
    piece.to = snapshot.manifest.sequence;
  }
}

interface PieceRequest {
  place: Place;
  /** Number of the last change that was sent. */
  from: number;
  /** The work is done on behalf of the first who needs it. */
  caller: string;
}

/** Others may wait for the same piece when one client leaves. */
const NEVER = new AbortController().signal;

/** The place after everything of a dataset. */
export const endOf = ({ manifest: { sequence, segments } }: Snapshot, former?: Place): Place => ({
  sequence,
  knownAt: Math.max(former?.knownAt ?? -Infinity, segments.at(-1)?.updatedAt[1] ?? -Infinity),
  notBefore: former?.notBefore ?? -Infinity,
});

/** The place after a number that a client gives: it knows what was published until then. */
export async function placeAfter(snapshot: Snapshot, sequence: number): Promise<Place> {
  const segment = snapshot.manifest.segments.findLast(({ first }) => first <= sequence);
  if (!segment || sequence >= snapshot.manifest.sequence)
    return sequence === 0 ? { sequence, knownAt: -Infinity, notBefore: -Infinity } : endOf(snapshot);
  const changes = await snapshot.files.segment(segment);
  const known = changes.findLast((change) => change.sequence <= sequence);
  return { sequence, knownAt: known?.updatedAt ?? -Infinity, notBefore: -Infinity };
}

interface LiveChange {
  sequence: number;
  kind: 'created' | 'revised' | 'merged' | 'withdrawn';
  isMajor: boolean;
  /** JSON in one line: the item of `updated_after`. */
  item: string;
}

/** @param knownAt instant of the last publication that the client knows */
async function liveChange(snapshot: Snapshot, { change, row }: MatchedChange, knownAt: EpochMs): Promise<LiveChange> {
  const { sequence } = change;
  if (change.kind !== 'record' || !row) {
    const kind = change.kind === 'merged' ? 'merged' : 'withdrawn';
    return { sequence, kind, isMajor: true, item: tombstone(change as Exclude<Change, { kind: 'record' }>) };
  }
  const [line] = await snapshot.files.lines(row.shard, [{ first: row.index, last: row.index }]);
  const item = Buffer.from(line!).toString('utf8');
  const revisions = await revisionsSince(snapshot, change, knownAt);
  const kind = revisions.some(({ changed }) => changed.includes('created')) ? 'created' : 'revised';
  return { sequence, kind, isMajor: kind === 'created' || isMajor(JSON.parse(item) as ListItem, revisions), item };
}

interface Revision {
  at: string;
  changed: string[];
  /** Changed fields as they were; null where there was none. */
  previous?: Partial<ListItem>;
}

/** What a client does not know yet, oldest first: also the revision of the change itself, whenever that was. */
async function revisionsSince(snapshot: Snapshot, { id, updatedAt }: Change, knownAt: EpochMs): Promise<Revision[]> {
  const line = await snapshot.detail(id);
  if (line?.kind !== 'record') return [];
  const { earthquake } = jsonOf<{ earthquake: { revisions: Revision[] } }>(line.bytes);
  return earthquake.revisions.filter(({ at }) => {
    const instant = parseInstant(at)!;
    return instant > knownAt || instant === updatedAt;
  });
}

/** Whether the state before the revisions and the present one differ so much that a second message is worth it. */
function isMajor(item: ListItem, revisions: readonly Revision[]): boolean {
  if (revisions.length === 0 || revisions.some(({ changed }) => changed.includes('reinstated'))) return true;
  const before: ListItem = Object.assign({}, item, ...revisions.toReversed().map(({ previous }) => previous));
  return isMajorRevision(before, item);
}
