/** Which sequences a build must put anew. */
import { distanceKm, type Point } from '#core/geo.ts';
import type { Manifest } from '#core/manifest.ts';
import { declusteredPath, LEAST_SEQUENCE } from '#core/paths.ts';
import { bandOf } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { FORECAST_UNTIL } from '#seismology/aftershock-forecast.ts';
import { reachKm } from '#seismology/aftershock-windows.ts';
import type { Db } from '../catalog/database.ts';
import { changesAfter, placedOf } from '../catalog/read.ts';
import type { Revisit } from './changeover.ts';
import type { ChangesSince } from './changes.ts';
import { LONGEST_WINDOW, SequenceMembers, yearOf } from './sequence-members.ts';
import type { BaseManifest } from './build-context.ts';
import { awaitedFrom, forecastTime, type PagesInputs, SequencePages } from './sequence-pages.ts';
import type { Output } from './writer.ts';

/** From so many changed earthquakes on, all sequences are looked at. */
const MOST_MOVED = 1000;

export interface SequenceInputs extends Omit<PagesInputs, 'members'> {
  shards: Manifest['shards'];
  research: Manifest['research'];
  /** The build to continue from; null for a full one. */
  base: { manifest: BaseManifest } | null;
  pending: Revisit;
  /** Hash of what renders pages. */
  pages: string | undefined;
}

/** Puts the pages of sequences with a change, or of all where that may be most. @param since changes since the base */
export function putSequences(inputs: SequenceInputs, since: ChangesSince | null): void {
  const { base, pending, pages } = inputs;
  const members = new SequenceMembers(inputs);
  const isSame = pending !== 'all' && base?.manifest.details.pages === pages;
  const isFew = base && isSame && since && since.moved.size <= MOST_MOVED;
  const changed = isFew ? changedSequences({ ...inputs, base: base.manifest, now: inputs, members }) : undefined;
  if (changed?.size !== 0) new SequencePages({ ...inputs, members }).put(changed);
}

interface ChangedInputs {
  db: Db;
  output: Output;
  base: BaseManifest;
  now: Pick<BaseManifest, 'asOf' | 'research' | 'shards'>;
  members: SequenceMembers;
}

/** Greatest magnitude for which distances are looked at. */
const GREATEST = 10;

interface Place extends Point {
  time: EpochMs;
  band: number;
}

/** Earthquakes of which the sequence, or what lies under their names, may differ from the base's. */
function changedSequences({ db, output, base, now, members }: ChangedInputs): Set<number> {
  const former = new SequenceMembers({ db, output, shards: [], research: base.research });
  const found = new Set<number>();
  const addMains = (id: number, year: number): void => {
    for (const one of [former, members]) found.add(one.mainIdOf(id, year));
  };
  for (const { year, declusteredHash } of now.research) {
    const before = base.research.find((one) => one.year === year)?.declusteredHash;
    if (before === declusteredHash) continue;
    const [old, present] = [before, declusteredHash].map((hash) => linesOf(output, hash));
    for (const line of old!.symmetricDifference(present!)) addMains(Number(line.split(',', 1)[0]), year);
  }
  for (const place of changedPlaces(db, base.sequence)) {
    found.add(place.id);
    addMains(place.id, yearOf(place.time));
    for (const id of largeAround(members, place)) found.add(id);
  }
  for (const one of members.largeBetween(now.asOf - FORECAST_UNTIL, now.asOf))
    if (forecastTime(one, base.asOf) !== forecastTime(one, now.asOf)) found.add(one.id);
  const [from, to] = [base.asOf, now.asOf].map(awaitedFrom).sort((a, b) => a - b);
  for (const { id } of from === to ? [] : members.largeBetween(from!, to!)) found.add(id);
  return found;
}

const linesOf = (output: Output, hash: string | undefined): Set<string> =>
  new Set(hash === undefined ? [] : output.read(declusteredPath(hash))?.split('\n').slice(1, -1));

/** Where each changed earthquake is, and where it was. */
function* changedPlaces(db: Db, sequence: number): Generator<Place & { id: number }> {
  for (const change of [...changesAfter(db, sequence)]) {
    const { earthquake: id, before_band: band, before_time: time } = change;
    const { before_latitude: latitude, before_longitude: longitude } = change;
    if (band !== null && time !== null && latitude !== null && longitude !== null)
      yield { id, band, time, latitude, longitude };
    for (const one of [id, change.survivor]) {
      const placed = one === null ? undefined : placedOf(db, one);
      if (placed) yield placed;
    }
  }
}

/**
 * Large ones that may have it as a foreshock or count it in a forecast; of a large one also those that may be its
 * foreshocks or neighbours.
 */
function* largeAround(members: SequenceMembers, place: Place): Generator<number> {
  const isLarge = place.band >= bandOf(LEAST_SEQUENCE);
  const from = place.time - (isLarge ? 2 * LONGEST_WINDOW : place.band >= bandOf(3) ? FORECAST_UNTIL : 0);
  for (const one of members.largeBetween(from, place.time + LONGEST_WINDOW))
    if (distanceKm(one, place) <= reachKm(isLarge ? GREATEST : one.magnitude)) yield one.id;
}
