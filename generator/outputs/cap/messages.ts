/** Which CAP messages an earthquake has, from its published revisions. */
import type { Earthquake } from '#core/earthquake.ts';
import { LONE_FROM } from '#core/lone-voice.ts';
import { isMajorRevision } from '#core/major.ts';
import { statesOf, type StateItem } from '#core/revisions.ts';
import { DAY, formatInstant, HOUR, parseInstant, type EpochMs } from '#core/time.ts';

const MIN_MAGNITUDE = 4;
/** Between origin and publication: what is published later is no news. */
const LATEST_ALERT = DAY;
/** Age of the oldest message, and of its earthquake as it was first published. */
export const OLDEST_MESSAGE = 30 * DAY;
/** Between the first message and the last: each is kept until it expires. */
const LATEST_MESSAGE = 27 * DAY;
/** A message is shown for so long after it was sent. */
export const SHOWN = DAY;
/** Messages that the feed lists. */
export const MOST_LISTED = 100;
/** A feed in a cache may name this many messages that the present one does not list. */
const FORMERLY_LISTED = 20;
/** A feed in a cache may be that old. */
const CACHED = HOUR;

export interface CapMessage {
  /** Without spaces, commas, `<` and `&`. */
  identifier: string;
  kind: 'Alert' | 'Update' | 'Cancel';
  sent: EpochMs;
  id: number;
  eventId: string;
  state: StateItem;
  /** What the message before said; absent in an Alert. */
  before?: StateItem;
  /** Earlier messages of this earthquake, oldest first. */
  references: readonly Pick<CapMessage, 'identifier' | 'sent'>[];
  /** Of a Cancel. */
  reason?: 'withdrawn' | 'merged' | 'unconfirmed';
}

/** An earthquake as last published. */
export interface Followed {
  earthquake: Earthquake;
  /** When it was merged into another one. */
  mergedAt?: EpochMs;
}

/** Those that the feed lists and those that have not expired, newest first. */
export const recentMessages = (followed: readonly Followed[], asOf: EpochMs): CapMessage[] =>
  followed
    .flatMap(messagesOf)
    .filter(({ sent }) => sent > asOf - OLDEST_MESSAGE)
    .sort((a, b) => b.sent - a.sent || (a.identifier < b.identifier ? 1 : -1))
    .filter(({ sent }, index) => index < MOST_LISTED + FORMERLY_LISTED || sent > asOf - SHOWN - CACHED);

/** Oldest first. */
export function messagesOf({ earthquake, mergedAt }: Followed): CapMessage[] {
  const { id, eventId, magnitude, revisions } = earthquake;
  const magnitudes = [magnitude, ...revisions.map(({ previous }) => Number(previous?.['magnitude'] ?? NaN))];
  if (!magnitudes.some((one) => one !== null && one >= MIN_MAGNITUDE)) return [];
  const messages: CapMessage[] = [];
  /** Of the present thread: a Cancel ends it. */
  let thread: CapMessage[] = [];
  const send = (kind: CapMessage['kind'], sent: EpochMs, state: StateItem, reason?: CapMessage['reason']): void => {
    if (thread.length > 0 && sent - thread[0]!.sent > LATEST_MESSAGE) return;
    const before = thread.at(-1)?.state;
    const references = thread.map(({ identifier, sent: at }) => ({ identifier, sent: at }));
    const identifier = `${eventId}-${formatInstant(sent).replaceAll(/[-:.]/g, '')}`;
    const message = { identifier, kind, sent, id, eventId, state, references };
    messages.push({ ...message, ...(before && { before }), ...(reason && { reason }) });
    thread = kind === 'Cancel' ? [] : [...thread, messages.at(-1)!];
  };
  for (const { at, changed, state } of statesOf(earthquake)) {
    if (changed.includes('withdrawn')) {
      if (thread.length > 0) send('Cancel', at, state, 'withdrawn');
      continue;
    }
    const known = thread.at(-1)?.state;
    // What no other agency confirms is not said, or no more.
    if (state.magnitude_doubtful) {
      if (known && (known.magnitude ?? 0) >= LONE_FROM) send('Cancel', at, state, 'unconfirmed');
      continue;
    }
    if (known ? isMajorRevision(known, state) : isDue(state, at)) send(known ? 'Update' : 'Alert', at, state);
  }
  if (mergedAt !== undefined && thread.length > 0) send('Cancel', mergedAt, thread.at(-1)!.state, 'merged');
  return messages;
}

const isDue = ({ magnitude, occurred_at_utc: origin }: StateItem, at: EpochMs): boolean =>
  magnitude !== null && magnitude >= MIN_MAGNITUDE && at - parseInstant(origin)! <= LATEST_ALERT;
