/** Headers of every response of the gateway, errors and 304s included. */
import { METHODS, preflightHeaders } from '#core/headers.ts';
import type { WholeResponse } from './response.ts';

export { BASE_HEADERS, isPage, JSON_TYPE, METHODS, PAGE_HEADERS, QUERY_METHODS } from '#core/headers.ts';

/** The response to a CORS preflight, valid for a day. */
export const preflight = (methods = METHODS): WholeResponse => ({ status: 204, headers: preflightHeaders(methods) });
