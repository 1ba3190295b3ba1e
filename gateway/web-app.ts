/** Answers found by Hono: whatever is not hot. It is loaded after the start: a first answer needs none of it. */
import { type Context, Hono } from 'hono';
import { ENDPOINTS, takesBody } from '#core/endpoints.ts';
import { METHODS, preflightHeaders, PUSH_METHODS, QUERY_METHODS, VARY_BY_ACCEPT } from '#core/headers.ts';
import { variesByAccept } from '#core/shared-address.ts';
import { DEFAULT_PORT, DEFAULT_SERVICE_NAME } from '#runtime/environment.ts';
import { presentedKey } from './access/caller.ts';
import { originOf } from './access/credentials.ts';
import type { RequestGuard } from './access/guard.ts';
import { SAFE_METHODS } from './accounts/csrf.ts';
import { withCors, withoutCors } from './accounts/lazy-accounts.ts';
import { ACCOUNT_PATHS, WEBHOOK_PATH } from './accounts/paths.ts';
import { API_CATALOG } from './endpoints/openapi.ts';
import type { EndpointRow, Route } from './endpoints/request.ts';
import { SOCKJS_PATHS, sockJsAnswer } from './endpoints/sockjs.ts';
import { homeAnswer, staticAnswer } from './endpoints/static.ts';
import { endpointTable, type TableOptions } from './endpoints/table.ts';
import { methodNotAllowed } from './http/errors.ts';
import type { Log } from './http/log.ts';
import { queryOf } from './http/query-string.ts';
import { type AppRequest, honoRequest } from './http/request.ts';
import { responseOf, type WholeResponse } from './http/response.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import type { Pipeline } from './pipeline.ts';

export interface WebAppOptions extends Omit<TableOptions, 'serviceName'> {
  serviceName?: string;
  baseUrl?: string;
  log?: Log;
  /** The accounts app; data endpoints do not pass through it. */
  accounts?: { fetch(request: Request, environment: unknown): Response | Promise<Response> };
  /** Whether `/mcp` answers assistants; it does by default. */
  mcp?: boolean;
  pipeline: Pipeline;
  guard: RequestGuard;
}

/** Each request passes the pipeline. */
export function createWebApp({ pipeline, guard, accounts, ...options }: WebAppOptions): Hono {
  const { serviceName = DEFAULT_SERVICE_NAME, log = () => {} } = options;
  const rows = endpointTable({ ...options, serviceName });
  const app = new Hono();
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
  return app;
}

const sockJs: Respond = (c, request) => sockJsAnswer(c.req.path, request);

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
