/** Errors that a host answers itself. */
import { errorCacheControl, MEDIA_TYPES, RETRY_AFTER, VARY_BY_ACCEPT } from '#core/headers.ts';
import { ERROR_PAGES } from '#core/paths.ts';

const UNKNOWN = 'Not found. The list gives ids, and dates with slugs.';
const UNSATISFIABLE = 'The requested range is outside of the file.';
const UNAVAILABLE = 'This is unavailable at the moment; please try again shortly.';

/** Errors that a host answers itself; `page` is the file for people. */
export const ERRORS = {
  notFound: {
    status: 404,
    code: 'not_found',
    message: 'Not found; / lists the endpoints.',
    page: ERROR_PAGES.notFound,
  },
  unknownEarthquake: { status: 404, code: 'not_found', message: UNKNOWN, page: undefined },
  unsatisfiable: { status: 416, code: 'range_not_satisfiable', message: UNSATISFIABLE, page: undefined },
  unavailable: { status: 503, code: 'unavailable', message: UNAVAILABLE, page: ERROR_PAGES.unavailable },
} as const;
export type HostError = (typeof ERRORS)[keyof typeof ERRORS];

interface ErrorAnswer {
  type: string;
  body: string;
  headers: Record<string, string>;
}

/** @param isText whether the endpoint answers errors as plain text */
export const errorAnswer = ({ status, code, message, page }: HostError, isText = false): ErrorAnswer => ({
  type: MEDIA_TYPES[isText ? 'txt' : 'json'],
  body: isText ? `Error ${status}: ${message}` : JSON.stringify({ status: 'error', code, message }),
  headers: {
    'Cache-Control': errorCacheControl(status),
    ...(page === undefined ? {} : { Vary: VARY_BY_ACCEPT }),
    ...(status === 503 ? { 'Retry-After': RETRY_AFTER } : {}),
  },
});
