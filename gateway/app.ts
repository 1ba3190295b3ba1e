/** The gateway app: endpoints and the accounts app by their paths. */
import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { BODY_QUERIES, type CompatibleApi, ENDPOINTS } from '#core/endpoints.ts';
import { DEFAULT_PORT, DEFAULT_SERVICE_NAME } from '#runtime/environment.ts';
import { presentedKey } from './access/caller.ts';
import { originOf } from './access/credentials.ts';
import { createRequestGuard, type Metering } from './access/guard.ts';
import type { Accounting } from './access/request-access.ts';
import type { UsageStore } from './access/usage.ts';
import { withoutCors } from './accounts/lazy-accounts.ts';
import { SAFE_METHODS } from './accounts/csrf.ts';
import { ACCOUNT_PATHS, WEBHOOK_PATH } from './accounts/paths.ts';
import { apiCatalogAnswer } from './endpoints/openapi.ts';
import type { EndpointRow } from './endpoints/request.ts';
import { websocketAnswer } from './endpoints/websocket.ts';
import { homeAnswer, staticAnswer } from './endpoints/static.ts';
import { endpointTable } from './endpoints/table.ts';
import { METHODS, preflightHeaders, QUERY_METHODS } from '#core/headers.ts';
import { methodNotAllowed } from './http/errors.ts';
import { queryOf } from './http/query-string.ts';
import { type AppRequest, honoRequest, type NodeRequest, upgradeRequest } from './http/request.ts';
import { responseOf, type StreamedResponse, type WholeResponse } from './http/response.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { type HandledEndpoint, Pipeline, type PipelineOptions } from './pipeline.ts';
import { WORK_LIMITS, type WorkLimits } from './work/limits.ts';

/** The default guard is that of the metering. */
export interface AppOptions
  extends Omit<PipelineOptions, 'guard' | 'workLimits'>, Partial<Pick<PipelineOptions, 'guard' | 'workLimits'>> {
  serviceName?: string;
  /** Adapters that are on; all by default. */
  compatible?: readonly CompatibleApi[];
  /** The accounts app; data endpoints do not pass through it. */
  accounts?: { fetch(request: Request, environment: unknown): Response | Promise<Response> };
  /** Whether `/mcp` answers assistants; it does by default. */
  mcp?: boolean;
  /** Keys, plans and quotas. Without it nothing is counted and no key is accepted. */
  metering?: Metering & { usage: UsageStore };
}

export interface App {
  fetch: Hono['fetch'];
  /** For tests without a server. */
  request: Hono['request'];
  /** Answers a repeated request from the cache. @returns whether it has a response to it */
  repeat: Pipeline['repeat'];
  /** Answers a plain request of a frequent endpoint without Hono. @returns whether it is one */
  direct(request: NodeRequest): boolean;
  /** WebSockets by path. */
  upgrades: ReadonlyMap<string, (request: IncomingMessage) => Promise<WholeResponse | StreamedResponse>>;
}

