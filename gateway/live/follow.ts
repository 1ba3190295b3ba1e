/** One open connection: what the log has after its place, then each publication, and a sign of life between them. */
import type { Origins } from '../access/caller.ts';
import { offered, type Receipts } from '../http/response.ts';
import { Progress } from './departures.ts';
import { endOf, type LiveFeed, type LiveQuery, type Piece, type Place } from './feed.ts';

export interface Message {
  bytes: Uint8Array;
  /** Number of the last change in it. */
  sequence: number;
}

/** How one kind of stream is written, message by message. */
export interface StreamFormat {
  /** Whether its clients know no numbers, and continue where they left. */
  isRemembered?: boolean;
  /** @param retryMs time after which a client should connect again */
  start(sequence: number, retryMs: number): Uint8Array[];
  messages(piece: Piece): Message[];
  /** Numbers after this one are given again. */
  reset(sequence: number): Uint8Array[];
  beat(sequence: number): Uint8Array;
}

export interface Followed {
  feed: LiveFeed;
  query: LiveQuery;
  format: StreamFormat;
  place: Place;
  /** @returns where the client continues instead; absent: it knows its number */
  resume?: (() => Promise<Place | undefined>) | undefined;
  origins: Origins;
  /** @returns what to call when the client goes, so that it can continue there; absent: it knows its number */
  enter?: ((progress: Progress) => () => void) | undefined;
  /** @returns whether the caller may go on */
  renew(): Promise<boolean>;
}

/** Holds its place in the log, and no message beyond the one that the client is taking. */
export async function* follow(
  stream: Followed,
  signal: AbortSignal,
  receipts?: Receipts,
): AsyncGenerator<Uint8Array, void, void> {
  const { feed, format, origins } = stream;
  const { connections } = feed;
  const { times } = connections;
  let place = (receipts && (await stream.resume?.())) ?? stream.place;
  const progress = receipts && stream.enter ? new Progress(place.sequence, receipts) : undefined;
  const depart = progress && stream.enter?.(progress);
  const leave = connections.enter(origins);
  // The answer has begun, so that it ends. The client comes back from here, and is refused then.
  if (!leave) return yield* (depart?.(), format.start(place.sequence, retryMs(connections.open)));
  const isOpen = (): boolean => !signal.aborted && !connections.isStopping;
  let served: string | undefined;
  // Each at another moment, so that thousands are not written to at once.
  let beatAt = performance.now() + times.beat * phaseOf(connections.open);
  let renewAt = performance.now() + times.renewal;
  try {
    const opening = format.start(place.sequence, retryMs(connections.open));
    yield* opening;
    progress?.passed(opening);
    if (place.jump === 'beyond') place = await feed.placeBeyond(place, isOpen, signal);
    if (place.jump === 'reset') yield* format.reset(place.sequence);
    while (isOpen()) {
      if (feed.snapshot && feed.snapshot.manifestHash !== served) {
        served = feed.snapshot.manifestHash;
        place = yield* catchUp({ ...stream, progress }, place, isOpen);
        continue;
      }
      await connections.wait(beatAt - performance.now(), signal);
      if (isOpen() && performance.now() >= beatAt) {
        beatAt = performance.now() + times.beat;
        const beat = format.beat(place.sequence);
        yield beat;
        progress?.passed([beat]);
      }
      if (performance.now() < renewAt) continue;
      if (!(await stream.renew())) return;
      renewAt += times.renewal;
    }
  } finally {
    leave();
    depart?.();
  }
}

/** Sends what the dataset has after a place. @returns the place after it */
async function* catchUp(
  { feed, query, format, origins: { caller }, progress }: Followed & { progress: Progress | undefined },
  former: Place,
  isOpen: () => boolean,
): AsyncGenerator<Uint8Array, Place, void> {
  let snapshot = feed.snapshot;
  let end = endOf(snapshot!, former);
  // An older dataset was put in its place: what it publishes from now on is new, what it has is not sent again.
  const isOlder = end.sequence < former.sequence;
  if (isOlder) yield* format.reset(end.sequence);
  const place = isOlder ? { ...end, notBefore: former.knownAt } : former;
  for (let from = place.sequence; from < end.sequence && isOpen();) {
    // The dataset was released while the client was slow.
    if (!snapshot) end = endOf((snapshot = feed.snapshot!), place);
    const piece = await feed.piece(snapshot, query, { place, from, caller });
    if (!piece) snapshot = undefined;
    else
      for (const { bytes, sequence } of format.messages(piece)) {
        yield* offered(bytes, () => (snapshot = undefined));
        progress?.sent(sequence);
      }
    from = piece?.to ?? from;
  }
  if (isOpen()) progress?.reached(end.sequence);
  return { ...end, notBefore: place.notBefore };
}

/** From 0 to 1, evenly spread. */
const phaseOf = (connection: number): number => (connection * 0.618034) % 1;

/** Between 2 and 4 s, so that not all clients come back at once. */
const retryMs = (connection: number): number => Math.round(2000 * (1 + phaseOf(connection)));
