/** Which earthquakes are near one, and how many of them are listed. */
import { DAY } from './time.ts';

/** At most this far and this long before or after, both inclusive. */
export const NEARBY = { km: 100, ms: 30 * DAY, limit: 10 };
