/** The gateway app: CORS, authentication, parameters, conditional requests, quotas, dataset, response. */
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { EpochMs } from '#core/time.ts';
import { withoutCors } from './accounts/cors.ts';
import { ACCOUNT_PATHS } from './accounts/paths.ts';
import { hasLeft, peerOf } from './http/client-address.ts';
import type { Representation, StreamedRepresentation } from './http/representation.ts';
import type { EndpointRequest, Trace } from './endpoints/request.ts';
import type { Bounds } from './scan/bounds.ts';
import { BOUNDS } from './scan/bounds.ts';
import type { Caller } from './access/caller.ts';
import type { Dataset } from './dataset/dataset.ts';
import { brokenOff, GatewayError, internal, methodNotAllowed, renderError } from './http/errors.ts';
import type { Accounting, RequestGuard, Metering, Origin, RequestAccess } from './access/guard.ts';
import { createRequestGuard } from './access/guard.ts';
import { preflight } from './http/headers.ts';
import type { Log } from './http/log.ts';
import { faultLine } from './http/log.ts';
import { requestLine } from './query/request-line.ts';
import { EXPORT_PATH, LIST_PATH } from './query/next-link.ts';
import { queryOf, readParameters, requestTarget } from './http/query-string.ts';
import { Responder } from './http/respond.ts';
import { detailAnswer } from './endpoints/detail.ts';
import { exportEndpoint } from './endpoints/export.ts';
import type { EndpointNote } from './endpoints/home.ts';
import { homeAnswer } from './endpoints/home.ts';
import { listAnswer } from './endpoints/list.ts';
import { rssAnswer } from './endpoints/rss.ts';
import { staticAnswer } from './endpoints/static.ts';
import { stationsAnswer } from './endpoints/stations.ts';
import { statsAnswer } from './endpoints/stats.ts';
import { statusAnswer } from './endpoints/status.ts';
import { usageAnswer } from './endpoints/usage.ts';
import type { Snapshot } from './dataset/snapshot.ts';
import type { UsageStore } from './access/usage.ts';
import { ClientGone } from './http/client-gone.ts';
import type { WorkLimits } from './work/work-queue.ts';
import { WORK_LIMITS, WorkQueue } from './work/work-queue.ts';

export interface AppOptions {
  dataset: Dataset;
  now: () => EpochMs;
  log?: Log;
  bounds?: Bounds;
  /** Concurrency limits. */
  workLimits?: WorkLimits;
  /** Maximum rows of one export; by default, that of the caller's plan. */
  exportRows?: (caller: Caller) => number;
  serviceName?: string;
  /** Path prefix of the service, without a trailing slash; links in responses begin with it. */
  basePath?: string;
  /** The accounts app; data endpoints do not pass through it. */
  accounts?: { fetch(request: Request, environment: unknown): Response | Promise<Response> };
  /** Keys, plans and quotas. Without it nothing is counted and no key is accepted. */
  metering?: Metering & { usage: UsageStore };
  /** Memory for recently served bodies, in bytes. */
  bodyCacheBytes?: number;
  /** A monotonic clock in ms, for the log. */
  monotonicNow?: () => number;
}

interface Env {
  Variables: { trace: Trace };
}

type Endpoint = (ask: EndpointRequest) => Representation | Promise<Representation | StreamedRepresentation>;

interface EndpointRow extends EndpointNote {
  answer: Endpoint;
  /** Absent: responses are counted. `shared`: uncounted, the same for everyone; `own`: uncounted, per caller. */
  uncounted?: 'shared' | 'own';
}

/** The documented endpoints. */
const endpoints = (usage: UsageStore | undefined): EndpointRow[] => [
  { path: LIST_PATH, description: 'earthquakes, newest first, with filters and paging', answer: listAnswer },
  { path: '/deprem_api.php', description: 'one earthquake, by id or by date and slug', answer: detailAnswer },
  { path: EXPORT_PATH, description: 'many earthquakes as CSV, JSON, GeoJSON or NDJSON', answer: exportEndpoint() },
  { path: '/stats_api.php', description: 'statistics', answer: statsAnswer },
  { path: '/station_api.php', description: 'stations', answer: stationsAnswer },
  { path: '/rss', description: 'the newest felt earthquakes as RSS', answer: rssAnswer },
  { path: '/status', description: 'how the sources answer', answer: statusAnswer, uncounted: 'shared' },
  { path: '/usage', description: 'what the account of a key has used', answer: usageAnswer(usage), uncounted: 'own' },
];

