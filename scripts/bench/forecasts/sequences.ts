/** Main shocks of a catalogue and what followed them. */
import { distanceKm, type Point } from '#core/geo.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { reachKm, windowMs } from '#seismology/aftershock-windows.ts';
import { COMPLETE_ABROAD, COMPLETE_FROM } from '#seismology/aftershocks/steps.ts';
import { isEarthquake } from '#seismology/significance.ts';
import { sql, type Db } from '../../../generator/catalog/database.ts';

interface Shock extends Point {
  time: EpochMs;
  magnitude: number;
  isHere: boolean;
}

export interface KnownSequence {
  main: Shock;
  year: number;
  /** Of M 3 or more within reach, in order of time. */
  known: Shock[];
  /** The catalogue of its time has these completely. */
  complete: number;
  /** Exclusive: a larger one came, a year was over, or the catalogue ends. */
  until: EpochMs;
  /** The catalogue has all before it. */
  end: EpochMs;
}

const FIRST_YEAR = 2005;
const LEAST_MAIN = 5;
const LONGEST = 365 * DAY;

/** From M 3 up, by the maps of completeness since 2010; the files at hand begin at M 3.5 in 2017. */
const isComplete = (year: number): boolean => year >= 2010 && year !== 2017;

/** Without blasts and doubtful magnitudes, in order of time. */
function shocksOf(db: Db): Shock[] {
  const texts = sql<[], string>(db, `SELECT record FROM earthquakes WHERE state = 'current' ORDER BY time, id`);
  const shocks: Shock[] = [];
  for (const text of texts.pluck().iterate()) {
    const one = JSON.parse(text) as Earthquake;
    const { time, latitude, longitude, magnitude, provinceCode } = one;
    if (magnitude === null || magnitude < COMPLETE_FROM || one.precision !== 'second') continue;
    if (one.magnitudeDoubtful || !isEarthquake(one)) continue;
    shocks.push({ time, latitude, longitude, magnitude, isHere: provinceCode !== undefined });
  }
  return shocks;
}

/** Whether a larger one came before, with this one in its doubled window. */
const follows = (shock: Shock, large: readonly Shock[]): boolean =>
  large.some(
    (main) =>
      main.time < shock.time &&
      main.magnitude >= shock.magnitude &&
      shock.time - main.time <= Math.min(LONGEST, windowMs(main.magnitude)) &&
      distanceKm(main, shock) <= reachKm(main.magnitude),
  );

export function sequencesOf(db: Db): KnownSequence[] {
  const shocks = shocksOf(db);
  const end = shocks.at(-1)?.time ?? 0;
  const large = shocks.filter(({ magnitude }) => magnitude >= LEAST_MAIN);
  const mains = large.filter((one) => one.time >= Date.UTC(FIRST_YEAR) && !follows(one, large));
  return mains.map((main) => {
    const from = shocks.findIndex(({ time }) => time > main.time);
    const known: Shock[] = [];
    for (let index = from; index >= 0 && index < shocks.length; index += 1) {
      const one = shocks[index]!;
      if (one.time > main.time + LONGEST) break;
      if (distanceKm(main, one) <= reachKm(main.magnitude)) known.push(one);
    }
    const larger = known.find(({ magnitude }) => magnitude > main.magnitude);
    const year = new Date(main.time).getUTCFullYear();
    return {
      ...{ main, year, known, end },
      complete: main.isHere && isComplete(year) ? COMPLETE_FROM : COMPLETE_ABROAD,
      until: Math.min(end, main.time + LONGEST, larger ? larger.time - 1 : Infinity),
    };
  });
}
