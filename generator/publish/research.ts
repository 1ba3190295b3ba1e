/** Which years' research files a build must render, and which it can reuse from the former build. */
import { windowMs } from '#seismology/aftershock-windows.ts';
import { isBlast } from '#core/blasts.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { declusteredPath, statisticsPath } from '#core/paths.ts';
import { researchFiles, type Manifest, type ResearchEntry } from '#core/manifest.ts';
import { BANDS, bandFloor, bandOf } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakesBetween, earthquakesOf, newestTime } from '../catalog/read.ts';
import { LEAST_PARENT, type Shock } from '#seismology/declustering.ts';
import { LEAST_NEIGHBOUR, NEIGHBOUR_REACH } from '#seismology/nearest-neighbour.ts';
import { researchEvent, type ResearchEvent } from '../outputs/research/event.ts';
import { renderYear } from '../outputs/research/year.ts';
import type { BuildContext, DirtyTimes } from './build-context.ts';
import type { Output } from './writer.ts';

interface ResearchInputs extends Pick<BuildContext, 'db' | 'output' | 'dirty' | 'progress'> {
  base: Pick<Manifest, 'research'>;
}

/** Since there are instruments. */
const FIRST_YEAR = 1900;
const GREATEST = 10;

const startOf = (year: number): EpochMs => Date.UTC(year, 0);
const yearOf = (time: EpochMs): number => new Date(time).getUTCFullYear();

/** Renders what changed; entries of all years that have earthquakes, in order. */
export function buildResearch(inputs: ResearchInputs): ResearchEntry[] {
  const { db, output, base } = inputs;
  const former = new Map(base.research.map((entry): [number, ResearchEntry] => [entry.year, entry]));
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
    if (!entry && !dirty.has(year)) return [];
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
  const content = new Year(year);
  for (const earthquake of earthquakesBetween(db, startOf(year), startOf(year + 1)))
    content.add(earthquake, researchEvent(earthquake));
  return content.put(output, () => parentsBefore(db, startOf(year)));
}

/** What the files of one year are made of. */
class Year {
  readonly year: number;
  readonly #events: ResearchEvent[] = [];
  #blasts = 0;

  constructor(year: number) {
    this.year = year;
  }

  /** In order of time and id. @param event its numbers, where it takes part */
  add(earthquake: Earthquake, event: ResearchEvent | undefined): void {
    if (isBlast(earthquake)) this.#blasts += 1;
    if (event) this.#events.push(event);
  }

  /** @param earlier parents before the year @returns undefined where nothing takes part */
  put(output: Output, earlier: () => Shock[]): ResearchEntry | undefined {
    const [year, events] = [this.year, this.#events];
    if (events.length === 0) return undefined;
    const { statistics, declustered } = renderYear(year, { events, earlier: earlier(), blasts: this.#blasts });
    const [statisticsHash, declusteredHash] = [contentHash(statistics), contentHash(declustered)];
    output.put(statisticsPath(statisticsHash), statistics);
    // Years in which no earthquake has a magnitude have the same file.
    output.putShared(declusteredPath(declusteredHash), declustered);
    return { year, count: events.length, statisticsHash, declusteredHash };
  }
}

/** The files of all years, from every earthquake in order of time and id. */
export class ResearchOfAll {
  readonly #output: Output;
  readonly #entries: ResearchEntry[] = [];
  /** Before the year, and of it. */
  #parents: { earlier: Shock[]; own: Shock[] } = { earlier: [], own: [] };
  #year: Year | undefined;

  constructor({ output }: Pick<BuildContext, 'output'>) {
    this.#output = output;
  }

  add(earthquake: Earthquake): void {
    const year = yearOf(earthquake.time);
    if (year >= FIRST_YEAR && year !== this.#year?.year) this.#begin(year);
    const event = researchEvent(earthquake);
    this.#year?.add(earthquake, event);
    if (isParent(event)) this.#parents.own.push(event);
  }

  entries(): ResearchEntry[] {
    this.#end();
    return this.#entries;
  }

  #begin(year: number): void {
    this.#end();
    const { earlier, own } = this.#parents;
    const shocks = own.map(({ id, time, latitude, longitude, magnitude }) => ({
      ...{ id, time, latitude, longitude, magnitude },
    }));
    this.#parents = { earlier: [...earlier, ...shocks].filter((one) => reaches(one, startOf(year))), own: [] };
    this.#year = new Year(year);
  }

  #end(): void {
    const entry = this.#year?.put(this.#output, () => this.#parents.earlier);
    if (entry) this.#entries.push(entry);
  }
}

/** Its window may reach beyond an instant, or it may be a neighbour of what follows that. */
const reaches = ({ time, magnitude }: Shock, instant: EpochMs): boolean =>
  time + Math.max(windowMs(magnitude), magnitude >= LEAST_NEIGHBOUR ? NEIGHBOUR_REACH : 0) >= instant;

const isParent = (event: ResearchEvent | undefined): event is ResearchEvent & Shock =>
  event !== undefined && event.magnitude !== null && event.magnitude >= LEAST_PARENT;

/** Earthquakes before an instant that may be parents or neighbours of later ones. */
function parentsBefore(db: Db, instant: EpochMs): Shock[] {
  const parents: Shock[] = [];
  for (let band = bandOf(LEAST_PARENT); band < BANDS; band += 1)
    for (const earthquake of earthquakesOf(db, band, instant - longestWindow(band), instant)) {
      const event = researchEvent(earthquake);
      if (!isParent(event) || !reaches(event, instant)) continue;
      const { id, time, latitude, longitude, magnitude } = event;
      parents.push({ id, time, latitude, longitude, magnitude });
    }
  return parents;
}
