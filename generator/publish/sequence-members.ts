/** The earthquakes of a sequence, by the research files and the column files of a build. */
import { readColumns } from '#core/columns.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import type { Manifest, ResearchEntry } from '#core/manifest.ts';
import { columnsPath, declusteredPath, LEAST_SEQUENCE } from '#core/paths.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { DAY, SECOND, type EpochMs } from '#core/time.ts';
import { reachKm, windowMs } from '#seismology/aftershock-windows.ts';
import { isBefore, isInWindow, LEAST_PARENT, type Shock } from '#seismology/declustering.ts';
import type { MemberShock, SizedEarthquake } from '#seismology/sequence-content.ts';
import { isForeshock } from '#seismology/sequences.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakeOf, earthquakesOf } from '../catalog/read.ts';
import type { Output } from './writer.ts';

/** No window is longer: that of M 10. */
export const LONGEST_WINDOW: EpochMs = windowMs(10);

export const yearOf = (time: EpochMs): number => new Date(time).getUTCFullYear();

const isSized = (one: Earthquake): one is SizedEarthquake => one.magnitude !== null;

/** Parents by id, of every earthquake of a year that takes part; null for those without one. */
type Parents = ReadonlyMap<number, number | null>;

/** @param csv lines of `id,parent,…`, below their names */
function parentsIn(csv: string): Map<number, number | null> {
  const parents = new Map<number, number | null>();
  for (let from = csv.indexOf('\n') + 1; from > 0 && from < csv.length; from = csv.indexOf('\n', from) + 1) {
    const comma = csv.indexOf(',', from);
    const end = csv.indexOf(',', comma + 1);
    parents.set(Number(csv.slice(from, comma)), end === comma + 1 ? null : Number(csv.slice(comma + 1, end)));
  }
  return parents;
}

/** How many years back a parent may be: as far as {@link LONGEST_WINDOW}. */
const PARENT_YEARS = Array.from({ length: Math.ceil(LONGEST_WINDOW / (365 * DAY)) + 1 }, (_, back) => back);

interface MembersInputs {
  db: Db;
  output: Output;
  shards: Manifest['shards'];
  research: readonly ResearchEntry[];
}

export class SequenceMembers {
  readonly #inputs: MembersInputs;
  readonly #parents = new Map<number, Parents>();
  /** By year: ids by the id of their main shock. */
  readonly #groups = new Map<number, ReadonlyMap<number, number[]>>();
  readonly #shocks = new Map<string, readonly MemberShock[]>();

  constructor(inputs: MembersInputs) {
    this.#inputs = inputs;
  }

  /** Whether it takes part: earthquakes since 1900 with a magnitude, and a time known to the minute. */
  has({ id, time }: Pick<Shock, 'id' | 'time'>): boolean {
    return this.#parentsOf(yearOf(time)).has(id);
  }

