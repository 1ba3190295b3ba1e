/** Accounts with payment through a local stand-in for Stripe. */
import type { TestContext } from 'node:test';
import { MINUTE } from '#core/time.ts';
import { loggedInClient, testAccounts } from './accounts.ts';
import { type FakeEvent, period, signed, STRIPE_SETTINGS, stripeServer, subscription } from './stripe.ts';

export const START = Date.UTC(2026, 6, 1);
export const END = Date.UTC(2026, 7, 1);

export async function billingAccounts(t: TestContext) {
  const clock = { at: START + MINUTE };
  const stripe = await stripeServer(t);
  const accounts = await testAccounts({
    now: () => clock.at,
    settings: { stripe: STRIPE_SETTINGS },
    stripeApi: stripe.api,
  });
  const client = await loggedInClient(accounts);
  const { id } = (await (await client.get('/account/me')).json()) as { id: string };
  const sendEvent = (event: FakeEvent, signature = signed(event, clock.at)): Promise<Response> =>
    accounts
      .client()
      .request('POST', '/stripe/webhook', { headers: { 'Stripe-Signature': signature }, body: event.payload });
  const subscribe = (name = 'sub_1', more: object = {}) => {
    const created = subscription(name, id, { ...period(START, END), ...more });
    stripe.subscriptions.set(name, created);
    return created;
  };
  return {
    ...accounts,
    stripe,
    client,
    id,
    clock,
    sendEvent,
    subscribe,
    plan: async () => (await accounts.plans.planOf(id)).plan,
  };
}
