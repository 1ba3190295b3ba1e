/** One request at the edge: from files where they have the answer, else from the gateway. */
import { takesBody } from '#core/endpoints.ts';
import { METHODS, preflightHeaders, QUERY_METHODS, VARY_BY_ACCEPT } from '#core/headers.ts';
import { isShared, variesByAccept, wantsPage } from '#core/shared-address.ts';
import { ERRORS } from '../headers.ts';
import { ALIAS, GATEWAY_ONLY, KEY_IN_QUERY, LONG_ANSWERS, PAGE_BY_ID, WELL_KNOWN } from '../routes.ts';
import { conditional } from './conditional.ts';
import { commonPage, detailKeyOf, earthquakeAnswer, fileAnswer, isComplete, pageAnswer, routed } from './files.ts';
import { direct, failure, shared } from './gateway.ts';
import type { Platform } from './platform.ts';

const KEY = new RegExp(KEY_IN_QUERY);
const BY_ID = new RegExp(`^${PAGE_BY_ID}`);

export async function answer(request: Request, platform: Platform): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const response = await found(request, platform);
  if (!variesByAccept(pathname + search)) return response;
  const byAccept = new Response(response.body, response);
  byAccept.headers.set('Vary', VARY_BY_ACCEPT);
  return byAccept;
}

async function found(request: Request, platform: Platform): Promise<Response> {
  const { pathname: path, search } = new URL(request.url);
  const query = search.slice(1);
  if (isDirect(request, path, query)) return direct(request, platform);
  if (request.method === 'OPTIONS') return preflight(path);
  if (path.replace(WELL_KNOWN, '/').includes('/.')) return failure(request, ERRORS.notFound, platform);
  if (isShared(path + search) && !wantsPage(path + search, request.headers.get('Accept') ?? ''))
    return shared(request, platform);
  const route = routed(path, query);
  if (route === 'none') return shared(request, platform);
  if (route?.gone !== undefined) {
    const key = detailKeyOf(route.file);
    if (!key) return shared(request, platform);
    const line = await earthquakeAnswer(platform, key);
    return line ? conditional(request, line) : failure(request, ERRORS.unknownEarthquake, platform);
  }
  if (BY_ID.test(`${path}?${query}`)) return made(request, path, platform);
  const file = route?.file ?? fileOf(path);
  const stored = file === undefined ? undefined : await fileAnswer(platform, file);
  if (stored) return conditional(request, stored);
  if (file !== undefined && isComplete(file)) return failure(request, ERRORS.notFound, platform);
  const page = await pageAnswer(platform, path);
  if (page) return conditional(request, page);
  // Kept by its URL it would be the list's, and the list this page's.
  return isShared(path + search) ? direct(request, platform) : made(request, path, platform);
}

/** By the gateway. Where it fails or refuses, an earthquake has the page of all, of which the script finds it. */
async function made(request: Request, path: string, platform: Platform): Promise<Response> {
  const response = await shared(request, platform);
  const isRefused = response.status === 429 || response.status >= 500;
  const common = isRefused ? await commonPage(platform, path) : undefined;
  return common ? conditional(request, common) : response;
}

/** What only the gateway may answer. */
function isDirect({ method, headers }: Request, path: string, query: string): boolean {
  if (GATEWAY_ONLY.some((one) => path === one || path.startsWith(`${one}/`))) return true;
  if (method === 'OPTIONS') return false;
  if (LONG_ANSWERS.includes(path) && (method === 'HEAD' || headers.has('Range'))) return true;
  const hasKey = (headers.get('Authorization') ?? '') !== '' || KEY.test(query);
  return hasKey || !['GET', 'HEAD'].includes(method);
}

function preflight(path: string): Response {
  const methods = takesBody(path) ? QUERY_METHODS : METHODS;
  return new Response(null, { status: 204, headers: preflightHeaders(methods) });
}

/** The file of a path; undefined for one that cannot be decoded. */
function fileOf(path: string): string | undefined {
  try {
    const own = path.startsWith(ALIAS.path) ? ALIAS.folder + path.slice(ALIAS.path.length) : path;
    const file = decodeURIComponent(own.slice(1));
    return file === '' || file.endsWith('/') ? `${file}index.html` : file;
  } catch {
    return undefined;
  }
}
