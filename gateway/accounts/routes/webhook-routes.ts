/** Routes for webhooks, for pages and programs. */
import type { Hono } from 'hono';
import { type EpochMs, formatInstant, MINUTE } from '#core/time.ts';
import { describedRule } from '../../alerts/rule.ts';
import { type Delivery, type Webhook, WEBHOOK_FIELDS } from '../../alerts/webhook-store.ts';
import { eraseAccount } from '../erase-account.ts';
import { newSecretPage, deliveriesPage } from '../pages/webhooks.ts';
import { Problem } from '../problems.ts';
import { type Fields, isForm, knownFields, readFields } from '../request-body.ts';
import { type AccountsContext, type AccountsRequest, type Env, requireUser, type User } from './context.ts';
import { showDashboard } from './member-routes.ts';
import { createView, jsonResponse, renderPage, respond, withProblemPage } from './responses.ts';

const ALL = '/account/webhooks';
const ONE = `${ALL}/:id`;
/** Test messages of an account. */
const TESTS = { limit: 20, windowMs: 10 * MINUTE };

export function webhookRoutes(app: Hono<Env>, context: AccountsContext): void {
  const { webhooks } = context;
  app.get(ALL, async (c) => {
    const { id } = await requireUser(c, context);
    const allowed = await webhooks.allowed(id);
    const list = (await webhooks.list(id)).map((webhook, index) => webhookJson(webhook, index < allowed));
    return jsonResponse(c, { count: list.length, limit: allowed, webhooks: list });
  });
  app.post(ALL, (c) =>
    withSecret(c, context, async ({ id }) =>
      webhooks.create(id, knownFields(await readFields(c), WEBHOOK_FIELDS), c.get('language')),
    ),
  );
  app.post(`${ONE}/rotate`, (c) => withSecret(c, context, ({ id }) => webhooks.rotate(id, c.req.param('id'))));
  app.patch(ONE, (c) => change(c, context, async (user) => patch(user, c.req.param('id'), await readFields(c))));
  app.delete(ONE, (c) => change(c, context, ({ id }) => webhooks.remove(id, c.req.param('id'))));
  app.post(`${ONE}/remove`, (c) => change(c, context, ({ id }) => webhooks.remove(id, c.req.param('id'))));
  app.post(`${ONE}/on`, (c) =>
    change(c, context, ({ id }) => webhooks.change(id, c.req.param('id'), () => undefined, true)),
  );
  app.post(`${ONE}/test`, (c) =>
    change(c, context, (user) => test(context, user, c.req.param('id')), `webhooks/${c.req.param('id')}/deliveries`),
  );
  app.get(`${ONE}/deliveries`, (c) => showDeliveries(c, context));

  const patch = async ({ id }: User, webhook: string, fields: Fields): Promise<object> => {
    const change = knownFields(fields, [...WEBHOOK_FIELDS, 'enabled']);
    return describe(context, id, await webhooks.change(id, webhook, change, fields.flag('enabled')));
  };
}

async function describe({ webhooks }: AccountsContext, account: string, webhook: Webhook): Promise<object> {
  const index = (await webhooks.list(account)).findIndex(({ id }) => id === webhook.id);
  return webhookJson(webhook, index < (await webhooks.allowed(account)));
}

async function test({ webhooks, attemptLimiter }: AccountsContext, { id }: User, webhook: string): Promise<object> {
  const { wait } = await attemptLimiter.consume(`test messages of ${id}`, TESTS);
  if (wait !== undefined) throw new Problem('webhook_tests', { headers: { 'Retry-After': String(wait) } });
  return { delivery: await webhooks.test(id, webhook) };
}

/** The only responses that contain the secret. */
async function withSecret(
  c: AccountsRequest,
  context: AccountsContext,
  work: (user: User) => Promise<Webhook & { secret: string }>,
): Promise<Response> {
  const user = await requireUser(c, context);
  const issue = async (): Promise<Webhook & { secret: string }> => {
    const issued = await work(user);
    if (await context.auth.hasAccount(user.id)) return issued;
    // Erased since the session was read: so is what was written after that.
    await eraseAccount(context.database, user.id);
    throw new Problem('not_logged_in');
  };
  if (!isForm(c)) {
    const issued = await issue();
    return jsonResponse(c, { ...(await describe(context, user.id, issued)), secret: issued.secret });
  }
  return withProblemPage(
    async () => renderPage(c, newSecretPage(createView(c, context, { user }), await issue())),
    (problem) => showDashboard(c, context, user, problem),
  );
}

async function change(
  c: AccountsRequest,
  context: AccountsContext,
  work: (user: User) => Promise<object | void>,
  to = '',
): Promise<Response> {
  const user = await requireUser(c, context);
  return respond(c, context, () => work(user), {
    to: `/account/${to}`,
    onProblem: (problem) => showDashboard(c, context, user, problem),
  });
}

async function showDeliveries(c: AccountsRequest, context: AccountsContext): Promise<Response> {
  const user = await requireUser(c, context);
  const id = c.req.param('id') ?? '';
  const deliveries = await context.webhooks.deliveries(user.id, id);
  if (!/\btext\/html\b/.test(c.req.header('Accept') ?? ''))
    return jsonResponse(c, { count: deliveries.length, deliveries: deliveries.map(deliveryJson) });
  const view = createView(c, context, { path: `${ALL}/${encodeURIComponent(id)}/deliveries`, user });
  return renderPage(c, deliveriesPage(view, deliveries));
}

const instant = (at: EpochMs | null): string | null => (at === null ? null : formatInstant(at));

/** @param isInPlan whether the plan of the account has as many webhooks */
function webhookJson({ id, url, format, language, rule, ...webhook }: Webhook, isInPlan: boolean) {
  const { createdAt, failingSince, offAt, offReason, formerUntil } = webhook;
  return {
    ...{ id, url, format, language },
    rule: describedRule(rule),
    enabled: offAt === null,
    active: offAt === null && isInPlan,
    created_at: instant(createdAt),
    failing_since: instant(failingSince),
    off_at: instant(offAt),
    off_reason: offReason,
    former_secret_until: instant(formerUntil),
  };
}

const deliveryJson = ({ id, kind, createdAt, dueAt, attempts, attemptedAt, outcome, status, error }: Delivery) => ({
  ...{ id, kind, created_at: instant(createdAt) },
  ...{ state: outcome ?? 'queued', attempts, attempted_at: instant(attemptedAt), next_attempt_at: instant(dueAt) },
  ...{ response_status: status, error },
});
