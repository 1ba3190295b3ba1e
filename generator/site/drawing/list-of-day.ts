/** How lists of the day stay readable: aftershocks below their main shock, and felt ones first on a busy day. */
import { isLoneVoice, isNewsAt } from '#core/lone-voice.ts';
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';
import { sequencesOf } from '#seismology/sequences.ts';
import { isEarthquake, mayBeFelt, type Shock } from '#seismology/significance.ts';
import type { Fold, Folds } from './fold.ts';

export interface Listed extends Shock {
  agencies: readonly unknown[];
}

/**
 * Least magnitude of a main shock, and of an aftershock that is never folded: as what stays pinned below the headline.
 * One that may have been felt stands on its own for half an hour: readers look for it at the top.
 * One folded row would save no line.
 */
const FOLDING = { from: 5, strong: 5, newFor: 30 * MINUTE, least: 2 };

/** Neither a doubtful magnitude nor a lone voice has others below it. */
const isSure = (one: Listed, now: EpochMs): boolean =>
  !one.magnitudeDoubtful && !(isNewsAt(one.time, now) && isLoneVoice(one));

const isFoldable = (one: Listed, now: EpochMs): boolean =>
  (one.magnitude ?? 0) < FOLDING.strong && (now - one.time > FOLDING.newFor || !mayBeFelt(one));

/**
 * By the one rule of sequences.
 * @param rows in any order @returns aftershocks that are no larger than their main shock
 */
export function sequencesIn<One extends Listed>(
  rows: readonly One[],
  now: EpochMs,
): { main: One; aftershocks: One[] }[] {
  const shocks = rows.flatMap((one) => {
    const { id, time, latitude, longitude, magnitude } = one;
    if (magnitude === null || !isEarthquake(one)) return [];
    return { ...{ id, time, latitude, longitude, one }, magnitude: isSure(one, now) ? magnitude : -Infinity };
  });
  return sequencesOf(shocks).map(({ main: { one: main }, aftershocks }) => ({
    main,
    aftershocks: aftershocks.map(({ one }) => one).filter(({ magnitude }) => magnitude! <= main.magnitude!),
  }));
}

/**
 * @param rows those of the list, in its order
 * @returns the rows that stand on their own, and by the ids of their main shocks what is folded below them
 */
export function foldAftershocks<One extends Listed>(
  rows: readonly One[],
  now: EpochMs,
): { rows: One[]; folds: Folds<One> } {
  const [mains, folds] = [new Map<number, number>(), new Map<number, Fold<One>>()];
  for (const { main, aftershocks } of sequencesIn(rows, now)) {
    if (main.magnitude! < FOLDING.from) continue;
    const below = aftershocks.filter((one) => isFoldable(one, now));
    if (below.length < FOLDING.least) continue;
    const sizes = aftershocks.filter(({ magnitudeDoubtful }) => !magnitudeDoubtful).map(({ magnitude }) => magnitude!);
    folds.set(main.id, { folded: [], count: aftershocks.length, largest: Math.max(...sizes) });
    for (const { id } of below) mains.set(id, main.id);
  }
  for (const one of rows) folds.get(mains.get(one.id) ?? -1)?.folded.push(one);
  return { rows: rows.filter(({ id }) => !mains.has(id)), folds };
}

/**
 * Rows of the last 24 hours above which a day is busy. Of 549 days of Kandilli's list (2025-02 to 2026-08) 33 have
 * more, before aftershocks are folded.
 */
const BUSY = 300;

/** @param rows those that stand on their own */
export const isBusy = (rows: readonly Listed[], now: EpochMs): boolean =>
  rows.filter(({ time }) => time > now - DAY).length > BUSY;

/** Both parts stay in their order. */
export const feltFirst = <One extends Shock>(rows: readonly One[]): One[] => [
  ...rows.filter(mayBeFelt),
  ...rows.filter((one) => !mayBeFelt(one)),
];

/** The list before the reader chooses anything. @param rows newest first */
export function listOfDay<One extends Listed>(
  rows: readonly One[],
  now: EpochMs,
): { rows: One[]; folds: Folds<One>; isBusy: boolean } {
  const { rows: own, folds } = foldAftershocks(rows, now);
  const busy = isBusy(own, now);
  return { rows: busy ? feltFirst(own) : own, folds, isBusy: busy };
}

/** Folded rows of a main shock on a page before its scripts; the page of the sequence has all. */
const STATIC = 30;

/** The first rows that stand on their own, with the first of those below them. @param most rows of both kinds */
export function beginning<One extends { id: number }>(
  rows: readonly One[],
  folds: Folds<One>,
  most: number,
): { one: One; folded: One[] }[] {
  let left = most;
  const found: { one: One; folded: One[] }[] = [];
  for (const one of rows) {
    if (left <= 0) break;
    const folded = (folds.get(one.id)?.folded ?? []).slice(0, Math.min(STATIC, left - 1));
    found.push({ one, folded });
    left -= 1 + folded.length;
  }
  return found;
}
