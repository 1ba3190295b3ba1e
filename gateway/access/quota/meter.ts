/** What a meter does: counts answers against bounds, a batch at a time, and tells what was counted. */
import type { QuotaLimits, Counts, QuotaStatus, WindowTime } from './windows.ts';
import type { Policy } from '../../http/errors.ts';

/** Whose use is told by key, day and endpoint. */
export interface QuotaKey {
  account: string;
  keyId: string;
  /** Path of the endpoint. */
  endpoint: string;
}

/** What is counted together: `account:<id>`, or `address:<address or block>`. */
export interface Window {
  name: string;
  bounds: QuotaLimits;
}

export interface QuotaRequest {
  own: Window;
  /** Counted as well: a bound of many callers together. */
  wider?: Window;
  /** Counted instead of `own`, the first that may have a row, where the day has too many windows. Absent for accounts. */
  shared?: Window[];
  /**
   * `count` one answer, unless a bound is reached; `look` at how the caller stands; `giveBack` what was counted in those windows for an
   * answer that could not be given: nothing, when they are over.
   */
  what: 'count' | 'look' | { giveBack: WindowTime };
  /** Absent for callers without a key. */
  key?: QuotaKey;
}

export interface Decision extends QuotaStatus {
  /** The windows that it was counted in. */
  window: WindowTime;
  /** The bound that refuses the answer, which was not counted; undefined when it may be given. */
  refused: Policy | undefined;
}

/** Days of use that are kept, today included. */
export const USAGE_DAYS = 30;

/** Counted answers of one account, day, endpoint and key. */
export interface Use {
  /** Days since 1970-01-01. */
  day: number;
  endpoint: string;
  keyId: string;
  count: number;
}

/**
 * Where counts are kept. Implementations need nothing of the process that asks: any number of gateways may share one.
 */
export interface Meter {
  /**
   * One decision a charge, in their order, each as if those before it had been made already. What is counted is safe from the end of the
   * process (`kill -9`) when the promise resolves; when it rejects, nothing was counted.
   */
  take(batch: readonly QuotaRequest[]): Promise<Decision[]>;
  /** What an account has counted in its present windows, and by day, newest first. */
  usedBy(account: string): Promise<{ counts: Counts; uses: Use[] }>;
}

/** The window of an account. */
export const accountWindow = (account: string): string => `account:${account}`;
