/** How well reports are put together into earthquakes, and how fast: on synthetic reports of known truth, and on the agencies' real files. */
import { benchSynthetic } from './association/synthetic-table.ts';
import type { Finding } from './comparison.ts';

export const benchAssociation = (): Promise<Finding[]> => benchSynthetic();
