/** How probable it is that an earthquake is a quarry blast or the like (docs/data-quality.md). Pure. */
import { isBlast } from '#core/blasts.ts';
import type { DatePrecision } from '#core/time.ts';
import { cellOf, isSmall, signsOf, type Shock } from './signs.ts';
import { blastShare, type BlastTable } from './table.ts';

/** Less is left out. */
const LEAST = 0.05;
/** What is computed is never a certainty. */
const MOST = 0.99;
/** Two agencies that call it an earthquake below this depth, in km, exclusive, are believed. */
const DEEP_KM = 15;

/** A record, and what each agency says of it. */
export interface Reported extends Shock {
  precision: DatePrecision;
  eventType: string;
  solutions: readonly { eventType: string; depthKm: number | null }[];
}

/** 0 to 1 in hundredths; undefined where it is nothing, or where the event type says what it is. */
export type BlastProbability = (reported: Reported) => number | undefined;

/**
 * 1 where one of several agencies calls it an explosion. Never of M 3.5 or more, without a magnitude, or where two
 * agencies call it an earthquake deeper than 15 km; not computed deeper than 20 km, at night, or outside of the cells.
 */
export const blastProbability =
  (table: BlastTable): BlastProbability =>
  (reported) => {
    const { precision, eventType, solutions } = reported;
    if (eventType !== 'earthquake' || !isSmall(reported) || solutions.filter(isDeep).length >= 2) return undefined;
    if (solutions.some((one) => isBlast({ eventType: one.eventType }))) return 1;
    if ((precision !== 'second' && precision !== 'minute') || !table.cells.has(cellOf(reported))) return undefined;
    const signs = signsOf(reported);
    const share = signs ? Math.min(MOST, Math.round(blastShare(table, signs) * 100) / 100) : 0;
    return share < LEAST ? undefined : share;
  };

const isDeep = ({ eventType, depthKm }: Reported['solutions'][number]): boolean =>
  eventType === 'earthquake' && (depthKm ?? 0) > DEEP_KM;
