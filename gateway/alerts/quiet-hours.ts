/** Hours of the day in which a subscriber is not disturbed. */
import { DAY, type EpochMs, HOUR, MINUTE, SECOND } from '#core/time.ts';

export interface QuietHours {
  /** Of each day in `zone`, in ms after its midnight; `to` is exclusive and may be on the following day. */
  quiet: { from: number; to: number } | undefined;
  zone: string;
}

let zones: Set<string> | undefined;

export const isTimeZone = (name: string): boolean =>
  (zones ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])).has(name);

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const parts = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone: zone });
}

/** Ms after midnight, on a clock of the zone. */
function timeOfDay(zone: string, now: EpochMs): number {
  const parts = clocks
    .getOrInsertComputed(zone, clockOf)
    .formatToParts(now)
    .map(({ type, value }) => [type, Number(value)]);
  const { hour, minute, second } = Object.fromEntries(parts) as Record<'hour' | 'minute' | 'second', number>;
  return hour * HOUR + minute * MINUTE + second * SECOND;
}

/** When the present quiet hours end; undefined outside of them. An hour wrong in a night of summer time. */
export function quietUntil({ quiet, zone }: QuietHours, now: EpochMs): EpochMs | undefined {
  if (!quiet) return undefined;
  const time = timeOfDay(zone, now);
  const { from, to } = quiet;
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  return isQuiet ? now - (now % SECOND) + ((to - time + DAY) % DAY) : undefined;
}
