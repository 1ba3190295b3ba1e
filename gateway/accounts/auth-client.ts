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

/** @param path below {@link AUTH_PATH}, such as `sign-in/email-otp` */
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
  throw problemOf(response);
}

/** The same for a code that is wrong, was used, has expired, or had too many wrong entries. */
const WRONG_CODE = new Set(['INVALID_OTP', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS']);

export const isWrongCode = ({ errorCode }: AuthResponse): boolean => WRONG_CODE.has(errorCode);

/** @returns a Problem, or a LibraryError */
function problemOf(response: AuthResponse): Error {
  const { errorCode, status } = response;
  if (isWrongCode(response)) return new Problem('wrong_code');
  if (errorCode === 'INVALID_EMAIL') return new Problem('bad_email');
  if (errorCode.startsWith('FAILED_TO_') || status < 400 || status >= 500)
    return new LibraryError(`the authentication library responded ${status} ${errorCode}`);
  return new Problem(status === 401 ? 'not_logged_in' : status === 404 ? 'not_found' : 'bad_request');
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
