/** The gateway app: the table of endpoints, the accounts app, the access log and error responses. */
import { type Context, Hono } from 'hono';
import { BODY_QUERIES, FDSN_PATH } from '#core/endpoints.ts';
import { DEFAULT_SERVICE_NAME } from '#core/environment.ts';
import type { EpochMs } from '#core/time.ts';
import type { Caller } from './access/caller.ts';
import { createRequestGuard, type Metering, type RequestGuard } from './access/guard.ts';
import type { Accounting } from './access/request-access.ts';
import type { UsageStore } from './access/usage.ts';
import { withoutCors } from './accounts/start-accounts.ts';
import { SAFE_METHODS } from './accounts/csrf.ts';
import { ACCOUNT_PATHS, WEBHOOK_PATH } from './accounts/paths.ts';
import type { Dataset } from './dataset/dataset.ts';
import { renderFdsnError } from './endpoints/fdsn/error.ts';
import { homeAnswer } from './endpoints/home.ts';
import { apiCatalogAnswer } from './endpoints/openapi.ts';
import type { EndpointRow } from './endpoints/request.ts';
import { staticAnswer } from './endpoints/static.ts';
import { endpointTable } from './endpoints/table.ts';
import type { AnswerMemory } from './http/answer-memory.ts';
import { hasDisconnected } from './http/client-address.ts';
import { ClientGone } from './http/client-gone.ts';
import { asGatewayError, connectionAborted, renderError } from './http/errors.ts';
import { METHODS, preflight, QUERY_METHODS } from './http/headers.ts';
import { faultLine, type Log } from './http/log.ts';
import { requestTarget } from './http/query-string.ts';
import { loggedTarget } from './query/request-line.ts';
import { type Env, originOf, RequestHandler } from './request-handler.ts';
import type { FrontTable } from './front-table.ts';
import { RequestLog } from './request-log.ts';
import type { WorkBounds } from './scan/bounds.ts';
import { WORK_LIMITS, type WorkLimits } from './work/limits.ts';

export interface AppOptions {
  dataset: Dataset;
  now: () => EpochMs;
  log?: Log;
  /** Work of one request. */
  bounds?: WorkBounds;
  /** Concurrency limits. */
  workLimits?: WorkLimits;
  /** Maximum rows of one export; by default, that of the caller's plan. */
  exportRows?: (caller: Caller) => number;
  serviceName?: string;
  /** Address of the service, without a trailing slash. */
  baseUrl?: string;
  /** In the resource identifiers of the FDSN services. */
  authorityId?: string;
  /** Path prefix of the service, without a trailing slash; links in responses begin with it. */
  basePath?: string;
  /** The accounts app; data endpoints do not pass through it. */
  accounts?: { fetch(request: Request, environment: unknown): Response | Promise<Response> };
  /** Keys, plans and quotas. Without it nothing is counted and no key is accepted. */
  metering?: Metering & { usage: UsageStore };
  /** Of the same metering; by default, one is made. */
  guard?: RequestGuard;
  /** Keeps responses for repeated requests. */
  front?: FrontTable;
  /** Memory for recently served bodies, in bytes. */
  bodyCacheBytes?: number;
  /** Memory of unfinished answers. */
  answers?: AnswerMemory;
  /** By default, every response is logged. */
  requestLog?: RequestLog;
}

export function createApp(options: AppOptions): Hono<Env> {
  const { serviceName = DEFAULT_SERVICE_NAME, metering, accounts, now, log = () => {} } = options;
  const app = new Hono<Env>();
  const { guard = createRequestGuard({ metering, now, log }) } = options;
  const workLimits = options.workLimits ?? (metering ? WORK_LIMITS : UNMETERED);
  const handler = new RequestHandler({ ...options, guard, workLimits });
  const rows = endpointTable({ serviceName, usage: metering?.usage });
  app.use(accessLog(options));
  if (accounts)
    for (const path of ACCOUNT_PATHS)
      app.use(path, withoutCors).all(path, (c) => {
        guard.limitUncounted(originOf(c), !SAFE_METHODS.has(c.req.method) && c.req.path !== WEBHOOK_PATH);
        return accounts.fetch(c.req.raw, c.env);
      });
  app.options('*', (c) => {
    guard.limitUncounted(originOf(c));
    return preflight(BODY_QUERIES.includes(c.req.path) ? QUERY_METHODS : METHODS);
  });
  for (const row of rows) {
    const takesBody = BODY_QUERIES.includes(row.path);
    const described = { ...row, accounting: accountingOf(row), takesBody, described: true } as const;
    app.all(row.path, (c) => handler.handle(c, described));
  }
  const home = homeAnswer(serviceName, rows);
  app.all('/.well-known/api-catalog', (c) => handler.handle(c, { answer: apiCatalogAnswer, accounting: SHARED }));
  app.all('/', (c) => handler.handle(c, { answer: home, accounting: SHARED }));
  app.all('*', (c) => handler.handle(c, { answer: staticAnswer, accounting: SHARED }));
  app.onError((error, c) => {
    if (error instanceof ClientGone) return new Response(null, { status: CLIENT_GONE });
    if (hasDisconnected(error, c.env)) return renderError(connectionAborted());
    const known = asGatewayError(error, (fault) => log(faultLine(fault)));
    return c.req.path.startsWith(FDSN_PATH)
      ? renderFdsnError(known, { url: c.req.url, now: now(), baseUrl: handler.baseUrl })
      : renderError(known);
  });
  return app;
}

const SHARED: Accounting = { counted: false, own: false };

const accountingOf = ({ path, uncounted }: EndpointRow): Accounting =>
  uncounted ? { counted: false, own: uncounted === 'own' } : { counted: true, endpoint: path };

/** For the log only: the client has disconnected. */
const CLIENT_GONE = 499;

/** Without metering callers are not distinguished, so there is no limit per caller. */
const UNMETERED: WorkLimits = { ...WORK_LIMITS, concurrent: Infinity };

/** With the files that a response needed. */
function accessLog({ now, log = () => {}, requestLog = new RequestLog({ log, now }) }: AppOptions) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const start = requestLog.start();
    const trace = { opened: 0 };
    c.set('trace', trace);
    await next();
    const target = (): string => loggedTarget(requestTarget(c.req.url));
    const route = requestLog.routeOf(c.req.path);
    requestLog.write({ start, route, method: c.req.method, target, status: c.res.status, opened: trace.opened });
  };
}
