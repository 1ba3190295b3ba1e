/**
 * One file an earthquake, under its id and under each of its dated slugs: the bytes of its line, for what people link
 * to.
 */
import type { DetailFiles, DetailIndex } from '#core/details.ts';
import { BUCKET_IDS, DetailBucket, bucketOf } from '#core/details.ts';
import { bucketPath, datedPathOf, detailPath, goneOf } from '#core/paths.ts';
import { bandOf } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import type { Known } from '../catalog/read.ts';
import { idsTimed, knownBetween, knownOf, namesOf } from '../catalog/read.ts';
import type { Output } from './writer.ts';
import type { Revisit } from './changeover.ts';

/** Magnitude from which an earthquake is notable for good, as a band. */
const NOTABLE_BAND = bandOf(4);
/** Every earthquake is notable for this long after its origin time. */
const NOTABLE_MS = 90 * DAY;

/** From this origin time on every earthquake is notable. Rounded to the day, so that one build a day removes files. */
const notableFrom = (asOf: EpochMs): EpochMs => Math.floor(asOf / DAY) * DAY - NOTABLE_MS;

/** Whether an earthquake that is not merged has files of its own. */
export const hasFiles = (mode: DetailFiles, asOf: EpochMs): ((known: Pick<Known, 'band' | 'time'>) => boolean) => {
  const from = notableFrom(asOf);
  return ({ band, time }) => mode === 'all' || (mode === 'notable' && (band >= NOTABLE_BAND || time >= from));
};

/** Earthquakes that are notable at only one of two times. */
export const agedBetween = (db: Db, one: EpochMs, other: EpochMs): number[] => {
  const [from, to] = [notableFrom(Math.min(one, other)), notableFrom(Math.max(one, other))];
  return from === to ? [] : idsTimed(db, from, to, NOTABLE_BAND);
};

interface DetailFilesInputs {
  db: Db;
  output: Output;
  mode: DetailFiles;
  asOf: EpochMs;
  index: DetailIndex;
}

/**
 * Brings the files of these earthquakes into the state that their lines are in; of all of them those that are due are
 * written.
 */
export function putDetailFiles(inputs: DetailFilesInputs, revisit: Revisit): void {
  const { db, mode, asOf, index } = inputs;
  const due = hasFiles(mode, asOf);
  const files = new FilesOfOne(inputs);
  if (revisit === 'all') {
    if (mode === 'none') return;
    for (const bucket of index.buckets.keys())
      for (const known of knownBetween(db, bucket * BUCKET_IDS, (bucket + 1) * BUCKET_IDS))
        if (known.state !== 'merged' && due(known)) files.put(known);
    return;
  }
  for (const id of [...revisit].sort((a, b) => a - b)) {
    const known = knownOf(db, id);
    // The names of a merged one are its survivor's.
    if (!known || known.state === 'merged') continue;
    if (due(known)) files.put(known);
    else files.remove(known);
  }
}

class FilesOfOne {
  readonly #db: Db;
  readonly #output: Output;
  #bucket: { number: number; lines: DetailBucket } | undefined;

  constructor({ db, output }: DetailFilesInputs) {
    this.#db = db;
    this.#output = output;
  }

  put({ id, state }: Known): void {
    const line = this.#lineOf(id);
    const first = state === 'withdrawn' ? goneOf(detailPath(id)) : detailPath(id);
    this.#output.putDetail(first, line);
    for (const path of this.#paths(id)) {
      const [due, other] = state === 'withdrawn' ? [goneOf(path), path] : [path, goneOf(path)];
      if (due !== first) this.#output.link(first, due);
      this.#output.remove(other);
    }
  }

  remove({ id }: Known): void {
    for (const path of this.#paths(id)) for (const one of [path, goneOf(path)]) this.#output.remove(one);
  }

  #paths(id: number): string[] {
    return namesOf(this.#db, id).map((name) =>
      name.by === 'id' ? detailPath(name.id) : datedPathOf(name.date, name.slug),
    );
  }

  #lineOf(id: number): Uint8Array {
    const number = bucketOf(id);
    if (this.#bucket?.number !== number)
      this.#bucket = { number, lines: new DetailBucket(this.#output.readBytes(bucketPath(number))!) };
    return this.#bucket.lines.bytesOf(id)!;
  }
}
