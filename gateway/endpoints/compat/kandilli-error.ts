/** Errors in the shape of the Kandilli API. */
import { ENDPOINT_PATHS, ENDPOINTS } from '#core/endpoints.ts';
import { BASE_HEADERS, errorCacheControl, JSON_TYPE } from '#core/headers.ts';
import { isShared, wantsPage } from '#core/shared-address.ts';
import type { GatewayError } from '../../http/errors.ts';
import { withoutKeyForms } from '../../http/redaction.ts';
import type { WholeResponse } from '../../http/response.ts';

const ALL = ENDPOINTS.kandilliAll;
const PATHS = new Set(ENDPOINT_PATHS.filter((path) => path === ALL || path.startsWith(`${ALL}/`)));

/** Whether errors of a request have the shape of this API. @param target path and query @param accept its header */
export const hasKandilliShape = (target: string, accept: string | undefined): boolean =>
  PATHS.has(target.split('?', 1)[0]!.replace(/\/$/, '')) && !(isShared(target) && wantsPage(target, accept));

export function renderKandilliError({ status, message, parameter, headers }: GatewayError): WholeResponse {
  const text = JSON.stringify({ status: false, httpStatus: status, desc: message, parameter, result: [] });
  const body = Buffer.from(`${withoutKeyForms(text)}\n`);
  const own = { 'Content-Type': JSON_TYPE, 'Content-Length': String(body.byteLength) };
  return { status, headers: { ...BASE_HEADERS, ...own, 'Cache-Control': errorCacheControl(status), ...headers }, body };
}