export function createApp(options: AppOptions): App {
  const { serviceName = DEFAULT_SERVICE_NAME, metering, accounts, now, log = () => {} } = options;
  const app = new Hono();
  const { guard = createRequestGuard({ metering, now, log }) } = options;
  const workLimits = options.workLimits ?? (metering ? WORK_LIMITS : UNMETERED);
  const pipeline = new Pipeline({ ...options, guard, workLimits });
  const rows = endpointTable({ serviceName, usage: metering?.usage, compatible: options.compatible });
  if (accounts)
    for (const path of ACCOUNT_PATHS)
      app.use(path, withoutCors).all(path, async (c) => {
        const request = honoRequest(c);
        const isChange = !SAFE_METHODS.has(c.req.method) && c.req.path !== WEBHOOK_PATH;
        const response = await pipeline.logged<Response | WholeResponse>(request, async () => {
          guard.limitUncounted(originOf(request), isChange);
          return accounts.fetch(c.req.raw, c.env);
        });
        return response instanceof Response ? response : responseOf(response);
      });
  app.options('*', async (c) => {
    const request = honoRequest(c);
    const response = await pipeline.logged(request, async () => {
      guard.limitUncounted(originOf(request));
      const methods = [...BODY_QUERIES, ENDPOINTS.mcp].includes(c.req.path) ? QUERY_METHODS : METHODS;
      return { status: 204, headers: preflightHeaders(methods) };
    });
    return responseOf(response);
  });
  if (options.mcp !== false) {
    const mcp = mcpEndpoint({ serviceName, baseUrl: options.baseUrl ?? LOCAL, log });
    app.all(ENDPOINTS.mcp, async (c) => {
      const request = honoRequest(c);
      const response = await pipeline.logged<Response | WholeResponse>(request, async () => {
        guard.limitUncounted(originOf(request));
        if (request.method !== 'POST') throw methodNotAllowed('POST, OPTIONS');
        return mcp(c.req.raw, async (target) => app.fetch(sameCaller(request, target), { incoming: request.incoming }));
      });
      return response instanceof Response ? response : responseOf(response);
    });
  }
  const route = (path: string, endpoint: HandledEndpoint): void =>
    void app.all(path, async (c) => responseOf(await pipeline.answer(honoRequest(c), endpoint)));
  const endpoints = new Map(rows.map((row) => [row.path, describedEndpoint(row)]));
  for (const [path, endpoint] of endpoints) route(path, endpoint);
  route('/.well-known/api-catalog', { answer: apiCatalogAnswer, accounting: SHARED });
  route('/', { answer: homeAnswer(serviceName, rows), accounting: SHARED });
  route('*', { answer: staticAnswer, accounting: SHARED });
  const path = ENDPOINTS.websocket;
  const websocket = { answer: websocketAnswer, accounting: { counted: true, endpoint: path } } as const;
  return {
    ...{ fetch: app.fetch, request: app.request, repeat: (request) => pipeline.repeat(request) },
    direct: directAnswers(pipeline, endpoints),
    upgrades: new Map([[path, (request) => pipeline.answer(upgradeRequest(request), websocket)]]),
  };
}

const describedEndpoint = (row: EndpointRow): HandledEndpoint => ({
  ...row,
  accounting: accountingOf(row),
  takesBody: BODY_QUERIES.includes(row.path),
  described: true,
});

/** Frequent endpoints; none of them streams its answers. */
const DIRECT: readonly string[] = [ENDPOINTS.list, ENDPOINTS.detail];

function directAnswers(pipeline: Pipeline, endpoints: ReadonlyMap<string, HandledEndpoint>): App['direct'] {
  return (request) => {
    const path = request.target.split('?', 1)[0]!;
    const endpoint = DIRECT.includes(path) && request.isPlain() ? endpoints.get(path) : undefined;
    if (!endpoint) return false;
    pipeline.direct(request, endpoint);
    return true;
  };
}

const LOCAL = `http://localhost:${DEFAULT_PORT}`;

/** A request of the same caller, with a key wherever it was sent. */
function sameCaller(request: AppRequest, target: string): Request {
  const key = presentedKey(request.header('authorization'), queryOf(request.target));
  const forwarded = request.header('x-forwarded-for');
  return new Request(new URL(target, LOCAL), {
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(forwarded && { 'X-Forwarded-For': forwarded }),
    },
    signal: request.signal(),
  });
}

const SHARED: Accounting = { counted: false, own: false };

const accountingOf = ({ path, uncounted }: EndpointRow): Accounting =>
  uncounted ? { counted: false, own: uncounted === 'own' } : { counted: true, endpoint: path };

/** Without metering callers are not distinguished, so there is no limit per caller. */
const UNMETERED: WorkLimits = { ...WORK_LIMITS, concurrent: Infinity };
