/** Error responses: one type and one JSON shape. */
import type { WholeResponse } from './response.ts';
import {
  ACCEPTS_PAGE,
  BASE_HEADERS,
  errorCacheControl,
  JSON_TYPE,
  MEDIA_TYPES,
  METHODS,
  PAGE_HEADERS,
} from '#core/headers.ts';
import { withoutKeyForms } from './redaction.ts';

const STATUS = {
  /** FDSN: nothing matches. */
  no_data: 204,
  invalid_parameter: 400,
  invalid_key: 401,
  /** Nobody is logged in. */
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  gone: 410,
  too_large: 413,
  range_not_satisfiable: 416,
  upgrade_required: 426,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

interface ErrorOptions {
  /** The parameter at fault. */
  parameter?: string;
  /** The limit that is reached. */
  policy?: Policy;
  /** Further fields of the body, after the message: those of a withdrawn earthquake. */
  more?: object;
  headers?: Record<string, string>;
  /** The same for people, as HTML. */
  page?: Uint8Array | undefined;
}

/** An error for the client. `message` says what to do, and never holds a path, a stack or a key. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  readonly code: ErrorCode;
  readonly options: ErrorOptions;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message);
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return STATUS[this.code];
  }

  get parameter(): string | undefined {
    return this.options.parameter;
  }

  get headers(): Record<string, string> {
    return this.options.headers ?? {};
  }

  withHeaders(added: Record<string, string>): GatewayError {
    return new GatewayError(this.code, this.message, { ...this.options, headers: { ...this.headers, ...added } });
  }
}

/** Seconds. */
const RETRY = { headers: { 'Retry-After': '5' } };

export const invalid = (parameter: string, message: string): GatewayError =>
  new GatewayError('invalid_parameter', message, { parameter });

/** For the log only, to distinguish it from internal errors. */
export const connectionAborted = (): GatewayError =>
  new GatewayError('invalid_parameter', 'The connection broke off before the end of the request.', {
    headers: { 'Cache-Control': 'no-store' },
  });

export const methodNotAllowed = (methods = METHODS): GatewayError =>
  new GatewayError('method_not_allowed', `Only ${methods} are answered here.`, { headers: { Allow: methods } });

/** By default, a file of the dataset is missing or corrupt; the log names it. */
export const unavailable = (
  message = 'This part of the data is unavailable at the moment; please try again shortly.',
): GatewayError => new GatewayError('unavailable', message, RETRY);

/** Too much is in progress; the data is intact. */
export class OverloadError extends GatewayError {
  constructor(message = 'The service is overloaded; please try again shortly.') {
    super('unavailable', message, RETRY);
  }
}

/** The meter or the key store fails; the data is intact. */
export const quotaUnavailable = (): GatewayError =>
  unavailable(
    'Keys and quotas are unavailable at the moment, and requests cannot be counted; please try again shortly.',
  );

export const internal = (): GatewayError =>
  new GatewayError('internal', 'Something went wrong on our side; please try again later.');

/** @param accept header of the request: browsers get the page, where the error has one */
export function renderError(error: GatewayError, accept = ''): Required<WholeResponse> {
  const { code, message, status, headers, options } = error;
  const { parameter, policy, more, page } = options;
  const isPage = page !== undefined && ACCEPTS_PAGE.test(accept);
  const body = isPage ? page : jsonOf({ status: 'error', code, message, parameter, policy, ...more });
  return {
    status,
    headers: {
      ...BASE_HEADERS,
      ...(isPage ? PAGE_HEADERS : {}),
      'Content-Type': isPage ? MEDIA_TYPES.html : JSON_TYPE,
      'Content-Length': String(body.byteLength),
      'Cache-Control': errorCacheControl(status),
      ...headers,
    },
    body,
  };
}

/** A message may quote a key that was sent in the wrong place. Undefined fields are left out. */
const jsonOf = (fields: object): Uint8Array => new TextEncoder().encode(`${withoutKeyForms(JSON.stringify(fields))}\n`);

/** @param logFault called for errors that the client must not see */
export function asGatewayError(error: unknown, logFault: (error: unknown) => void): GatewayError {
  if (error instanceof GatewayError) return error;
  logFault(error);
  return internal();
}

/** The window of a limit: UTC day or UTC minute. */
export type Policy = 'daily' | 'burst';

/** Ends work after its client has disconnected. */
export class ClientGone extends Error {
  override name = 'ClientGone';

  constructor() {
    super('The client has left.');
  }
}
