/** Errors of the FDSN services: plain text in ASCII, in the form of the specification. */
import { FDSN_PATH } from '#core/endpoints.ts';
import { EVENT_VERSION } from '#core/fdsn/event-parameters.ts';
import { STATION_VERSION } from '#core/fdsn/station-parameters.ts';
import { type EpochMs, formatInstant } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';
import type { WholeResponse } from '../../http/response.ts';
import { BASE_HEADERS, errorCacheControl } from '#core/headers.ts';
import { KEY_PARAMETER, queryOf, readPairs } from '../../http/query-string.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';
import { hidesKey, withoutKeyForms, withoutRandomRuns } from '../../http/redaction.ts';

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  413: 'Request would return too much data',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** What a request line may show in an answer. */
const MAX_URL = 2000;

const ascii = (text: string): string => text.replace(/[^\x20-\x7e\n]/g, '?');

/** Without its query where that has a key, in whatever form. */
function shownUrl(url: string): string {
  const shown = withoutRandomRuns(url).slice(0, MAX_URL);
  const path = shown.split('?', 1)[0]!;
  if (hidesKey(path)) return '***';
  const hasKey = readPairs(queryOf(url)).some(({ name }) => name === KEY_PARAMETER);
  return hasKey || hidesKey(shown) ? path : shown;
}

interface Submitted {
  /** Absolute. */
  url: string;
  now: EpochMs;
  /** Address of the service, without a trailing slash. */
  baseUrl: string;
}

export function renderFdsnError(error: GatewayError, { url, now, baseUrl }: Submitted): WholeResponse {
  const { status, message, headers } = error;
  const common = { ...BASE_HEADERS, 'Cache-Control': errorCacheControl(status), ...headers };
  if (status === 204) return { status, headers: common };
  const service = url.includes(`${FDSN_PATH}station/`) ? 'station' : 'event';
  const body = [
    `Error ${status}: ${TITLES[status] ?? 'Error'}`,
    withoutKeyForms(message),
    `Usage details are available from ${baseUrl}${FDSN_PATH}${service}/1/`,
    `Request:\n${shownUrl(url)}`,
    `Request Submitted:\n${formatInstant(now)}`,
    `Service version:\n${service === 'station' ? STATION_VERSION : EVENT_VERSION}`,
  ];
  const bytes = new TextEncoder().encode(`${ascii(body.join('\n\n'))}\n`);
  return {
    status,
    headers: {
      ...common,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(bytes.byteLength),
    },
    body: bytes,
  };
}

/** QuakeML and text without an event are no data; the others are empty documents, as the USGS gives them. */
export function refuseEmpty({ format, eventId, nodata }: EventQuery): void {
  const isData = format === 'geojson' || format === 'json' || format === 'csv';
  if (isData && eventId === undefined) return;
  const code = isData || nodata === '404' ? 'not_found' : 'no_data';
  throw new GatewayError(code, 'No event matches the request.');
}
