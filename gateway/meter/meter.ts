/** What a meter does: counts answers against bounds, a batch at a time. */
import type { EpochMs } from '#core/time.ts';
import type { Bounds, Policy, Standing } from './windows.ts';

/** Whose use is told by key, day and endpoint. */
export interface ChargedKey {
  account: string;
  keyId: string;
  /** Path of the endpoint. */
  endpoint: string;
}

export interface Charge {
  /** Whose windows: `account:<id>`, or `address:<address or /64 block>`. */
  caller: string;
  bounds: Bounds;
  /**
   * `count` one answer, unless a bound is reached; `look` at how the caller stands; `giveBack` what was counted at that instant for an
   * answer that could not be given: nothing, when its windows are over.
   */
  what: 'count' | 'look' | { giveBack: EpochMs };
  /** Absent for callers without a key. */
  key?: ChargedKey;
}

export interface Decision extends Standing {
  /** The bound that refuses the answer, which was not counted; undefined when it may be given. */
  refused: Policy | undefined;
}

/**
 * Where counts are kept. Implementations need nothing of the process that asks: any number of gateways may share one.
 */
export interface Meter {
  /**
   * One decision a charge, in their order, each as if those before it had been made already. What is counted is safe from the end of the
   * process (`kill -9`) when the promise resolves; when it rejects, nothing was counted.
   */
  take(batch: readonly Charge[]): Promise<Decision[]>;
}
