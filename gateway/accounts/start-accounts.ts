/** The account app in a worker thread: passes requests to it and returns its responses. */
import type { MiddlewareHandler } from 'hono';
import { WorkerBusy, WorkerClient, WorkerExited } from '#core/threads.ts';
import { connectionAborted, GatewayError } from '../http/errors.ts';
import { faultLine, type Log } from '../http/log.ts';
import { MAX_BODY_BYTES, MAX_EVENT_BYTES, WEBHOOK_PATH } from './paths.ts';
import type { PlainRequest, PlainResponse, ThreadData } from './accounts-thread.ts';

/** The account app in another thread or process. */
export interface RemoteAccounts {
  /** Resolves when it is ready. @throws Error for the operator when it cannot start */
  start(): Promise<void>;
  /** @throws WorkerBusy; WorkerExited; Error of the app */
  request(message: PlainRequest): Promise<PlainResponse>;
  /** Resolves when pending requests have responses and every email has been handed over. */
  close(): Promise<void>;
}

/** Concurrent requests. */
const MAX_PENDING_REQUESTS = 2000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** In a thread of this process, which the first request starts too. Requests wait until it is ready. */
export function startAccounts({ log, ...data }: ThreadData & { log: Log }): RemoteAccounts {
  const worker = new WorkerClient<PlainRequest, PlainResponse>({
    url: new URL('./accounts-thread.ts', import.meta.url),
    data,
    maxPending: MAX_PENDING_REQUESTS,
    onNotification: (line) => log(String(line)),
    onExit: (error) => log(`accounts: ${faultLine(error)}; they restart with the next request`),
  });
  return {
    start: () => worker.start(),
    request: (message) => worker.request(message),
    close: () => worker.close(),
  };
}

/** @param addressOf client address, for the limits of attempts */
export function accountsFetch(
  accounts: RemoteAccounts,
  addressOf: (request: Request, environment: unknown) => string,
): (request: Request, environment: unknown) => Promise<Response> {
  return async (request, environment) => {
    const { method, url } = request;
    if (!METHODS.has(method)) throw notAllowed();
    const limit = new URL(url).pathname === WEBHOOK_PATH ? MAX_EVENT_BYTES : MAX_BODY_BYTES;
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readUpTo(request, limit + 1);
    const message = { method, url, headers: [...request.headers], body, address: addressOf(request, environment) };
    try {
      return responseOf(await accounts.request(message));
    } catch (error) {
      if (error instanceof WorkerBusy) throw busy();
      if (error instanceof WorkerExited) throw restarting();
      throw error;
    }
  };
}

/** At most `limit` bytes of a body; nothing where its `Content-Length` is not smaller. */
async function readUpTo({ headers, body }: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!body || Number(headers.get('Content-Length') ?? 0) >= limit) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Uint8Array);
      if ((size += (chunk as Uint8Array).byteLength) >= limit) break;
    }
  } catch {
    // The client left.
    throw connectionAborted();
  }
  // A copy: a view on a shared buffer would be sent with the complete buffer.
  return new Uint8Array(Buffer.concat(chunks, Math.min(size, limit)));
}

const responseOf = ({ status, headers, body }: PlainResponse): Response =>
  new Response(body.byteLength === 0 ? null : body, { status, headers });

const notAllowed = (): GatewayError =>
  new GatewayError('method_not_allowed', `Only ${[...METHODS].join(', ')} are allowed here.`, {
    headers: { Allow: [...METHODS].join(', ') },
  });

const busy = (): GatewayError =>
  new GatewayError('unavailable', 'Too many people use accounts at the moment; try again in ten seconds.', {
    headers: { 'Retry-After': '10' },
  });

const restarting = (): GatewayError =>
  new GatewayError(
    'unavailable',
    'Accounts are restarting after an error; nothing else is affected. Try again shortly.',
    {
      headers: { 'Retry-After': '5' },
    },
  );

/** Removes CORS headers: responses that depend on a cookie must not be readable by other sites. */
export const withoutCors: MiddlewareHandler = async (c, next) => {
  await next();
  for (const name of [...c.res.headers.keys()]) if (name.startsWith('access-control-')) c.res.headers.delete(name);
};
