/** Which shards a query of a view must read, by the manifest alone. */
import { contentHash } from '../etag.ts';
import { FORMAT, type Manifest } from '../manifest.ts';
import { mayMatch } from '../plan.ts';
import { canonicalQuery, type ListFilter } from '../query.ts';
import type { ShardEntry } from '../shard-entry.ts';
import { canonicalView, viewEntry, type View } from './view.ts';

export interface ViewPlan {
  shards: { entry: ShardEntry; viewed: ShardEntry }[];
  /** Changes if, and only if, the query, the format or one of the planned shards does. */
  hash: string;
}

export function planView(manifest: Manifest, filter: ListFilter, view: View): ViewPlan {
  const matches = mayMatch(filter);
  const shards = manifest.shards.flatMap((entry) => {
    const viewed = viewEntry(entry, view);
    return viewed && matches(viewed) ? [{ entry, viewed }] : [];
  });
  const query = `${FORMAT}\n${canonicalQuery({ ...filter, limit: 0 })}\n${canonicalView(view)}\n`;
  return { shards, hash: contentHash(query, shards.map(({ entry }) => entry.hash + entry.fullHash).join('')) };
}
