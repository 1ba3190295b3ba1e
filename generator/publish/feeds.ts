/** The feeds in the shape of the USGS: which ones a build must render, and what it reuses of the others. */
import type { Earthquake } from '#core/earthquake.ts';
import { itemAt } from '#core/revisions.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { wholeItem, type WholeItem } from '#core/wire.ts';
import type { Db } from '../catalog/database.ts';
import { changedAfter, lastChangeOfBand, sequenceAt } from '../catalog/as-of.ts';
import { earthquakesOf, lastRecordOf } from '../catalog/read.ts';
import { feedFiles, OLDEST_AGE, pathsOfFeed, planFeeds, SETTLED } from '../outputs/feeds.ts';
import { formerAnswer, type BuildContext, type StepAnswers } from './build-context.ts';

interface Inputs extends Pick<BuildContext, 'db' | 'base' | 'output'> {
  asOf: EpochMs;
  /** Of {@link recentOf}. */
  recent: readonly Earthquake[];
  feedRows?: number | undefined;
  settings: { serviceName: string; baseUrl: string };
}

/** Current earthquakes of the feeds' windows and of a day more. */
export const recentOf = (db: Db, asOf: EpochMs): Earthquake[] =>
  Array.from({ length: BANDS }, (_, band) => earthquakesOf(db, band, asOf - OLDEST_AGE, Infinity)).flat();

export function buildFeeds({ db, base, output, asOf, recent, feedRows, settings }: Inputs): StepAnswers {
  const settled = settledAt(db, asOf);
  const present = recent.map(wholeItem);
  const feeds = planFeeds({
    present: { at: asOf, items: present },
    settled: { at: settled.at, items: itemsAt(db, present, settled) },
    feedRows,
  });
  const isSame = base && quarterOf(base.asOf) === quarterOf(asOf) && settled.sequence <= base.sequence;
  const reused: StepAnswers['reused'] = {};
  const due = feeds.filter((feed) => {
    const former = pathsOfFeed(feed).map((path) => [path, formerAnswer(output, base?.answers, path)] as const);
    // Long feeds of the base that show what they are to show now.
    if (!isSame || !feed.isSettled || !former.every(([, entry]) => entry)) return true;
    for (const [path, entry] of former) reused[path] = entry!;
    return false;
  });
  const files = Object.entries(feedFiles(due, settings));
  return { bodies: new Map(files.map(([path, body]) => [path, Buffer.from(body)])), reused };
}

interface Settled {
  at: EpochMs;
  /** Number of the last change by then. */
  sequence: number;
}

const quarterOf = (instant: EpochMs): EpochMs => Math.floor(instant / SETTLED.every) * SETTLED.every;

function settledAt(db: Db, asOf: EpochMs): Settled {
  const quarter = quarterOf(asOf);
  const sequence = sequenceAt(db, quarter);
  const at = lastChangeOfBand(db, sequence, bandOf(SETTLED.minMagnitude), asOf - OLDEST_AGE);
  return at === null ? { at: quarter, sequence } : { at, sequence: sequenceAt(db, at) };
}

/** @param present recent ones as they are now */
function itemsAt(db: Db, present: readonly WholeItem[], { at, sequence }: Settled): WholeItem[] {
  const changed = changedAfter(db, sequence, at - OLDEST_AGE);
  const ids = new Set(changed.map(({ id }) => id));
  const former = changed.flatMap(({ id, wasCurrent }) => (wasCurrent && itemAt(lastRecordOf(db, id)!, at)) || []);
  return [...present.filter(({ id }) => !ids.has(id)), ...former];
}