export function createApp(options: AppOptions): Hono<Env> {
  const { serviceName = 'hiposantr', metering, accounts, now, log = () => {} } = options;
  const app = new Hono<Env>();
  const gate = createRequestGuard({ metering, now, log });
  const serve = server(options, gate);
  const rows = endpoints(metering?.usage);
  const notes = rows.map(({ path, description }) => ({ path, description }));
  app.use(logged(options));
  if (accounts)
    for (const path of ACCOUNT_PATHS)
      app.use(path, withoutCors).all(path, (c) => {
        gate.mustBeWithinUncounted(originOf(c));
        return accounts.fetch(c.req.raw, c.env);
      });
  app.options('*', (c) => {
    gate.mustBeWithinUncounted(originOf(c));
    return preflight();
  });
  for (const { path, answer, uncounted } of rows)
    app.all(
      path,
      serve(answer, uncounted ? { counted: false, own: uncounted === 'own' } : { counted: true, endpoint: path }),
    );
  app.all('/', serve(homeAnswer(serviceName, notes)));
  app.all('*', serve(staticAnswer));
  app.onError((error, c) => {
    if (error instanceof ClientGone) return new Response(null, { status: CLIENT_GONE });
    if (error instanceof GatewayError) return renderError(error);
    if (hasLeft(error, c.env)) return renderError(brokenOff());
    log(faultLine(error));
    return renderError(internal());
  });
  return app;
}

const SHARED: Accounting = { counted: false, own: false };

/** For the log only: the client has disconnected. */
const CLIENT_GONE = 499;

const originOf = (c: Context<Env>): Origin => ({
  peer: peerOf(c.env),
  forwarded: c.req.header('X-Forwarded-For'),
});

/** Without metering callers are not distinguished, so there is no limit per caller. */
const ANYBODY: WorkLimits = { ...WORK_LIMITS, atOnce: Infinity };

/** Handles one request: authentication, quota, endpoint, response. */
function server(options: AppOptions, gate: RequestGuard) {
  const { dataset, now, basePath = '', bounds = BOUNDS, exportRows = rowsOfPlan, bodyCacheBytes = 64e6 } = options;
  const responder = new Responder(bodyCacheBytes);
  const queue = new WorkQueue(options.workLimits ?? (options.metering ? WORK_LIMITS : ANYBODY));
  return (endpoint: Endpoint, accounting = SHARED) => {
    const answerTo = async (c: Context<Env>, target: string, visit: RequestAccess): Promise<Response> => {
      const { caller } = visit;
      if (!READS.has(c.req.method)) throw methodNotAllowed();
      const path = target.split('?', 1)[0]!;
      const parameters = readParameters(queryOf(target));
      const asked = {
        personal: caller.kind === 'keyed' && accounting.counted,
        ifNoneMatch: c.req.header('If-None-Match'),
        acceptEncoding: c.req.header('Accept-Encoding'),
        range: c.req.method === 'GET' ? c.req.header('Range') : undefined,
        ifRange: c.req.header('If-Range'),
        signal: () => c.req.raw.signal,
      };
      const answerFrom = async (snapshot: Snapshot): Promise<Response> => {
        const answer = await endpoint({
          path,
          parameters,
          caller,
          basePath,
          snapshot,
          now: now(),
          bounds,
          exportRows: exportRows(caller),
          signal: asked.signal,
          queue,
          trace: c.get('trace'),
        });
        if (responder.notModified(answer, asked))
          return responder.notModified(answer, { ...asked, allowance: await visit.skipQuota() })!;
        // Counted before the work, so that a caller without quota causes none.
        return responder.full(answer, { ...asked, allowance: await visit.consume() });
      };
      const snapshot = await dataset.current();
      try {
        return await answerFrom(snapshot);
      } catch (error) {
        const successor = isUnavailable(error) ? await dataset.successor(snapshot) : undefined;
        if (!successor) throw error;
        return answerFrom(successor);
      }
    };
    return async (c: Context<Env>): Promise<Response> => {
      const target = requestTarget(c.req.url);
      const visit = await gate.authenticate({
        ...originOf(c),
        authorization: c.req.header('Authorization'),
        query: queryOf(target),
        accounting,
      });
      try {
        return await answerTo(c, target, visit);
      } catch (error) {
        throw await visit.settleError(error);
      }
    };
  };
}

const rowsOfPlan = ({ limits }: Caller): number => limits.exportRows;

const READS = new Set(['GET', 'HEAD']);

const isUnavailable = (error: unknown): boolean => error instanceof GatewayError && error.code === 'unavailable';

function logged({ now, log = () => {}, monotonicNow: ticks = () => performance.now() }: AppOptions) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const begun = ticks();
    const trace = { opened: 0 };
    c.set('trace', trace);
    await next();
    log(
      requestLine({
        at: now(),
        method: c.req.method,
        target: requestTarget(c.req.url),
        status: c.res.status,
        took: ticks() - begun,
        opened: trace.opened,
      }),
    );
  };
}
