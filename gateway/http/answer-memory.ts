/**
 * Memory that answers hold until their clients have read them, bounded for each caller and in all. Beyond a bound an
 * answer is refused. Where all memory is in use, answers that are hardly read are ended first.
 */
import type { ServerResponse } from 'node:http';
import { OverloadError } from './errors.ts';

/** Limits of memory, in bytes. */
interface AnswerLimits {
  /** All answers together. */
  total: number;
  /** All answers of one caller; a single one may be longer. */
  caller: number;
  /** Answers that are generated while they are sent; the rest is for short ones. */
  streams: number;
}

export const answerLimits = (total: number): AnswerLimits => ({ total, caller: total / 8, streams: (total * 3) / 4 });

const MEGABYTE = 1e6;
/** Default limit, in megabytes. */
export const ANSWER_MEGABYTES = 128;

/** Memory of an answer that is generated while it is sent, compressor included: measured. */
export const STREAM_BYTES = { identity: 0.4 * MEGABYTE, gzip: 0.8 * MEGABYTE, br: 2 * MEGABYTE };
/** Memory of an answer besides its body. */
const ANSWER_BYTES = 20_000;

/** A client is slow that has taken less than this, in bytes a second, for so long (ms), and has more to take. */
const SLOW = { rate: 8000, after: 10_000 };
/** Between two searches for slow clients, in ms. */
const SEARCH_INTERVAL = 100;

/** An answer to one caller. */
interface Sending {
  caller: string;
  /** Undefined in tests without a connection: nothing is held. */
  response: ServerResponse | undefined;
}

interface Held {
  caller: string;
  response: ServerResponse;
  bytes: number;
  /** Answers with the same body hold it once. Undefined for one that is generated while it is sent. */
  body: Uint8Array | undefined;
  /** Time of the last check, and bytes that the connection took before it. */
  seen: { at: number; taken: number };
}

export class AnswerMemory {
  /** Answers refused so far, and answers ended so far because their clients were slow. */
  refused = 0;
  ended = 0;
  /** In use, in bytes, and the part of generated answers. */
  bytes = 0;
  streamBytes = 0;
  readonly #limits: AnswerLimits;
  readonly #now: () => number;
  readonly #held = new Set<Held>();
  readonly #callers = new Map<string, number>();
  /** Number of answers that hold each body. */
  readonly #bodies = new Map<Uint8Array, number>();
  /** When slow clients were last looked for in vain. */
  #searchedAt = -Infinity;

  /** @param now monotonic, in ms */
  constructor(limits = answerLimits(ANSWER_MEGABYTES * MEGABYTE), now = (): number => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Answers that are not taken yet. */
  get answers(): number {
    return this.#held.size;
  }

  /** @throws OverloadError where a body may not be held for the caller */
  admitBody(caller: string, body: Uint8Array): void {
    if (this.#held.size > 0) this.#admit(caller, body.byteLength, () => this.#fitsAll(body));
  }

  /** A body that is admitted: until the connection has taken the answer or is closed. */
  holdBody({ caller, response }: Sending, body: Uint8Array): void {
    if (response) this.#hold({ caller, response, bytes: body.byteLength, body });
  }

  /** An answer that is generated while it is sent. @throws OverloadError */
  holdStream({ caller, response }: Sending, bytes: number): void {
    if (!response) return;
    const fits = (): boolean =>
      this.streamBytes + bytes <= this.#limits.streams && this.bytes + bytes <= this.#limits.total;
    this.#admit(caller, bytes, fits);
    this.#hold({ caller, response, bytes, body: undefined });
  }

  #admit(caller: string, bytes: number, fits: () => boolean): void {
    if (this.#fitsCaller(caller, bytes)) {
      while (!fits() && this.#endSlowest());
      if (fits()) return;
    }
    this.refused += 1;
    throw new OverloadError('Too much is being sent at the moment; please try again when earlier answers are read.');
  }

  #fitsCaller(caller: string, bytes: number): boolean {
    const held = this.#callers.get(caller) ?? 0;
    return held === 0 || held + bytes + ANSWER_BYTES <= this.#limits.caller;
  }

  #fitsAll(body: Uint8Array): boolean {
    const more = ANSWER_BYTES + (this.#bodies.has(body) ? 0 : body.byteLength);
    return this.bytes === 0 || this.bytes + more <= this.#limits.total;
  }

  #hold({ response, ...answer }: Pick<Held, 'caller' | 'response' | 'bytes' | 'body'>): void {
    if (response.destroyed || response.closed) return;
    const held = { ...answer, response, seen: { at: this.#now(), taken: takenBy(response) } };
    this.#held.add(held);
    this.#count(held, 1);
    response.once('close', () => this.#release(held));
  }

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#count(held, -1);
  }

  #count({ caller, bytes, body }: Held, sign: 1 | -1): void {
    const own = (this.#callers.get(caller) ?? 0) + sign * (bytes + ANSWER_BYTES);
    if (own > 0) this.#callers.set(caller, own);
    else this.#callers.delete(caller);
    this.bytes += sign * ANSWER_BYTES;
    if (!body) this.streamBytes += sign * bytes;
    if (!body || this.#countBody(body, sign)) this.bytes += sign * bytes;
  }

  /** @returns whether it is the first answer or the last one with this body */
  #countBody(body: Uint8Array, sign: 1 | -1): boolean {
    const before = this.#bodies.get(body) ?? 0;
    const after = before + sign;
    if (after > 0) this.#bodies.set(body, after);
    else this.#bodies.delete(body);
    return before === 0 || after === 0;
  }

  /** Ends the answer that its client takes most slowly. @returns whether there is a slow one */
  #endSlowest(): boolean {
    if (this.#now() - this.#searchedAt < SEARCH_INTERVAL) return false;
    let slowest: Held | undefined;
    let least = SLOW.rate;
    for (const held of this.#held) {
      const rate = this.#rateOf(held);
      if (rate < least) [slowest, least] = [held, rate];
    }
    if (!slowest) {
      this.#searchedAt = this.#now();
      return false;
    }
    this.ended += 1;
    this.#release(slowest);
    slowest.response.destroy();
    return true;
  }

  /** Bytes a second; Infinity while it cannot be known, or while the client waits for us. */
  #rateOf(held: Held): number {
    const { response, seen } = held;
    const [at, taken] = [this.#now(), takenBy(response)];
    if (at - seen.at < SLOW.after) return Infinity;
    const isWaiting = !response.socket?.writableLength;
    const rate = isWaiting ? Infinity : (taken - seen.taken) / ((at - seen.at) / 1000);
    if (rate >= SLOW.rate) held.seen = { at, taken };
    return rate;
  }
}

/** Bytes that the connection has taken. */
const takenBy = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);
