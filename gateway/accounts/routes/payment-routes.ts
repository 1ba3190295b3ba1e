/** Upgrade, billing portal, and Stripe's webhook. */
import type { Hono } from 'hono';
import { isForm, readBody } from '../request-body.ts';
import { MAX_EVENT_BYTES, WEBHOOK_PATH } from '../paths.ts';
import { Problem } from '../problems.ts';
import type { Billing } from '../billing/billing.ts';
import { showDashboard } from './member-routes.ts';
import { type AccountsContext, type AccountsRequest, type Env, requireUser, type User } from './context.ts';
import { jsonResponse, withProblemPage } from './responses.ts';

export function paymentRoutes(app: Hono<Env>, context: AccountsContext): void {
  app.post('/account/upgrade', (c) => redirectToStripe(c, context, (billing, user) => billing.checkout(user)));
  app.post('/account/billing', (c) => redirectToStripe(c, context, (billing, { id }) => billing.portal(id)));
  app.post(WEBHOOK_PATH, async (c) => {
    await requireBilling(context).handleEvent(
      await readBody(c, MAX_EVENT_BYTES),
      c.req.header('Stripe-Signature') ?? '',
    );
    return jsonResponse(c, {});
  });
}

function requireBilling({ billing, settings }: AccountsContext): Billing {
  if (!billing) throw new Problem('no_payment', { note: settings.contact });
  return billing;
}

/** Redirects forms to Stripe's page; programs get its address as JSON. */
async function redirectToStripe(
  c: AccountsRequest,
  context: AccountsContext,
  addressOf: (billing: Billing, user: User) => Promise<string>,
): Promise<Response> {
  const user = await requireUser(c, context);
  const find = async (): Promise<string> => addressOf(requireBilling(context), user);
  if (!isForm(c)) return jsonResponse(c, { url: await find() });
  return withProblemPage(
    async () => c.redirect(await find(), 303),
    (problem) => showDashboard(c, context, user, problem),
  );
}
