/** The gateway, as a table of contents: CORS, caller, parameters, what the client already holds, [meter], plan, dataset, bytes. */
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { EpochMs } from '#core/time.ts';
import { ACCOUNT_PATHS } from './accounts/paths.ts';
import type { Answer } from './answer.ts';
import type { Ask, Trace } from './ask.ts';
import type { Bounds } from './bounds.ts';
import { BOUNDS } from './bounds.ts';
import { callerOf } from './caller.ts';
import type { Dataset } from './dataset.ts';
import { GatewayError, internal, renderError } from './errors.ts';
import { METHODS, preflight } from './headers.ts';
import type { Log } from './log.ts';
import { faultLine, requestLine } from './log.ts';
import { queryOf, readParameters, requestTarget } from './raw-query.ts';
import { Responder } from './respond.ts';
import { detailAnswer } from './routes/detail.ts';
import type { EndpointNote } from './routes/home.ts';
import { homeAnswer } from './routes/home.ts';
import { listAnswer } from './routes/list.ts';
import { rssAnswer } from './routes/rss.ts';
import { staticAnswer } from './routes/static.ts';
import { stationsAnswer } from './routes/stations.ts';
import { statsAnswer } from './routes/stats.ts';
import { statusAnswer } from './routes/status.ts';
import type { Snapshot } from './snapshot.ts';

export interface AppOptions {
  dataset: Dataset;
  now: () => EpochMs;
  log?: Log;
  bounds?: Bounds;
  serviceName?: string;
  /** Accounts, an app of their own: no data endpoint passes through it. */
  accounts?: { fetch(request: Request, environment: unknown): Response | Promise<Response> };
  /** Memory for bodies asked for lately, in bytes. */
  bodyCacheBytes?: number;
  /** A clock in ms that never goes back, for the log. */
  ticks?: () => number;
}

interface Env {
  Variables: { trace: Trace };
}

type Endpoint = (ask: Ask) => Answer | Promise<Answer>;

/** The specified endpoints and what each is for. */
const ENDPOINTS: (EndpointNote & { answer: Endpoint })[] = [
  { path: '/api.php', description: 'earthquakes, newest first, with filters and paging', answer: listAnswer },
  { path: '/deprem_api.php', description: 'one earthquake, by id or by date and slug', answer: detailAnswer },
  { path: '/stats_api.php', description: 'statistics', answer: statsAnswer },
  { path: '/station_api.php', description: 'stations', answer: stationsAnswer },
  { path: '/rss', description: 'the newest felt earthquakes as RSS', answer: rssAnswer },
  { path: '/status', description: 'how the sources answer', answer: statusAnswer },
];

export function createApp(options: AppOptions): Hono<Env> {
  const { serviceName = 'zelzele', log = () => {} } = options;
  const app = new Hono<Env>();
  const serve = server(options);
  const notes = ENDPOINTS.map(({ path, description }) => ({ path, description }));
  app.use(logged(options));
  const { accounts } = options;
  if (accounts) for (const path of ACCOUNT_PATHS) app.all(path, (c) => accounts.fetch(c.req.raw, c.env));
  app.options('*', preflight);
  for (const { path, answer } of ENDPOINTS) app.get(path, serve(answer));
  app.get('/', serve(homeAnswer(serviceName, notes)));
  app.get('*', serve(staticAnswer));
  app.all('*', () => {
    throw new GatewayError('method_not_allowed', `Only ${METHODS} are answered here.`, { headers: { Allow: METHODS } });
  });
  app.onError((error) => {
    if (error instanceof GatewayError) return renderError(error);
    log(faultLine(error));
    return renderError(internal());
  });
  return app;
}

/** One request, from what was sent to what is answered. */
function server({ dataset, now, bounds = BOUNDS, bodyCacheBytes = 64e6 }: AppOptions) {
  const responder = new Responder(bodyCacheBytes);
  return (endpoint: Endpoint) =>
    async (c: Context<Env>): Promise<Response> => {
      const target = requestTarget(c.req.url);
      const parameters = readParameters(queryOf(target));
      const caller = callerOf(c.req.header('Authorization'), parameters);
      const asked = {
        caller,
        ifNoneMatch: c.req.header('If-None-Match'),
        acceptEncoding: c.req.header('Accept-Encoding'),
      };
      const path = target.split('?', 1)[0]!;
      const answerFrom = async (snapshot: Snapshot): Promise<Response> => {
        const answer = await endpoint({ path, parameters, snapshot, now: now(), bounds, trace: c.get('trace') });
        const unchanged = responder.notModified(answer, asked);
        if (unchanged) return unchanged;
        // The meter's place: an answer that is not a 304 is counted here, and refused with 429 when the caller's bounds are spent.
        return responder.full(answer, asked);
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
}

const isUnavailable = (error: unknown): boolean => error instanceof GatewayError && error.code === 'unavailable';

function logged({ now, log = () => {}, ticks = () => performance.now() }: AppOptions) {
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
