/** `/status`: the state of each source, computed now. */
import { contentHash } from '#core/etag.ts';
import { ANSWERS } from '#core/paths.ts';
import { sourceState } from '#core/source-state.ts';
import type { EpochMs } from '#core/time.ts';
import { parseCivil, parseInstant, SECOND } from '#core/time.ts';
import type { Representation } from '../http/representation.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { required } from './required.ts';

interface SourceJson {
  live: boolean;
  last_success: string | null;
  last_attempt: string | null;
  last_event: string | null;
  error: string | null;
  quarantine?: unknown[];
}

export function statusAnswer({ snapshot, clock }: EndpointRequest): Representation {
  const now = clock.floor(SECOND);
  const status = JSON.parse(Buffer.from(required(snapshot, ANSWERS.status).bytes).toString('utf8')) as {
    sources: SourceJson[];
  };
  const sources = status.sources.map((source) => ({ ...source, state: stateOf(source, now) }));
  const { faults } = snapshot;
  // Files that differ from the manifest; responses that need them are 503.
  const bytes = Buffer.from(`${JSON.stringify({ ...status, sources, ...(faults.length > 0 ? { faults } : {}) })}\n`);
  // Faults are found while a dataset is served.
  return bytesRepresentation(bytes, {
    hash: contentHash(bytes),
    type: JSON_TYPE,
    caching: 'status',
    validFor: 'request',
  });
}

const stateOf = (source: SourceJson, now: EpochMs): string => {
  const { live, last_success, last_attempt, last_event, error, quarantine = [] } = source;
  return sourceState(
    {
      live,
      held: quarantine.length > 0,
      lastSuccess: instantOf(last_success),
      lastAttempt: instantOf(last_attempt),
      lastEvent: last_event === null ? null : (parseCivil(last_event) ?? null),
      error,
    },
    now,
  );
};

const instantOf = (text: string | null): EpochMs | null => (text === null ? null : (parseInstant(text) ?? null));
