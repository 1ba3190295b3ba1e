/** What the list's page says without scripts. */
import type { Earthquake } from '#core/earthquake.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakesOf, newestOf } from '../catalog/read.ts';
import { weekOf } from '../outputs/recent.ts';
import { RSS } from '../outputs/rss.ts';
import { newestFirst } from '../outputs/shards.ts';
import { HOME_ROWS, type HomeContent } from '../site/site.ts';
import { hasPage } from './event-pages.ts';

/** @param recent at least those of the last week */
export function homeOf(db: Db, asOf: EpochMs, recent: readonly Earthquake[]): HomeContent {
  const newest = newestOf(db, 1, BANDS, HOME_ROWS).toSorted(newestFirst).slice(0, HOME_ROWS);
  const large = newestOf(db, bandOf(RSS.minMagnitude), BANDS, RSS.items).toSorted(newestFirst);
  const lastDay = Array.from({ length: BANDS }, (_, band) => earthquakesOf(db, band, asOf - DAY + 1, asOf + 1)).flat();
  const isStored = hasPage(db, asOf);
  const stored = [...newest, ...large, ...lastDay].filter(({ magnitude, time }) =>
    isStored({ state: 'current', band: bandOf(magnitude), time }),
  );
  return {
    ...{ asOf, newest, large, lastDay: lastDay.toSorted(newestFirst) },
    stored: new Set(stored.map(({ id }) => id)),
    complete: weekOf({ earthquakes: recent, asOf }).complete,
  };
}
