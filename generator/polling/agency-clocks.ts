/** This host's clock against those of the agencies, by the `Date` of their answers. */
import { SECOND, MINUTE, type EpochMs } from '#core/time.ts';
import { FeedUnavailable } from '../sources/feed.ts';
import { sleep } from '#http/retry.ts';

export interface ClockReading {
  /** Who runs the server. */
  owner: string;
  host: string;
  /** ms by which its clock is ahead of this host's. */
  offset: number;
  at: EpochMs;
}

/** Larger differences than this count; smaller ones are a slow answer, or nobody's clock. */
const TOLERANCE = 5 * MINUTE;
/** Two clocks agree within this. */
const AGREEMENT = 2 * MINUTE;
/** Older readings say nothing; a clock that was set makes them older or later than this. */
const FRESH = 10 * MINUTE;
/** For another agency's answer, when the first one disagrees with this host. */
const PATIENCE = 10 * SECOND;

/** ms by which a server is ahead; undefined without a `Date` in the form of RFC 9110, 5.6.7. */
export function dateOffset(headers: Headers, now: EpochMs): number | undefined {
  const text = headers.get('date') ?? '';
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  // How long ago the server wrote the date of an answer from a cache.
  const age = headers.get('age') ?? '0';
  const offset = Date.parse(text) + (/^\d{1,9}$/.test(age) ? Number(age) * SECOND : 0) - now;
  return Number.isFinite(offset) ? offset : undefined;
}

const isOff = ({ offset }: ClockReading): boolean => Math.abs(offset) > TOLERANCE;

/**
 * ms by which this host's clock is behind: two agencies or more agree on it, and more than agree with this host. Null
 * where they do not. What was found before holds until an agency agrees with this host.
 */
export function judgeClock(readings: readonly ClockReading[], now: EpochMs, before: number | null): number | null {
  const fresh = readings.filter(({ at }) => Math.abs(now - at) <= FRESH);
  // A mirror of two agencies has one clock.
  const hosts = new Map(fresh.map((reading) => [reading.host, reading]));
  const clocks = [...new Map([...hosts.values()].map((reading) => [reading.owner, reading])).values()];
  const off = clocks.filter(isOff).map(({ offset }) => offset);
  const groups = off.map((least) => off.filter((one) => one >= least && one - least <= AGREEMENT));
  const [most] = groups.sort((a, b) => b.length - a.length);
  const agreeing = clocks.length - off.length;
  if (most && most.length >= 2 && most.length > agreeing)
    return most.reduce((sum, offset) => sum + offset, 0) / most.length;
  return agreeing === 0 ? before : null;
}

/** Nothing that an agency sent is taken in while this host's clock is wrong. */
export class HostClockWrong extends FeedUnavailable {
  override name = 'HostClockWrong';
}

export class AgencyClocks {
  readonly #now: () => EpochMs;
  readonly #patienceMs: number;
  /** The last one by owner. */
  readonly #readings = new Map<string, ClockReading>();
  readonly #secondOwner = Promise.withResolvers<void>();
  #hasWaited = false;
  #offset: number | null;

  /** @param offset as it was found before this process */
  constructor({ now, offset = null, patienceMs = PATIENCE }: AgencyClocksOptions) {
    this.#now = now;
    this.#offset = offset;
    this.#patienceMs = patienceMs;
  }

  /** ms by which this host's clock is behind; null while nothing is wrong with it. */
  get offset(): number | null {
    return this.#offset;
  }

  note(owner: string, host: string, headers: Headers): void {
    const at = this.#now();
    const offset = dateOffset(headers, at);
    if (offset === undefined) return;
    this.#readings.set(owner, { owner, host, offset, at });
    if (this.#readings.size > 1) this.#secondOwner.resolve();
    this.#offset = judgeClock([...this.#readings.values()], at, this.#offset);
  }

  /** Before a document is taken in. @throws HostClockWrong */
  async admit(owner: string, signal: AbortSignal): Promise<void> {
    const own = this.#readings.get(owner);
    if (own && isOff(own) && this.#readings.size < 2 && !this.#hasWaited) await this.#waitForSecond(signal);
    if (this.#offset === null) return;
    const minutes = Math.round(this.#offset / MINUTE);
    throw new HostClockWrong(`the clock of this host is wrong by ${minutes} minutes`);
  }

  /** Once: a single agency with a wrong clock is no reason to wait again. */
  async #waitForSecond(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const pause = sleep(this.#patienceMs, AbortSignal.any([ended.signal, signal]));
    await Promise.race([this.#secondOwner.promise, pause]);
    ended.abort();
    this.#hasWaited = true;
  }
}

interface AgencyClocksOptions {
  now: () => EpochMs;
  offset?: number | null;
  patienceMs?: number;
}
