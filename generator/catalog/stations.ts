/** The stations table. */
import type { Station } from '#core/earthquake.ts';
import { run, type Db } from './database.ts';

/** Inserts stations; those already there under the same network and code are replaced. */
export function putStations(db: Db, stations: Station[]): void {
  db.transaction(() => {
    const put = 'INSERT OR REPLACE INTO stations (network, code, station) VALUES (?, ?, ?)';
    for (const station of stations) run(db, put, station.network, station.code, JSON.stringify(station));
  })();
}
