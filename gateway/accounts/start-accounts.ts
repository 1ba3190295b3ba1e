/** Accounts in a thread of their own: requests go there and responses come back, as bytes. */
import { brokenOff, GatewayError } from '../http/errors.ts';
import type { Log } from '../http/log.ts';
import { faultLine } from '../http/log.ts';
import { MAX_BODY_BYTES, MAX_EVENT_BYTES, WEBHOOK_PATH } from './paths.ts';
import type { PlainRequest, PlainResponse, ThreadData } from './accounts-thread.ts';
import { WorkerClient, WorkerExited, WorkerBusy } from './thread/worker-client.ts';

export interface ThreadedAccounts {
  fetch(request: Request, environment: unknown): Promise<Response>;
  /** Resolves when requests under way are answered and every letter is on its way. */
  close(): Promise<void>;
}

interface Options extends ThreadData {
  /** Whom attempts are counted for. */
  addressOf: (request: Request, environment: unknown) => string;
  log: Log;
}

/** Requests in the thread at once; most of them wait for a password hash. */
const MAX_PENDING_REQUESTS = 1000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** @throws Error in words for an operator when accounts cannot be had */
export async function startAccounts({ addressOf, log, ...data }: Options): Promise<ThreadedAccounts> {
  const thread = new WorkerClient<PlainRequest, PlainResponse>({
    url: new URL('./accounts-thread.ts', import.meta.url),
    data,
    maxPending: MAX_PENDING_REQUESTS,
    onNotification: (line) => log(String(line)),
    onExit: (error) => log(`accounts: ${faultLine(error)}; they start again with the next request`),
  });
  await thread.start();
  return {
    async fetch(request, environment) {
      const { method, url } = request;
      if (!METHODS.has(method)) throw notAllowed();
      const most = new URL(url).pathname === WEBHOOK_PATH ? MAX_EVENT_BYTES : MAX_BODY_BYTES;
      const body = method === 'GET' || method === 'HEAD' ? undefined : await readUpTo(request, most + 1);
      const question = { method, url, headers: [...request.headers], body, address: addressOf(request, environment) };
      try {
        return responseOf(await thread.request(question, body ? [body.buffer] : []));
      } catch (error) {
        if (error instanceof WorkerBusy) throw busy();
        if (error instanceof WorkerExited) throw restarting();
        throw error;
      }
    },
    close: () => thread.close(),
  };
}

/** No more of a body than it takes to see that it is too large. */
async function readUpTo({ headers, body }: Request, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!body || Number(headers.get('Content-Length') ?? 0) >= most) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Uint8Array);
      if ((size += (chunk as Uint8Array).byteLength) >= most) break;
    }
  } catch {
    // The client left: there is nobody to answer, and no fault of ours.
    throw brokenOff();
  }
  const whole = new Uint8Array(Math.min(size, most));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk.subarray(0, whole.length - at), at);
    at += chunk.byteLength;
  }
  return whole;
}

const responseOf = ({ status, headers, body }: PlainResponse): Response =>
  new Response(body.byteLength === 0 ? null : body, { status, headers });

const notAllowed = (): GatewayError =>
  new GatewayError('method_not_allowed', `Only ${[...METHODS].join(', ')} are answered here.`, {
    headers: { Allow: [...METHODS].join(', ') },
  });

const busy = (): GatewayError =>
  new GatewayError('unavailable', 'Too many people log in at this moment; try again in half a minute.', {
    headers: { 'Retry-After': '30' },
  });

const restarting = (): GatewayError =>
  new GatewayError('unavailable', 'Accounts start again after a fault; nothing else is affected. Try again shortly.', {
    headers: { 'Retry-After': '5' },
  });
