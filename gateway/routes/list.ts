/** `/api.php`: the list, and with `updated_after` the changes. */
import { contentHash } from '#core/etag.ts';
import { ANSWERS } from '#core/paths.ts';
import { planChanges, planList } from '#core/plan.ts';
import type { ChangesQuery, ListQuery } from '#core/query.ts';
import { canonicalQuery } from '#core/query.ts';
import type { Answer } from '../answer.ts';
import { storedAnswer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import { callerName } from '../caller.ts';
import { readChanges } from '../changes-reader.ts';
import { JSON_TYPE } from '../headers.ts';
import { readListing } from '../list-query.ts';
import { readList } from '../list-reader.ts';
import { nextPage } from '../next-link.ts';
import type { Page } from '../page.ts';
import { DEFAULT_LIMIT } from '../parameters.ts';
import { isDear } from '../work/dear.ts';
import type { Work } from '../work/work-queue.ts';

export async function listAnswer(ask: Ask): Promise<Answer> {
  const listing = readListing(ask.parameters);
  return listing.kind === 'list' ? listOf(ask, listing.query) : changesOf(ask, listing.query);
}

const DEFAULT_QUERY = canonicalQuery({ limit: DEFAULT_LIMIT });

async function listOf(ask: Ask, query: ListQuery): Promise<Answer> {
  const { snapshot, bounds } = ask;
  const canonical = canonicalQuery(query);
  const stored = canonical === DEFAULT_QUERY ? snapshot.stored(ANSWERS.list) : undefined;
  if (stored) return storedAnswer(stored, JSON_TYPE, 'data');
  const plan = await snapshot.memo(`list ${canonical}`, () => planList(snapshot.manifest, query));
  return derivedAnswer(ask, { hash: plan.hash, dear: isDear(plan.shards, query) }, async (work) => {
    const open: Parameters<typeof readList>[0]['open'] = (entry) => snapshot.shard(entry);
    const { page, end, opened } = await readList({ plan, query, bounds, open }, work);
    return { page, opened, next: end && nextPage(query, { by: 'time', position: end }) };
  });
}

async function changesOf(ask: Ask, query: ChangesQuery): Promise<Answer> {
  const { snapshot, bounds } = ask;
  const plan = await snapshot.memo(`changes ${canonicalQuery(query)}`, () => planChanges(snapshot.manifest, query));
  const dear = isDear([...plan.segments, ...plan.shards], query);
  return derivedAnswer(ask, { hash: plan.hash, dear }, async (work) => {
    const files: Pick<Parameters<typeof readChanges>[0], 'openShard' | 'openSegment'> = {
      openShard: (entry) => snapshot.shard(entry),
      openSegment: (entry) => snapshot.segment(entry),
    };
    const { page, end, opened } = await readChanges({ plan, query, bounds, ...files }, work);
    return { page, opened, next: end === undefined ? undefined : nextPage(query, { by: 'sequence', sequence: end }) };
  });
}

interface ReadPage {
  page: Page;
  opened: number;
  next: string | undefined;
}

/** The bounds are part of the hash, since they decide where a long page ends. */
const derivedAnswer = (
  { bounds, trace, queue, caller }: Ask,
  { hash, dear }: { hash: string; dear: boolean },
  read: (work: Work) => Promise<ReadPage>,
): Answer => ({
  hash: contentHash(`list ${bounds.files} ${bounds.rows} ${hash}`),
  type: JSON_TYPE,
  caching: 'data',
  async load(signal) {
    const { page, opened, next } = await queue.during({ caller: callerName(caller), signal, dear }, read);
    trace.opened += opened;
    return { bytes: page.body(next ?? null), ...(next === undefined ? {} : { next }) };
  },
});
