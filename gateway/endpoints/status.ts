/** `/status`: the state of each source, computed now. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { FINDING_CODES, WATCHED_FIELDS } from '#core/finding.ts';
import { freshnessOf } from '#core/freshness.ts';
import { ANSWERS } from '#core/paths.ts';
import { sourceState } from '#core/source-state.ts';
import { type EpochMs, formatInstant, parseCivil, parseInstant, SECOND } from '#core/time.ts';
import { jsonOf } from '../dataset/lines.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRow } from './request.ts';
import { agency, body, integer, list, object, text } from './schemas.ts';
import { required } from './stored.ts';

const QUARANTINE = object(
  {
    feed: text('Its name.'),
    since: text('RFC 3339.'),
    message: text('The reason in words.'),
    code: { type: 'string', enum: FINDING_CODES },
    count: integer('Rows that show it,'),
    of: integer('of so many that could.'),
    field: { type: 'string', enum: [...WATCHED_FIELDS] },
    hours: { type: 'number' },
  },
  ['feed', 'since', 'message', 'code', 'count', 'of'],
);

const GAP = object({
  from: text('RFC 3339: the answer before.'),
  until: text('RFC 3339: the answer after.'),
  reason: { type: 'string', enum: ['no_answer', 'not_requested'] },
});

const SOURCE = object(
  {
    name: agency,
    live: { type: 'boolean', description: 'Whether it is asked regularly.' },
    state: { type: 'string', enum: ['ok', 'degraded', 'stale', 'down', 'idle'] },
    quarantine: list(
      QUARANTINE,
      'Feeds of which documents are quarantined, since they contradict what was sent before or other agencies.',
    ),
    rows_read: integer('Rows of all documents so far.'),
    rows_rejected: integer('Of these, those that could not be used.'),
    documents_quarantined: integer('Documents that were quarantined so far.'),
    gaps: list(GAP, 'Times without an answer, longer than 15 minutes, that ended within the last day.'),
  },
  ['name', 'state'],
);

const STATUS = body(
  'Status',
  {
    dataset: text('Changes with the dataset.'),
    generated_at: text('RFC 3339.'),
    state: { type: 'string', enum: ['current', 'late', 'never'], description: 'Late: no answer for 10 minutes.' },
    last_success: text('RFC 3339: the newest sound answer of any live source; null: none yet.'),
    clock_offset_seconds: integer(
      'There only while two agencies agree against the clock of this service, by which it is behind: nothing new ' +
        'is published.',
    ),
    faulty_earthquakes: integer(
      'There only while earthquakes cannot be composed or rendered: they are as last published.',
    ),
    sources: list(SOURCE),
  },
  ['dataset', 'sources'],
);

interface SourceJson {
  live: boolean;
  last_success: string | null;
  last_attempt: string | null;
  last_event: string | null;
  error: string | null;
  quarantine?: unknown[];
}

export const statusEndpoint: EndpointRow = {
  path: ENDPOINTS.status,
  description: 'How the sources answer; never counted',
  uncounted: 'shared',
  answer({ snapshot, clock }) {
    const now = clock.floor(SECOND);
    const status = jsonOf<{ sources: SourceJson[] }>(required(snapshot, ANSWERS.status).bytes);
    const sources = status.sources.map((source) => ({ ...source, state: stateOf(source, now) }));
    const { state, lastAnswer } = freshnessOf(status.sources, now);
    const own = { state, last_success: lastAnswer === null ? null : formatInstant(lastAnswer) };
    const { faults } = snapshot;
    // Files that differ from the manifest; responses that need them are 503.
    const bytes = Buffer.from(
      `${JSON.stringify({ ...status, ...own, sources, ...(faults.length > 0 ? { faults } : {}) })}\n`,
    );
    // Faults are found while a dataset is served.
    return bytesRepresentation(bytes, { type: JSON_TYPE, caching: 'status', validFor: 'request' });
  },
  operation: { id: 'getStatus', parameters: [], content: { 'application/json': STATUS }, errors: [] },
};

const stateOf = (source: SourceJson, now: EpochMs): string => {
  const { live, last_success, last_attempt, last_event, error, quarantine = [] } = source;
  return sourceState(
    {
      live,
      quarantined: quarantine.length > 0,
      lastSuccess: instantOf(last_success),
      lastAttempt: instantOf(last_attempt),
      lastEvent: last_event === null ? null : (parseCivil(last_event) ?? null),
      error,
    },
    now,
  );
};

const instantOf = (text: string | null): EpochMs | null => (text === null ? null : (parseInstant(text) ?? null));
