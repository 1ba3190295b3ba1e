/** `/api.php`: the list, and with `updated_after` the changes. */
import { agenciesOf, type ShardEntry } from '#core/manifest.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { contentHash } from '#core/etag.ts';
import { ANSWERS } from '#core/paths.ts';
import { type ChangesPlan, type ListPlan, planChanges, planList } from '#core/plan.ts';
import { canonicalQuery, type ChangesQuery, DEFAULT_LIMIT, type ListQuery } from '#core/query.ts';
import { termsOfShards } from '#core/terms.ts';
import { MINUTE } from '#core/time.ts';
import { listHead } from '#core/wire.ts';
import { type Representation, storedRepresentation } from '../http/representation.ts';
import type { EndpointRequest, EndpointRow } from './request.ts';
import { LIST } from './schemas.ts';
import { callerId } from '../access/caller.ts';
import type { DatasetFiles } from '../dataset/files.ts';
import { readChanges } from '../scan/changes-reader.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { readListing, nextChanges, nextIn, nextPage } from '../query/list-query.ts';
import { CURSOR, EXPAND, FILTER_PARAMETERS, LIMIT, ORDER, ignoredSources } from '../query/parameters.ts';
import { expandSources } from '../scan/page.ts';
import { readList, isExpensive } from '../scan/scan.ts';
import type { Work } from '../work/work-queue.ts';

export const listEndpoint: EndpointRow = {
  path: ENDPOINTS.list,
  description: 'Earthquakes, newest first, with filters and paging',
  async answer(request) {
    const listing = readListing(
      request.parameters,
      () => request.clock.floor(MINUTE),
      agenciesOf(request.snapshot.manifest),
    );
    return listing.kind === 'list' ? listOf(request, listing.query) : changesOf(request, listing.query);
  },
  operation: {
    id: 'listEarthquakes',
    parameters: [LIMIT, ...FILTER_PARAMETERS, ORDER, EXPAND, CURSOR],
    content: { 'application/json': LIST },
    errors: [400],
  },
};

const DEFAULT_QUERY = canonicalQuery({ limit: DEFAULT_LIMIT });

async function listOf(request: EndpointRequest, query: ListQuery): Promise<Representation> {
  const { snapshot, bounds } = request;
  const canonical = canonicalQuery(query);
  const plan = planList(snapshot.manifest, query);
  if (canonical === DEFAULT_QUERY) {
    const { stored } = await snapshot.memo('stored list', async () => ({ stored: await storedList(request, plan) }));
    if (stored) return stored;
  }
  return derivedAnswer(request, { plan, expensive: isExpensive(plan, query) }, (work, headOf) => {
    const scan = { plan, query, bounds, files: snapshot.files, ...expansion(query, plan.shards, snapshot.files) };
    return readList({ ...scan, headOf: (count, end) => headOf(count, end && nextPage(query, end)) }, work);
  });
}

async function changesOf(request: EndpointRequest, query: ChangesQuery): Promise<Representation> {
  const { snapshot, bounds } = request;
  const plan = await snapshot.memo(`changes ${canonicalQuery(query)}`, () => planChanges(snapshot.manifest, query));
  const expensive = isExpensive(plan, query);
  return derivedAnswer(request, { plan, expensive }, (work, headOf) => {
    const scan = { plan, query, bounds, files: snapshot.files, ...expansion(query, plan.shards, snapshot.files) };
    const next = (end: number | undefined) => (end === undefined ? undefined : nextChanges(query, end));
    return readChanges({ ...scan, headOf: (count, end) => headOf(count, next(end)) }, work);
  });
}

const expansion = ({ expand }: ListQuery | ChangesQuery, shards: readonly ShardEntry[], files: DatasetFiles) =>
  expand ? { expand: expandSources(shards, files) } : {};

/** The stored response for a query without parameters, unless its `next` belongs to another base path. */
async function storedList(
  { snapshot, basePath }: EndpointRequest,
  plan: ListPlan,
): Promise<Representation | undefined> {
  const stored = await snapshot.answers.get(ANSWERS.list);
  const next = stored && nextIn(stored.bytes);
  if (!stored || (next !== undefined && !next.startsWith(`${basePath}${ENDPOINTS.list}?`))) return undefined;
  const answer = storedRepresentation(stored, JSON_TYPE, 'data');
  return { ...answer, terms: termsOfShards(plan.shards), ...(next === undefined ? {} : { next }) };
}

interface Planned {
  plan: ListPlan | ChangesPlan;
  expensive: boolean;
}

/** @param next of the following page, without the base path */
type HeadOf = (count: number, next: string | undefined) => string;
type ReadPage = (work: Work, headOf: HeadOf) => Promise<{ body: Uint8Array; opened: number }>;

/** The hash covers all that the body depends on; the bounds decide where a long page ends. */
function derivedAnswer(request: EndpointRequest, planned: Planned, read: ReadPage): Representation {
  const { plan, expensive } = planned;
  const { bounds, trace, basePath, queue } = request;
  const ignored = ignoredSources(request.parameters, agenciesOf(request.snapshot.manifest));
  const hash = contentHash(`list ${bounds.files} ${bounds.rows} ${plan.hash} ${basePath} ${ignored.join()}`);
  const caller = callerId(request.caller);
  return {
    hash,
    type: JSON_TYPE,
    caching: 'data',
    validFor: 'dataset',
    terms: termsOfShards(plan.shards),
    isJoint: true,
    load: (signal) =>
      queue.during({ caller, signal, expensive, key: `list ${hash}` }, async (work) => {
        let next: string | undefined;
        const { body, opened } = await read(work, (count, path) => {
          if (path !== undefined) next = basePath + path;
          return listHead(count, next ?? null, ignored);
        });
        trace.opened += opened;
        return { bytes: body, ...(next === undefined ? {} : { next }) };
      }),
  };
}
