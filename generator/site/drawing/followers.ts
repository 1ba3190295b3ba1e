/** The earthquakes after a main shock, near it: of its sequence, and main shocks of their own that follow it. */
import { windowKm, windowMs } from '#seismology/aftershock-windows.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { NO_VALUE, type PointColumns } from '#core/points.ts';
import { bandOf } from '#core/shard.ts';
import { DAY, type EpochMs } from '#core/time.ts';

export interface Shock extends Point {
  id: number;
  time: EpochMs;
  magnitude: number;
}

export interface Follower extends Shock {
  /** Between it and the main shock. */
  km: number;
}

/** The window of distance is doubled: a rupture reaches beyond it, and a shock beside it has one of its own. */
export const reachKm = (magnitude: number): number => 2 * windowKm(magnitude);
export const LONGEST_MS = 365 * DAY;
export const reachMs = (magnitude: number): EpochMs => Math.min(LONGEST_MS, windowMs(magnitude));

/** Smaller ones say nothing of the sequence and are most of what would be loaded. */
const MAGNITUDES_BELOW = 4;
export const lowestBand = (magnitude: number): number => Math.max(2, bandOf(magnitude - MAGNITUDES_BELOW));

function* shocksIn(files: readonly PointColumns[], from: EpochMs, to: EpochMs): Generator<Shock> {
  for (const file of files)
    for (let row = 0; row < file.rows; row += 1) {
      const time = file.firstTime + file.time[row]! * file.timeStep;
      const magnitude = file.magnitude[row]!;
      if (time < from || time > to || magnitude === NO_VALUE || file.kind[row] !== 0) continue;
      const latitude = file.south + file.latitude[row]! * file.latitudeStep;
      const longitude = file.west + file.longitude[row]! * file.longitudeStep;
      yield { id: file.id[row]!, time, latitude, longitude, magnitude: magnitude / 100 };
    }
}

/** @returns in order of time */
export function followersIn(files: readonly PointColumns[], main: Shock): Follower[] {
  const found: Follower[] = [];
  for (const shock of shocksIn(files, main.time, main.time + reachMs(main.magnitude))) {
    const km = distanceKm(main, shock);
    if (shock.id !== main.id && km <= reachKm(main.magnitude)) found.push({ ...shock, km });
  }
  return found.sort((a, b) => a.time - b.time || a.id - b.id);
}

/** The largest earlier earthquake, larger than this one, that it follows. */
export function leaderIn(files: readonly PointColumns[], shock: Shock): Follower | undefined {
  let leader: Follower | undefined;
  for (const other of shocksIn(files, shock.time - LONGEST_MS, shock.time)) {
    if (other.id === shock.id || other.magnitude <= (leader ?? shock).magnitude) continue;
    const km = distanceKm(other, shock);
    if (km <= reachKm(other.magnitude) && shock.time - other.time <= reachMs(other.magnitude))
      leader = { ...other, km };
  }
  return leader;
}

/** The largest, of equal ones the first. */
export const largestOf = (followers: readonly Follower[], count: number): Follower[] =>
  followers.toSorted((a, b) => b.magnitude - a.magnitude || a.time - b.time).slice(0, count);
