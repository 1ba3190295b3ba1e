/** `/status`: the state of each source, computed now. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { FINDING_CODES, WATCHED_FIELDS } from '#core/finding.ts';
import { freshnessOf } from '#core/freshness.ts';
import { sourceState } from '#core/source-state.ts';
import { type EpochMs, formatInstant, parseCivil, parseInstant, SECOND } from '#core/time.ts';
import { jsonOf } from '../dataset/lines.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRow } from './request.ts';
import { requiredStatus } from './stored.ts';
import { agencyNamed, body, integer, list, number, TERMS, text, textOrNull, titled, words } from './schemas.ts';

const QUARANTINE = titled(
  'Quarantine',
  {
    feed: text('Its name.'),
    since: text('RFC 3339.'),
    message: text('The reason in words.'),
    code: words('FindingCode', FINDING_CODES, 'The reason.'),
    count: integer('Rows that show it,'),
    of: integer('of so many that could.'),
    field: words('WatchedField', WATCHED_FIELDS, 'Where the reason is about one.'),
    hours: number('Hours by which times are shifted, where they are.'),
  },
  ['feed', 'since', 'message', 'code', 'count', 'of'],
);

const GAP = titled('Gap', {
  from: text('RFC 3339: the answer before.'),
  until: text('RFC 3339: the answer after.'),
  reason: words('GapReason', ['no_answer', 'not_requested'], 'Whether it was requested meanwhile.'),
});

const SOURCE = titled(
  'SourceStatus',
  {
    name: agencyNamed('Agency.'),
    live: { type: 'boolean', description: 'Whether it is asked regularly.' },
    state: words('SourceState', ['ok', 'degraded', 'stale', 'down', 'idle']),
    last_success: textOrNull('RFC 3339: its newest sound answer.'),
    last_attempt: textOrNull('RFC 3339: when it was asked last.'),
    last_event: textOrNull('Origin time of its newest earthquake in UTC, `YYYY-MM-DD HH:MM:SS`.'),
    error: textOrNull('Why the last attempt failed.'),
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
    generated_at: text('When the dataset was last built, also without a change; RFC 3339.'),
    as_of: text('The moment that answers with a window of time are of, RFC 3339.'),
    state: words('ServiceState', ['current', 'late', 'never'], 'Late: no answer for 10 minutes.'),
    last_success: textOrNull('RFC 3339: the newest sound answer of any live source; null: none yet.'),
    clock_offset_seconds: integer(
      'There only while two agencies agree against the clock of this service, by which it is behind: nothing new ' +
        'is published.',
    ),
    faulty_earthquakes: integer(
      'There only while earthquakes cannot be composed or rendered: they are as last published.',
    ),
    attribution: text('How users of the data name the service.'),
    terms: TERMS,
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

interface StatusJson {
  sources: SourceJson[];
  sha256: string;
}

export const statusEndpoint: EndpointRow = {
  path: ENDPOINTS.status,
  description: 'How the sources answer; never counted',
  uncounted: 'shared',
  answer({ snapshot, clock }) {
    const now = clock.floor(SECOND);
    const { sha256: _, ...status } = jsonOf<StatusJson>(requiredStatus(snapshot).bytes);
    const { dataset } = snapshot.manifest;
    const sources = status.sources.map((source) => ({ ...source, state: stateOf(source, now) }));
    const { state, lastAnswer } = freshnessOf(status.sources, now);
    const own = { state, last_success: lastAnswer === null ? null : formatInstant(lastAnswer) };
    const { faults } = snapshot;
    // Files that differ from the manifest; responses that need them are 503.
    const bytes = Buffer.from(
      `${JSON.stringify({ ...status, dataset, ...own, sources, ...(faults.length > 0 ? { faults } : {}) })}\n`,
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
