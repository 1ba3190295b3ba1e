/** Requests to the authentication library, and its errors as ours. */
import type { Auth } from './auth.ts';
import { AUTH_PATH } from './paths.ts';
import { type Language, Problem } from './problems.ts';

/** The client, as passed on to the library. */
export interface ClientInfo {
  cookie: string;
  language: Language;
  userAgent: string;
}

export interface AuthResponse {
  status: number;
  /** The library's error code; '' for success. */
  errorCode: string;
  body: Record<string, unknown>;
  cookies: string[];
}

const MAX_USER_AGENT_LENGTH = 200;

export function clientHeaders({ cookie, language, userAgent }: ClientInfo): Headers {
  return new Headers({
    'Accept-Language': language,
    'User-Agent': userAgent.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_USER_AGENT_LENGTH),
    ...(cookie === '' ? {} : { Cookie: cookie }),
  });
}

/** @param path below {@link AUTH_PATH}, such as `sign-in/email` */
export async function callAuth(
  auth: Auth,
  client: ClientInfo,
  path: string,
  fields: Record<string, unknown> = {},
): Promise<AuthResponse> {
  const { baseURL } = auth.options;
  const headers = clientHeaders(client);
  headers.set('Content-Type', 'application/json');
  const request = new Request(`${baseURL}${AUTH_PATH}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  });
  const response = await auth.handler(request);
  const body = objectOf(await response.text());
  const { code } = body;
  return {
    status: response.status,
    errorCode: response.status < 400 ? '' : typeof code === 'string' ? code : `HTTP_${response.status}`,
    body,
    cookies: response.headers.getSetCookie(),
  };
}

/** An error of the library that no request should cause; it does not say why. */
export class LibraryError extends Error {
  override name = 'LibraryError';
}

/** @throws Problem for a client error of the library; LibraryError for any other */
export async function callAuthOrThrow(...request: Parameters<typeof callAuth>): Promise<AuthResponse> {
  return orThrow(await callAuth(...request));
}

/** @throws as {@link callAuthOrThrow} */
export function orThrow(response: AuthResponse): AuthResponse {
  if (response.errorCode === '') return response;
  throw problemOf(invalidField(response) ?? response.errorCode, response.status);
}

/** Some of the library's routes report a malformed address or password only in their message (`[body.email] …`). */
function invalidField({ errorCode, body }: AuthResponse): string | undefined {
  const [, field = ''] = /^\[body\.(\w+)\]/.exec(String(body['message'])) ?? [];
  return errorCode === 'VALIDATION_ERROR' ? INVALID_FIELD.get(field) : undefined;
}

const INVALID_FIELD = new Map([
  ['email', 'INVALID_EMAIL'],
  ['password', 'PASSWORD_TOO_SHORT'],
]);

/** @returns a Problem, or a LibraryError */
export function problemOf(errorCode: string, status: number): Error {
  switch (errorCode) {
    case 'INVALID_EMAIL_OR_PASSWORD':
    case 'EMAIL_NOT_VERIFIED':
      return new Problem('wrong_login');
    case 'INVALID_PASSWORD':
    case 'CREDENTIAL_ACCOUNT_NOT_FOUND':
      return new Problem('wrong_password');
    case 'INVALID_EMAIL':
      return new Problem('bad_email');
    case 'PASSWORD_TOO_SHORT':
      return new Problem('short_password');
    case 'PASSWORD_TOO_LONG':
      return new Problem('long_password');
    case 'INVALID_TOKEN':
    case 'TOKEN_EXPIRED':
      return new Problem('bad_token');
    default:
      break;
  }
  const failure = new LibraryError(`the authentication library responded ${status} ${errorCode}`);
  if (errorCode.startsWith('FAILED_TO_')) return failure;
  if (status === 401) return new Problem('not_logged_in');
  if (status === 404) return new Problem('not_found');
  if (status >= 400 && status < 500) return new Problem('bad_request');
  return failure;
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
