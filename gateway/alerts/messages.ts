/** Messages in the queue: their bodies, and their ids, which are equal for equal content. */
import { contentHash } from '#core/etag.ts';
import { foremost } from '#seismology/significance.ts';
import { type EpochMs, formatInstant, parseCivil } from '#core/time.ts';
import { query, type Values, type Work } from '../store/sql-database.ts';
import type { AlertEarthquake, Notification, ThreadKind } from './thread.ts';

export type MessageKind = ThreadKind | 'summary' | 'test' | 'confirmation';

/** The body of a message in the standard format. */
export type Payload = { timestamp: string } & (
  | { type: `earthquake.${ThreadKind}`; data: EarthquakeData }
  | { type: 'earthquakes.summary'; data: SummaryData }
  | { type: 'test'; data: { webhook: string } }
);

/** An email that asks for a confirmation, or the welcome of a browser. Its text is written when it is sent. */
export interface Confirmation {
  type: 'confirmation';
  timestamp: string;
}

export interface EarthquakeData {
  earthquake: AlertEarthquake;
  previous?: Pick<AlertEarthquake, 'magnitude' | 'latitude' | 'longitude' | 'depth_km' | 'event_type'>;
  merged_into?: Notification['mergedInto'];
}

export interface SummaryData {
  count: number;
  /** Origin time of the first one, in UTC. */
  since: string;
  largest: AlertEarthquake;
  /** The most significant one when the message was written; absent where no magnitude is certain. */
  headline?: AlertEarthquake;
  /** The headline, what is pinned beside it, and then the largest first, doubtful ones last. */
  earthquakes: AlertEarthquake[];
}

/** Earthquakes that a summary has in full. */
const SUMMARIZED = 50;

interface Addressed {
  subscriber: string;
  host: string;
}

interface MessageContent {
  id: string;
  kind: MessageKind;
  payload: Payload | Confirmation;
  follows?: string | null;
  now: EpochMs;
}

export const INSERT_MESSAGE = `INSERT INTO alert_messages
  (id, subscriber, host, kind, follows, body, created_at, due_at, attempts)
  VALUES (:id, :subscriber, :host, :kind, :follows, :body, :now, :now, :attempts) ON CONFLICT (id) DO NOTHING`;

export const messageRow = (
  { subscriber, host }: Addressed,
  { id, kind, payload, follows = null, now }: MessageContent,
): Values => ({ id, subscriber, host, kind, follows, body: JSON.stringify(payload), now, attempts: 0 });

/** Sent to a subscriber that is not confirmed. */
export function* queueConfirmation(to: Addressed, now: EpochMs): Work<void> {
  const { subscriber } = to;
  const payload = { type: 'confirmation', timestamp: formatInstant(now) } as const;
  const id = messageId(subscriber, subscriber, 'confirmation', now);
  yield* query(INSERT_MESSAGE, messageRow(to, { id, kind: 'confirmation', payload, now }));
}

/** Of the subscriber, what it is about, and the publication. */
export const messageId = (subscriber: string, about: string, kind: MessageKind, at: EpochMs): string =>
  `msg_${contentHash(`${subscriber} ${about} ${kind} ${at}`)}`;

export function threadPayload({ kind, earthquake, previous, mergedInto }: Notification, now: EpochMs): Payload {
  const data: EarthquakeData = {
    earthquake,
    ...(previous ? { previous: stateOf(previous) } : {}),
    ...(mergedInto ? { merged_into: mergedInto } : {}),
  };
  return { type: `earthquake.${kind}`, timestamp: formatInstant(now), data };
}

const stateOf = ({ magnitude, latitude, longitude, depth_km, event_type }: AlertEarthquake) => ({
  ...{ magnitude, latitude, longitude, depth_km },
  ...(event_type === undefined ? {} : { event_type }),
});

/** Doubtful and unknown ones are the least. */
const sizeOf = ({ magnitude, magnitude_doubtful: isDoubtful }: AlertEarthquake): number =>
  (magnitude ?? 0) - (isDoubtful ? LEAST : 0);

/** More than any magnitude. */
const LEAST = 100;

const shockOf = (of: AlertEarthquake) => ({
  ...{ of, id: of.id, latitude: of.latitude, longitude: of.longitude, depthKm: of.depth_km },
  ...{ time: parseCivil(of.occurred_at)!, magnitude: of.magnitude, eventType: of.event_type },
  blastProbability: of.blast_probability,
  magnitudeDoubtful: of.magnitude_doubtful === true,
});

/** @param earthquakes two or more */
export function summaryPayload(earthquakes: readonly AlertEarthquake[], now: EpochMs): Payload {
  const largestFirst = earthquakes.toSorted(
    (a, b) => sizeOf(b) - sizeOf(a) || (a.occurred_at < b.occurred_at ? -1 : 1),
  );
  const found = foremost(earthquakes.map(shockOf), { now });
  const leading = found ? [found.headline, ...found.pinned].map(({ of }) => of) : [];
  const since = earthquakes.reduce((first, { occurred_at: time }) => (time < first ? time : first), '9999');
  const data: SummaryData = {
    count: earthquakes.length,
    since,
    largest: largestFirst[0]!,
    ...(leading[0] ? { headline: leading[0] } : {}),
    earthquakes: [...new Set([...leading, ...largestFirst])].slice(0, SUMMARIZED),
  };
  return { type: 'earthquakes.summary', timestamp: formatInstant(now), data };
}
