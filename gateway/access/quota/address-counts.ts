/** Counts of callers without a key, in memory: a decision waits for nothing. `write-behind.ts` stores them. */
import type { EpochMs } from '#core/time.ts';
import type { AddressBlock } from '../../http/client-address.ts';
import type { Policy } from '../../http/errors.ts';
import { type AddressChange, AddressWindow } from './address-window.ts';
import { BLOCK_FACTOR, isBlock, OTHERS, rangeOf } from './blocks.ts';
import {
  dayOf,
  minuteOf,
  type QuotaLimits,
  type QuotaStatus,
  quotaStatusOf,
  type WindowCounts,
  type WindowTime,
} from './windows.ts';

/** Maximum windows of single addresses per day; with their blocks, at most three times as many. */
export const MAX_ADDRESSES = 50_000;

/** What is needed to take a count back. */
export interface CountedAddress extends WindowTime {
  window: AddressWindow;
  refused?: undefined;
}

/** Nothing was counted. */
interface RefusedAddress extends QuotaStatus {
  refused: Policy;
}

/** The stored counts of an address or block. */
export interface StoredAddress extends WindowCounts {
  block: AddressBlock;
}

const times = (limit: number | null): number | null => (limit === null ? null : limit * BLOCK_FACTOR);

export class AddressCounts {
  /** Windows of this day and of the one before are kept: a clock that is set back by a day resets no quota. */
  #day = -Infinity;
  /** Windows counted since the day began. */
  #today = new Map<AddressBlock, AddressWindow>();
  /** Those of the day before. */
  #former = new Map<AddressBlock, AddressWindow>();
  /** Windows of today, without those of /48 blocks. */
  #addresses = 0;
  #changed: AddressWindow[] = [];
  readonly #limits: QuotaLimits;
  readonly #blockLimits: QuotaLimits;
  readonly #most: number;

  /** @param limits of one address @param most addresses per day before new ones share a window with their range */
  constructor({ daily, burst }: QuotaLimits, most = MAX_ADDRESSES) {
    this.#limits = { daily, burst };
    this.#blockLimits = { daily: times(daily), burst: times(burst) };
    this.#most = most;
  }

  /** Windows that are to be stored. */
  get changed(): number {
    return this.#changed.length;
  }

  /** Windows in memory. */
  get size(): number {
    return this.#today.size + this.#former.size;
  }

  /** Counts one response, unless a limit is reached. */
  count(address: AddressBlock, at: EpochMs): CountedAddress | RefusedAddress {
    const [day, minute] = [dayOf(at), minuteOf(at)];
    if (day > this.#day) this.#begin(day);
    const own = this.#windowFor(address, day);
    const wider = own.wider === undefined ? undefined : this.#known(own.wider);
    own.move(day, minute);
    wider?.move(day, minute);
    const [first, second] = [own.exhausted(), wider?.exhausted()];
    if (first !== undefined || second !== undefined) {
      // If several limits are reached, the longest is reported; the wider block's only if no other is.
      const isWider = first === undefined || (first === 'burst' && second === 'daily');
      const { limits } = isWider ? wider! : own;
      return { ...quotaStatusOf(isWider ? wider! : own, limits, at), refused: isWider ? second! : first! };
    }
    this.#count(own);
    if (wider) this.#count(wider);
    return { window: own, day: own.day, minute: own.minute };
  }

  /** After the end of the windows that it was counted in, it has no effect. */
  refund({ window, ...time }: CountedAddress): void {
    // It may be in memory no longer.
    if (window.listed < this.#day - 1) return;
    const wider = window.wider === undefined ? undefined : this.#today.get(window.wider);
    for (const one of [window, wider])
      if (one) {
        one.refund(time);
        this.#toStore(one);
      }
  }

  /** Takes changes of so many windows, the oldest first: each is to be adopted or restored. */
  takeChanges(most: number): AddressChange[] {
    return this.#changed.splice(0, most).map((window) => {
      window.isChanged = false;
      return window.takeChange();
    });
  }

  restore(change: AddressChange): void {
    change.window.restore(change);
    this.#toStore(change.window);
  }

  /** Windows that were stored, by this process or another one. */
  adopt({ block, ...counts }: StoredAddress, day: number): void {
    if (day > this.#day) this.#begin(day);
    const window = this.#known(block);
    window.adopt(counts);
    this.#list(window);
  }

  #begin(day: number): void {
    this.#day = day;
    this.#former = this.#today;
    this.#today = new Map();
    this.#addresses = 0;
    // What could not be stored for so long has ended.
    for (const window of this.#changed) window.isChanged = window.day >= day - 1;
    this.#changed = this.#changed.filter(({ isChanged }) => isChanged);
  }

  /** The window of an address; that of its range, or of all others, when the day has too many. */
  #windowFor(address: AddressBlock, day: number): AddressWindow {
    return (
      this.#withRoom(address, { day, factor: 1 }) ??
      this.#withRoom(rangeOf(address), { day, factor: 2 }) ??
      this.#known(OTHERS)
    );
  }

  #withRoom(block: AddressBlock, { day, factor }: { day: number; factor: number }): AddressWindow | undefined {
    const counted = this.#today.get(block);
    if (counted) return counted;
    const former = this.#former.get(block);
    const hasRoom = this.#addresses < this.#most * factor || (former !== undefined && former.day >= day);
    return hasRoom ? (former ?? this.#created(block)) : undefined;
  }

  #known(block: AddressBlock): AddressWindow {
    return this.#today.get(block) ?? this.#former.get(block) ?? this.#created(block);
  }

  /** It is kept when it is counted. */
  #created(block: AddressBlock): AddressWindow {
    return new AddressWindow(block, isBlock(block) ? this.#blockLimits : this.#limits);
  }

  #count(window: AddressWindow): void {
    window.count();
    this.#list(window);
    this.#toStore(window);
  }

  #list(window: AddressWindow): void {
    if (window.listed === this.#day) return;
    window.listed = this.#day;
    this.#today.set(window.block, window);
    if (!window.block.endsWith('/48')) this.#addresses += 1;
  }

  #toStore(window: AddressWindow): void {
    if (window.isChanged) return;
    window.isChanged = true;
    this.#changed.push(window);
  }
}
