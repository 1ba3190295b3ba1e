/** Counts responses to keys against quota limits, in batches, and reports usage. */
import type { EpochMs } from '#core/time.ts';
import type { QuotaLimits, WindowCounts, QuotaStatus, WindowTime } from './windows.ts';
import type { Policy } from '../../http/errors.ts';

/** Usage is recorded by key, day and endpoint. */
export interface QuotaKey {
  account: string;
  keyId: string;
  /** Path of the endpoint. */
  endpoint: string;
}

/** The counted responses of a key at an endpoint; 0 for a key that was used without being counted. */
export type KeyUse = QuotaKey & { count: number };

export interface QuotaRequest {
  key: QuotaKey;
  /** Of its account: all keys of one share a window. */
  limits: QuotaLimits;
  /**
   * `count` one response unless a limit is reached; `peek` at the quota status; `refund` a response counted in these
   * windows. After their end it has no effect.
   */
  operation: 'count' | 'peek' | { refund: WindowTime };
}

export interface Decision extends QuotaStatus {
  /** The windows that the response was counted in. */
  window: WindowTime;
  /** The limit that was reached, so that nothing was counted; undefined when allowed. */
  refused: Policy | undefined;
}

/** Days of usage kept, including today. */
export const USAGE_DAYS = 30;

/** Counted responses of one account, day, endpoint and key. */
export interface UsageCount {
  /** Days since 1970-01-01. */
  day: number;
  endpoint: string;
  keyId: string;
  count: number;
}

/** Storage of the uses of keys. */
export interface UsageLog {
  record(uses: readonly KeyUse[], at: EpochMs): Promise<void>;
  /** Uses in the last {@link USAGE_DAYS}, newest first. @param day today */
  of(account: string, day: number): Promise<UsageCount[]>;
}

/**
 * Storage of counts; any number of gateway processes may share one.
 */
export interface Meter {
  /**
   * One decision per request, in order; each takes the earlier ones into account. Counts are durable (`kill -9`) when
   * it resolves; when it rejects, nothing was counted.
   */
  take(batch: readonly QuotaRequest[]): Promise<Decision[]>;
  /** Counts of an account in its current windows, and by day, newest first. */
  usedBy(account: string): Promise<{ counts: WindowCounts; uses: UsageCount[] }>;
}

/** Quota decisions since the process started. */
export class DecisionCounts {
  /** Counted, and allowed. */
  allowed = 0;
  /** Refused by the limit of a day. */
  daily = 0;
  /** Refused by the limit of a minute. */
  burst = 0;
  /** Refused by the limit of uncounted answers of a minute. */
  uncounted = 0;
  /** Could not be counted. */
  unavailable = 0;
}
