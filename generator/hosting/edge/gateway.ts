/** Answers of the gateway: passed on, or kept for everybody and sent again when it is away. */
import { FDSN_PATH } from '#core/endpoints.ts';
import { ACCEPTS_PAGE, BASE_HEADERS, MEDIA_TYPES, PAGE_HEADERS } from '#core/headers.ts';
import { errorAnswer, type HostError, ERRORS } from '../headers.ts';
import { conditional } from './conditional.ts';
import type { Platform } from './platform.ts';

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** A page for people, where `dist/` has one. */
export async function failure(request: Request, error: HostError, platform: Platform): Promise<Response> {
  const { status, page: file } = error;
  const isFdsn = pathOf(request).startsWith(FDSN_PATH);
  const { type, body, headers } = errorAnswer(error, status === 503 && isFdsn);
  const wantsPage = !isFdsn && ACCEPTS_PAGE.test(request.headers.get('Accept') ?? '');
  const page = wantsPage && file !== undefined ? await platform.file(file) : undefined;
  const own = page ? { ...PAGE_HEADERS, 'Content-Type': MEDIA_TYPES.html } : { 'Content-Type': type };
  const content = page ? page.body : `${body}\n`;
  return new Response(request.method === 'HEAD' ? null : content, {
    status,
    headers: { ...BASE_HEADERS, ...own, ...headers },
  });
}

/** Passes a request on to the gateway. @param address without a slash at its end @param client its IP address */
export function forward(request: Request, address: string, client: string | null): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const forwarded = new Request(`${address}${pathname}${search}`, request);
  if (client !== null) forwarded.headers.set('X-Forwarded-For', client);
  return fetch(forwarded, { redirect: 'manual' });
}

/** Untouched: other methods, keys, sessions, streams. */
export async function direct(request: Request, platform: Platform): Promise<Response> {
  try {
    return await platform.gateway(request);
  } catch {
    return failure(request, ERRORS.unavailable, platform);
  }
}

/** How long an answer is kept for the time that the gateway is away, in seconds. */
const KEPT = 86_400;
/** Until when a kept answer is sent without asking, in milliseconds from 1970. */
const FRESH_UNTIL = 'X-Fresh-Until';
const KEPT_CACHING = 'X-Kept-Cache-Control';

/** The answer to a request without a key. */
export async function shared(request: Request, platform: Platform): Promise<Response> {
  const kept = await platform.kept?.match(request.url).catch(() => undefined);
  if (kept && Number(kept.headers.get(FRESH_UNTIL)) > Date.now()) return conditional(request, restored(kept));
  const response = await whole(request, platform);
  if (response === undefined || response.status >= 500)
    return kept ? conditional(request, restored(kept)) : (response ?? failure(request, ERRORS.unavailable, platform));
  return conditional(request, keep(response, request.url, platform));
}

/** Without what would make it an answer to one client alone: condition, range, coding. */
async function whole({ url, headers: sent }: Request, platform: Platform): Promise<Response | undefined> {
  const headers = new Headers(sent);
  for (const name of ['If-None-Match', 'If-Modified-Since', 'If-Range', 'Range']) headers.delete(name);
  headers.set('Accept-Encoding', 'identity');
  try {
    return await platform.gateway(new Request(url, { headers }));
  } catch {
    return undefined;
  }
}

function keep(response: Response, url: string, { kept, waitUntil }: Platform): Response {
  const caching = response.headers.get('Cache-Control') ?? '';
  const age = /^public, max-age=(\d+)/.exec(caching)?.[1];
  if (!kept || response.status !== 200 || age === undefined) return response;
  const copy = new Response(response.clone().body, response);
  copy.headers.set(FRESH_UNTIL, String(Date.now() + Number(age) * 1000));
  copy.headers.set(KEPT_CACHING, caching);
  copy.headers.set('Cache-Control', `public, max-age=${KEPT}`);
  // A cache by URL refuses or ignores it; nothing with Authorization comes here, and no coding.
  copy.headers.delete('Vary');
  waitUntil(kept.put(url, copy).catch(() => undefined));
  return response;
}

function restored(kept: Response): Response {
  const response = new Response(kept.body, kept);
  response.headers.set('Cache-Control', kept.headers.get(KEPT_CACHING)!);
  response.headers.set('Vary', BASE_HEADERS.Vary);
  for (const name of [FRESH_UNTIL, KEPT_CACHING]) response.headers.delete(name);
  return response;
}
