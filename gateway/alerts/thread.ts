/** One earthquake for one subscriber: notified once, then what is major, and its end. Pure decisions. */
import type { Agency } from '#core/agencies.ts';
import { isBlastItem } from '#core/blasts.ts';
import { LONE_FROM } from '#core/lone-voice.ts';
import { isMajorRevision } from '#core/major.ts';
import { type EpochMs, HOUR, MINUTE, parseCivil } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { quietUntil } from './quiet-hours.ts';
import type { Rule } from './rule.ts';

/** An item of the list, with what a message names. */
export interface AlertEarthquake extends ListItem {
  /** Those that give a magnitude, the preferred one first. */
  agencies: Agency[];
  /** Its page. */
  url?: string;
}

/** What a publication says of one earthquake. */
export interface Update {
  eventId: string;
  publishedAt: EpochMs;
  /** Undefined when it is gone. */
  earthquake: AlertEarthquake | undefined;
  /** The earthquake that it is the same as. */
  mergedInto?: { id: number; event_id: string };
}

export type ThreadKind = 'created' | 'revised' | 'withdrawn' | 'merged';

/** What is to be notified. */
export interface Notification {
  kind: ThreadKind;
  /** As it is now; of one that is gone, as it was notified. */
  earthquake: AlertEarthquake;
  /** As it was notified. */
  previous?: AlertEarthquake;
  mergedInto?: Update['mergedInto'];
}

export interface Thread {
  publishedAt: EpochMs;
  notified: (AlertEarthquake & { isGone?: true }) | null;
  held: Notification | null;
}

/** Older ones that are published for the first time are not notified: a late list, or years that are read later. */
const MAX_AGE = 6 * HOUR;

const isFresh = ({ occurred_at: time, date_precision: precision }: AlertEarthquake, now: EpochMs): boolean =>
  (precision === undefined || precision === 'minute') && parseCivil(time)! >= now - MAX_AGE;

interface Subscriber {
  rule: Rule;
  /** Whether the earthquake passes its filter. */
  matches: boolean;
  now: EpochMs;
}

/** What of it may need a message: not that half an hour has passed, which settles a magnitude that stays. */
const worthNotifying = ({ magnitude_state, magnitude_error, updated_at, url, ...rest }: AlertEarthquake): string =>
  JSON.stringify(rest);

/** What a subscriber should be notified; undefined for nothing, also in place of what is held. */
export function notificationOf(
  update: Update,
  thread: Thread | undefined,
  { rule, matches, now }: Subscriber,
): Notification | undefined {
  const { earthquake, mergedInto } = update;
  const notified = thread?.notified;
  if (!earthquake) {
    if (!notified || notified.isGone) return undefined;
    return mergedInto
      ? { kind: 'merged', earthquake: notified, mergedInto }
      : { kind: 'withdrawn', earthquake: notified };
  }
  if (!notified || notified.isGone) {
    // Held back as one agency's alone, or taken back, and still in doubt.
    if (earthquake.magnitude_doubtful && (thread?.held || notified)) return undefined;
    const isMeant = earthquake.event_type === undefined || (rule.hasBlasts && isBlastItem(earthquake));
    const isWanted = matches && isMeant && (thread?.held || isFresh(earthquake, now));
    if (!isWanted) return undefined;
    return notified ? { kind: 'revised', earthquake, previous: notified } : { kind: 'created', earthquake };
  }
  // What was sent as certain is taken back.
  if (earthquake.magnitude_doubtful && !notified.magnitude_doubtful && (notified.magnitude ?? 0) >= LONE_FROM)
    return { kind: 'withdrawn', earthquake: { ...notified, magnitude_doubtful: true }, previous: notified };
  const isChanged = rule.revisions === 'all' && worthNotifying(notified) !== worthNotifying(earthquake);
  const isNotified = isChanged || isMajorRevision(notified, earthquake);
  return isNotified ? { kind: 'revised', earthquake, previous: notified } : undefined;
}

export interface Limits {
  /** Of messages in the last hour, oldest first. */
  recent: EpochMs[];
  heldUntil: EpochMs | null;
  /** Messages that may still be queued. */
  room: number;
  /** Until when messages about a further earthquake of one agency alone are held back. */
  agencyHeldUntil?: EpochMs | undefined;
}

const isUrgent = ({ earthquake, previous }: Notification, { urgentMagnitude }: Rule): boolean =>
  [earthquake, previous].some(
    (one) => one && !one.magnitude_doubtful && one.magnitude !== null && one.magnitude >= urgentMagnitude,
  );

/** Corrections are no notifications of their own. */
export const isCounted = ({ kind }: Notification): boolean => kind === 'created' || kind === 'revised';

/** How long a full queue holds back. */
const FULL_PAUSE = 10 * MINUTE;

/** Until when a message is held back; undefined when it is sent now. */
export function heldBackUntil(
  notification: Notification,
  rule: Rule,
  limits: Limits,
  now: EpochMs,
): EpochMs | undefined {
  if (limits.room <= 0) return now + FULL_PAUSE;
  const { agencyHeldUntil = -Infinity } = limits;
  if (notification.kind === 'created' && agencyHeldUntil > now) return agencyHeldUntil;
  if (isUrgent(notification, rule)) return undefined;
  const quiet = quietUntil(rule, now);
  if (quiet !== undefined) return quiet;
  if (!isCounted(notification)) return undefined;
  // What is held goes first.
  if (notification.kind === 'created' && limits.heldUntil !== null) return limits.heldUntil;
  return limitedUntil(rule, limits, now);
}

/** When the limit leaves room for one more; undefined for now. */
function limitedUntil({ perHour }: Rule, limits: Limits, now: EpochMs): EpochMs | undefined {
  const recent = recentOf(limits, now);
  return recent.length < perHour ? undefined : recent[recent.length - perHour]! + HOUR;
}

export const recentOf = ({ recent }: Pick<Limits, 'recent'>, now: EpochMs): EpochMs[] =>
  // Later ones only when the clock was ahead.
  recent.filter((at) => Math.abs(at - now) < HOUR);
