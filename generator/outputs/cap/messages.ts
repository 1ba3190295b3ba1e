/** Which CAP messages an earthquake has, from its published revisions. */
import type { Earthquake } from '#core/earthquake.ts';
import { isMajorRevision } from '#core/major.ts';
import { statesOf, type StateItem } from '#core/revisions.ts';
import { DAY, formatInstant, parseInstant, type EpochMs } from '#core/time.ts';

const MIN_MAGNITUDE = 4;
/** Between origin and publication: what is published later is no news. */
const LATEST_ALERT = DAY;
/** Age of the oldest earthquake with messages. */
export const OLDEST_MESSAGE = 30 * DAY;
const MOST_MESSAGES = 100;

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
  reason?: End['reason'];
}

/** Why an earthquake is not in the catalogue any more. */
interface End {
  at: EpochMs;
  reason: 'withdrawn' | 'merged';
}

/** An earthquake as last published. */
export interface Followed {
  earthquake: Earthquake;
  end?: End;
}

/** Newest first. */
export const recentMessages = (followed: readonly Followed[], asOf: EpochMs): CapMessage[] =>
  followed
    .filter(({ earthquake: { time } }) => time > asOf - OLDEST_MESSAGE && time <= asOf)
    .flatMap(messagesOf)
    .sort((a, b) => b.sent - a.sent || (a.identifier < b.identifier ? 1 : -1))
    .slice(0, MOST_MESSAGES);

/** Oldest first. */
export function messagesOf({ earthquake, end }: Followed): CapMessage[] {
  const { id, eventId, magnitude, revisions } = earthquake;
  const magnitudes = [magnitude, ...revisions.map(({ previous }) => Number(previous?.['magnitude'] ?? NaN))];
  if (!magnitudes.some((one) => one !== null && one >= MIN_MAGNITUDE)) return [];
  const messages: CapMessage[] = [];
  /** Of the present thread: a Cancel ends it. */
  let thread: CapMessage[] = [];
  const send = (kind: CapMessage['kind'], sent: EpochMs, state: StateItem, reason?: End['reason']): void => {
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
    // Its Cancel named a merger, which is no revision of its own.
    if (changed.includes('reinstated')) thread = [];
    const known = thread.at(-1)?.state;
    // What no other agency confirms is not said.
    if (state.magnitude_doubtful) continue;
    if (known ? isMajorRevision(known, state) : isDue(state, at)) send(known ? 'Update' : 'Alert', at, state);
  }
  if (end?.reason === 'merged' && thread.length > 0) send('Cancel', end.at, thread.at(-1)!.state, 'merged');
  return messages;
}

const isDue = ({ magnitude, occurred_at_utc: origin }: StateItem, at: EpochMs): boolean =>
  magnitude !== null && magnitude >= MIN_MAGNITUDE && at - parseInstant(origin)! <= LATEST_ALERT;
