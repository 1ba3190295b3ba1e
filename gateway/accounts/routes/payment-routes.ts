/** Upgrade, billing, and what Stripe tells us. */
import type { Hono } from 'hono';
import { readBody } from '../body.ts';
import { isForm } from '../request-body.ts';
import { EVENT_BOUND, WEBHOOK_PATH } from '../paths.ts';
import { Problem } from '../problems.ts';
import type { Billing } from '../billing/billing.ts';
import { showDashboard } from './member-routes.ts';
import type { Env, AccountsContext, User, AccountsRequest } from './part.ts';
import { requireUser } from './part.ts';
import { json, withProblemPage } from './show.ts';

export function paymentRoutes(app: Hono<Env>, part: AccountsContext): void {
  app.post('/account/upgrade', (c) => elsewhere(c, part, (billing, user) => billing.checkout(user)));
  app.post('/account/billing', (c) => elsewhere(c, part, (billing, { id }) => billing.portal(id)));
  app.post(WEBHOOK_PATH, async (c) => {
    await mustBill(part).receive(await readBody(c, EVENT_BOUND), c.req.header('Stripe-Signature') ?? '');
    return json(c, {});
  });
}

function mustBill({ billing, settings }: AccountsContext): Billing {
  if (!billing) throw new Problem('no_payment', { note: settings.contact });
  return billing;
}

/** A form leads to the other site's page, a program is told its address. */
async function elsewhere(
  c: AccountsRequest,
  part: AccountsContext,
  address: (billing: Billing, user: User) => Promise<string>,
): Promise<Response> {
  const user = await requireUser(c, part);
  const find = async (): Promise<string> => address(mustBill(part), user);
  if (!isForm(c)) return json(c, { url: await find() });
  return withProblemPage(
    async () => c.redirect(await find(), 303),
    (problem) => showDashboard(c, part, user, problem),
  );
}
