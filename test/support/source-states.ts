/** States of the sources of a synthetic dataset: one well, one late after a gap, one that never answered. */
import { HOUR, MINUTE } from '#core/time.ts';
import type { SourceStatus } from '../../generator/outputs/status.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

const source = (values: Partial<SourceStatus> & Pick<SourceStatus, 'name'>): SourceStatus => ({
  ...{ live: true, lastAttempt: AS_OF, lastSuccess: null, lastEvent: null, error: null, gaps: [], quarantined: [] },
  counts: { rowsRead: 0, rowsRejected: 0, documentsQuarantined: 0 },
  ...values,
});
const GAPS = [{ began: AS_OF - 9 * HOUR, ended: AS_OF - 7 * HOUR, requested: true }];
export const SOURCES: SourceStatus[] = [
  source({ name: 'kandilli', lastSuccess: AS_OF - MINUTE, lastEvent: AS_OF }),
  source({ name: 'afad', lastSuccess: AS_OF - HOUR, error: 'HTTP 500', gaps: GAPS }),
  source({ name: 'usgs', error: 'HTTP 500' }),
  source({ name: 'turhec', live: false, lastAttempt: null }),
  source({ name: 'historical', live: false, lastAttempt: null, lastEvent: 0 }),
];
