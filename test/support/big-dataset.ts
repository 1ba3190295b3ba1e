/** A dataset for tests of work that takes long. */
import { syntheticDataset } from './dataset.ts';

export const COUNT = 30_000;
export const big = syntheticDataset({ count: COUNT, shardRows: 1024, segmentRows: 4096 });
