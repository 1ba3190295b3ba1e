/** How many rows one export may have: the one place that asks the caller's plan. */
import type { Caller } from '../caller.ts';

export const FREE_EXPORT_ROWS = 50;

/** Everyone's plan is the free one as long as keys are not issued. */
export function exportRows(caller: Caller): number {
  switch (caller.kind) {
    case 'anonymous':
    case 'presented':
      return FREE_EXPORT_ROWS;
  }
}
