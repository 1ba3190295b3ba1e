import assert from 'node:assert/strict';
import test from 'node:test';
import type { Finding } from '#core/finding.ts';
import { agencyBits } from '#core/shard.ts';
import { readStatus } from '#core/status.ts';
import { termsOf } from '#core/terms.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { statusFile, type SourceStatus } from '../../generator/outputs/status.ts';
import { TIME } from '../support/earthquake.ts';

const NOW = TIME + DAY;
const source = (values: Partial<SourceStatus>): SourceStatus => ({
  name: 'afad',
  live: true,
  quarantined: [],
  counts: { rowsRead: 0, rowsRejected: 0, documentsQuarantined: 0 },
  lastAttempt: NOW - MINUTE,
  lastSuccess: NOW - MINUTE,
  lastEvent: TIME,
  error: null,
  gaps: [],
  ...values,
});

const statusOf = (sources: SourceStatus[], clockOffset: number | null = null): string =>
  statusFile({
    clockOffset,
    dataset: 'dataset-1',
    minute: NOW,
    asOf: NOW,
    settings: { serviceName: 'Depremler', baseUrl: 'https://quakes.example/app' },
    agencies: ['afad', 'usgs'],
    sources,
  });

test('a feed that was never requested is idle, one that never answered is down', () => {
  const text = statusOf([
    source({ lastAttempt: null, lastSuccess: null }),
    source({ name: 'usgs', lastSuccess: null, error: 'HTTP 500' }),
  ]);
  const { sources } = JSON.parse(text) as { sources: Record<string, unknown>[] };
  assert.deepEqual(
    sources.map(({ state }) => state),
    ['idle', 'down'],
  );
});

const LOST: Finding = { code: 'field_lost', count: 9, of: 20, field: 'magnitude_type' };
test('the status says by how many seconds the clock is behind, only while it is wrong', () => {
  const offsetOf = (offset: number | null) =>
    (JSON.parse(statusOf([], offset)) as { clock_offset_seconds?: number }).clock_offset_seconds;
  assert.deepEqual([null, 3_600_400, -301_000].map(offsetOf), [undefined, 3600, -301]);
});

test('the status names each source with its state', () => {
  const text = statusOf([
    source({
      gaps: [{ began: NOW - 3 * HOUR, ended: NOW - HOUR, requested: true }],
      quarantined: [{ feed: 'afad-api', since: NOW - HOUR, finding: LOST }],
      counts: { rowsRead: 40, rowsRejected: 2, documentsQuarantined: 1 },
    }),
    source({ name: 'kandilli', lastSuccess: NOW - HOUR / 2, error: 'HTTP 500' }),
    source({ name: 'usgs', lastSuccess: null, lastEvent: null, error: 'DNS: no such host' }),
    source({ name: 'turhec', live: false, lastAttempt: null, lastSuccess: null }),
    source({ name: 'historical', live: false, lastAttempt: null, lastSuccess: null, lastEvent: null }),
  ]);
  const { sources, ...rest } = readStatus(text)!.json as { sources: Record<string, unknown>[] };
  assert.deepEqual(rest, {
    status: 'success',
    dataset: 'dataset-1',
    generated_at: '2023-02-07T01:17:32.670Z',
    as_of: '2023-02-07T01:17:32.670Z',
    attribution: 'Data source: Depremler (quakes.example)',
    terms: termsOf(agencyBits(['afad', 'usgs'])),
  });
  assert.deepEqual(
    sources.map(({ name, state }) => [name, state]),
    [
      ['afad', 'degraded'],
      ['kandilli', 'stale'],
      ['usgs', 'down'],
      ['turhec', 'ok'],
      ['historical', 'idle'],
    ],
  );
  assert.deepEqual(sources[0], {
    name: 'afad',
    live: true,
    state: 'degraded',
    last_success: '2023-02-07T01:16:32.670Z',
    last_attempt: '2023-02-07T01:16:32.670Z',
    last_event: '2023-02-06 01:17:32',
    error: null,
    quarantine: [
      {
        feed: 'afad-api',
        since: '2023-02-07T00:17:32.670Z',
        message: '9 of 20 rows have lost their magnitude type',
        ...LOST,
      },
    ],
    ...{ rows_read: 40, rows_rejected: 2, documents_quarantined: 1 },
    gaps: [{ from: '2023-02-06T22:17:32.670Z', until: '2023-02-07T00:17:32.670Z', reason: 'no_answer' }],
  });
  assert.ok(!('gaps' in sources[3]!), 'an archive is never late');
});
