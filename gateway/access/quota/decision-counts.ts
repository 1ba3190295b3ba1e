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
