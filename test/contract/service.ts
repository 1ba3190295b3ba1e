/** A gateway with keys, bounds and a clock that the test moves. */
import { readPlanLimits } from '../../gateway/access/quota/limits.ts';
import { testGateway } from '../support/gateway.ts';
import { testMetering } from '../support/metering.ts';
import { dataset } from './table.ts';

/** 37.5 seconds into a minute, 3562.5 seconds before midnight. */
export const START = Date.UTC(2026, 6, 1, 23, 0, 37, 500);

export type Service = Awaited<ReturnType<typeof service>>;

/** @param limits as the setting PLAN_LIMITS */
export async function service(limits = '') {
  const clock = { now: START };
  const metering = testMetering({ now: () => clock.now, limits: readPlanLimits(limits) });
  const gateway = testGateway(dataset.files, { metering, now: () => clock.now });
  const { id, key } = await metering.keys.issue('a', 'x');
  const bearer = { Authorization: `Bearer ${key}` };
  return { ...gateway, clock, metering, id, key, bearer };
}

export const header = (response: Response, name: string): string | null => response.headers.get(name);

/** Endpoints with counted answers, and paths with uncounted ones. */
export const DATA = [
  '/api.php',
  '/api.php?limit=x',
  '/deprem_api.php?id=1',
  '/stats_api.php',
  '/station_api.php',
  '/rss',
];
export const OTHER = ['/status', '/usage', '/', '/manifest.json', '/nothing'];
