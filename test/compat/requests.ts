/** What many applications ask for and read. */
import type { Agency } from '#core/earthquake.ts';
import { DAY, type EpochMs, HOUR } from '#core/time.ts';
import { NOW, solutionsOf } from './catalogue.ts';
import type { Answer, Request, Row } from './frame.ts';
import { type Fields, object, objects } from './values.ts';

export const get =
  (...paths: string[]) =>
  (): Request[] =>
    paths.map((path) => ({ path }));

/** Rows of the Kandilli API's shape, as one agency gives them, newest first. */
export const inKandilliShape = (agency: Agency = 'kandilli'): Row[] =>
  solutionsOf(agency).map((solution) => ({ ...solution, id: solution.record }));

/** Those of the last 24 hours; the API gives 100 where no number is asked for. */
export const lastDay =
  (limit = 100, agency: Agency = 'kandilli') =>
  (): Row[] =>
    inKandilliShape(agency)
      .filter(({ time }) => time! >= NOW - DAY)
      .slice(0, limit);

/** AFAD's, newest first. @param from inclusive @param to inclusive */
export const afadBetween = (from: EpochMs, to: EpochMs) =>
  solutionsOf('afad').filter(({ time }) => time >= from && time <= to);

/** An application that shows an error, or nothing, where the status is no success. @throws Error then */
export function succeeded(answer: Answer | undefined): Answer {
  if (!answer || answer.status < 200 || answer.status > 299) throw new Error(`HTTP ${answer?.status}`);
  return answer;
}

/** `result` of the Kandilli API, whatever the status. */
export const results = (answer: Answer | undefined): Fields[] => objects(object(answer!.json())['result']);

/** `YYYY-MM-DD HH:MM:SS` by the clock of a device in Türkiye. */
export const localClock = (time: EpochMs): string => utcClock(time + 3 * HOUR);

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export const utcClock = (time: EpochMs): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
