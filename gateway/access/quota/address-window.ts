/** The counts of one address, or of a block of addresses, in memory. */
import type { AddressBlock } from '../../http/client-address.ts';
import type { Policy } from '../../http/errors.ts';
import { widerOf } from './blocks.ts';
import { exhaustedPolicy, type QuotaLimits, type WindowCounts, type WindowTime } from './windows.ts';

/** What was counted since the last time it was stored: differences, not totals. */
export interface AddressChange extends WindowCounts {
  window: AddressWindow;
}

export class AddressWindow implements WindowCounts {
  readonly block: AddressBlock;
  readonly limits: QuotaLimits;
  /** The /48 block, counted as well. */
  readonly wider: AddressBlock | undefined;
  day = 0;
  dayCount = 0;
  minute = 0;
  minuteCount = 0;
  /** Day of the table that it is in. */
  listed = NaN;
  /** Whether it is among those to be stored. */
  isChanged = false;
  #dayChange = 0;
  #minuteChange = 0;

  constructor(block: AddressBlock, limits: QuotaLimits) {
    this.block = block;
    this.limits = limits;
    this.wider = widerOf(block);
  }

  /** An earlier window ends. A later one continues, so that a clock set back and forth does not reset a quota. */
  move(day: number, minute: number): void {
    if (day > this.day) {
      this.day = day;
      this.dayCount = 0;
      this.#dayChange = 0;
    }
    if (minute > this.minute) {
      this.minute = minute;
      this.minuteCount = 0;
      this.#minuteChange = 0;
    }
  }

  exhausted(): Policy | undefined {
    return exhaustedPolicy(this, this.limits);
  }

  count(): void {
    this.dayCount += 1;
    this.#dayChange += 1;
    this.minuteCount += 1;
    this.#minuteChange += 1;
  }

  /** Has no effect after the end of these windows. */
  refund({ day, minute }: WindowTime): void {
    if (day !== this.day || this.dayCount === 0) return;
    this.dayCount -= 1;
    this.#dayChange -= 1;
    if (minute !== this.minute || this.minuteCount === 0) return;
    this.minuteCount -= 1;
    this.#minuteChange -= 1;
  }

  takeChange(): AddressChange {
    const { day, minute } = this;
    const change = { window: this, day, dayCount: this.#dayChange, minute, minuteCount: this.#minuteChange };
    this.#dayChange = 0;
    this.#minuteChange = 0;
    return change;
  }

  /** A change that was taken and could not be stored. */
  restore({ day, dayCount, minute, minuteCount }: WindowCounts): void {
    if (day === this.day) this.#dayChange += dayCount;
    if (minute === this.minute) this.#minuteChange += minuteCount;
  }

  /** Continues from the totals of all processes. */
  adopt({ day, dayCount, minute, minuteCount }: WindowCounts): void {
    this.move(day, minute);
    if (day === this.day) this.dayCount = Math.max(0, dayCount + this.#dayChange);
    if (minute === this.minute) this.minuteCount = Math.max(0, minuteCount + this.#minuteChange);
  }
}
