/** What the research files are made from: an earthquake reduced to its numbers. */
import { isBlast } from '#core/blasts.ts';
import type { Agency, Earthquake } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import { DAY, type EpochMs } from '#core/time.ts';

interface ResearchSolution extends Point {
  agency: Agency;
  /** Null where it is known less exactly than to the second. */
  time: EpochMs | null;
  /** The agency's preferred one. */
  magnitude: number | null;
  magnitudeType: string | null;
  /** From origin to the first publication here that the agency caused, ms; null beyond a day. */
  delay: number | null;
}

export interface ResearchEvent extends Point {
  id: number;
  time: EpochMs;
  magnitude: number | null;
  magnitudeType: string | null;
  /** Below sea level. */
  depthKm: number | null;
  solutions: ResearchSolution[];
}

/** Publications later than this are of earlier periods, read from files. */
const LATEST_DELAY = DAY;

/** Undefined for blasts, also probable ones, and the like, and where the origin time is not known to the minute. */
export function researchEvent(earthquake: Earthquake): ResearchEvent | undefined {
  const { id, time, latitude, longitude, magnitude, magnitudeType, depthKm, precision, eventType, revisions } =
    earthquake;
  if (eventType !== 'earthquake' || isBlast(earthquake) || (precision !== 'second' && precision !== 'minute'))
    return undefined;
  const solutions = earthquake.solutions.map((solution): ResearchSolution => {
    const [lead] = solution.magnitudes;
    const published = revisions.find(({ agencies }) => agencies.includes(solution.agency));
    const delay = published ? published.at - solution.time : -1;
    return {
      agency: solution.agency,
      time: solution.precision === 'second' ? solution.time : null,
      latitude: solution.latitude,
      longitude: solution.longitude,
      magnitude: lead?.value ?? null,
      magnitudeType: lead?.type ?? null,
      delay: delay >= 0 && delay <= LATEST_DELAY ? delay : null,
    };
  });
  return { id, time, latitude, longitude, magnitude, magnitudeType, depthKm, solutions };
}
