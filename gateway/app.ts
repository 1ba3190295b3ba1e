/** The gateway app: endpoints and the accounts app by their paths. */
import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import { ENDPOINTS, isSockJsSession } from '#core/endpoints.ts';
import { createRequestGuard, type Metering } from './access/guard.ts';
import type { UsageStore } from './access/usage.ts';
import { detailEndpoint } from './endpoints/detail.ts';
import { listEndpoint } from './endpoints/list.ts';
import type { EndpointRow } from './endpoints/request.ts';
import { NodeRequest } from './http/request.ts';
import type { StreamedResponse, WholeResponse } from './http/response.ts';
import { Pipeline, type PipelineOptions } from './pipeline.ts';
import type { WebAppOptions } from './web-app.ts';
import { WORK_LIMITS, type WorkLimits } from './work/admission.ts';

/** The default guard is that of the metering. */
export interface AppOptions
  extends
    Omit<PipelineOptions, 'guard' | 'workLimits'>,
    Partial<Pick<PipelineOptions, 'guard' | 'workLimits'>>,
    Pick<WebAppOptions, 'serviceName' | 'accounts' | 'mcp' | 'compatible'> {
  /** Keys, plans and quotas. Without it nothing is counted and no key is accepted. */
  metering?: Metering & { usage: UsageStore };
}

export interface App {
  fetch(request: Request, environment?: unknown): Promise<Response>;
  /** For tests without a server. */
  request(input: string | Request, init?: RequestInit, environment?: object): Promise<Response>;
  /** Loads what `fetch` would load with its first request. */
  load(): Promise<void>;
  /** Answers what is hot without Hono. @returns whether it is */
  direct(request: NodeRequest): boolean;
  /** What answers the handshake of a WebSocket at a path; undefined where there is none. */
  upgrade(path: string): ((request: IncomingMessage) => Promise<WholeResponse | StreamedResponse>) | undefined;
}

/** Plain requests are answered without Hono, by the same steps. Only where measured, and nothing is streamed. */
const HOT: ReadonlyMap<string, EndpointRow> = new Map([listEndpoint, detailEndpoint].map((row) => [row.path, row]));

/** Each request passes the pipeline. Hono finds who answers it, unless it is hot: then `direct` does. */
export function createApp(options: AppOptions): App {
  const { metering, now, log = () => {} } = options;
  const { guard = createRequestGuard({ metering, now, log }) } = options;
  const workLimits = options.workLimits ?? (metering ? WORK_LIMITS : UNMETERED);
  const pipeline = new Pipeline({ ...options, guard, workLimits });
  let loading: Promise<Hono> | undefined;
  const webApp = (): Promise<Hono> =>
    (loading ??= import('./web-app.ts').then(({ createWebApp }) =>
      createWebApp({ ...options, pipeline, guard, usage: metering?.usage }),
    ));
  return {
    fetch: async (request, environment) => (await webApp()).fetch(request, environment as object),
    request: async (input, init, environment) => (await webApp()).request(input, init, environment),
    load: async () => void (await Promise.all([webApp(), import('@hono/node-server')])),
    direct: (request) => pipeline.direct(request, HOT.get(request.target.split('?', 1)[0]!)),
    upgrade: handshakes(pipeline),
  };
}

const handshakes =
  (pipeline: Pipeline): App['upgrade'] =>
  (path) => {
    if (path !== ENDPOINTS.websocket && !isSockJsSession(path)) return undefined;
    return async (request) => {
      const { handshakeRoute } = await import('./endpoints/sockjs.ts');
      return pipeline.answer(new NodeRequest(request), handshakeRoute(path));
    };
  };

/** Without metering callers are not distinguished, so there is no limit per caller. */
const UNMETERED: WorkLimits = { ...WORK_LIMITS, concurrent: Infinity };
