/**
 * Where clients that went away continue when they come back without a number: those of EMSC's feed know none. A client
 * is its network, its program (`User-Agent`) and what it asks for; two that are alike cannot be told apart.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { contentHash } from '#core/etag.ts';
import { type EpochMs, SECOND } from '#core/time.ts';
import type { AddressBlock } from '../http/client-address.ts';
import type { Receipts } from '../http/response.ts';
import { CONNECTION_LIMITS } from './connections.ts';

/** Seconds for which a place is kept. */
export const RESUME_SECONDS = 300;

/** A client whose ping is unanswered for longer, in ms, is taken to be gone when one like it comes. */
const SILENT = 2 * SECOND;

/** Messages of one client whose receipt is not confirmed yet: beyond so many, a later one confirms several. */
const UNCONFIRMED = 1000;

export interface Visitor {
  address: AddressBlock;
  /** Hash of program and query. */
  name: string;
}

/** How far a client has come, by what it has confirmed. */
export class Progress {
  readonly #receipts: Receipts;
  #sequence: number;
  #messages = 0;
  /** Places that the client has reached when it confirms so many messages. */
  readonly #pending: { messages: number; sequence: number }[] = [];

  constructor(sequence: number, receipts: Receipts) {
    this.#sequence = sequence;
    this.#receipts = receipts;
  }

  /** After a message up to this number is sent. */
  sent(sequence: number): void {
    this.#messages += 1;
    this.reached(sequence);
  }

  /** After what is sent beside the log's messages; pings are empty. */
  passed(frames: readonly Uint8Array[]): void {
    this.#messages += frames.filter(({ byteLength }) => byteLength > 0).length;
  }

  /** What there is up to this number concerns the client no more than what was sent. */
  reached(sequence: number): void {
    const place = { messages: this.#messages, sequence };
    if (this.#pending.length < UNCONFIRMED) this.#pending.push(place);
    else this.#pending[UNCONFIRMED - 1] = place;
    this.#settle();
  }

  /** Number up to which the client has received everything. */
  get sequence(): number {
    this.#settle();
    return this.#sequence;
  }

  get isSilent(): boolean {
    return performance.now() - this.#receipts.silentSince > SILENT;
  }

  #settle(): void {
    const { confirmed } = this.#receipts;
    const open = this.#pending.findIndex(({ messages }) => messages > confirmed);
    const settled = this.#pending.splice(0, open < 0 ? this.#pending.length : open);
    this.#sequence = settled.at(-1)?.sequence ?? this.#sequence;
  }
}

interface Place {
  name: string;
  sequence: number;
  at: EpochMs;
}

interface Present {
  visitor: Visitor;
  progress: Progress;
  /** Whether another connection continues in its place. */
  isTaken: boolean;
}

interface DeparturesOptions {
  /** 0: no place is kept. */
  seconds?: number;
  /** Places in all. */
  most?: number;
  now?: () => EpochMs;
  /** Where places are between two runs of the gateway; absent: nowhere. */
  folder?: string;
}

export class Departures {
  readonly #ms: number;
  readonly #now: () => EpochMs;
  readonly #folder: string | undefined;
  readonly #places: LRUCache<AddressBlock, Place[]>;
  readonly #present = new Map<AddressBlock, Set<Present>>();

  constructor({
    seconds = RESUME_SECONDS,
    most = CONNECTION_LIMITS.all,
    now = Date.now,
    folder,
  }: DeparturesOptions = {}) {
    this.#ms = seconds * SECOND;
    this.#now = now;
    this.#folder = folder;
    const maxSize = Math.max(CONNECTION_LIMITS.caller, most);
    this.#places = new LRUCache({ maxSize, sizeCalculation: ({ length }) => length });
  }

  /** A client came. @returns what to call when it goes */
  enter(visitor: Visitor, progress: Progress): () => void {
    if (this.#ms === 0) return () => {};
    const present: Present = { visitor, progress, isTaken: false };
    const alike = this.#present.getOrInsertComputed(visitor.address, () => new Set());
    alike.add(present);
    return () => {
      alike.delete(present);
      if (alike.size === 0) this.#present.delete(visitor.address);
      if (!present.isTaken) this.#keep(visitor.address, [this.#placeOf(present)]);
    };
  }

  readonly #placeOf = ({ visitor: { name }, progress: { sequence } }: Present): Place => ({
    ...{ name, sequence, at: this.#now() },
  });

