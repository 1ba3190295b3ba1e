/** One record by any of its names: `event_id`, publicID, or the identifier of an agency. */
import { KNOWN_AGENCIES, type Agency } from '#core/earthquake.ts';
import { eventIdIn } from '#core/fdsn/ids.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { rowsNamed, solutionName, solutionNames } from '#core/shard-names.ts';
import type { FullItem } from '#core/wire.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { Snapshot } from '../../dataset/snapshot.ts';
import type { RowRef } from '../../scan/event-rows.ts';
import { Pace } from '../../work/slices.ts';
import type { Work } from '../../work/work-queue.ts';
import type { EndpointRequest } from '../request.ts';
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

/** Looks a text up in the names of the shards, in slices. */
class NameSearch {
  opened = 0;
  readonly #snapshot: Snapshot;
  readonly #asked: EventName;
  /** One for each record. */
  readonly #found: { at: RowRef; candidate: Candidate }[] = [];

  constructor(snapshot: Snapshot, asked: EventName) {
    this.#snapshot = snapshot;
    this.#asked = asked;
  }

  /** @throws GatewayError where several agencies use the identifier for different earthquakes */
  found(): RowRef | undefined {
    const [first, second] = this.#found;
    if (!first || !second) return first?.at;
    const { text } = this.#asked;
    const names = this.#found.map(({ candidate }) => `${candidate.agency}:${text}`).join(' and ');
    throw invalid(
      'eventid',
      `${redacted(text)} is an identifier of several agencies, for different events: ask for ${names}, or with catalog.`,
    );
  }

  /** A name of one agency is looked for until it is found, one of any agency everywhere. */
  async *steps(signal: AbortSignal): AsyncGenerator<void, void, void> {
    const pace = new Pace();
    const candidates = candidatesOf(this.#asked);
    for (const entry of this.#snapshot.manifest.shards) {
      if (signal.aborted) return;
      const possible = candidates.filter(({ agency }) => agency === undefined || entry.solutions[agency]);
      if (possible.length === 0) continue;
      pace.startSlice();
      this.opened += 1;
      const index = await this.#snapshot.files.shardNames(entry);
      for (const candidate of possible)
        for (const row of rowsNamed(index, candidate.name))
          if (await this.#has(entry, row, candidate.name)) this.#add({ entry, row }, candidate);
      if (candidates.length === 1 && this.#found.length > 0) return;
      if (pace.countShard()) yield;
    }
  }

  #add(at: RowRef, candidate: Candidate): void {
    if (!this.#found.some(({ at: { entry, row } }) => entry === at.entry && row === at.row))
      this.#found.push({ at, candidate });
  }

  async #has(entry: ShardEntry, row: number, name: string): Promise<boolean> {
    const solutions = await this.#snapshot.files.solutions(entry);
    const [line] = await this.#snapshot.files.fullLines(solutions, [{ first: row, last: row }]);
    const { event_id: eventId, sources } = jsonOf<FullItem>(line!);
    return (
      eventId === name ||
      sources.some((one) => solutionNames(one.name, one.event_id, one.other_event_ids).includes(name))
    );
  }
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
  const names = new NameSearch(snapshot, survivor === undefined ? search : { ...search, text: survivor });
  await work.run(names.steps(work.signal));
  trace.opened += names.opened;
  return names.found();
}
