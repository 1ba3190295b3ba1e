/** Loads what a sequence is drawn from: the point files that reach into its time. */
import { pointsPath } from '#core/paths.ts';
import { readPoints, type PointColumns } from '#core/points.ts';
import type { SequenceFiles } from '#core/sequence-files.ts';
import { bandOf } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import {
  followersIn,
  leaderIn,
  LONGEST_MS,
  lowestBand,
  reachMs,
  type Follower,
  type Shock,
} from '../drawing/followers.ts';
import { storedBytes } from './requests.ts';

type Shards = Pick<SequenceFiles, 'shards'>;

async function pointsOf({ shards }: Shards, lowest: number, [from, to]: [EpochMs, EpochMs]): Promise<PointColumns[]> {
  const files = shards.filter(({ band, time }) => band >= lowest && time[0] <= to && time[1] >= from);
  return Promise.all(files.map(async ({ pointsHash }) => readPoints(await storedBytes(pointsPath(pointsHash)))));
}

/** @returns in order of time */
export async function findFollowers(files: Shards, main: Shock): Promise<Follower[]> {
  const span: [EpochMs, EpochMs] = [main.time, main.time + reachMs(main.magnitude)];
  return followersIn(await pointsOf(files, lowestBand(main.magnitude), span), main);
}

/** A larger earthquake that this one follows. */
export const findLeader = async (files: Shards, shock: Shock): Promise<Follower | undefined> =>
  leaderIn(await pointsOf(files, bandOf(shock.magnitude), [shock.time - LONGEST_MS, shock.time]), shock);
