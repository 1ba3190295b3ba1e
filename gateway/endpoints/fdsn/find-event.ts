/** One record by any of its names: `event_id`, publicID, or the identifier of an agency. */
import { KNOWN_AGENCIES, type Agency } from '#core/earthquake.ts';
import { eventIdIn } from '#core/fdsn/ids.ts';
import { rowsNamed, solutionName, solutionNames } from '#core/shard-names.ts';
import type { FullItem } from '#core/wire.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { Snapshot } from '../../dataset/snapshot.ts';
import type { RowRef } from '../../scan/event-rows.ts';
import { Pace } from '../../work/slices.ts';
import type { Work } from '../../work/work-queue.ts';
import type { EndpointRequest, Trace } from '../request.ts';
import { invalid } from '../../http/errors.ts';
import { redacted } from '../../http/redaction.ts';

/** What a client calls an event. */
interface EventName {
  text: string;
  /** Of an identifier that names none itself; absent: any. */
  agency: Agency | undefined;
}

interface Candidate {
  name: string;
  /** Undefined for an `event_id`. */
  agency: Agency | undefined;
}

const eventIdOf = (text: string): string | undefined =>
  eventIdIn(text) ?? (/^[0-9a-f]{16}$/.test(text) ? text : undefined);

function candidatesOf({ text, agency: asked }: EventName): Candidate[] {
  const eventId = eventIdOf(text);
  if (eventId !== undefined) return [{ name: eventId, agency: undefined }];
  const colon = text.indexOf(':');
  const agency = KNOWN_AGENCIES.find((one) => one === text.slice(0, Math.max(0, colon)).toLowerCase());
  if (agency) return [{ name: solutionName(agency, text.slice(colon + 1)), agency }];
  const agencies = asked === undefined ? KNOWN_AGENCIES : [asked];
  return agencies.map((one) => ({ name: solutionName(one, text), agency: one }));
}

interface Found {
  at: RowRef;
  candidate: Candidate;
}

/** @throws GatewayError where several agencies use the identifier for different earthquakes */
function theOne([first, second, ...others]: readonly Found[], text: string): RowRef | undefined {
  if (!first || !second) return first?.at;
  const names = [first, second, ...others].map(({ candidate }) => `${candidate.agency}:${text}`).join(' and ');
  throw invalid(
    'eventid',
    `${redacted(text)} is an identifier of several agencies, for different events: ask for ${names}, or with catalog.`,
  );
}

interface Search {
  snapshot: Snapshot;
  candidates: readonly Candidate[];
  signal: AbortSignal;
  /** One for each record. */
  found: Found[];
  trace: Trace;
}

/** Looks names up in the shards, in slices: one of one agency until it is found, one of any agency everywhere. */
async function* searched({ snapshot, candidates, signal, found, trace }: Search): AsyncGenerator<void, void, void> {
  const pace = new Pace();
  for (const entry of snapshot.manifest.shards) {
    if (signal.aborted) return;
    const possible = candidates.filter(({ agency }) => agency === undefined || entry.solutions[agency]);
    if (possible.length === 0) continue;
    pace.startSlice();
    trace.opened += 1;
    const index = await snapshot.files.shardNames(entry);
    for (const candidate of possible)
      for (const row of rowsNamed(index, candidate.name)) {
        const isKnown = found.some(({ at }) => at.entry === entry && at.row === row);
        if (!isKnown && (await hasName(snapshot, { entry, row }, candidate.name)))
          found.push({ at: { entry, row }, candidate });
      }
    if (candidates.length === 1 && found.length > 0) return;
    if (pace.countShard()) yield;
  }
}

async function hasName({ files }: Snapshot, { entry, row }: RowRef, name: string): Promise<boolean> {
  const [line] = await files.fullLines(await files.solutions(entry), [{ first: row, last: row }]);
  const { event_id: eventId, sources } = jsonOf<FullItem>(line!);
  return (
    eventId === name || sources.some((one) => solutionNames(one.name, one.event_id, one.other_event_ids).includes(name))
  );
}

/** The `event_id` of the earthquake into which another was merged. @param text name of the merged one */
async function survivorOf(snapshot: Snapshot, text: string): Promise<string | undefined> {
  const eventId = eventIdOf(text);
  const id = eventId === undefined ? undefined : await snapshot.idOfRetired(eventId);
  const line = id === undefined ? undefined : await snapshot.find({ by: 'id', id });
  return line?.kind === 'record' ? jsonOf<{ earthquake: FullItem }>(line.bytes).earthquake.event_id : undefined;
}

/**
 * A merged earthquake's `event_id` leads to its survivor.
 * @throws GatewayError where several agencies use the identifier for different earthquakes
 */
export async function findEvent(
  { snapshot, trace }: Pick<EndpointRequest, 'snapshot' | 'trace'>,
  search: EventName,
  work: Work,
): Promise<RowRef | undefined> {
  const survivor = await survivorOf(snapshot, search.text);
  const name = survivor === undefined ? search : { ...search, text: survivor };
  const found: Found[] = [];
  await work.run(searched({ snapshot, candidates: candidatesOf(name), signal: work.signal, found, trace }));
  return theOne(found, name.text);
}
