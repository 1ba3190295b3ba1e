/** Routes for a logged-in user: dashboard, account as JSON, settings, deletion. */
import type { Hono } from 'hono';
import { formatInstant } from '#core/time.ts';
import { copyOfAccount } from '../account-rows.ts';
import { emailOf, isForm, readFields } from '../request-body.ts';
import { clientHeaders } from '../auth-client.ts';
import { dashboardPage } from '../pages/dashboard.ts';
import { settingsPage } from '../pages/settings.ts';
import type { Problem } from '../problems.ts';
import { showLogin } from './guest-routes.ts';
import { deleteAccount } from './operations.ts';
import {
  type AccountsContext,
  type AccountsRequest,
  clientInfo,
  type Env,
  requireUser,
  sessionOf,
  type User,
} from './context.ts';
import { createView, jsonResponse, redirectTo, renderPage, respond } from './responses.ts';

export function memberRoutes(app: Hono<Env>, context: AccountsContext): void {
  app.get('/account', (c) => redirectTo(c, context, '/account/'));
  app.get('/account/', async (c) => {
    const session = await sessionOf(c, context);
    return session ? showDashboard(c, context, session.user) : showLogin(c, context);
  });
  app.get('/account/me', async (c) => {
    const { id, email, createdAt } = await requireUser(c, context);
    const { plan, until } = await context.plans.planOf(id);
    return jsonResponse(c, {
      id,
      email,
      created_at: formatInstant(createdAt.getTime()),
      plan,
      plan_until: until === null ? null : formatInstant(until),
    });
  });
  app.get('/account/usage', async (c) =>
    jsonResponse(c, await context.usage.usageOf((await requireUser(c, context)).id)),
  );
  app.get('/account/export', async (c) => {
    const { id } = await requireUser(c, context);
    c.header('Content-Disposition', 'attachment; filename="account.json"');
    return jsonResponse(c, {
      exported_at: formatInstant(context.now()),
      ...(await copyOfAccount(context.database, id)),
    });
  });
  settingsRoutes(app, context);
}

export async function showDashboard(
  c: AccountsRequest,
  context: AccountsContext,
  user: User,
  problem?: Problem,
): Promise<Response> {
  const { keys, plans, usage, webhooks, limits, billing, settings, now } = context;
  const page = dashboardPage(createView(c, context, { user, problem }), {
    now: now(),
    keys: await keys.list(user.id),
    usage: await usage.usageOf(user.id),
    plan: await plans.planOf(user.id),
    limits,
    payment: billing ? 'stripe' : 'operator',
    subscribed: (await billing?.isSubscribed(user.id)) ?? false,
    contact: settings.contact,
    webhooks: { list: await webhooks.list(user.id), allowed: await webhooks.allowed(user.id) },
  });
  return renderPage(c, page, problem);
}

const SETTINGS = '/account/settings';

async function showSettings(c: AccountsRequest, context: AccountsContext, problem?: Problem): Promise<Response> {
  const session = await sessionOf(c, context);
  if (!session) return redirectTo(c, context, '/account/');
  const sessions = await context.auth.api.listSessions({ headers: clientHeaders(clientInfo(c)) });
  const shown = sessions.map(({ id, userAgent, createdAt }) => ({
    id,
    userAgent: userAgent ?? '',
    createdAt: createdAt.getTime(),
    current: id === session.session.id,
  }));
  const view = createView(c, context, { path: SETTINGS, user: session.user, problem });
  return renderPage(c, settingsPage(view, shown), problem);
}

function settingsRoutes(app: Hono<Env>, context: AccountsContext): void {
  const { auth } = context;
  app.get(SETTINGS, (c) => showSettings(c, context));
  const onProblem = (c: AccountsRequest) => (problem: Problem) => showSettings(c, context, problem);
  app.post('/account/delete', async (c) => {
    await requireUser(c, context);
    const fields = await readFields(c);
    const erase = async (): Promise<object> => deleteAccount(c, context, emailOf(fields));
    return respond(c, context, erase, { to: '/account/?notice=deleted', onProblem: onProblem(c) });
  });
  app.post('/account/sessions/end-others', async (c) => {
    await requireUser(c, context);
    await auth.api.revokeOtherSessions({ headers: clientHeaders(clientInfo(c)) });
    return isForm(c) ? redirectTo(c, context, SETTINGS) : jsonResponse(c, {});
  });
  app.post('/account/sessions/:id/end', async (c) => {
    await requireUser(c, context);
    const headers = clientHeaders(clientInfo(c));
    const ended = (await auth.api.listSessions({ headers })).find(({ id }) => id === c.req.param('id'));
    if (ended) await auth.api.revokeSession({ headers, body: { token: ended.token } });
    return isForm(c) ? redirectTo(c, context, SETTINGS) : jsonResponse(c, {});
  });
}
