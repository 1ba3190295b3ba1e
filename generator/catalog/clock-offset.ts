/** What the agencies said of this host's clock when they last answered. */
import type { Db } from './database.ts';
import { readSetting, writeSetting } from './settings.ts';

/** ms by which this host's clock is behind theirs; null while nothing is wrong with it. */
export const readClockOffset = (db: Db): number | null => Number(readSetting(db, 'clock_offset') ?? 0) || null;

export const writeClockOffset = (db: Db, offset: number | null): void =>
  writeSetting(db, 'clock_offset', offset === null ? 0 : Math.round(offset));
