/** Shards, research files and Parquet files: what is made from the records alone. */
import type { Manifest } from '#core/manifest.ts';
import type { EpochMs } from '#core/time.ts';
import { earthquakesBetween } from '../catalog/read.ts';
import type { BuildContext } from './build-context.ts';
import { buildCatalogue, CatalogueOfAll } from './catalogue.ts';
import { buildResearch, ResearchOfAll } from './research.ts';
import { buildShards, ShardsOfAll, totalOf } from './shards.ts';

interface Inputs extends BuildContext {
  asOf: EpochMs;
  /** Also Parquet files. */
  bulk: boolean;
}

type Files = Pick<Manifest, 'shards' | 'research' | 'catalogue'>;

/** Renders what changed. */
export function buildRecordFiles(inputs: Inputs): Files {
  const { base, bulk } = inputs;
  if (!base) return buildAll(inputs);
  const former = { ...inputs, base };
  const [shards, research] = [buildShards(former), buildResearch(former)];
  return { shards, research, ...(bulk ? { catalogue: buildCatalogue(former) } : {}) };
}

/** Reads each record once: the three are made side by side. */
function buildAll(inputs: Inputs): Files {
  const { db, bulk, progress } = inputs;
  const [shards, research] = [new ShardsOfAll(inputs), new ResearchOfAll(inputs)];
  const catalogue = bulk ? new CatalogueOfAll(inputs) : undefined;
  const total = totalOf(db);
  let done = 0;
  for (const earthquake of earthquakesBetween(db, -Infinity, Infinity)) {
    shards.add(earthquake);
    research.add(earthquake);
    catalogue?.add(earthquake);
    progress('shards', (done += 1), total);
  }
  return {
    ...{ shards: shards.entries(), research: research.entries() },
    ...(catalogue ? { catalogue: catalogue.entries() } : {}),
  };
}