  /** The newest ones of an address, as many as it may have connections. */
  #keep(address: AddressBlock, added: readonly Place[]): void {
    const kept = [...(this.#places.get(address) ?? []), ...added]
      .filter(({ at }) => this.#isRecent(at))
      .toSorted((a, b) => a.at - b.at)
      .slice(-CONNECTION_LIMITS.caller);
    if (kept.length === 0) this.#places.delete(address);
    else this.#places.set(address, kept);
  }

  #isRecent(at: EpochMs): boolean {
    const age = this.#now() - at;
    return age >= 0 && age < this.#ms;
  }

  /**
   * The number after which a client continues, which no other one is given: that of the last one like it that went, or
   * of one that is there and does not answer. Undefined: none was there.
   */
  async take(visitor: Visitor): Promise<number | undefined> {
    const { address } = visitor;
    if (this.#ms === 0) return undefined;
    const own = this.#takeLast(visitor) ?? this.#takeSilent(visitor);
    if (own !== undefined) return own;
    this.#keep(address, await this.#saved(address));
    return this.#takeLast(visitor);
  }

  #takeLast({ address, name }: Visitor): number | undefined {
    const places = this.#places.get(address) ?? [];
    const last = places.findLast((place) => place.name === name && this.#isRecent(place.at));
    if (!last) return undefined;
    this.#places.delete(address);
    this.#keep(
      address,
      places.filter((place) => place !== last),
    );
    return last.sequence;
  }

  #takeSilent({ address, name }: Visitor): number | undefined {
    const silent = [...(this.#present.get(address) ?? [])].find(
      ({ visitor, progress, isTaken }) => visitor.name === name && progress.isSilent && !isTaken,
    );
    if (!silent) return undefined;
    silent.isTaken = true;
    return silent.progress.sequence;
  }

  /** Removes what a former run left and nobody came back for. Never fails. */
  async open(): Promise<void> {
    if (this.#folder === undefined) return;
    for (const file of await readdir(this.#folder).catch(() => []))
      if (!(await readPlaces(join(this.#folder, file))).some(({ at }) => this.#isRecent(at)))
        await rm(join(this.#folder, file), { force: true }).catch(() => {});
  }

  /** Writes the places for the next run, or for another gateway with the same folder. Never fails. */
  async save(): Promise<void> {
    if (this.#folder === undefined || this.#places.size === 0) return;
    try {
      // Not recursive: where the working folder was deleted, that never ends (Node.js 26).
      await mkdir(this.#folder).catch(() => {});
      for (const [address, places] of this.#places.entries()) {
        const file = this.#fileOf(address);
        const all = [...(await readPlaces(file)), ...places].filter(({ at }) => this.#isRecent(at));
        if (all.length > 0) await writeFile(file, JSON.stringify(all));
      }
    } catch {
      // Clients then begin with what is new.
    }
  }

  #fileOf(address: AddressBlock): string {
    return join(this.#folder!, `${contentHash(address)}.json`);
  }

  async #saved(address: AddressBlock): Promise<Place[]> {
    if (this.#folder === undefined) return [];
    const file = this.#fileOf(address);
    const places = await readPlaces(file);
    // Of two gateways, the one that removes the file has its places.
    const isOwn =
      places.length > 0 &&
      (await rm(file).then(
        () => true,
        () => false,
      ));
    return isOwn ? places : [];
  }
}

const isPlace = (value: Partial<Place> | null): value is Place =>
  typeof value?.name === 'string' && Number.isSafeInteger(value.sequence) && Number.isFinite(value.at);

/** None where the file is missing or damaged. */
async function readPlaces(file: string): Promise<Place[]> {
  try {
    const places: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Array.isArray(places) ? (places as Partial<Place>[]).filter(isPlace) : [];
  } catch {
    return [];
  }
}
