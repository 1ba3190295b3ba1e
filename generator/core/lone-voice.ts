/** A great earthquake that one agency alone reports so far. */
import { DAY, type EpochMs } from './time.ts';

/** From this magnitude on, inclusive, other agencies list an earthquake within minutes. */
export const LONE_FROM = 5;

interface Voice {
  magnitude: number | null;
  magnitudeDoubtful?: boolean | undefined;
  eventType?: string | undefined;
  /** Those that report it. */
  agencies: readonly unknown[];
}

export const isLoneVoice = ({ magnitude, magnitudeDoubtful, eventType = 'earthquake', agencies }: Voice): boolean =>
  (magnitude ?? 0) >= LONE_FROM && !magnitudeDoubtful && eventType === 'earthquake' && agencies.length === 1;

/** Whether it was published while it was new: what is read later of former years needs no second voice. */
export const isNewsAt = (time: EpochMs, at: EpochMs): boolean => at - time <= DAY;
