/** What many applications ask for. */
import { DAY, type EpochMs, HOUR } from '#core/time.ts';
import { NOW, solutionsOf } from './catalogue.ts';
import type { Request, Row } from './frame.ts';

export const get =
  (...paths: string[]) =>
  (): Request[] =>
    paths.map((path) => ({ path }));

/** Kandilli's of the last 24 hours, newest first. */
export const lastDay =
  (limit = 100) =>
  (): Row[] =>
    solutionsOf('kandilli')
      .filter(({ time }) => time >= NOW - DAY)
      .slice(0, limit);

/** `YYYY-MM-DD HH:MM:SS` by the clock of a device in Türkiye. */
export const localClock = (time: EpochMs): string => utcClock(time + 3 * HOUR);

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export const utcClock = (time: EpochMs): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