  #parentsOf(year: number): Parents {
    return this.#parents.getOrInsertComputed(year, () => {
      const entry = this.#inputs.research.find((one) => one.year === year);
      return parentsIn((entry && this.#inputs.output.read(declusteredPath(entry.declusteredHash))) ?? '');
    });
  }

  /** The main shock of its sequence; itself where it has no parent. */
  mainOf(one: Earthquake): Earthquake {
    let main = one;
    for (;;) {
      const parent = this.#parentsOf(yearOf(main.time)).get(main.id);
      const next = parent === null || parent === undefined ? undefined : earthquakeOf(this.#inputs.db, parent);
      if (!next) return main;
      main = next;
    }
  }

  /**
   * The earthquake with the page of the sequence of another: its main shock, or where a larger one came in the window
   * of that, the main shock of the largest such.
   * @returns undefined for what takes part in none, or is too small
   */
  ownerOf(one: Earthquake): SizedEarthquake | undefined {
    const main = this.has(one) ? this.mainOf(one) : undefined;
    if (!main || !isSized(main) || main.magnitude < LEAST_SEQUENCE) return undefined;
    const larger = this.largeBetween(main.time, main.time + windowMs(main.magnitude))
      .filter((other) => other.magnitude > main.magnitude && isBefore(main, other) && isInWindow(other, main))
      .sort((a, b) => b.magnitude - a.magnitude || (isBefore(a, b) ? -1 : 1));
    return larger[0] ? this.ownerOf(larger[0]) : main;
  }

  /** Those of {@link LEAST_SEQUENCE} or more that take part, in order of time. @param to inclusive */
  largeBetween(from: EpochMs, to: EpochMs): SizedEarthquake[] {
    const lowest = bandOf(LEAST_SEQUENCE);
    return Array.from({ length: BANDS - lowest }, (_, n) => earthquakesOf(this.#inputs.db, lowest + n, from, to + 1))
      .flat()
      .filter(isSized)
      .filter((one) => this.has(one))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  /** In order of time. */
  aftershocksOf(main: Earthquake): MemberShock[] {
    const found: MemberShock[] = [];
    const newest = this.#inputs.research.at(-1)?.year ?? -Infinity;
    let last = main.time;
    for (let year = yearOf(main.time); year <= newest && Date.UTC(year) <= last + LONGEST_WINDOW; year += 1) {
      const ids = new Set(this.#groupsOf(year).get(main.id));
      ids.delete(main.id);
      if (ids.size === 0) continue;
      for (const shock of this.#between(0, Date.UTC(year), Date.UTC(year + 1)))
        if (ids.has(shock.id)) found.push(shock);
      last = found.reduce((latest, { time }) => Math.max(latest, time), last);
    }
    return found.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  /** In order of time. */
  foreshocksOf(main: SizedEarthquake): MemberShock[] {
    const reach = main.magnitude < 6.5 ? windowMs(main.magnitude) : LONGEST_WINDOW;
    const second = Math.floor(main.time / SECOND) * SECOND;
    return [...this.#between(bandOf(LEAST_PARENT), main.time - reach, second - 1)]
      .filter((one) => isForeshock(one, main) && this.has(one))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  /** Main shocks of {@link LEAST_SEQUENCE} or more beside it, with sequences of their own; none is a foreshock. */
  neighboursOf(main: SizedEarthquake): SizedEarthquake[] {
    return this.largeBetween(main.time - LONGEST_WINDOW, main.time + LONGEST_WINDOW).filter((one) => {
      const [first, second] = isBefore(one, main) ? [one, main] : [main, one];
      const isNear =
        second.time - first.time <= windowMs(first.magnitude) &&
        distanceKm(first, second) <= reachKm(Math.max(first.magnitude, second.magnitude));
      return one.id !== main.id && isNear && !isForeshock(one, main) && this.mainOf(one).id === one.id;
    });
  }

  /** Earthquakes of M 3 or more after it, as far as a forecast counts them. @param to inclusive */
  after(main: SizedEarthquake, to: EpochMs): MemberShock[] {
    const km = reachKm(main.magnitude);
    return [...this.#between(bandOf(3), main.time, to)].filter(
      (one) => !one.isDoubtful && one.time > main.time && this.has(one) && distanceKm(main, one) <= km,
    );
  }

  /** Frees what no later main shock needs. */
  forget(before: EpochMs): void {
    const least = before - LONGEST_WINDOW - 366 * DAY;
    for (const kept of [this.#parents, this.#groups])
      for (const year of kept.keys()) if (year < yearOf(least)) kept.delete(year);
    for (const { columnsHash, time } of this.#inputs.shards) if (time[1] < least) this.#shocks.delete(columnsHash);
  }

  #groupsOf(year: number): ReadonlyMap<number, number[]> {
    return this.#groups.getOrInsertComputed(year, () => {
      const known = new Map<number, number>();
      return Map.groupBy(this.#parentsOf(year).keys(), (id) => this.mainIdOf(id, year, known));
    });
  }

  /** @param latest year in which it may be, or one of its parents @param known mains by id, which grow */
  mainIdOf(id: number, latest: number, known = new Map<number, number>()): number {
    const found = known.get(id);
    if (found !== undefined) return found;
    const year = PARENT_YEARS.map((back) => latest - back).find((one) => this.#parentsOf(one).has(id));
    const parent = year === undefined ? undefined : this.#parentsOf(year).get(id);
    const main = parent === null || parent === undefined ? id : this.mainIdOf(parent, year!, known);
    known.set(id, main);
    return main;
  }

  /** With a magnitude; in no order. @param from inclusive @param to inclusive */
  *#between(lowestBand: number, from: EpochMs, to: EpochMs): Generator<MemberShock> {
    for (const shard of this.#inputs.shards) {
      const { band, time } = shard;
      if (band === 0 || band < lowestBand || time[0] > to || time[1] < from) continue;
      for (const shock of this.#shocksOf(shard)) if (shock.time >= from && shock.time <= to) yield shock;
    }
  }

  #shocksOf({ columnsHash, count, doubtful }: Manifest['shards'][number]): readonly MemberShock[] {
    return this.#shocks.getOrInsertComputed(columnsHash, () => {
      const ofDoubt = new Set(doubtful);
      const { id, time, latitude, longitude, magnitude } = readColumns(
        this.#inputs.output.readBytes(columnsPath(columnsHash))!,
        count,
      );
      return Array.from({ length: count }, (_, row) => ({
        id: id[row]!,
        time: time[row]!,
        latitude: latitude[row]!,
        longitude: longitude[row]!,
        magnitude: magnitude[row]!,
        isDoubtful: ofDoubt.has(id[row]!),
      }));
    });
  }
}
