/** How many rows one export may have: the one place that asks the caller's plan. */
import type { Caller } from '../caller.ts';

export const exportRows = ({ limits }: Caller): number => limits.exportRows;
