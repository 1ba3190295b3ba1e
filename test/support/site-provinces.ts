/** Contents of two provinces' pages: one with earthquakes, and one without. */
import { bandOf } from '#core/shard.ts';
import { provinceOf } from '#core/provinces.ts';
import { completeSince } from '../../generator/outputs/province.ts';
import { newestFirst } from '../../generator/outputs/shards.ts';
import type { provincePages } from '../../generator/site/site.ts';
import { STATIONS } from './build.ts';
import { makeHistory, random } from './synthetic-earthquakes.ts';

type Content = Parameters<typeof provincePages>[1];

const newest = makeHistory(random(7), 400)
  .current.filter(({ magnitude }) => magnitude !== null)
  .toSorted(newestFirst);
const counts = [
  ...Map.groupBy(newest, ({ time, magnitude }) => `${new Date(time).getUTCFullYear()} ${bandOf(magnitude)}`),
]
  .map(([key, some]) => ({ year: Number(key.split(' ')[0]), band: Number(key.split(' ')[1]), count: some.length }))
  .sort((a, b) => a.year - b.year || a.band - b.band);

const province = (name: string) => ({ province: provinceOf(name)!, stations: STATIONS });

export const BUSY: Content = {
  ...province('İstanbul'),
  ...{ newest: newest.slice(0, 50), counts, completeSince: completeSince(counts) },
  blasts: { newest: newest.slice(3, 8), count: 1234 },
  largest: newest.toSorted((a, b) => b.magnitude! - a.magnitude!).slice(0, 20),
};

export const QUIET: Content = {
  ...province('Kırklareli'),
  ...{ newest: [], largest: [], counts: [], completeSince: [], blasts: { newest: [], count: 0 } },
};
