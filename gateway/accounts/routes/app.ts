/** The pages and operations of accounts as an app of their own, as a table of contents. No data endpoint passes through it. */
import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { DAY, SECOND } from '#core/time.ts';
import { hasLeft } from '../../http/client-address.ts';
import { brokenOff, GatewayError, internal } from '../../http/errors.ts';
import type { Log } from '../../http/log.ts';
import { faultLine } from '../../http/log.ts';
import { isLocked } from '../../store/database.ts';
import { isForm } from '../request-body.ts';
import { isLanguage, preferredLanguage } from '../language.ts';
import { isTrustedOrigin, referrerPolicy } from '../csrf.ts';
import { aboutPage, problemPage } from '../pages/guest.ts';
import { Problem } from '../problems.ts';
import { guestRoutes } from './guest-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { memberRoutes } from './member-routes.ts';
import type { Env, AccountsContext, AccountsRequest } from './context.ts';
import { sessionOf } from './context.ts';
import { paymentRoutes } from './payment-routes.ts';
import { errorJson, redirectTo, renderPage, stylesheet, createView } from './responses.ts';
import { fileWatch } from '../../access/quota/file-watch.ts';
import type { AccountsDb } from '../../store/database.ts';

export type AccountsApp = Hono<Env>;

export function createAccountsApp(context: AccountsContext, log: Log): AccountsApp {
  const app = new Hono<Env>();
  app.use(requireDatabaseFile(context.db));
  app.use(selectLanguage(context), headers(context));
  app.use('/account/*', csrfProtection(context));
  // A preflight is answered, and allows nothing.
  app.options('*', (c) => c.body(null, 204));
  app.get('/account/account.css', stylesheet);
  app.get('/account/about', async (c) => {
    const session = await sessionOf(c, context);
    return renderPage(c, aboutPage(createView(c, context, { path: '/account/about', user: session?.user })));
  });
  authRoutes(app, context);
  guestRoutes(app, context);
  memberRoutes(app, context);
  keyRoutes(app, context);
  paymentRoutes(app, context);
  app.all('*', () => {
    throw new Problem('not_found');
  });
  app.onError((error, c) => errorResponse(c, context, error, log));
  return app;
}

/** A reader's page gets a page, a program the shape of every error. */
async function errorResponse(
  c: AccountsRequest,
  context: AccountsContext,
  error: unknown,
  log: Log,
): Promise<Response> {
  if (hasLeft(error, c.env)) return errorJson(c, brokenOff());
  const known = toGatewayError(error);
  if (known.code === 'internal') log(faultLine(error));
  const reader = isForm(c) || (c.req.method === 'GET' && /\btext\/html\b/.test(c.req.header('Accept') ?? ''));
  if (!reader || !(known instanceof Problem)) return errorJson(c, known);
  if (known.id === 'not_logged_in') return redirectTo(c, context, '/account/?problem=not_logged_in');
  // Who is logged in stays so; what is wrong may be that this cannot be read.
  const session = await sessionOf(c, context).catch(() => undefined);
  const view = createView(c, context, { problem: known, user: session?.user });
  return renderPage(c, problemPage(view, known.id === 'not_found' ? view.texts.notFound : undefined), known);
}

function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  return isLocked(error) ? new Problem('locked', { headers: { 'Retry-After': '5' } }) : internal();
}

function selectLanguage({ baseUrl }: AccountsContext): MiddlewareHandler<Env> {
  const secure = baseUrl.startsWith('https:');
  const kept = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: (365 * DAY) / SECOND } as const;
  return async (c, next) => {
    const wished = c.req.query('lang');
    const before = getCookie(c, 'lang');
    const preferred = isLanguage(before) ? before : preferredLanguage(c.req.header('Accept-Language'));
    c.set('language', isLanguage(wished) ? wished : preferred);
    if (isLanguage(wished)) setCookie(c, 'lang', wished, kept);
    await next();
  };
}

/** Sites that a form may lead to: browsers hold `form-action` against redirects as well. */
function formTargets({ settings, billing }: AccountsContext): string[] {
  return [
    "'self'",
    ...(billing ? ['https://checkout.stripe.com', 'https://billing.stripe.com'] : []),
    ...(settings.social.github ? ['https://github.com'] : []),
    ...(settings.social.google ? ['https://accounts.google.com'] : []),
  ];
}

function headers(context: AccountsContext): MiddlewareHandler<Env> {
  const secured = (policy: ReturnType<typeof referrerPolicy>): MiddlewareHandler =>
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        formAction: formTargets(context),
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      xFrameOptions: 'DENY',
      referrerPolicy: policy,
      strictTransportSecurity: context.baseUrl.startsWith('https:') ? 'max-age=15552000' : false,
    });
  const made = { 'no-referrer': secured('no-referrer'), 'same-origin': secured('same-origin') };
  return async (c, next) => {
    await made[referrerPolicy(context.baseUrl, c.req.header('Host'))](c, next);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  };
}

function csrfProtection({ baseUrl }: AccountsContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const asker = {
      method: c.req.method,
      origin: c.req.header('Origin'),
      host: c.req.header('Host'),
      fetchSite: c.req.header('Sec-Fetch-Site'),
    };
    if (!isTrustedOrigin(asker, baseUrl)) throw new Problem('foreign_origin');
    await next();
  };
}

/** What is written to a file that was removed is lost in silence, so nothing is answered from it. */
function requireDatabaseFile(db: AccountsDb): MiddlewareHandler<Env> {
  const check = fileWatch(db);
  return (_, next) => {
    try {
      check();
    } catch {
      throw new Problem('database_gone', { headers: { 'Retry-After': '30' } });
    }
    return next();
  };
}
