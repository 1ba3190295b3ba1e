/** What the list's page says without scripts. */
import { isBlast } from '#core/blasts.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { foremost } from '#seismology/significance.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { newestOf } from '../catalog/read.ts';
import type { Week } from '../outputs/recent.ts';
import { newestFirst } from '../outputs/shards.ts';
import { HOME_ROWS, type HomeContent } from '../site/site.ts';
import { everAnswered } from '../catalog/documents/feed-states.ts';
import { hasPage } from './event-pages.ts';

/** With blasts between them. */
const ENOUGH = 3 * HOME_ROWS;

export function homeOf(db: Db, asOf: EpochMs, { rows, complete }: Week): HomeContent {
  const newest = newestOf(db, 1, BANDS, ENOUGH)
    .filter((one) => !isBlast(one))
    .toSorted(newestFirst)
    .slice(0, HOME_ROWS);
  const recent = rows.length > 0 ? rows : newest;
  const isAnswered = everAnswered(db);
  const named = isAnswered ? foremost(recent, { now: asOf }) : undefined;
  const isStored = hasPage(db, asOf);
  const stored = [...newest, ...recent].filter(({ magnitude, time }) =>
    isStored({ state: 'current', band: bandOf(magnitude), time }),
  );
  const ids = new Set(stored.map(({ id }) => id));
  return { ...{ asOf, newest, recent, complete, isAnswered }, foremost: named, stored: ids };
}
