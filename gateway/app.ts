/** The gateway app: endpoints and the accounts app by their paths. */
import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { type CompatibleApi, ENDPOINTS, takesBody } from '#core/endpoints.ts';
import { DEFAULT_PORT, DEFAULT_SERVICE_NAME } from '#runtime/environment.ts';
import { presentedKey } from './access/caller.ts';
import { originOf } from './access/credentials.ts';
import { createRequestGuard, type Metering } from './access/guard.ts';
import type { UsageStore } from './access/usage.ts';
import { withCors, withoutCors } from './accounts/lazy-accounts.ts';
import { SAFE_METHODS } from './accounts/csrf.ts';
import { ACCOUNT_PATHS, WEBHOOK_PATH } from './accounts/paths.ts';
import { API_CATALOG } from './endpoints/openapi.ts';
import type { EndpointRow, Route } from './endpoints/request.ts';
import { SOCKJS_PATHS, sockJsAnswer, sockJsRouteOf } from './endpoints/sockjs.ts';
import { websocketRoute } from './endpoints/websocket.ts';
import { homeAnswer, staticAnswer } from './endpoints/static.ts';
import { endpointTable } from './endpoints/table.ts';
import { METHODS, preflightHeaders, PUSH_METHODS, QUERY_METHODS, VARY_BY_ACCEPT } from '#core/headers.ts';
import { variesByAccept } from '#core/shared-address.ts';
import { methodNotAllowed } from './http/errors.ts';
import { queryOf } from './http/query-string.ts';
import { type AppRequest, honoRequest, NodeRequest } from './http/request.ts';
import { responseOf, type StreamedResponse, type WholeResponse } from './http/response.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { Pipeline, type PipelineOptions } from './pipeline.ts';
import { WORK_LIMITS, type WorkLimits } from './work/admission.ts';

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
  /** Answers what is hot without Hono. @returns whether it is */
  direct(request: NodeRequest): boolean;
  /** What answers the handshake of a WebSocket at a path; undefined where there is none. */
  upgrade(path: string): ((request: IncomingMessage) => Promise<WholeResponse | StreamedResponse>) | undefined;
}

/** Each request passes the pipeline. Hono finds who answers it, unless it is hot: then `direct` does. */
export function createApp(options: AppOptions): App {
  const { serviceName = DEFAULT_SERVICE_NAME, metering, accounts, now, log = () => {} } = options;
  const app = new Hono();
  const { guard = createRequestGuard({ metering, now, log }) } = options;
  const workLimits = options.workLimits ?? (metering ? WORK_LIMITS : UNMETERED);
  const pipeline = new Pipeline({ ...options, guard, workLimits });
  const rows = endpointTable({ serviceName, usage: metering?.usage, compatible: options.compatible });
  /** Without an endpoint. */
  const answered =
    (respond: Respond, isChange: (c: Context) => boolean = () => false) =>
    async (c: Context): Promise<Response> => {
      const request = honoRequest(c);
      const response = await pipeline.logged<Response | WholeResponse>(request, async () => {
        guard.limitUncounted(originOf(request), isChange(c));
        return respond(c, request);
      });
      return response instanceof Response ? response : responseOf(response);
    };
  const preflight = answered((c) => ({ status: 204, headers: preflightHeaders(methodsOf(c.req.path)) }));
  if (accounts) {
    const isChange = ({ req }: Context): boolean => !SAFE_METHODS.has(req.method) && req.path !== WEBHOOK_PATH;
    const account = answered((c) => accounts.fetch(c.req.raw, c.env), isChange);
    app.options(ENDPOINTS.push, preflight).use(ENDPOINTS.push, withCors).all(ENDPOINTS.push, account);
    for (const path of ACCOUNT_PATHS) app.use(path, withoutCors).all(path, account);
  }
  app.options('*', preflight);
  for (const path of SOCKJS_PATHS) app.all(path, answered(sockJs));
  if (options.mcp !== false) {
    const mcp = mcpEndpoint({ serviceName, baseUrl: options.baseUrl ?? LOCAL, log });
    const assistant = answered((c, request) => {
      if (request.method !== 'POST') throw methodNotAllowed('POST, OPTIONS');
      return mcp(c.req.raw, async (target) => app.fetch(sameCaller(request, target), { incoming: request.incoming }));
    });
    app.all(ENDPOINTS.mcp, assistant);
  }
  const files: Route = { path: '*', answer: staticAnswer, uncounted: 'shared' };
  const home: Route = { path: '/', answer: homeAnswer(serviceName, rows), uncounted: 'shared' };
  for (const route of [...rows, API_CATALOG, home, files]) {
    const { path, yieldsToPage, endings = [] }: Partial<EndpointRow> & Route = route;
    const answer = async (c: Context): Promise<Response> => {
      const request = honoRequest(c);
      const isPage = yieldsToPage?.(request.target, request.header('accept')) === true;
      const response = await pipeline.answer(request, isPage ? files : route);
      return responseOf(
        variesByAccept(request.target)
          ? { ...response, headers: { ...response.headers, Vary: VARY_BY_ACCEPT } }
          : response,
      );
    };
    for (const ending of ['', ...endings]) app.all(path + ending, answer);
  }
  const hot = new Map(rows.filter((row) => row.hot).map((row) => [row.path, row]));
  return {
    ...{ fetch: app.fetch, request: app.request },
    direct: (request) => pipeline.direct(request, hot.get(request.target.split('?', 1)[0]!)),
    upgrade: handshakes(pipeline),
  };
}

const sockJs: Respond = (c, request) => sockJsAnswer(c.req.path, request);

const handshakes =
  (pipeline: Pipeline): App['upgrade'] =>
  (path) => {
    const route = path === websocketRoute.path ? websocketRoute : sockJsRouteOf(path);
    return route && ((request) => pipeline.answer(new NodeRequest(request), route));
  };

/** What a page of another site may send. */
function methodsOf(path: string): string {
  if (path === ENDPOINTS.push) return PUSH_METHODS;
  return takesBody(path) || path === ENDPOINTS.mcp ? QUERY_METHODS : METHODS;
}

type Respond = (c: Context, request: AppRequest) => WholeResponse | Response | Promise<Response>;

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

/** Without metering callers are not distinguished, so there is no limit per caller. */
const UNMETERED: WorkLimits = { ...WORK_LIMITS, concurrent: Infinity };
