/** The work of the reader's thread: the bytes of a document into what it says. */
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { checkByteLimit, MAX_DOCUMENT_BYTES } from '../limits.ts';
import { ALL_FEEDS, isUsual } from '../registry.ts';
import { recognise } from '../parsing/read-document.ts';
import { faultWarnings, type FeedName, type ParseContext, type Parsed } from '../feed.ts';
import { STATION_PARSERS } from '../stations/fetchers.ts';

/** Which feeds may recognise a document (all unless given), or the feed to which it belongs whatever its content. */
export interface FeedSelection {
  feeds?: readonly FeedName[] | undefined;
  as?: FeedName | undefined;
}

/**
 * For a page fetched from a feed: its content must be of that feed. AFAD says "no events" with an answer that has
 * nothing to recognise it by.
 */
export const fetchedFrom = (feed: FeedName, bytes: Uint8Array): FeedSelection =>
  isBlank(bytes) ? { as: feed } : { feeds: [feed] };

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.byteLength <= 8 && ['', 'null'].includes(new TextDecoder().decode(bytes).trim());

/** The most bytes of a document that begins like this, in latin1. */
export function maxBytesForHead(head: string): number {
  const [feed, other] = ALL_FEEDS.filter((candidate) => candidate.recognise(head));
  return feed && !other ? feed.maxBytes : MAX_DOCUMENT_BYTES;
}

/** @throws DocumentError */
export function readParsed(bytes: Uint8Array, { feeds, as }: FeedSelection, context: ParseContext): Parsed {
  const among = as === undefined ? feeds : [as];
  const candidates = ALL_FEEDS.filter((feed) => among?.includes(feed.name) ?? isUsual(feed));
  const feed = as === undefined ? recognise(bytes, candidates) : candidates[0]!;
  checkByteLimit(`a document of ${feed.name}`, bytes.length, feed.maxBytes);
  const parsed = feed.parse(bytes, context);
  parsed.warnings.push(...faultWarnings(parsed.rejects));
  return parsed;
}

/** An agency's own name of an event. */
interface EventKey {
  agency: Agency;
  key: string;
}

/** Plain values, so that they can be sent to the thread. */
export type Task =
  | { kind: 'document'; bytes: Uint8Array; of: FeedSelection; known: (EventKey & { time: EpochMs | null })[] }
  | { kind: 'stations'; bytes: Uint8Array; list: string; now: EpochMs };

/** `wanted`: event times without which the document cannot be read. */
export type DocumentOutcome = { parsed: Parsed } | { wanted: EventKey[] };

/** @throws DocumentError */
function readDocument({ bytes, of, known }: Task & { kind: 'document' }): DocumentOutcome {
  const name = ({ agency, key }: EventKey): string => `${agency}:${key}`;
  const times = new Map(known.map((event) => [name(event), event.time]));
  const wanted = new Map<string, EventKey>();
  const knownTime = (agency: Agency, key: string): EpochMs | undefined => {
    const event = { agency, key };
    if (!times.has(name(event))) wanted.set(name(event), event);
    return times.get(name(event)) ?? undefined;
  };
  try {
    const parsed = readParsed(bytes, of, { knownTime });
    if (wanted.size === 0) return { parsed };
  } catch (error) {
    if (wanted.size === 0) throw error;
  }
  return { wanted: [...wanted.values()] };
}

/** @throws DocumentError */
export const perform = (task: Task): unknown =>
  task.kind === 'document' ? readDocument(task) : STATION_PARSERS.get(task.list)!(task.bytes, { now: task.now });
