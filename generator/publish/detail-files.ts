/**
 * One file an earthquake, under its id and under each of its dated slugs: the answer of its line, for what people link
 * to.
 */
import {
  DetailBucket,
  bucketOf,
  lastIdOf,
  lineFileOfId,
  readDetailLine,
  type DetailFiles,
  type DetailIndex,
} from '#core/details.ts';
import { datedPathOf, detailPath, stationTablePath, withdrawnPath } from '#core/paths.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { readStationTable, wholeLine } from '#core/stored-lines.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { idsOfBand, idsTimed, knownOf, namesOf, newestTimes, type Known } from '../catalog/read.ts';
import { knownIn } from './details.ts';
import type { Output } from './writer.ts';
import type { BuildContext } from './build-context.ts';
import type { Revisit } from './changeover.ts';

/** Band of magnitude 4: from there on an earthquake is notable whatever its age. */
const NOTABLE_BAND = bandOf(4);
/** Every earthquake is notable for this long after its origin time. */
const NOTABLE_MS = 90 * DAY;
/** So many of a group, the newest, have files: a catalogue of any size fits on static hosts. */
const MOST = 1024;
/** Bands that are counted together: all below magnitude 4, and each one above. */
const GROUPS = [
  Array.from({ length: NOTABLE_BAND }, (_, band) => band),
  ...Array.from({ length: BANDS - NOTABLE_BAND }, (_, n) => [NOTABLE_BAND + n]),
];

/** From this origin time on every earthquake is notable. Rounded to the day, so that one build a day removes files. */
const notableFrom = (asOf: EpochMs): EpochMs => Math.floor(asOf / DAY) * DAY - NOTABLE_MS;

/** Newest first. */
const newestOfGroup = (db: Db, bands: number[], count: number): EpochMs[] =>
  bands
    .flatMap((band) => newestTimes(db, band, count))
    .sort((a, b) => b - a)
    .slice(0, count);

/** Whether an earthquake that is not merged has files of its own. Withdrawn ones are few, and not counted. */
export function hasFiles(
  db: Db,
  mode: DetailFiles,
  asOf: EpochMs,
): (known: Pick<Known, 'state' | 'band' | 'time'>) => boolean {
  if (mode !== 'notable') return () => mode === 'all';
  const newest = GROUPS.flatMap((bands) => {
    const from = newestOfGroup(db, bands, MOST)[MOST - 1] ?? -Infinity;
    return bands.map(() => from);
  });
  const recent = notableFrom(asOf);
  return ({ state, band, time }) =>
    (band >= NOTABLE_BAND || time >= recent) && (state === 'withdrawn' || time >= newest[band]!);
}

/** Earthquakes that are notable at only one of two times. */
export const agedBetween = (db: Db, one: EpochMs, other: EpochMs): number[] => {
  const [from, to] = [notableFrom(Math.min(one, other)), notableFrom(Math.max(one, other))];
  return from === to ? [] : idsTimed(db, from, to, NOTABLE_BAND);
};

/** Earthquakes that so many changes may have brought among the newest of their group, or from among them. */
export const shiftedBy = (db: Db, changes: number): number[] =>
  GROUPS.flatMap((bands) => {
    const times = newestOfGroup(db, bands, MOST + changes + 1);
    const to = times[Math.max(0, MOST - changes - 1)];
    if (changes === 0 || to === undefined) return [];
    const from = times[MOST + changes] ?? -Infinity;
    return bands.flatMap((band) => idsOfBand(db, band, from, to));
  });

export interface DetailFilesInputs extends Pick<BuildContext, 'db' | 'output' | 'progress'> {
  mode: DetailFiles;
  asOf: EpochMs;
  index: DetailIndex;
}

/** Files that some earthquakes have. */
export interface FilesOfSome {
  isDue(known: Known): boolean;
  put(known: Known): void;
  remove(known: Known): void;
}

interface RevisitedFiles {
  /** Absent without a site. */
  pages: FilesOfSome | undefined;
  revisit: Revisit;
  /** Those of them with a page that is as before. */
  linesOnly: ReadonlySet<number>;
}

/**
 * Brings the files of these earthquakes into the state that their lines are in; of all of them those that are due are
 * written.
 */
export function putDetailFiles(inputs: DetailFilesInputs, { pages, revisit, linesOnly }: RevisitedFiles): void {
  const { db, mode, progress } = inputs;
  const ofLines = new DetailFilesOfSome(inputs);
  const kinds = [ofLines, ...(pages ? [pages] : [])];
  if (revisit === 'all') {
    if (mode === 'none' && !pages) return;
    const last = bucketOf(lastIdOf(inputs.index));
    for (let bucket = 0; bucket <= last; bucket += 1) {
      progress('detail files', bucket + 1, last + 1);
      for (const known of knownIn(db, bucket))
        if (known.state !== 'merged') for (const kind of kinds) if (kind.isDue(known)) kind.put(known);
    }
    return;
  }
  for (const [index, id] of [...revisit].sort((a, b) => a - b).entries()) {
    progress('detail files', index + 1, revisit.size);
    const known = knownOf(db, id);
    // The names of a merged one are its survivor's.
    if (!known || known.state === 'merged') continue;
    for (const kind of linesOnly.has(id) ? [ofLines] : kinds) {
      if (kind.isDue(known)) kind.put(known);
      else kind.remove(known);
    }
  }
}

class DetailFilesOfSome implements FilesOfSome {
  readonly #db: Db;
  readonly #output: Output;
  readonly #index: DetailIndex;
  readonly isDue: (known: Known) => boolean;
  #bucket: { path: string; lines: DetailBucket } | undefined;
  #stations: Uint8Array[] | undefined;

  constructor({ db, output, index, mode, asOf }: DetailFilesInputs) {
    this.#db = db;
    this.#output = output;
    this.#index = index;
    this.isDue = hasFiles(db, mode, asOf);
  }

  put({ id, state }: Known): void {
    const { path: lineFile, isNewest } = lineFileOfId(this.#index, id);
    const first = state === 'withdrawn' ? withdrawnPath(detailPath(id)) : detailPath(id);
    if (isNewest) this.#output.link(lineFile, first);
    else this.#output.putDetail(first, this.#lineOf(lineFile, id));
    for (const path of this.#paths(id)) {
      const [due, other] = state === 'withdrawn' ? [withdrawnPath(path), path] : [path, withdrawnPath(path)];
      if (due !== first) this.#output.link(first, due);
      this.#output.remove(other);
    }
  }

  remove({ id }: Known): void {
    for (const path of this.#paths(id)) for (const one of [path, withdrawnPath(path)]) this.#output.remove(one);
  }

  #paths(id: number): string[] {
    return namesOf(this.#db, id).map((name) =>
      name.by === 'id' ? detailPath(name.id) : datedPathOf(name.date, name.slug),
    );
  }

  #lineOf(path: string, id: number): Uint8Array {
    if (this.#bucket?.path !== path) this.#bucket = { path, lines: new DetailBucket(this.#output.readBytes(path)!) };
    const line = this.#bucket.lines.bytesOf(id)!;
    return readDetailLine(line).kind === 'stored' ? wholeLine(line, this.#stationTable()) : line;
  }

  #stationTable(): Uint8Array[] {
    return (this.#stations ??= readStationTable(this.#output.readBytes(stationTablePath(this.#index.stations!))!));
  }
}
