/** `status.json`: the state of the sources, and when the dataset was built. */
import type { Agency } from '#core/agencies.ts';
import { findingText, type Finding } from '#core/finding.ts';
import { agencyBits } from '#core/shard.ts';
import { sourceState } from '#core/source-state.ts';
import { writeStatus } from '#core/status.ts';
import { attribution, termsOf } from '#core/terms.ts';
import { formatInstant, formatSecond, SECOND, type EpochMs } from '#core/time.ts';

export interface SourceStatus {
  name: Agency;
  /** Whether the agency has a feed that is polled regularly. */
  live: boolean;
  lastAttempt: EpochMs | null;
  lastSuccess: EpochMs | null;
  lastEvent: EpochMs | null;
  /** Error of the last attempt; null when it succeeded. */
  error: string | null;
  /** Times without an answer that ended within the last day, the oldest first. */
  gaps: { began: EpochMs; ended: EpochMs; requested: boolean }[];
  /** Feeds of which documents are quarantined. */
  quarantined: { feed: string; since: EpochMs; finding: Finding }[];
  /** Since the catalogue exists. */
  counts: { rowsRead: number; rowsRejected: number; documentsQuarantined: number };
}

interface StatusInputs {
  dataset: string;
  /** Of the build. */
  minute: EpochMs;
  /** That answers with a window of time are of. */
  asOf: EpochMs;
  settings: { serviceName: string; baseUrl: string };
  /** Agencies in use; their terms bind the users of the data. */
  agencies: readonly Agency[];
  /** ms by which the clock of the host is behind the agencies'; null while nothing is wrong with it. */
  clockOffset?: number | null;
  /** How many earthquakes could not be composed or rendered, and are as they were. */
  faulty?: number;
  sources: SourceStatus[];
}

export function statusFile(inputs: StatusInputs): string {
  const { dataset, minute, asOf, settings, agencies, clockOffset = null, faulty = 0, sources } = inputs;
  const instant = (time: EpochMs | null): string | null => (time === null ? null : formatInstant(time));
  return writeStatus({
    status: 'success',
    dataset,
    generated_at: formatInstant(minute),
    as_of: formatInstant(asOf),
    ...(clockOffset === null ? {} : { clock_offset_seconds: Math.round(clockOffset / SECOND) }),
    ...(faulty === 0 ? {} : { faulty_earthquakes: faulty }),
    attribution: attribution(settings.serviceName, settings.baseUrl),
    terms: termsOf(agencyBits(agencies)),
    sources: sources.map((source) => ({
      name: source.name,
      live: source.live,
      state: sourceState({ ...source, quarantined: source.quarantined.length > 0 }, minute),
      last_success: instant(source.lastSuccess),
      last_attempt: instant(source.lastAttempt),
      last_event: source.lastEvent === null ? null : formatSecond(source.lastEvent),
      error: source.error,
      quarantine: source.quarantined.map(quarantineJson),
      rows_read: source.counts.rowsRead,
      rows_rejected: source.counts.rowsRejected,
      documents_quarantined: source.counts.documentsQuarantined,
      ...(source.live ? { gaps: source.gaps.map(gapJson) } : {}),
    })),
  });
}

const quarantineJson = ({ feed, since, finding }: SourceStatus['quarantined'][number]): object => ({
  feed,
  since: formatInstant(since),
  message: findingText(finding),
  ...finding,
});

const gapJson = ({ began, ended, requested }: SourceStatus['gaps'][number]): object => ({
  from: formatInstant(began),
  until: formatInstant(ended),
  reason: requested ? 'no_answer' : 'not_requested',
});
