/** The account app: its middleware, routes and error responses. Data endpoints are not part of it. */
import { Hono, type MiddlewareHandler } from 'hono';
import { isAPIError } from 'better-auth/api';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { ENDPOINTS } from '#core/endpoints.ts';
import { DAY, SECOND } from '#core/time.ts';
import { hasDisconnected } from '../../http/client-address.ts';
import { connectionAborted, GatewayError, internal } from '../../http/errors.ts';
import { failureLog, faultLine, type Log } from '../../http/log.ts';
import { isForm } from '../request-body.ts';
import { isLanguage, preferredLanguage } from '../language.ts';
import { isTrustedOrigin, referrerPolicy, SAFE_METHODS } from '../csrf.ts';
import { isTheme } from '../pages/view.ts';
import { aboutPage, problemPage } from '../pages/guest.ts';
import { Problem, type ProblemId } from '../problems.ts';
import { LibraryError } from '../auth-client.ts';
import { accountAlertRoutes, emailAlertRoutes } from './email-alert-routes.ts';
import { guestRoutes } from './guest-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { ASSETS } from './assets.ts';
import { authRoutes } from './auth-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { type AccountsContext, type AccountsRequest, type Env, sessionOf } from './context.ts';
import { paymentRoutes } from './payment-routes.ts';
import { pushRoutes } from './push-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import type { SqlDatabase } from '../../store/sql-database.ts';
import { errorJson, problemOf, redirectTo, renderPage, createView } from './responses.ts';

type AccountsApp = Hono<Env>;

export function createAccountsApp(context: AccountsContext, log: Log): AccountsApp {
  const app = new Hono<Env>();
  const writing = failureLog(log, 'writing accounts');
  app.use(async (c, next) => {
    await next();
    if (!SAFE_METHODS.has(c.req.method) && c.res.ok) writing.recovered();
  });
  app.use(requireDatabaseFile(context.database));
  app.use(selectLanguage(context), headers(context));
  const ownPages = csrfProtection(context);
  app.use('/account/*', ownPages);
  // No cookie gives a right here, so pages of other sites may ask. A form would be sent without a preflight.
  app.use(ENDPOINTS.push, (c, next) => (isForm(c) ? ownPages(c, next) : next()));
  // A preflight response that allows nothing.
  app.options('*', (c) => c.body(null, 204));
  for (const [path, answer] of ASSETS) app.get(path, answer);
  app.get('/account/about', async (c) => {
    const session = await sessionOf(c, context);
    return renderPage(c, aboutPage(createView(c, context, { path: '/account/about', user: session?.user })));
  });
  authRoutes(app, context);
  guestRoutes(app, context);
  memberRoutes(app, context);
  keyRoutes(app, context);
  webhookRoutes(app, context);
  pushRoutes(app, context);
  emailAlertRoutes(app, context);
  accountAlertRoutes(app, context);
  paymentRoutes(app, context);
  app.all('*', () => {
    throw new Problem('not_found');
  });
  app.onError((error, c) => errorResponse(c, context, error, { log, writing }));
  return app;
}

interface FaultLogs {
  log: Log;
  writing: ReturnType<typeof failureLog>;
}

/** A page for browsers, JSON for programs. */
async function errorResponse(
  c: AccountsRequest,
  context: AccountsContext,
  error: unknown,
  { log, writing }: FaultLogs,
): Promise<Response> {
  if (hasDisconnected(error, c.env)) return errorJson(c, connectionAborted());
  const problem = await toGatewayError(error, context);
  if (problem.code === 'internal') log(faultLine(error));
  if (problem instanceof Problem && problem.id === 'unwritable') writing.failed(error);
  const wantsPage = isForm(c) || (c.req.method === 'GET' && /\btext\/html\b/.test(c.req.header('Accept') ?? ''));
  if (!wantsPage || !(problem instanceof Problem)) return errorJson(c, problem);
  if (problem.id === 'not_logged_in') return redirectTo(c, context, '/account/?problem=not_logged_in');
  // The error may be that the session cannot be read.
  const session = await sessionOf(c, context).catch(() => undefined);
  const view = createView(c, context, { problem, user: session?.user });
  return renderPage(c, problemPage(view, problem.id === 'not_found' ? view.texts.notFound : undefined), problem);
}

