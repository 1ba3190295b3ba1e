/** The sequence of an earthquake by the files of `dist/research/`, and what followed it by point files. */
import { declusteredPath, pointsPath } from '#core/paths.ts';
import type { SequenceFiles } from '#core/sequence-files.ts';
import { parseCivil } from '#core/time.ts';
import { detailById, type Detail } from './detail.ts';
import { storedText, storedBytes } from './requests.ts';
import { readPoints, type PointColumns } from '#core/points.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { mainOf } from '#seismology/sequences.ts';
import {
  aftershocksIn,
  largerBeforeIn,
  largestNear,
  LONGEST_MS,
  lowestBand,
  reachMs,
  type Aftershock,
  type Shock,
  type Span,
} from '../drawing/sequence-plot.ts';

export interface Sequence {
  /** The earthquake that none precedes in a window; the detail's own when it is this one. */
  main: Detail;
  /** UTC year of the detail. */
  year: number;
  /** Ids of that year's other earthquakes of the sequence, the main shock included where it is one. */
  members: ReadonlySet<number>;
}

type Years = Pick<SequenceFiles, 'research'>;

/** Parents by id. */
type Parents = ReadonlyMap<number, number>;

export const yearOf = ({ occurred_at: time }: Detail): number => new Date(parseCivil(time)!).getUTCFullYear();

export async function parentsOf(files: Years, year: number): Promise<Parents> {
  const entry = files.research.find((one) => one.year === year);
  const parents = new Map<number, number>();
  if (!entry) return parents;
  for (const line of (await storedText(declusteredPath(entry.declusteredHash))).split('\n').slice(1)) {
    const [id, parent] = line.split(',');
    if (parent) parents.set(Number(id), Number(parent));
  }
  return parents;
}

/** Parents of an earlier year are followed so many times. */
const MOST_HOPS = 4;

/**
 * @param parents of the earthquake's year
 * @returns undefined where the dataset has no such files, or the earthquake belongs to no sequence.
 */
export async function findSequence(files: Years, detail: Detail, parents: Parents): Promise<Sequence | undefined> {
  const year = yearOf(detail);
  const root = mainOf(parents, detail.id);
  const members = new Set([...parents.keys(), root].filter((id) => id !== detail.id && mainOf(parents, id) === root));
  if (members.size === 0) return undefined;
  return { main: root === detail.id ? detail : await mainShock(files, root, year), year, members };
}

/** @param year of the file that was followed up to the root */
async function mainShock(files: Years, root: number, year: number): Promise<Detail> {
  let [main, read] = [await detailById(root), year];
  for (let hop = 0; hop < MOST_HOPS && yearOf(main) !== read; hop += 1) {
    read = yearOf(main);
    const next = mainOf(await parentsOf(files, read), main.id);
    if (next !== main.id) main = await detailById(next);
  }
  return main;
}

type Shards = Pick<SequenceFiles, 'shards'>;

async function pointsOf(
  { shards }: Shards,
  lowest: number,
  [from, to]: Span,
  highest = BANDS,
): Promise<PointColumns[]> {
  const isDue = (band: number): boolean => band >= lowest && band <= highest;
  const files = shards.filter(({ band, time }) => isDue(band) && time[0] <= to && time[1] >= from);
  return Promise.all(files.map(async ({ pointsHash }) => readPoints(await storedBytes(pointsPath(pointsHash)))));
}

/** @returns in order of time */
export async function findAftershocks(files: Shards, main: Shock): Promise<Aftershock[]> {
  const span: Span = [main.time, main.time + reachMs(main.magnitude)];
  return aftershocksIn(await pointsOf(files, lowestBand(main.magnitude), span), main);
}

export const findLargestNear = (files: Shards, to: Omit<Shock, 'magnitude'>): Promise<Aftershock[]> =>
  largestNear((band, span) => pointsOf(files, band, span, band), to);

/** A larger earthquake that this one follows. */
export const findLargerBefore = async (files: Shards, shock: Shock): Promise<Aftershock | undefined> =>
  largerBeforeIn(await pointsOf(files, bandOf(shock.magnitude), [shock.time - LONGEST_MS, shock.time]), shock);
