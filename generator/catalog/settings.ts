/** Values that outlive the process, by name. */
import { firstValue, run, type Db } from './database.ts';

/** Hashes of the tables that ship with the program, as a catalogue has them. */
export const SHIPPED = {
  historical: 'shipped_historical',
  stations: 'shipped_stations',
  places: 'shipped_places',
} as const;

export const readSetting = (db: Db, name: string): string | undefined =>
  firstValue(db, 'SELECT value FROM settings WHERE name = ?', name);

export const writeSetting = (db: Db, name: string, value: string | number): void => {
  run(db, 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, String(value));
};

/** ms by which this host's clock is behind those of the agencies when they last answered; null while it is right. */
export const readClockOffset = (db: Db): number | null => Number(readSetting(db, 'clock_offset') ?? 0) || null;

export const writeClockOffset = (db: Db, offset: number | null): void =>
  writeSetting(db, 'clock_offset', offset === null ? 0 : Math.round(offset));