async function toGatewayError(thrown: unknown, { auth, database }: AccountsContext): Promise<GatewayError> {
  const error = problemOf(thrown);
  if (error instanceof GatewayError) return error;
  // The library does not say why it cannot read a session or create an account.
  const isOpaque = isAPIError(error) || error instanceof LibraryError;
  const cause = isOpaque ? (auth.takeFailure() ?? (await failureOf(database))) : error;
  const later = (id: ProblemId, seconds: number): Problem =>
    new Problem(id, { headers: { 'Retry-After': String(seconds) } });
  if (database.isUnwritable(cause)) return later('unwritable', 30);
  if (!database.isUnavailable(cause)) return internal();
  return later(database.kind === 'sqlite' ? 'locked' : 'database_away', 5);
}

/** Undefined when it answers. */
const failureOf = (database: SqlDatabase): Promise<unknown> =>
  database.query('SELECT 1').then(
    () => undefined,
    (error: unknown) => error,
  );

function selectLanguage({ baseUrl }: AccountsContext): MiddlewareHandler<Env> {
  const secure = baseUrl.startsWith('https:');
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: (365 * DAY) / SECOND } as const;
  return async (c, next) => {
    const requested = c.req.query('lang');
    const saved = getCookie(c, 'lang');
    const preferred = isLanguage(saved) ? saved : preferredLanguage(c.req.header('Accept-Language'));
    c.set('language', isLanguage(requested) ? requested : preferred);
    if (isLanguage(requested)) setCookie(c, 'lang', requested, cookieOptions);
    selectTheme(c, {
      ...cookieOptions,
      path: `${new URL(baseUrl).pathname.replace(/\/$/, '')}/account`,
      httpOnly: false,
    });
    await next();
  };
}

/** Scripts of the site write the same cookie where a reader chooses a theme there. */
function selectTheme(c: AccountsRequest, cookieOptions: CookieOptions): void {
  const requested = c.req.query('theme');
  if (isTheme(requested)) setCookie(c, 'theme', requested, cookieOptions);
  const chosen = requested ?? getCookie(c, 'theme');
  c.set('theme', isTheme(chosen) ? chosen : undefined);
}

/** Sites that a form may lead to: browsers apply `form-action` to redirects as well. */
function formTargets({ settings, billing }: AccountsContext): string[] {
  return [
    "'self'",
    ...(billing ? ['https://checkout.stripe.com', 'https://billing.stripe.com'] : []),
    ...(settings.social.github ? ['https://github.com'] : []),
    ...(settings.social.google ? ['https://accounts.google.com'] : []),
  ];
}

function headers(context: AccountsContext): MiddlewareHandler<Env> {
  const withPolicy = (policy: ReturnType<typeof referrerPolicy>): MiddlewareHandler =>
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        formAction: formTargets(context),
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      xFrameOptions: 'DENY',
      referrerPolicy: policy,
      strictTransportSecurity: context.baseUrl.startsWith('https:') ? 'max-age=15552000' : false,
    });
  const middleware = { 'no-referrer': withPolicy('no-referrer'), 'same-origin': withPolicy('same-origin') };
  return async (c, next) => {
    await middleware[referrerPolicy(context.baseUrl, c.req.header('Host'))](c, next);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  };
}

function csrfProtection({ baseUrl }: AccountsContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const request = {
      method: c.req.method,
      origin: c.req.header('Origin'),
      host: c.req.header('Host'),
      fetchSite: c.req.header('Sec-Fetch-Site'),
    };
    if (!isTrustedOrigin(request, baseUrl)) throw new Problem('foreign_origin');
    await next();
  };
}

/** Writes to a removed file would be lost silently, so nothing is served from it. */
function requireDatabaseFile({ check }: SqlDatabase): MiddlewareHandler<Env> {
  return (_, next) => {
    try {
      check();
    } catch {
      throw new Problem('database_gone', { headers: { 'Retry-After': '30' } });
    }
    return next();
  };
}
