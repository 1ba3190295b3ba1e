/** Which years' research files a build must render, and which it can reuse from the former build. */
import { windowMs } from '#seismology/aftershock-windows.ts';
import { isBlast } from '#core/blasts.ts';
import { contentHash } from '#core/etag.ts';
import { declusteredPath, statisticsPath } from '#core/paths.ts';
import { researchFiles, type ResearchEntry } from '#core/manifest.ts';
import { BANDS, bandFloor, bandOf } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakesBetween, earthquakesOf, newestTime } from '../catalog/read.ts';
import { LEAST_PARENT, type Shock } from '#seismology/declustering.ts';
import { LEAST_NEIGHBOUR, NEIGHBOUR_REACH } from '#seismology/nearest-neighbour.ts';
import { researchEvent, type ResearchEvent } from '../outputs/research/event.ts';
import { renderYear } from '../outputs/research/year.ts';
import type { BuildContext, DirtyTimes } from './build-context.ts';

type ResearchInputs = Pick<BuildContext, 'db' | 'output' | 'base' | 'dirty' | 'progress'>;

/** Since there are instruments. */
const FIRST_YEAR = 1900;
const GREATEST = 10;

const startOf = (year: number): EpochMs => Date.UTC(year, 0);
const yearOf = (time: EpochMs): number => new Date(time).getUTCFullYear();

/** Renders what changed; entries of all years that have earthquakes, in order. */
export function buildResearch(inputs: ResearchInputs): ResearchEntry[] {
  const { db, output, base } = inputs;
  const former = new Map((base?.research ?? []).map((entry): [number, ResearchEntry] => [entry.year, entry]));
  const dirty = dirtyYears(inputs.dirty);
  const newest = newestTime(db);
  const years = Array.from(
    { length: newest === undefined ? 0 : yearOf(newest) - FIRST_YEAR + 1 },
    (_, n) => FIRST_YEAR + n,
  );
  return years.flatMap((year, done) => {
    inputs.progress('research', done + 1, years.length);
    const entry = former.get(year);
    if (entry && !dirty.has(year) && researchFiles(entry).every((path) => output.exists(path))) return entry;
    // A year that had no earthquakes, and in which nothing changed, has none.
    if (base && !entry && !dirty.has(year)) return [];
    return render(inputs, year) ?? [];
  });
}

/** The years in which a record changed, and those into which its window reaches. */
function dirtyYears(dirty: DirtyTimes): Set<number> {
  const years = new Set<number>();
  for (const [band, times] of dirty)
    for (const time of times)
      for (let year = yearOf(time); year <= yearOf(time + longestWindow(band)); year += 1) years.add(year);
  return years;
}

/** The longest window of any earthquake of a band, or how long it may be a neighbour, ms. */
function longestWindow(band: number): number {
  if (band < bandOf(LEAST_PARENT)) return 0;
  const top = band + 1 < BANDS ? bandFloor(band + 1) : GREATEST;
  const reach = top > LEAST_NEIGHBOUR ? NEIGHBOUR_REACH : 0;
  return Math.max(reach, windowMs(top), top > 6.5 ? windowMs(6.499999) : 0);
}

function render({ db, output }: ResearchInputs, year: number): ResearchEntry | undefined {
  const from = startOf(year);
  const events: ResearchEvent[] = [];
  let blasts = 0;
  for (const earthquake of earthquakesBetween(db, from, startOf(year + 1))) {
    if (isBlast(earthquake)) blasts += 1;
    const event = researchEvent(earthquake);
    if (event) events.push(event);
  }
  if (events.length === 0) return undefined;
  const { statistics, declustered } = renderYear(year, { events, earlier: parentsBefore(db, from), blasts });
  const [statisticsHash, declusteredHash] = [contentHash(statistics), contentHash(declustered)];
  output.put(statisticsPath(statisticsHash), statistics);
  // Years in which no earthquake has a magnitude have the same file.
  output.putShared(declusteredPath(declusteredHash), declustered);
  return { year, count: events.length, statisticsHash, declusteredHash };
}

/** Earthquakes before an instant with windows that may reach beyond it, and possible neighbours of later ones. */
const reachOf = (magnitude: number): number =>
  Math.max(windowMs(magnitude), magnitude >= LEAST_NEIGHBOUR ? NEIGHBOUR_REACH : 0);

function parentsBefore(db: Db, instant: EpochMs): Shock[] {
  const parents: Shock[] = [];
  for (let band = bandOf(LEAST_PARENT); band < BANDS; band += 1)
    for (const earthquake of earthquakesOf(db, band, instant - longestWindow(band), instant)) {
      const { id, time, latitude, longitude, magnitude } = earthquake;
      if (researchEvent(earthquake) && magnitude !== null && time + reachOf(magnitude) >= instant)
        parents.push({ id, time, latitude, longitude, magnitude });
    }
  return parents;
}
