/** The rows of the list in their order, with aftershocks below their main shocks. */
import type { EpochMs } from '#core/time.ts';
import type { Folds } from '../drawing/fold.ts';
import { feltFirst, foldAftershocks, isBusy } from '../drawing/list-of-day.ts';
import type { Selection } from './catalogue.ts';
import type { Earthquake } from './earthquake.ts';
import type { Texts } from './filters.ts';
import { type Near, type Order, ordered, possibleOrder } from './near.ts';

interface Arrangement extends Pick<Selection, 'completeFrom' | 'completeSince'> {
  /** Undefined for the usual one. */
  order: Order | undefined;
  near: Near | undefined;
  now: EpochMs;
}

interface Arranged {
  rows: Earthquake[];
  folds: Folds<Earthquake>;
  order: Order;
  /** All earthquakes after this time are at hand. */
  wholeSince: EpochMs;
  /** Whether felt ones come first though the reader did not ask for it. */
  isBusy: boolean;
}

/** Where rows are not in order of time, none is folded. @param rows newest first */
export function arranged(rows: Earthquake[], { order: chosen, near, now, ...found }: Arrangement): Arranged {
  const order = chosen && possibleOrder(chosen, near);
  const wholeSince = found.completeFrom === undefined ? -Infinity : (found.completeSince ?? Infinity);
  if (order === 'magnitude' || order === 'distance')
    return { rows: ordered(rows, order, near), folds: new Map(), order, wholeSince, isBusy: false };
  const { rows: own, folds } = foldAftershocks(rows, now);
  const busy = order === undefined && isBusy(own, now);
  const shown = busy || order === 'felt' ? 'felt' : 'time';
  return { rows: shown === 'felt' ? feltFirst(own) : own, folds, order: shown, wholeSince, isBusy: busy };
}

/** Whether the reader chose more than the period. */
export const isFiltered = (texts: Texts, near: Near | undefined): boolean =>
  near?.radius !== undefined || Object.values(texts).some((text) => text);
